"""Writes a crawl out for other programs: tables, texts, a data set, a WARC with its index, the link graph.

Every file and folder appears whole or not at all: it is written under another name and renamed at the end.
"""

from __future__ import annotations

import csv
import glob
import gzip
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from math import isnan
from pathlib import Path
from typing import Any, TextIO

from lycosa.errors import LycosaError
from lycosa.store.database import cannot_write
from lycosa.store.export.dataset import write_dataset, write_parquet
from lycosa.store.export.place import check_place
from lycosa.store.repair.damage import ask_state
from lycosa.store.repair.trust import read_member, unpack_member
from lycosa.store.tables.page_rows import COLUMNS, Choice, PageRows, Row
from lycosa.store.warc.cdxj import index_line, write_index

__all__ = ["COLUMNS", "FOLDERS", "FORMS", "Choice", "export"]


def export(
    folder: Path,
    file: Path,
    form: str,
    *,
    everything: bool = False,
    text: bool = False,
    markdown: bool = False,
    min_score: float | None = None,
) -> int:
    """Write the pages of a crawl to a file or folder; return how many records were written.

    Parameters
    ----------
    folder
        The crawl; it may be running, or damaged in part: what is whole is written.
    file
        Where to; an existing file is replaced, an existing folder must be empty. Tables whose name ends in
        `.gz` are compressed.
    form
        One of `FORMS`.
    everything
        All pages judged, and not the relevant ones only; copies of others are not judged.
    text
        Add each page's main text and its own dates, read from the archive.
    markdown
        Add the same as Markdown.
    min_score
        Only pages with at least this score.
    """
    if form not in FORMS:
        raise LycosaError(f"unknown format {form!r}; choose one of {', '.join(FORMS)}")
    if min_score is not None and isnan(min_score):
        raise LycosaError("the least score of a page must be a number, not nan")
    choice = Choice(everything, text or form in _WITH_TEXT, markdown or form in _WITH_MARKDOWN, min_score)
    if form in FOLDERS and file.exists() and (not file.is_dir() or any(file.iterdir())):
        raise LycosaError(f"{file} is in the way: {form} is written to a new or empty folder")
    if form not in FOLDERS:
        check_place(file, folder)
    if file.suffix == ".gz" and form in _NEVER_PACKED:
        raise LycosaError(f"{file}: {form} is not written as .gz; leave the ending out")
    return ask_state(folder, lambda state: _export(state, folder, file, FORMS[form], choice))


def _export(
    state: sqlite3.Connection,
    folder: Path,
    file: Path,
    write: Callable[[PageRows, Path], int],
    choice: Choice,
) -> int:
    unfinished = file.with_name(f".{file.name}.part")
    companions = f"{glob.escape(unfinished.name)}.*"
    _remove(unfinished)
    rows = PageRows(state, folder, choice)
    try:
        written = write(rows, unfinished)
        for companion in sorted(unfinished.parent.glob(companions)):
            companion.replace(file.with_name(f"{file.name}{companion.name.removeprefix(unfinished.name)}"))
        unfinished.replace(file)
    except OSError as error:
        raise cannot_write(file, error) from error
    finally:
        for left in (unfinished, *unfinished.parent.glob(companions)):
            _remove(left)
    rows.unreadable.say()
    return written


def _remove(place: Path) -> None:
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)


def _open_table(file: Path) -> TextIO:
    """Open an unfinished table for writing, compressed if its name will say so."""
    if file.name.endswith(".gz.part"):
        return gzip.open(file, "wt", encoding="utf-8", errors="replace", newline="")
    return file.open("w", encoding="utf-8", errors="replace", newline="")


def _jsonl(rows: PageRows, file: Path) -> int:
    count = 0
    with _open_table(file) as stream:
        for row in rows.pages():
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count


def _csv(rows: PageRows, file: Path) -> int:
    pages = ({**row, "score_parts": json.dumps(row["score_parts"])} for row in rows.pages())
    return _write_csv(file, rows.columns, pages)


