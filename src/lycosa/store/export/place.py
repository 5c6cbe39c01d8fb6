"""Where exports and reports may be written: never over the crawl they are made of."""

from __future__ import annotations

from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.store.repair.trust import OWN_FILES


def check_place(file: Path, folder: Path) -> None:
    """Refuse to write to a file that the crawl in `folder` needs, or in the place of what is no file."""
    target, crawl = file.resolve(), folder.resolve()
    if any(target.is_relative_to(crawl / name) for name in OWN_FILES):
        raise LycosaError(f"{file} is a part of the crawl in {folder}: choose another place")
    if file.is_symlink() or (file.exists() and not file.is_file()):
        raise LycosaError(f"{file} is not a plain file, which could be replaced: choose another name")
