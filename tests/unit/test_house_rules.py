"""Rules of the house that no linter knows: sizes, names, and imports of programs that no test runs."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "lycosa"
MOST_LINES = 300
MOST_MODULES = 20
PLUGINS_A_FILE = {"cli", "strategy"}
"""Folders that hold one command or one strategy a file: they grow with what can be chosen."""
SAYS_NOTHING = {
    "utils",
    "util",
    "helpers",
    "helper",
    "manager",
    "managers",
    "common",
    "misc",
    "stuff",
    "core",
}
POETIC = {"beside", "manners", "said", "told", "weather"}
"""Words that stood for politeness, network faults and the like; the glossary has those of the field."""
POETIC_ALONE = {"again", "ground", "sheet", "strip"}
"""Words that say nothing as a whole name."""
FILES = sorted(SOURCE.rglob("*.py"))


def _name(file: Path) -> str:
    return str(file.relative_to(SOURCE))


def test_no_file_is_longer_than_a_reader_likes() -> None:
    lines = {_name(file): len(file.read_text(encoding="utf-8").splitlines()) for file in FILES}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


def test_no_folder_has_more_modules_than_a_reader_can_look_over() -> None:
    folders = {file.parent for file in FILES}
    counts = {str(folder.relative_to(SOURCE)): len(list(folder.glob("*.py"))) for folder in folders}
    large = {name: count for name, count in counts.items() if count > MOST_MODULES}
    assert {name: count for name, count in large.items() if name not in PLUGINS_A_FILE} == {}


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [
        _name(file) for file in FILES if file.stem.strip("_") in SAYS_NOTHING | POETIC | POETIC_ALONE
    ] == []


def test_no_class_function_attribute_or_argument_has_a_poetic_name() -> None:
    found = []
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    pass
                case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                    pass
                case ast.AnnAssign(target=ast.Name(id=name)) | ast.arg(arg=name):
                    pass
                case _:
                    continue
            if POETIC & set(name.lower().split("_")) or name.lower().strip("_") in POETIC_ALONE:
                found.append(f"{_name(file)}: {name}")
    assert found == []


@pytest.mark.parametrize("folder", ["benchmarks", "experiments", "examples", "docs"])
def test_programs_import_names_that_there_are(folder: str) -> None:
    missing = []
    for file in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "lycosa":
                module = _imported(str(node.module))
                if module is None:
                    continue
                names = [alias.name for alias in node.names if not _is_there(module, alias.name)]
                missing += [f"{file.relative_to(ROOT)}: {node.module}.{name}" for name in names]
    assert missing == []


def _imported(name: str) -> object | None:
    """Return a module; None if it needs a library that is not installed."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "lycosa":
            raise
        return None


def _is_there(module: object, name: str) -> bool:
    if hasattr(module, name):
        return True
    try:
        importlib.import_module(f"{module.__name__}.{name}")  # type: ignore[attr-defined]
    except ModuleNotFoundError:
        return False
    return True