def _graph(rows: PageRows, file: Path) -> int:
    return _write_csv(file, ("source", "target", "anchor"), rows.links())


def _write_csv(file: Path, columns: tuple[str, ...], rows: Iterator[Row]) -> int:
    count = 0
    with _open_table(file) as stream:
        writer = csv.DictWriter(stream, columns)
        writer.writeheader()
        for row in rows:
            writer.writerow({key: _no_formula(value) for key, value in row.items()})
            count += 1
    return count


def _no_formula(value: Any) -> Any:
    """Keep a spreadsheet from running what a page says."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and value else value


def _warc(rows: PageRows, file: Path) -> int:
    """Copy the records of the chosen pages as they are, and index them in `….cdxj` beside.

    Each record is a gzip member of its own. A page whose payload came before brings that record along.
    """
    count = 0
    lines: list[str] = []
    written: set[int] = set()
    name = file.name.removeprefix(".").removesuffix(".part")
    with file.open("wb") as out:
        for row in rows.stored():
            original = rows.place_of(row["payload_of"]) if row["payload_of"] is not None else None
            for found in (original, row):
                if found is None or found["warc"] is None or found["number"] in written:
                    continue
                member = _whole_member(rows, found)
                if member is not None:
                    lines.append(index_line(found, name, out.tell(), len(member)))
                    written.add(found["number"])
                    out.write(member)
            count += row["number"] in written
    write_index(file.with_name(f"{file.name}.cdxj"), lines)
    return count


def _cdxj(rows: PageRows, file: Path) -> int:
    """Index the crawl's own archives."""
    found = (row for row in rows.stored() if row["warc"] is not None and _whole_member(rows, row))
    return write_index(
        file, (index_line(row, row["warc"], row["record_offset"], row["record_bytes"]) for row in found)
    )


def _whole_member(rows: PageRows, row: sqlite3.Row) -> bytes | None:
    """Return a record as stored; None, and a note, if it is damaged."""
    try:
        member = read_member(rows.folder, row["warc"], row["record_offset"], row["record_bytes"])
        unpack_member(member)
    except LycosaError as error:
        rows.unreadable.note(f"visit {row['number']}", error)
        return None
    return member


def _parquet(rows: PageRows, file: Path) -> int:
    return write_parquet(rows.columns, rows.pages(), file)


def _texts(column: str, ending: str) -> Callable[[PageRows, Path], int]:
    """Return a writer of one file a page, with what is known of it in front."""

    def write(rows: PageRows, folder: Path) -> int:
        folder.mkdir()
        count = 0
        for count, row in enumerate(rows.pages(), start=1):  # counts
            facts = {name: row[name] for name in _IN_FRONT if row.get(name) not in (None, "")}
            front = "".join(
                f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in facts.items()
            )
            file = folder / f"{count:06}.{ending}"
            file.write_text(f"---\n{front}---\n\n{row[column].strip()}\n", encoding="utf-8", errors="replace")
        return count

    return write


_IN_FRONT = (
    *(
        "url",
        "title",
        "host",
        "language",
        "topic",
        "score",
        "relevant",
        "published",
        "modified",
        "fetched_at",
        "sha1",
    ),
)
_WITH_TEXT = ("text", "huggingface")
_WITH_MARKDOWN = ("markdown",)
FORMS: dict[str, Callable[[PageRows, Path], int]] = {
    "jsonl": _jsonl,
    "csv": _csv,
    "parquet": _parquet,
    "warc": _warc,
    "cdxj": _cdxj,
    "graph": _graph,
    "text": _texts("text", "txt"),
    "markdown": _texts("markdown", "md"),
    "huggingface": write_dataset,
}
"""What a crawl can be written out as."""
_NEVER_PACKED = ("parquet", "cdxj")
FOLDERS = ("text", "markdown", "huggingface")
"""The forms that are folders."""
