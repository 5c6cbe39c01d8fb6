"""Searches a crawl: what somebody typed, or a page, in; the pages that fit best out, with passages."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lycosa.errors import LycosaError
from lycosa.page.content import content_of
from lycosa.search.fields import fields_of
from lycosa.search.index import SearchIndex
from lycosa.search.meaning import meaning_of, unpacked
from lycosa.search.query import Query
from lycosa.search.snippet import snippet
from lycosa.search.topics.grouping import read_vectors
from lycosa.store.lookup.hits import Filter, Hits, SearchHit
from lycosa.store.lookup.upkeep import Progress, archived_page, with_index
from lycosa.store.reader import read_answer
from lycosa.text.language import primary
from lycosa.url import canonical, host_of

_FIRST_LOOK, _WIDEST_LOOK = 64, 4096
"""Ranked pages whose facts are looked up at once: few at first, since most queries need no more."""
_FACTS = """SELECT number, url, title, name, language, score, visits.relevant AND error IS NULL, fetched_at
    FROM visit_list AS visits JOIN links ON links.id = visits.link
    LEFT JOIN hosts ON hosts.id = links.host WHERE number IN ({})"""


def search(
    folder: Path,
    typed: str,
    chosen: Filter | None = None,
    *,
    count: int = 10,
    skip: int = 0,
    snippets: bool = True,
    progress: Progress | None = None,
) -> Hits:
    """Return the pages of a crawl that fit a query best.

    If none of the pages chosen has all words, pages with any of them are given. Whatever is typed, nothing is
    an error.
    """
    query = Query.of(typed)

    def look(index: SearchIndex, state: sqlite3.Connection) -> Hits:
        lookup = _Lookup(index, state, chosen or Filter())
        found, ranked = 0, list[tuple[int, float]]()
        for joint in ("AND", "OR"):
            expression = query.expression(index.languages, joint)
            if expression and not lookup.hits(ranked, 1, 0):
                found, ranked = index.ranked(expression)
        hits = lookup.hits(ranked, count, skip)
        shown = [_with_snippet(state, folder, hit, query) for hit in hits] if snippets else hits
        return Hits(shown, found)

    return with_index(folder, look, progress)


def similar(
    folder: Path,
    url: str,
    chosen: Filter | None = None,
    *,
    count: int = 10,
    skip: int = 0,
    snippets: bool = True,
    progress: Progress | None = None,
) -> Hits:
    """Return the relevant pages that are most like one page that the crawl has read, without that page."""

    def look(index: SearchIndex, state: sqlite3.Connection) -> Hits:
        visit = _visit_of(state, folder, url)
        page = archived_page(state, folder, visit)
        if page is None:
            raise LycosaError(f"the page of {url} cannot be read from the archive")
        vector = unpacked(meaning_of(fields_of(page), page.language).vector)[0]
        near = [(other, like) for other, like in read_vectors(index).near(vector) if other != visit]
        hits = _Lookup(index, state, chosen or Filter()).hits(near, count, skip)
        shown = [_with_snippet(state, folder, hit, Query(())) for hit in hits] if snippets else hits
        return Hits(shown, len(near))

    return with_index(folder, look, progress)


class _Lookup:
    """Finds what is known of ranked pages, and leaves out those that a filter does."""

    def __init__(self, index: SearchIndex, state: sqlite3.Connection, chosen: Filter) -> None:
        self._index = index
        self._state = state
        self._chosen = chosen
        self._language = primary(chosen.language) if chosen.language else ""
        self._host = host_of(canonical(f"http://{chosen.host}/") or "") or chosen.host
        self._since, self._until = chosen.span()

    def hits(self, ranked: list[tuple[int, float]], count: int, skip: int) -> list[SearchHit]:
        """Return the best pages that the filter lets through, without the first few."""
        kept: list[SearchHit] = []
        start, width = 0, _FIRST_LOOK
        while start < len(ranked) and len(kept) < skip + count:
            kept += self._known(ranked[start : start + width])
            start, width = start + width, min(_WIDEST_LOOK, 4 * width)
        return kept[skip : skip + count]

    def _known(self, ranked: list[tuple[int, float]]) -> list[SearchHit]:
        visits = ",".join(str(int(visit)) for visit, _ in ranked)
        facts = {row[0]: row for row in self._state.execute(_FACTS.format(visits))}
        topics: dict[int, int | None] = dict(
            self._index.select(f"SELECT visit, topic FROM pages WHERE visit IN ({visits})")  # noqa: S608  # numbers
        )
        hits = [
            self._hit(tuple(facts[visit]), fit, topics.get(visit)) for visit, fit in ranked if visit in facts
        ]
        return [hit for hit in hits if hit is not None]

    def _hit(self, facts: tuple[Any, ...], fit: float, topic: int | None) -> SearchHit | None:
        visit, url, title, host, language, score, relevant, fetched_at = facts
        at = float(fetched_at or 0.0)
        chosen = self._chosen
        fits = (
            (chosen.everything or relevant)
            and (not chosen.host or f".{host}".endswith(f".{self._host}"))
            and (not self._language or primary(language or "") == self._language)
            and (chosen.topic is None or chosen.topic == topic)
            and self._since <= at < self._until
        )
        if not fits:
            return None
        moment = datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
        return SearchHit(
            str(url),
            str(title or ""),
            str(host or ""),
            str(language or ""),
            bool(relevant),
            float(score or 0.0),
            float(fit),
            moment,
            topic if relevant else None,
            int(visit),
        )


def _with_snippet(state: sqlite3.Connection, folder: Path, hit: SearchHit, query: Query) -> SearchHit:
    try:
        answer = read_answer(state, folder, hit.visit)
    except LycosaError:
        return hit
    text = content_of(answer).text if answer is not None else ""
    language = hit.language or "en"
    return replace(hit, snippet=snippet(text, query.stems(language), language))


def _visit_of(state: sqlite3.Connection, folder: Path, url: str) -> int:
    found = state.execute(
        "SELECT max(visits.number) FROM visits JOIN links ON links.id = visits.link"
        " WHERE links.url = ? AND relevant IS NOT NULL",
        (canonical(url),),
    ).fetchone()[0]
    if found is None:
        raise LycosaError(f"{url} is no page that the crawl in {folder} has read: see `lycosa why`")
    return int(found)
