"""Builds the documentation as a site: `python docs/site.py OUT`. Every warning, a dead link too, is an error.

The site has the layout of the repository, so that a link that works there works here as well. Nothing on it
is loaded from elsewhere.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config

ROOT = Path(__file__).resolve().parents[1]
PLACES = ("*.md", "LICENSE", "docs/**/*", "examples/**/*", "experiments/*", "benchmarks/*")
ENDINGS = (".md", ".svg", ".png", ".toml", "")
"""Of the files that are copied: pages, pictures, and the settings that pages link to."""


def stage(folder: Path) -> None:
    """Copy what the site is made of."""
    for place in PLACES:
        for file in ROOT.glob(place):
            if file.is_file() and file.suffix in ENDINGS:
                target = folder / file.relative_to(ROOT)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, target)


def build_site(out: Path) -> None:
    """Write the site into a folder."""
    with tempfile.TemporaryDirectory() as scratch:
        stage(Path(scratch))
        config = load_config(
            str(ROOT / "docs" / "mkdocs.yml"), docs_dir=scratch, site_dir=str(out.absolute()), strict=True
        )
        config.plugins.on_startup(command="build", dirty=False)
        build(config)


if __name__ == "__main__":
    build_site(Path(sys.argv[1]))
