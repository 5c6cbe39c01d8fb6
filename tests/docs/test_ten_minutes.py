"""The recipe of CONTRIBUTING, pasted literally into a copy of the project and into a package of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NAME = "shallow-first"
COPIED = ("src", "tests", "docs", "experiments", "examples", "pyproject.toml", "README.md")
COPIED += ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "Makefile", "LICENSE", "benchmarks")


def recipe() -> str:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return text.partition("## Add a strategy in ten minutes")[2]


def files() -> dict[str, str]:
    """Return the files that the recipe has people write."""
    steps = re.findall(r"Write `([^`]+\.py)`[^\n]*\n(?:.*?)```python\n(.*?)```", recipe(), flags=re.DOTALL)
    return dict(steps)


def commands() -> list[str]:
    """Return the commands that the recipe has people run."""
    blocks = re.findall(r"```console\n(.*?)```", recipe(), flags=re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line]


def run(folder: Path, command: list[str], path: Path | None = None) -> str:
    python_path = os.pathsep.join(map(str, [path] if path else [folder, folder / "src"]))
    environment = {**os.environ, "PYTHONPATH": python_path, "COLUMNS": "100"}
    ran = subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, f"{command}\n{ran.stdout[-3000:]}\n{ran.stderr[-3000:]}"
    return ran.stdout


def as_python(command: str) -> list[str]:
    words = command.split()
    if words[0] == "lycosa":
        return ["-c", "from lycosa.cli import main; main()", *words[1:]]
    assert words[0] == "python"
    return words[1:]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a copy of the project with the recipe's files in it."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(
                source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
            )
        else:
            shutil.copy(source, tmp_path / name)
    for name, text in files().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_the_recipe_pasted_into_the_project_passes_its_tests(project: Path) -> None:
    for command in commands():
        run(project, as_python(command))
    pytest_ = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    tests = ["tests/unit/strategy/test_shallow_first.py", "tests/docs/test_documentation.py"]
    run(project, [*pytest_, *tests])
    chosen = ["tests/contract", "tests/unit/test_assembly.py", "tests/docs/test_examples.py"]
    run(project, [*pytest_, *chosen, "-k", "shallow_first or shallow-first or every_plug_in"])
    gate = json.loads((project / "tests" / "e2e" / "quality_gate.json").read_text(encoding="utf-8"))
    assert gate["floors"][NAME]["area"] > 0
    run(project, ["-m", "ruff", "check", *files()])
    run(project, ["-m", "mypy", "src/lycosa/strategy/shallow_first.py"])


@pytest.mark.slow
def test_the_same_as_a_package_of_its_own_passes_lycosa_check(tmp_path: Path) -> None:
    outside = recipe().partition("## The same outside this repository")[2]
    line = re.search(r"^from lycosa\.plugin import .*$", outside, flags=re.MULTILINE)
    assert line
    inside = re.compile(r"(^from lycosa\.\S+ import .*\n)+", flags=re.MULTILINE)
    source = inside.sub(f"{line[0]}\n", files()[STRATEGY], count=1)
    (tmp_path / "my_package.py").write_text(source, encoding="utf-8")
    entries = re.search(r'```toml\n\[project.entry-points."(.*?)"\]\n(.*?)```', recipe(), flags=re.DOTALL)
    assert entries
    info = tmp_path / "my_package-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{entries[1]}]\n" + entries[2].replace('"', ""))
    out = run(tmp_path, as_python(f"lycosa check {NAME}"), tmp_path)
    assert "my_package.ShallowFirst" in out
    assert NAME in run(tmp_path, as_python("lycosa strategies --json"), tmp_path)


STRATEGY = "src/lycosa/strategy/shallow_first.py"


def test_the_recipe_names_a_strategy_and_its_test() -> None:
    assert list(files()) == [STRATEGY, "tests/unit/strategy/test_shallow_first.py"]
    assert commands()[0] == f"lycosa check {NAME}"
