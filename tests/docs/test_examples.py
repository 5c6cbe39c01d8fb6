"""Every example runs: doctests of all modules, and the code blocks of README, CONTRIBUTING and docs.

Blocks of one page run in order in one folder, as a reader would type them. What reaches for the network is
led to a small web on loopback, and sizes that take hours are cut. A block or command that cannot run here
is skipped, and the reason is in the report of skipped tests.
"""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
import shlex
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.docs.blocks import PAGES, ROOT, Block, blocks_of, commands_of, write_web
from tests.e2e.commands import quick, served

import lycosa
from lycosa import api
from lycosa.cli import main
from lycosa.config import Settings, build
from lycosa.lab.experiment.matrix import read_experiment
from lycosa.lab.web.named import web_from

MODULES = [
    info.name
    for info in pkgutil.walk_packages(lycosa.__path__, "lycosa.")
    if b">>> " in Path(str(find_spec(info.name).origin)).read_bytes()  # type: ignore[union-attr]
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    module = importlib.import_module(name)
    ran = doctest.testmod(module)
    assert ran.failed == 0


@pytest.mark.parametrize("name", ["short_url", "title", "url_words"])
def test_the_examples_of_the_example_package_run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "plugin"))
    assert doctest.testmod(importlib.import_module(f"lycosa_example.{name}")).failed == 0


PLAIN = ("", "text")
"""Blocks with nothing to run: drawings, and what commands print (test_documentation.py compares that)."""
BLOCKS = [block for page in PAGES for block in blocks_of(page) if block.language not in PLAIN]

NOT_RUN = {
    "lycosa ui": "serves until it is interrupted; tests/e2e/test_live_view.py runs it",
    "make": "sets up an environment of its own; CI calls make itself",
    "lycosa cluster": "starts Ray; tests/cluster runs it",
    "ray": "starts and stops servers; tests/cluster starts nodes of its own",
    "kubectl": "wants a cluster of machines; tests/cluster/test_manifest.py checks the file",
    "pip": "installs into the environment that is running this test",
    ".ci/run": "is the CI that runs this test",
    "lycosa lab serve": "serves until it is stopped; tests/unit/lab/serve has its tests",
    "lycosa crawl rainstorm --seed http://…": "the address is one that the command before it prints",
    "lycosa lab run experiments/tuning.toml": "takes hours on the real webs; quick.toml runs here",
    "lycosa lab run experiments/judges.toml": "takes minutes on a real web; unit tests have a small one",
    "lycosa lab run experiments/quick.toml": "takes a minute; tests/e2e/test_quality_gate.py runs it",
    "lycosa lab grid": "takes minutes on the real webs; tests/unit/lab/experiment has a small grid",
    "lycosa check shallow-first": "belongs to the recipe, which tests/docs/test_ten_minutes.py runs",
    "python -m tests.e2e.quality_gate": "takes a minute; tests/e2e/test_quality_gate.py runs it",
    "python docs/generate.py": "writes into the project; tests/docs/test_documentation.py compares",
    ".venv/bin/python -m experiments.publish": "takes an hour; tests/e2e/test_publish.py has a small one",
    ".venv/bin/python -m benchmarks": "wants a quiet machine; CI runs benchmarks by themselves",
}
"""Beginnings of commands that are not run, each with the reason."""

SMALLER = {"--budget": "20", "--repeats": "1", "--seeds": "1", "--examples": "2"}
"""Sizes of experiments here."""

