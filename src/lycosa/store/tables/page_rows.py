"""The pages of a crawl as rows of plain values: what every export, and `lycosa.open`, is made from.

A value that is damaged is left out, and a record that cannot be read leaves its text empty; how many there
were is said at the end.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lycosa.errors import LycosaError
from lycosa.graph import FIRST_STRAY
from lycosa.page.content import Content, content_of
from lycosa.store.lookup.topics import topics_of_visits
from lycosa.store.reader import read_answer
from lycosa.store.repair.damage import Unreadable
from lycosa.store.tables.edges import read_edges
from lycosa.url import host_of

COLUMNS = (
    *("url", "host", "title", "language", "topic", "relevant", "score", "label", "score_parts", "reason"),
    *("depth", "parent"),
    *(
        "anchor",
        "fetched_at",
        "status",
        "content_type",
        "body_bytes",
        "sha1",
        "same_as",
        "warc",
        "warc_offset",
    ),
)
"""What is known of every page."""
CONTENT = ("published", "modified", "text", "markdown")
"""What has to be read from the archive."""
_PAGES = """SELECT visits.number, links.url, title, language, relevant AND error IS NULL AS relevant, score,
    label, score_parts, reason, links.depth, parents.url AS parent, links.anchor, fetched_at, status,
    content_type, body_bytes, digest, same_as, name AS warc, record_offset, record_bytes, payload_of
    FROM visit_list AS visits JOIN links ON links.id = visits.link
    LEFT JOIN links AS parents ON parents.id = links.parent
    LEFT JOIN archives ON archives.id = archive
    WHERE relevant IS NOT NULL"""
_GRAPH = """SELECT edges.visit, pages.url, edges.links, edges.detail FROM edges
    JOIN visit_list AS visits ON visits.number = edges.visit JOIN links AS pages ON pages.id = visits.link
    WHERE relevant IS NOT NULL"""
_URL = "SELECT url FROM link_list WHERE id = ?"
_STRAY_URL = """SELECT coalesce(stems.text, '') || url FROM strays LEFT JOIN stems ON stems.id = strays.stem
    WHERE strays.id = ?"""

Row = dict[str, Any]


@dataclass(frozen=True)
class Choice:
    """Which pages, and how much of each."""

    everything: bool = False
    """All pages read, and not the relevant ones only."""
    text: bool = False
    """The main text, and the dates a page gives itself; read from the archive."""
    markdown: bool = False
    """The same as Markdown."""
    min_score: float | None = None
    """Only pages with at least this score."""
    after: int = -1
    """Only pages of visits after this one."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of the values of a row."""
        wanted = {"text": self.text, "markdown": self.markdown}
        content = [name for name in CONTENT if wanted.get(name, self.text or self.markdown)]
        return (*COLUMNS, *content)

    @property
    def where(self) -> str:
        """Return the condition, after others, of a query over visits."""
        kept = " AND visits.number > :after"
        if not self.everything:
            kept += " AND relevant AND error IS NULL"
        return kept if self.min_score is None else f"{kept} AND score >= :score"

    @property
    def values(self) -> dict[str, float | None]:
        """Return what stands for the names in `where`."""
        return {"score": self.min_score, "after": self.after}


class PageRows:
    """The chosen pages of one crawl."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        folder: Path,
        choice: Choice,
        topics: Mapping[int, str] | None = None,
    ) -> None:
        connection.row_factory = sqlite3.Row
        self._topics = topics
        self._connection = connection
        self.folder = folder
        self.choice = choice
        self.columns = choice.columns
        self.unreadable = Unreadable(folder)

    def stored(self) -> Iterator[sqlite3.Row]:
        """Give the rows as stored, in the order of the visits."""
        query = f"{_PAGES}{self.choice.where} ORDER BY number"
        return self._connection.execute(query, self.choice.values)

    def pages(self) -> Iterator[Row]:
        """Give the pages as plain values."""
        return (row for _, row in self.numbered())

    def numbered(self) -> Iterator[tuple[int, Row]]:
        """Give the number of each visit, and its page."""
        topics = topics_of_visits(self.folder, self._connection) if self._topics is None else self._topics
        for row in self.stored():
            values = {name: row[name] for name in row.keys()}  # noqa: SIM118  # a row is no mapping
            values["host"] = host_of(str(row["url"]))
            values["relevant"] = bool(row["relevant"])
            values["topic"] = topics.get(row["number"]) if row["relevant"] else None
            values["score_parts"] = self._parts(row)
            values["fetched_at"] = self._moment(row)
            values["sha1"] = row["digest"].hex() if isinstance(row["digest"], bytes) else None
            values["warc_offset"] = row["record_offset"]
            if self.choice.text or self.choice.markdown:
                values |= self.content(row["number"])._asdict()
            yield row["number"], {column: values[column] for column in self.columns}

    def links(self) -> Iterator[Row]:
        """Give every link on the chosen pages, with its own anchor."""
        query = f"{_GRAPH}{self.choice.where} ORDER BY edges.visit"
        for visit, source, links, detail in self._connection.execute(query, self.choice.values):
            try:
                edges = list(read_edges(links, detail))
            except ValueError as error:
                self.unreadable.note(f"links of visit {visit}", error)
                continue
            for edge in edges:
                target = self._url(edge.link)
                if target is not None:
                    yield {"source": source, "target": target, "anchor": edge.anchor}

    def _url(self, link: int) -> str | None:
        """Return the URL of a link or a stray."""
        query, row = (_URL, link) if link >= 0 else (_STRAY_URL, FIRST_STRAY - link)
        found = self._connection.execute(query, (row,)).fetchone()
        return None if found is None else str(found[0])

    def content(self, number: int) -> Content:
        """Return the content of a page; empty if it was not archived or cannot be read."""
        try:
            answer = read_answer(self._connection, self.folder, number)
        except LycosaError as error:
            self.unreadable.note(f"visit {number}", error)
            return Content()
        return content_of(answer) if answer is not None else Content()

    def place_of(self, number: int) -> sqlite3.Row | None:
        """Return where the record of a visit is, and what it is about."""
        found: sqlite3.Row | None = self._connection.execute(
            "SELECT visits.number, links.url, fetched_at, status, content_type, digest, name AS warc,"
            " record_offset, record_bytes, payload_of FROM visits JOIN links ON links.id = visits.link"
            " JOIN archives ON archives.id = archive WHERE number = ?",
            (number,),
        ).fetchone()
        return found

    def _parts(self, row: sqlite3.Row) -> dict[str, float]:
        try:
            parts = json.loads(row["score_parts"] or "{}")
            return {str(name): float(value) for name, value in parts.items()}
        except (ValueError, TypeError, AttributeError) as error:
            self.unreadable.note(f"parts of visit {row['number']}", error)
            return {}

    def _moment(self, row: sqlite3.Row) -> str | None:
        try:
            return datetime.fromtimestamp(row["fetched_at"], UTC).isoformat()
        except (ValueError, TypeError, OverflowError, OSError) as error:
            self.unreadable.note(f"time of visit {row['number']}", error)
            return None
