"""What speaks for a link, in words: the pages that show it, and what came of its neighbours."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from lycosa.graph import FIRST_STRAY
from lycosa.store.tables.edges import read_edges

_PAGES = 16
"""The latest pages that show a link are looked at for its neighbours."""
_RELEVANT = "SELECT relevant FROM visit_list WHERE number IN (SELECT value FROM json_each(?))"
_CAME_OF = """SELECT relevant, score FROM links JOIN visit_list AS visits ON visits.number = links.visit
    WHERE links.state = 2 AND links.id IN (SELECT value FROM json_each(?))"""


class Outcomes(NamedTuple):
    """What came of some links."""

    tried: int
    relevant: int
    failed: int
    """Of those tried, how many brought no page of their own."""

    def sentence(self, what: str) -> str:
        """Say it: `9 of 11 links … were relevant, 1 brought no page`."""
        failed = f", {self.failed} brought no page" if self.failed else ""
        return f"{self.relevant} of {self.tried} {what} were relevant{failed}"


def evidence_in_words(
    db: sqlite3.Connection, link: int, url: str, host: str, places: Mapping[int, frozenset[int]]
) -> list[str]:
    """Say what the crawl knows of a link by others; `places` are the visits and blocks that show it."""
    return [*_shown(db, places), *_same_lists(db, link, places), *_around(db, link, url, host)]


def _shown(db: sqlite3.Connection, places: Mapping[int, frozenset[int]]) -> Iterator[str]:
    if places:
        rows = db.execute(_RELEVANT, (json.dumps(list(places)),))
        relevant = sum(bool(row["relevant"]) for row in rows)
        pages = "page" if len(places) == 1 else "pages"
        yield f"linked by {len(places):,} {pages}, {relevant:,} of them relevant"


def _same_lists(db: sqlite3.Connection, link: int, places: Mapping[int, frozenset[int]]) -> Iterator[str]:
    """Say what came of the other links on the same pages and in the same lists."""
    on_pages: set[int] = set()
    in_lists: set[int] = set()
    for visit in sorted(places)[-_PAGES:]:
        row = db.execute("SELECT links, detail FROM edges WHERE visit = ?", (visit,)).fetchone()
        for edge in read_edges(row["links"], row["detail"]) if row is not None else ():
            if edge.link > FIRST_STRAY and edge.link != link:
                on_pages.add(edge.link)
                if edge.block in places[visit] and edge.block >= 0:
                    in_lists.add(edge.link)
    for links, what in ((in_lists, "links tried of the same list"), (on_pages, "links tried of these pages")):
        found = _outcomes(db, links)
        if found.tried:
            yield found.sentence(what)


def _around(db: sqlite3.Connection, link: int, url: str, host: str) -> Iterator[str]:
    """Say what came of the host, and of the directory."""
    directory = url.partition("?")[0].rpartition("/")[0] + "/"
    rows = db.execute(
        "SELECT url, relevant, score FROM link_list JOIN visit_list AS visits ON visits.number ="
        " link_list.visit WHERE host = ? AND link_list.id <> ? AND state = 2",
        (host, link),
    ).fetchall()
    inside = [row for row in rows if row["url"].startswith(directory)]
    for some, what in ((rows, f"pages of {host}"), (inside, f"pages of {directory}")):
        if some:
            yield _counted(some).sentence(what)


def _outcomes(db: sqlite3.Connection, links: Iterable[int]) -> Outcomes:
    return _counted(db.execute(_CAME_OF, (json.dumps(list(links)),)).fetchall())


def _counted(rows: list[sqlite3.Row]) -> Outcomes:
    relevant = sum(bool(row["relevant"]) for row in rows)
    return Outcomes(len(rows), relevant, sum(row["score"] is None for row in rows))