REST_OF_AN_EXPERIMENT = """budgets = { pages = [10] }
strategies = ["bfs"]
webs = [{ web = "synth", tuning = ["rainstorm"] }]
"""


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with served(web_from(str(write_web(tmp_path_factory.mktemp("docs") / "web")))) as port:
        yield port


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return a folder for each page, with the files that its examples take for granted."""
    made = {}
    for page in PAGES:
        folder = made[page] = tmp_path_factory.mktemp("page")
        (folder / "seeds.txt").write_text("http://example.org/\n")
        (folder / "labels.tsv").write_text(
            "http://museum.example/\texhibition\nhttp://museum.example/a\texhibition\n"
        )
        (folder / "webs").mkdir()
        write_web(folder / "webs" / "wpcd")
        (folder / "experiments").symlink_to(ROOT / "experiments")
    return made


@pytest.fixture(scope="module")
def ran() -> set[Block]:
    """Return the blocks that this process has run."""
    return set()


@pytest.mark.usefixtures("capsys")
@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_a_code_block_runs(
    block: Block,
    folders: dict[str, Path],
    ran: set[Block],
    port: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(folders[block.page])
    monkeypatch.setenv("COLUMNS", "100")
    before = [one for one in BLOCKS[: BLOCKS.index(block)] if one.page == block.page and one not in ran]
    for earlier in before:  # another process may have run it, and blocks of a page build on each other
        with suppress(pytest.skip.Exception):
            run(earlier, folders, ran, port, monkeypatch)
    run(block, folders, ran, port, monkeypatch)


def run(
    block: Block, folders: dict[str, Path], ran: set[Block], port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran.add(block)
    if block.language in ("console", "sh"):
        run_console(block, port, monkeypatch)
    elif block.language == "python":
        run_python(block.text, port, monkeypatch)
    elif block.language == "toml":
        read_settings(block, folders[block.page])
    else:
        pytest.fail(f"no way to run {block.language}")


def run_console(block: Block, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ran, left_out = 0, []
    for command in commands_of(block):
        reason = next((why for start, why in NOT_RUN.items() if is_start(start, command)), "")
        if reason:
            left_out.append(f"{command}: {reason}")
            continue
        run_command(command, port, monkeypatch)
        ran += 1
    if not ran:
        pytest.skip("; ".join(left_out))


def is_start(start: str, command: str) -> bool:
    words = shlex.split(command)
    return words[: len(start.split())] == start.split()


def run_command(command: str, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    words = [word.replace("https://", "http://") for word in shlex.split(command)]
    assert words[0] == "lycosa", f"no way to run {command}"
    if words[1] == "crawl":
        out = words[words.index("--out") + 1]
        if Path(out).exists():  # a page may tell two ways to the same folder
            Path(out).rename(f"{out}-before")
        words += [*map(str, quick(port)), "--pages", "12"]
    if words[1:3] == ["lab", "run"]:
        words += [part for option, size in SMALLER.items() for part in (option, size)] + ["--jobs", "1"]
    monkeypatch.setattr(sys, "argv", words)
    code: Any = 0
    try:
        main()
    except SystemExit as end:
        code = end.code
    assert not code, f"{command} ended with {code}"


def run_python(text: str, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a program; one that defines what belongs into a file of this project is only compiled."""
    tree = ast.parse(text)
    if any(isinstance(node, ast.ClassDef) or is_test(node) for node in tree.body):
        compile(tree, "block", "exec")
        return
    to_loopback(port, monkeypatch)
    exec(compile(text.replace("https://", "http://"), "block", "exec"), {"__name__": "block"})


def is_test(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name.startswith("test_")


def to_loopback(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lead crawls from Python to the web on loopback, whatever they are given."""
    given = api.settings_for

    def settings_for(topic: Any, seeds: Any, pages: Any, more: dict[str, Any]) -> Settings:
        quickly = {
            "network__resolve": [f"*:127.0.0.1:{port}"],
            "politeness__delay_s": 0,
            "politeness__address_delay_s": 0,
        }
        return given(topic, seeds, 12, {**more, **quickly})

    monkeypatch.setattr(api, "settings_for", settings_for)


def read_settings(block: Block, folder: Path) -> None:
    """Read a block as what it is: settings of a crawl, an experiment, or a part of a package's own file."""
    data = tomllib.loads(block.text)
    if "webs" in data or "live" in data:
        file = folder / "experiment.toml"
        rest = "" if "webs" in data else REST_OF_AN_EXPERIMENT
        file.write_text(rest + block.text, encoding="utf-8")
        assert read_experiment(file).named()
    elif "project" in data:
        groups = [group for group in data["project"]["entry-points"] if group.startswith("lycosa.")]
        assert groups
    else:
        build(Settings, data, str(block))


async def test_the_example_of_crawl_runs(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    to_loopback(port, monkeypatch)
    code = block_in(lycosa.crawl).replace("https://", "http://")
    space: dict[str, Any] = {"lycosa": lycosa}
    exec(f"async def example():\n{textwrap.indent(code, '    ')}", space)
    await space["example"]()


def test_the_example_of_the_lab_runs() -> None:
    code = block_in(lycosa.Lab).replace('"synth"', '"synth:pages=800,hosts=5"').replace("500", "20")
    exec(code, {"lycosa": lycosa})


def block_in(thing: object) -> str:
    """Return the literal block of a docstring."""
    return textwrap.dedent((thing.__doc__ or "").partition("::\n\n")[2])


def test_every_reason_for_not_running_is_about_a_command_that_is_there() -> None:
    shown = [block for block in BLOCKS if block.language in ("console", "sh")]
    commands = [command for block in shown for command in commands_of(block)]
    unused = [start for start in NOT_RUN if not any(is_start(start, command) for command in commands)]
    assert unused == []
