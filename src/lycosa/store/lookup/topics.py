"""The sub-topics of a crawl as people read them: name, size, telling words, best pages, place on a map."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from lycosa.errors import LycosaError
from lycosa.search.index import FILE, SearchIndex
from lycosa.search.meaning import units
from lycosa.search.topics.grouping import read_topics, read_vectors
from lycosa.search.topics.layout import layout
from lycosa.search.topics.naming import closest, name_of, readable, telling_words
from lycosa.store.lookup.upkeep import Progress, archived_page, update_index, with_index
from lycosa.store.tables.meta import get_meta

BEST_PAGES = 5
_LATE_PAGES = 1_000
"""Pages read for a report that have become relevant late: a few seconds of work."""
_NAMED_AFTER, _READ_FOR_NAMES, _TEXT_CHARS = 300, 4, 20_000
"""Titles, pages, and characters of a page that names are made readable with."""
_RELEVANT = """SELECT number, url, title, language, score FROM visit_list AS visits
    JOIN links ON links.id = visits.link WHERE visits.relevant AND error IS NULL"""


class TopicPage(NamedTuple):
    """A page of a sub-topic."""

    url: str
    title: str
    score: float


@dataclass(frozen=True)
class SubTopic:
    """A group of relevant pages."""

    id: int
    """Stays the same for good."""
    name: str
    words: tuple[str, ...]
    """What tells it from the others, the most telling first."""
    pages: int
    best: tuple[TopicPage, ...]

    def __repr__(self) -> str:
        return f"<sub-topic {self.id} {self.name!r}: {self.pages} pages>"


class MapPage(NamedTuple):
    """A page of a sub-topic, and where it lies on the map."""

    topic: int
    x: float
    y: float
    url: str
    title: str
    score: float


@dataclass(frozen=True)
class TopicMap:
    """The sub-topics of a crawl, the largest first, and where their pages lie on a map."""

    topics: tuple[SubTopic, ...]
    points: tuple[MapPage, ...]
    others: int
    """Relevant pages that belong to none."""


NO_TOPICS = TopicMap((), (), 0)


def known_topics(folder: Path, *, points: int = 600) -> TopicMap:
    """Return the sub-topics of a crawl that has an index; none if it is missing or of no use."""
    if not (folder / FILE).is_file():
        return NO_TOPICS
    try:
        return topic_map(folder, points=points, late_pages=_LATE_PAGES)
    except LycosaError:
        return NO_TOPICS


def sub_topics(folder: Path, *, progress: Progress | None = None) -> tuple[SubTopic, ...]:
    """Return the sub-topics of a crawl, the largest first; none while it has few relevant pages."""
    return topic_map(folder, progress=progress, points=0).topics


def topic_map(
    folder: Path, *, progress: Progress | None = None, points: int = 2_000, late_pages: int = 1_000_000
) -> TopicMap:
    """Return the sub-topics of a crawl, and so many of its pages as points on a map.

    Pages that have become relevant since they were indexed are read first, if they are not too many.
    """

    def look(index: SearchIndex, state: sqlite3.Connection) -> TopicMap:
        return _map(index, state, folder, points)

    return with_index(folder, look, progress, late_pages=late_pages)


def group_anew(folder: Path, *, progress: Progress | None = None) -> None:
    """Forget the sub-topics of a crawl that does not run, and group all its pages together."""
    update_index(folder, progress, regroup=True)


def topics_of_visits(folder: Path, state: sqlite3.Connection) -> dict[int, str]:
    """Return the name of the sub-topic of each page that has one, by the number of its visit.

    The index is taken as it is; one that is missing or of no use says nothing.
    """
    try:
        with closing(SearchIndex.read(folder, str(get_meta(state, "crawl")))) as index:
            names = {topic.id: topic.name for topic in _map(index, state, folder, 0).topics}
            rows = index.select("SELECT visit, topic FROM pages WHERE topic IS NOT NULL")
            return {visit: names[topic] for visit, topic in rows if topic in names}
    except LycosaError:
        return {}


def _map(index: SearchIndex, state: sqlite3.Connection, folder: Path, points: int) -> TopicMap:
    relevant = {row[0]: tuple(row) for row in state.execute(_RELEVANT)}
    grouped: dict[int, list[int]] = defaultdict(list)
    terms: dict[int, str] = {}
    group_of: dict[int, int] = {}
    for visit, words, topic in index.select("SELECT visit, terms, topic FROM pages"):
        if visit in relevant and topic is not None:
            group_of[visit] = topic
            terms[visit] = words
    for visit in _central_first(index, group_of):
        grouped[group_of[visit]].append(visit)
    telling = telling_words({topic: [terms[visit] for visit in visits] for topic, visits in grouped.items()})
    meant = read_topics(index)
    found = []
    for topic, visits in grouped.items():
        stems = closest(telling[topic], meant, topic) if meant is not None else list(telling[topic])
        titled = [(str(relevant[v][2] or ""), str(relevant[v][3] or "")) for v in visits[:_NAMED_AFTER]]
        texts = _texts(state, folder, visits[:_READ_FOR_NAMES])
        found.append(_topic(topic, visits, readable(stems, [*titled, *texts]), relevant))
    found.sort(key=lambda topic: (-topic.pages, topic.id))
    placed = _points(index, group_of, relevant, points)
    return TopicMap(tuple(found), placed, len(relevant) - len(group_of))


def _central_first(index: SearchIndex, group_of: Mapping[int, int]) -> list[int]:
    """Return grouped visits, those closest to the middle of their groups first."""
    topics = read_topics(index)
    if topics is None:
        return []
    vectors = read_vectors(index)
    place = {topic: number for number, topic in enumerate(topics.ids.tolist())}
    close = units(vectors.rows - topics.common) @ topics.centres.T
    chosen = [(n, v) for n, v in enumerate(vectors.visits.tolist()) if group_of.get(v) in place]
    return [v for _, v in sorted((-float(close[n, place[group_of[v]]]), v) for n, v in chosen)]


def _topic(
    topic: int, visits: list[int], words: list[str], relevant: dict[int, tuple[object, ...]]
) -> SubTopic:
    best = tuple(
        TopicPage(str(relevant[visit][1]), str(relevant[visit][2] or ""), float(str(relevant[visit][4])))
        for visit in visits[:BEST_PAGES]
    )
    return SubTopic(topic, name_of(words), tuple(words), len(visits), best)


def _texts(state: sqlite3.Connection, folder: Path, visits: list[int]) -> list[tuple[str, str]]:
    """Return the texts of a few pages, with their languages."""
    pages = (archived_page(state, folder, visit) for visit in visits)
    return [(page.text[:_TEXT_CHARS], page.language) for page in pages if page is not None]


def _points(
    index: SearchIndex, group_of: dict[int, int], relevant: dict[int, tuple[object, ...]], count: int
) -> tuple[MapPage, ...]:
    """Place pages on the map, the first ones if there are many."""
    topics = read_topics(index)
    if topics is None or not count:
        return ()
    vectors = read_vectors(index)
    shown = [place for place, visit in enumerate(vectors.visits.tolist()) if visit in group_of][:count]
    visits = vectors.visits[shown].tolist()
    groups = np.array([group_of[visit] for visit in visits], dtype=np.int64)
    placed = []
    for topic, (x, y), visit in zip(
        groups.tolist(), layout(topics, vectors.rows[shown], groups).tolist(), visits, strict=True
    ):
        _, url, title, _, score = relevant[visit]
        placed.append(MapPage(topic, x, y, str(url), str(title or ""), float(str(score))))
    return tuple(placed)
