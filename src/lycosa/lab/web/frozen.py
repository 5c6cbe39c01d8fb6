"""Opens a frozen web, whatever form it has on disk: page list, archives, or saved HTML."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.lab.web.folder import html_files, read_folder
from lycosa.lab.web.index import IndexedWeb, PageSource, open_indexed
from lycosa.lab.web.jsonl import PAGE_FILES, REDIRECT_FILES, read_jsonl
from lycosa.lab.web.warc import WARC_SUFFIXES, read_warcs


def open_web(path: str | Path | Sequence[str | Path]) -> IndexedWeb:
    """Open a frozen web: a folder, or WARC files.

    A folder is read as the first of: a page list (`pages.jsonl.zst`, `.gz` or plain, with an
    optional `redirects.tsv.gz`), WARC files in it or in its `warc` folder, saved HTML files at
    any depth. The first opening builds an index, the later ones are quick.
    """
    if not isinstance(path, str | Path):
        return open_indexed(_archives([Path(file) for file in path]))
    place = Path(path)
    if not place.exists():
        raise LycosaError(f"there is no web at {place}: no such folder")
    return open_indexed(_folder(place) if place.is_dir() else _archives([place]))


def _folder(folder: Path) -> PageSource:
    name = folder.resolve().name
    if pages := _first(folder, PAGE_FILES):
        redirects = _first(folder, REDIRECT_FILES)
        lists = (pages, redirects) if redirects else (pages,)
        return PageSource(name, lists, partial(read_jsonl, pages, redirects))
    if warcs := [*_warcs_in(folder), *_warcs_in(folder / "warc")]:
        return PageSource(name, tuple(warcs), partial(read_warcs, warcs))
    if files := html_files(folder):
        return PageSource(name, files, partial(read_folder, folder, files))
    raise LycosaError(f"there is no web in {folder}: expected {PAGE_FILES[0]}, WARC files or HTML files")


def _archives(files: list[Path]) -> PageSource:
    if not files:
        raise LycosaError("a web needs at least one WARC file")
    for file in files:
        if not file.is_file():
            raise LycosaError(f"there is no file {file}")
        if not file.name.endswith(WARC_SUFFIXES):
            raise LycosaError(
                f"{file} is no web: give its folder, or files ending in {' or '.join(WARC_SUFFIXES)}"
            )
    name = files[0].name.partition(".warc")[0]
    return PageSource(name, tuple(files), partial(read_warcs, files))


def _warcs_in(folder: Path) -> list[Path]:
    return sorted(f for suffix in WARC_SUFFIXES for f in folder.glob(f"*{suffix}") if f.is_file())


def _first(folder: Path, names: Sequence[str]) -> Path | None:
    return next((folder / name for name in names if (folder / name).is_file()), None)
