"""Nothing a user can name is missing from the documentation, and no generated page is behind."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType

import click
import pytest

from lycosa.cli.root import Commands, lycosa
from lycosa.config import Settings, settings_of
from lycosa.registry import Family, judges, rankers, selectors, strategies, tunnels

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["configuration.md", "commands.md", "strategies.md", "architecture.md"])
def test_generated_page_is_up_to_date(
    generator: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == generator.pages()[name], "run `make docs`"


@pytest.mark.parametrize("setting", settings_of(Settings), ids=lambda setting: setting.path)
def test_every_setting_says_what_it_is_for(setting: object) -> None:
    assert setting.about  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", strategies.classes)
def test_every_strategy_has_parameters_or_references_documented(name: str) -> None:
    told = strategies.get(name).__doc__ or ""
    assert "Examples" in told


def test_the_drawing_of_rooms_has_every_room_and_only_uses_that_point_down(generator: ModuleType) -> None:
    import rooms

    order = {room: place for place, layer in enumerate(rooms.layers()) for room in layer}
    uses = rooms.imports()
    assert set(uses) == set(order)
    upward = [
        (room, other) for room, others in uses.items() for other in others if order[other] <= order[room]
    ]
    assert upward == []


def test_every_hostile_case_that_a_test_names_is_in_the_table() -> None:
    table = set(re.findall(r"^\| (H\d\d) \|", (ROOT / "docs" / "hostile.md").read_text(), flags=re.MULTILINE))
    assert len(table) == 75
    named = {
        case
        for file in (ROOT / "tests").rglob("*.py")
        for case in re.findall(r"\b(?:test_)?(H\d\d)(?=_|\b)", file.read_text(encoding="utf-8"))
    }
    assert named <= table


@pytest.mark.parametrize(
    "family", [judges, rankers, selectors, strategies, tunnels], ids=lambda each: each.kind
)
def test_references_are_citations_and_not_numbers(family: Family) -> None:
    for name, cls in family.classes.items():
        assert not re.search(r"\b[Pp]apers? \d\d\d", cls.__doc__ or ""), name


@pytest.mark.parametrize("name", strategies.classes)
def test_the_example_of_a_strategy_crawls_a_tiny_web(name: str) -> None:
    assert ".visits(" in (strategies.get(name).__doc__ or "")


def test_the_glossary_is_in_order_and_says_each_word_once() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    words = re.findall(r"^\| ([a-z][a-z -]+) \|", text, flags=re.MULTILINE)[1:]
    assert words == sorted(set(words))


def commands_of(group: click.Command, path: tuple[str, ...] = ("lycosa",)) -> list[tuple[str, ...]]:
    if not isinstance(group, Commands):
        return [path]
    context = click.Context(group)
    return [
        found
        for name in group.list_commands(context)
        for found in commands_of(group.get_command(context, name) or group, (*path, name))
    ]


def test_every_command_in_the_readme_exists() -> None:
    known = {" ".join(path) for path in commands_of(lycosa)}
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^(?:\$ )?(lycosa(?: [a-z]+)+)", text, flags=re.MULTILINE))
    unknown = {name for name in named if not any(name.startswith(command) for command in known)}
    assert not unknown


def test_readme_shows_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make demo" in text
    assert "make test" in text


def test_every_link_between_documents_leads_somewhere() -> None:
    broken = []
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\((?!https?://|#|mailto:)([^)#\s]+)", prose):
            if not (page.parent / target).exists():
                broken.append(f"{page.relative_to(ROOT)}: {target}")
    assert not broken


def test_the_changelog_has_a_section_for_the_version_or_what_comes_next() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{version}]" in text or "## [Unreleased]" in text
