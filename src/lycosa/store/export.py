"""Writes a crawl out for other programs: JSON lines, CSV, Parquet, a WARC of chosen pages, the link graph.

Every file appears whole or not at all: it is written under another name and renamed at the end.
"""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from lycosa.errors import LycosaError
from lycosa.graph import FIRST_STRAY
from lycosa.page.main_text import main_text
from lycosa.store.archive import WARC
from lycosa.store.database import read_state
from lycosa.store.edges import read_edges
from lycosa.store.reader import read_answer

COLUMNS = (
    *("url", "title", "language", "relevant", "score", "score_parts", "reason", "depth", "parent", "anchor"),
    *("fetched_at", "status", "content_type", "body_bytes", "sha1", "same_as", "warc", "warc_offset"),
)
_BATCH = 1000

_PAGES = """SELECT visits.number, links.url, title, language, relevant AND error IS NULL AS relevant, score,
    score_parts, reason, links.depth, parents.url AS parent, links.anchor, fetched_at, status, content_type,
    body_bytes, digest, same_as, name AS warc, record_offset, record_bytes
    FROM visits JOIN links ON links.id = visits.link
    LEFT JOIN links AS parents ON parents.id = links.parent
    LEFT JOIN archives ON archives.id = archive
    WHERE relevant IS NOT NULL"""
_GRAPH = """SELECT pages.url, edges.links, edges.detail FROM edges
    JOIN visits ON visits.number = edges.visit JOIN links AS pages ON pages.id = visits.link"""
_URL = "SELECT url FROM link_list WHERE id = ?"
_STRAY_URL = """SELECT coalesce(stems.text, '') || url FROM strays LEFT JOIN stems ON stems.id = strays.stem
    WHERE strays.id = ?"""

Row = dict[str, Any]


def export(folder: Path, file: Path, form: str, *, everything: bool = False, text: bool = False) -> int:
    """Write the pages of a crawl to a file; return how many records were written.

    Parameters
    ----------
    folder
        The crawl; it may be running.
    file
        Where to; an existing file is replaced.
    form
        One of `FORMS`.
    everything
        All pages read, and not the relevant ones only.
    text
        Add each page's main text, extracted from the archive.
    """
    if form not in FORMS:
        raise LycosaError(f"unknown format {form!r}; choose one of {', '.join(FORMS)}")
    connection = read_state(folder)
    connection.row_factory = sqlite3.Row
    unfinished = file.with_name(f".{file.name}.part")
    try:
        written = FORMS[form](Crawled(connection, folder, everything, text), unfinished)
        unfinished.replace(file)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise LycosaError(f"cannot write {file}: {error.strerror}") from error
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    finally:
        connection.close()
    return written


class Crawled:
    """What is to be exported of a crawl."""

    def __init__(self, connection: sqlite3.Connection, folder: Path, everything: bool, text: bool) -> None:
        self._connection = connection
        self.folder = folder
        self._where = "" if everything else " AND relevant AND error IS NULL"
        self._text = text
        self.columns = (*COLUMNS, "text") if text else COLUMNS

    def stored(self) -> Iterator[sqlite3.Row]:
        """Give the rows as stored, in the order of the visits."""
        return self._connection.execute(f"{_PAGES}{self._where} ORDER BY number")

    def pages(self) -> Iterator[Row]:
        """Give the pages as plain values."""
        for row in self.stored():
            values = {column: row[column] for column in COLUMNS if column in row.keys()}  # noqa: SIM118
            values["relevant"] = bool(row["relevant"])
            values["score_parts"] = json.loads(row["score_parts"] or "{}")
            values["fetched_at"] = datetime.fromtimestamp(row["fetched_at"], UTC).isoformat()
            values["sha1"] = row["digest"].hex() if row["digest"] else None
            values["warc_offset"] = row["record_offset"]
            if self._text:
                values["text"] = self._main_text(row["number"])
            yield {column: values[column] for column in self.columns}

    def links(self) -> Iterator[Row]:
        """Give every link on pages, with its own anchor."""
        where = "" if not self._where else " WHERE relevant AND error IS NULL"
        for source, links, detail in self._connection.execute(f"{_GRAPH}{where} ORDER BY edges.visit"):
            for edge in read_edges(links, detail):
                yield {"source": source, "target": self._url(edge.link), "anchor": edge.anchor}

    def _url(self, link: int) -> str:
        """Return the URL of a link or a stray."""
        row = (link,) if link >= 0 else (FIRST_STRAY - link,)
        return str(self._connection.execute(_URL if link >= 0 else _STRAY_URL, row).fetchone()[0])

    def _main_text(self, visit: int) -> str:
        answer = read_answer(self._connection, self.folder, visit)
        return main_text(answer) if answer is not None else ""


def _jsonl(crawled: Crawled, file: Path) -> int:
    count = 0
    with file.open("w", encoding="utf-8") as stream:
        for row in crawled.pages():
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count


def _csv(crawled: Crawled, file: Path) -> int:
    rows = ({**row, "score_parts": json.dumps(row["score_parts"])} for row in crawled.pages())
    return _write_csv(file, crawled.columns, rows)


def _graph(crawled: Crawled, file: Path) -> int:
    return _write_csv(file, ("source", "target", "anchor"), crawled.links())


def _write_csv(file: Path, columns: tuple[str, ...], rows: Iterator[Row]) -> int:
    count = 0
    with file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, columns)
        writer.writeheader()
        for row in rows:
            writer.writerow({key: _no_formula(value) for key, value in row.items()})
            count += 1
    return count


def _no_formula(value: Any) -> Any:
    """Keep a spreadsheet from running what a page says."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and value else value


def _parquet(crawled: Crawled, file: Path) -> int:
    import pyarrow as pa  # type: ignore[import-untyped]  # noqa: PLC0415  # slow to import
    import pyarrow.parquet as pq  # type: ignore[import-untyped]  # noqa: PLC0415

    types = {
        **dict.fromkeys(("depth", "status", "body_bytes", "same_as", "warc_offset"), pa.int64()),
        "score": pa.float64(),
        "relevant": pa.bool_(),
        "score_parts": pa.map_(pa.string(), pa.float64()),
    }
    schema = pa.schema([(column, types.get(column, pa.string())) for column in crawled.columns])
    rows = crawled.pages()
    count = 0
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        while batch := list(islice(rows, _BATCH)):
            for row in batch:
                row["score_parts"] = list(row["score_parts"].items())
            writer.write_table(pa.Table.from_pylist(batch, schema))
            count += len(batch)
    return count


def _warc(crawled: Crawled, file: Path) -> int:
    """Copy the records of the chosen pages as they are: each is a gzip member of its own."""
    count = 0
    with file.open("wb") as out:
        for row in crawled.stored():
            if row["warc"] is None:
                continue
            with (crawled.folder / WARC / row["warc"]).open("rb") as archive:
                archive.seek(row["record_offset"])
                out.write(archive.read(row["record_bytes"]))
            count += 1
    return count


FORMS: dict[str, Callable[[Crawled, Path], int]] = {
    "jsonl": _jsonl,
    "csv": _csv,
    "parquet": _parquet,
    "warc": _warc,
    "graph": _graph,
}
"""What a crawl can be written out as."""
