"""The package as it is installed holds every file of its sources."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "lycosa"
BUILT = {".py", ".pyc", ".so", ".c"}


def test_every_data_file_of_the_package_is_shipped() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]["lycosa"]
    shipped = {file for pattern in patterns for file in PACKAGE.glob(pattern)}
    files = {file for file in PACKAGE.rglob("*") if file.is_file() and file.suffix not in BUILT}
    assert sorted(str(file.relative_to(PACKAGE)) for file in files - shipped) == []
