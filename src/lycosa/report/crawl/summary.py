"""What a live crawl has come to, read from its folder: curve, scores, hosts, failures, best pages."""

from __future__ import annotations

import sqlite3
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from lycosa.store import CONFIG
from lycosa.store.lookup.topics import NO_TOPICS, TopicMap, known_topics
from lycosa.store.repair.damage import ask_state
from lycosa.store.status import Status, status

CURVE_POINTS = 200
HISTOGRAM_BARS = 20
HOSTS_SHOWN = 15
PAGES_SHOWN = 25


class ProgressPoint(NamedTuple):
    """How far a crawl was at some time."""

    seconds: float
    pages: int
    relevant: int


class HostSummary(NamedTuple):
    """What one host gave."""

    name: str
    pages: int
    relevant: int
    closed: str | None

    @property
    def harvest(self) -> float:
        """Relevant pages per page."""
        return self.relevant / self.pages if self.pages else 0.0


class BestPage(NamedTuple):
    """A page that was found relevant, and why."""

    url: str
    title: str
    score: float
    reason: str
    found_on: str


class Bar(NamedTuple):
    """Pages whose scores lie from `low` up to `high`."""

    low: float
    high: float
    pages: int
    relevant: int


@dataclass(frozen=True)
class CrawlFacts:
    """Everything a report of a crawl shows."""

    status: Status
    curve: list[ProgressPoint]
    scores: list[Bar]
    hosts: list[HostSummary]
    best: list[BestPage]
    body_bytes: int
    settings: str
    """The crawl's configuration as it is kept."""
    topics: TopicMap = NO_TOPICS

    @property
    def topic(self) -> str:
        """What the crawl is about, in its user's words."""
        return topic_of(self.settings)


def topic_of(settings: str) -> str:
    """Return what a crawl is about by its configuration."""
    try:
        topic = tomllib.loads(settings).get("topic", {})
    except tomllib.TOMLDecodeError:
        topic = {}
    words = topic.get("name") or topic.get("sentence") or ", ".join(topic.get("keywords", ()))
    return str(words or "pages like the examples")


def facts_of(folder: Path) -> CrawlFacts:
    """Read a crawl; it may be running."""
    stands = status(folder)
    config = folder / CONFIG
    settings = config.read_text(encoding="utf-8", errors="replace") if config.is_file() else ""
    topics = known_topics(folder)
    return ask_state(
        folder,
        lambda state: CrawlFacts(
            stands,
            _curve(state, stands.visits),
            _scores(state),
            _hosts(state),
            best_pages(state, PAGES_SHOWN),
            state.execute("SELECT coalesce(sum(body_bytes), 0) FROM hosts").fetchone()[0],
            settings,
            topics,
        ),
    )


def _curve(state: sqlite3.Connection, visits: int) -> list[ProgressPoint]:
    """Follow pages and relevant pages over time, at a few hundred places at most."""
    every = visits // CURVE_POINTS + 1
    points: list[ProgressPoint] = []
    started, latest, pages, relevant = 0.0, 0.0, 0, 0
    rows = state.execute("SELECT fetched_at, relevant, error FROM visit_list ORDER BY number")
    for number, (at, verdict, error) in enumerate(rows, start=1):
        started, latest = started or at, max(latest, at)  # answers come in another order than requests
        pages += verdict is not None
        relevant += bool(verdict and error is None)
        if number % every == 0 or number == visits:
            points.append(ProgressPoint(latest - started, pages, relevant))
    return points


def _scores(state: sqlite3.Connection) -> list[Bar]:
    low, high = state.execute("SELECT min(score), max(score) FROM visit_list WHERE error IS NULL").fetchone()
    if low is None:
        return []
    low = min(low, 0.0)
    width = (high - low or 1.0) / HISTOGRAM_BARS
    counted = state.execute(
        "SELECT min(cast((score - ?) / ? AS INTEGER), ?) AS bar, count(*), sum(relevant)"
        " FROM visit_list WHERE score IS NOT NULL AND error IS NULL GROUP BY bar",
        (low, width, HISTOGRAM_BARS - 1),
    )
    found = {bar: (pages, relevant) for bar, pages, relevant in counted}
    return [
        Bar(low + bar * width, low + (bar + 1) * width, *found.get(bar, (0, 0)))
        for bar in range(HISTOGRAM_BARS)
    ]


def _hosts(state: sqlite3.Connection) -> list[HostSummary]:
    rows = state.execute(
        "SELECT name, hosts.pages, sum(visits.relevant AND visits.error IS NULL) AS good, closed"
        " FROM visit_list AS visits JOIN links ON links.id = visits.link JOIN hosts ON hosts.id = links.host"
        " WHERE hosts.pages > 0 AND visits.relevant IS NOT NULL GROUP BY hosts.id"
        " ORDER BY good DESC, hosts.pages DESC, name LIMIT ?",
        (HOSTS_SHOWN,),
    )
    return [HostSummary(*row) for row in rows]


def best_pages(state: sqlite3.Connection, count: int) -> list[BestPage]:
    """Return the relevant pages with the best scores."""
    rows = state.execute(
        "SELECT links.url, coalesce(title, ''), score, coalesce(reason, ''), coalesce(parents.url, '')"
        " FROM visit_list AS visits JOIN links ON links.id = visits.link"
        " LEFT JOIN links AS parents ON parents.id = links.parent"
        " WHERE relevant AND error IS NULL ORDER BY score DESC, number LIMIT ?",
        (count,),
    )
    return [BestPage(*row) for row in rows]
