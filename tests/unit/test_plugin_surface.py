"""The public surface: what `lycosa` and `lycosa.plugin` say is public is what is there, and enough."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from types import ModuleType

import pytest

import lycosa
import lycosa.plugin

ROOT = Path(__file__).resolve().parents[2]


def defined(module: ModuleType) -> set[str]:
    """Return the names a module defines or imports, leaving out those that begin with an underscore."""
    return {
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and not inspect.ismodule(value) and name != "annotations"
    }


def test_plugin_exports_exactly_what_it_defines() -> None:
    assert set(lycosa.plugin.__all__) == defined(lycosa.plugin)


def test_lycosa_exports_exactly_what_it_defines() -> None:
    first_use = set(lycosa._FIRST_USE)
    helpers = {"TYPE_CHECKING", "on_first_use"}
    loaded = defined(lycosa) - helpers - first_use
    assert set(lycosa.__all__) - {"__version__"} == loaded | first_use


@pytest.mark.parametrize("module", [lycosa, lycosa.plugin], ids=lambda module: module.__name__)
def test_public_names_are_sorted_and_documented(module: ModuleType) -> None:
    names = list(module.__all__)
    assert len(names) == len(set(names))
    for name in names:
        value = getattr(module, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__doc__, name


@pytest.mark.parametrize("file", sorted((ROOT / "examples").rglob("*.py")), ids=lambda file: file.name)
def test_the_example_package_needs_nothing_but_the_public_surface(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "lycosa":
            assert node.module in ("lycosa", "lycosa.plugin")


def test_one_class_name_has_one_meaning() -> None:
    names = [
        node.name
        for file in sorted((ROOT / "src").rglob("*.py"))
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert [name for name in names if names.count(name) > 1] == []
