"""What people say of pages: in go answers, out comes a crawl that goes by them.

An answer is a page's verdict from then on. The judge takes the page for a sure example or counter-example,
and a site that is never to be seen is closed.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from lycosa.engine.learning.learned import Learned
from lycosa.errors import Kind
from lycosa.judge.base import Revisable
from lycosa.model import JSON

LOOK_EVERY = 16
"""Visits after which a crawl looks for new answers."""
REFUSED = Kind.OUT_OF_SCOPE
"""Why the links of a site are skipped that somebody said never to visit."""


class PageLabel(StrEnum):
    """What a person can say of a page."""

    YES = "yes"
    NO = "no"
    MORE = "more"
    """Like this, please: an example that counts double."""
    NEVER = "never"
    """Off topic, and so is the rest of its site."""

    @property
    def relevant(self) -> bool:
        """Whether the page is on topic."""
        return self in (PageLabel.YES, PageLabel.MORE)

    @property
    def weight(self) -> float:
        """How many examples the page counts for."""
        return 2.0 if self is PageLabel.MORE else 1.0


class LabelledPage(NamedTuple):
    """What a person said of a page that the crawl has read."""

    visit: int
    host: str
    label: PageLabel
    relevant: bool
    """By the latest verdict before."""
    counts: bool
    """Whether the page is counted at all: a copy is not."""
    features: bytes
    """What the judge needs to learn from the page; empty if it cannot."""


class AnswersTaken(NamedTuple):
    """What answers that were taken in after the last step have changed."""

    visits: tuple[int, ...]
    closed: tuple[tuple[str, Kind], ...]
    counts: Mapping[str, JSON]
    learned: Learned | None


class PendingAnswers:
    """PendingAnswers that were taken in and that no step has spoken of yet."""

    def __init__(self) -> None:
        self._visits: list[int] = []

    def take(self, answer: LabelledPage, judge: Revisable | None) -> int:
        """Let a judge that can learn from an answer; return how many more pages are relevant by it."""
        teach(judge, answer.label, answer.features)
        self._visits.append(answer.visit)
        return answer.counts * (answer.label.relevant - answer.relevant)

    def take_news(self) -> tuple[int, ...]:
        """Return the visits of answers since the last time."""
        visits = tuple(self._visits)
        self._visits.clear()
        return visits


def teach(judge: Revisable | None, label: PageLabel, features: bytes) -> None:
    """Let a judge that can learn from an answer."""
    if judge is not None and features:
        judge.teach(features, label.relevant, label.weight)
