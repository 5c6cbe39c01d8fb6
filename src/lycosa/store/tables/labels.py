"""What people say of a crawl's pages: which pages to ask about, the answers, and what they tell of the crawl.

A page near one half teaches most. Pages drawn at random teach less, but only they can tell how right the
crawl is: so some of either are asked about. The draw is one order of all pages, by a hash of the crawl's
name and the visit's number; a page that was asked about for another reason counts as drawn when its turn
has come.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from itertools import islice
from pathlib import Path
from statistics import NormalDist
from typing import NamedTuple
from zlib import crc32

from lycosa.engine.learning.feedback import PageLabel
from lycosa.errors import LycosaError
from lycosa.store.database import connect, no_space_as_disk_full, transaction
from lycosa.store.repair.damage import damage_in_one_line
from lycosa.store.tables.meta import get_meta
from lycosa.url import canonical

UNCERTAIN, RANDOM, FILE, VIEW = "uncertain", "random", "file", "view"
"""How a page was chosen: asked about, drawn, listed in a file, or seen in the live view."""
RANDOM_EVERY = 3
"""Of the pages asked about, every third is drawn at random."""
HALF = 0.5
_PAGES = """SELECT number, score, label FROM visit_list WHERE relevant IS NOT NULL AND error IS NULL"""
_CALLED = """SELECT number, relevant, score FROM visit_list JOIN links ON links.id = visit_list.link
    WHERE links.url = ? AND relevant IS NOT NULL ORDER BY number DESC LIMIT 1"""
_KEEP = """INSERT INTO labels (visit, label, chosen, called, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
    SET label = excluded.label, at = excluded.at, taken = NULL"""
_WAIT_S = 30.0


class Share(NamedTuple):
    """A share of pages as estimated from a sample, with the bounds that hold in 95 of 100 cases."""

    hits: int
    of: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """The share in the sample."""
        return self.hits / self.of

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})"


class Quality(NamedTuple):
    """How right the verdicts of a crawl are, by the answers on pages drawn at random."""

    answers: int
    """On all pages, however chosen."""
    drawn: int
    """Of these on pages drawn at random."""
    precision: Share | None
    """Of the pages called relevant, those that are; None if none was drawn."""
    recall: Share | None
    """Of the pages read that are relevant, those called so; None if none was drawn."""

    def __str__(self) -> str:
        summary = f"{self.answers} answers, {self.drawn} on pages drawn at random"
        for name, share in (("precision", self.precision), ("recall of pages read", self.recall)):
            summary += f", {name} {share}" if share is not None else ""
        return summary


def wilson(hits: int, of: int, level: float = 0.95) -> Share | None:
    """Return a share with its Wilson interval; None of nothing."""
    if not of:
        return None
    z = NormalDist().inv_cdf((1 + level) / 2)
    middle = (hits + z * z / 2) / (of + z * z)
    reach = z * (hits * (of - hits) / of + z * z / 4) ** 0.5 / (of + z * z)
    return Share(hits, of, max(0.0, middle - reach), min(1.0, middle + reach))


def turn(crawl: str, visit: int) -> int:
    """Return the place of a page in the random order of a crawl."""
    return crc32(f"{crawl} {visit}".encode())


def pages_to_ask(scores: Mapping[int, float], crawl: str, border: float = HALF) -> list[tuple[int, str]]:
    """Return pages that have no answer, by visit, in the order in which to ask, and why each is chosen.

    Two that are nearest to the border, one at random, and so on.
    """
    unsure = iter(sorted(scores, key=lambda visit: (abs(scores[visit] - border), visit)))
    drawn = iter(sorted(scores, key=lambda visit: turn(crawl, visit)))
    asked: dict[int, str] = {}
    for place in range(len(scores)):
        source, reason = (drawn, RANDOM) if place % RANDOM_EVERY == RANDOM_EVERY - 1 else (unsure, UNCERTAIN)
        visit = next((found for found in source if found not in asked), None)
        if visit is not None:
            asked[visit] = reason
    return list(asked.items())


def to_ask(db: sqlite3.Connection, count: int) -> list[tuple[int, str]]:
    """Return the visits whose pages to ask about next, and why."""
    rows = db.execute(_PAGES).fetchall()
    (judged,) = db.execute("SELECT count(*) FROM features").fetchone()
    border = HALF
    if not judged:  # a judge whose scores are no probabilities
        (least,) = db.execute("SELECT min(score) FROM visits WHERE relevant AND error IS NULL").fetchone()
        border = HALF if least is None else least
    scores = {number: score for number, score, label in rows if label is None}
    return list(islice(pages_to_ask(scores, str(get_meta(db, "crawl")), border), count))


def quality(db: sqlite3.Connection) -> Quality | None:
    """Estimate how right the crawl's verdicts were when people answered; None without answers."""
    crawl = str(get_meta(db, "crawl"))
    rows = db.execute("SELECT visit, label, chosen, called FROM labels").fetchall()
    if not rows:
        return None
    last = max((turn(crawl, visit) for visit, _, chosen, _ in rows if chosen == RANDOM), default=-1)
    drawn = [
        (PageLabel(label).relevant, bool(called))
        for visit, label, _, called in rows
        if turn(crawl, visit) <= last
    ]
    both = sum(truth and called for truth, called in drawn)
    return Quality(
        len(rows),
        len(drawn),
        wilson(both, sum(called for _, called in drawn)),
        wilson(both, sum(truth for truth, _ in drawn)),
    )


class Labelling:
    """Keeps answers on the pages of a crawl, which may be running."""

    def __init__(self, folder: Path) -> None:
        if not (folder / "state.sqlite").is_file():
            raise LycosaError(f"{folder} is not a crawl: there is no state.sqlite in it")
        with no_space_as_disk_full(), damage_in_one_line(folder):
            self._connection = connect(folder)
        self._connection.execute(f"PRAGMA busy_timeout = {int(_WAIT_S * 1000)}")

    def keep(self, visit: int, label: PageLabel, chosen: str) -> None:
        """Keep an answer on a page; a later one takes its place."""
        called = self._connection.execute("SELECT relevant FROM visit_list WHERE number = ?", (visit,))
        row = (visit, label.value, chosen, called.fetchone()[0], time.time())
        with transaction(self._connection):
            self._connection.execute(_KEEP, row)

    def judged(self, visit: int) -> bool:
        """Whether a visit has brought a page that was judged."""
        row = self._connection.execute("SELECT relevant FROM visits WHERE number = ?", (visit,)).fetchone()
        return row is not None and row[0] is not None

    def visit_of(self, url: str) -> int | None:
        """Return the visit that read a page; None if none did."""
        found = self._connection.execute(_CALLED, (canonical(url) or url,)).fetchone()
        return None if found is None else int(found[0])

    def close(self) -> None:
        """Let go of the crawl."""
        self._connection.close()


def keep_answers(folder: Path, answers: Mapping[str, PageLabel]) -> list[str]:
    """Keep answers on pages by their addresses; return the addresses that the crawl has not read."""
    unknown = []
    with closing(Labelling(folder)) as labelling:
        for url, label in answers.items():
            visit = labelling.visit_of(url)
            if visit is None:
                unknown.append(url)
            else:
                labelling.keep(visit, label, FILE)
    return unknown
