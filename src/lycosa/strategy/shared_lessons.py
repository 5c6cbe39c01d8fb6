"""What several crawls for a topic learn from each other: sums of outcomes, and pages their judges know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from lycosa.judge.base import Judge, Teaching
from lycosa.rank.outcome.adding import added, without
from lycosa.rank.outcome.rates import Rates
from lycosa.rank.outcome.words import LinkWords


class Shared(Protocol):
    """Something learned from outcomes that is a sum over crawls."""

    def lessons(self) -> dict[str, Any]:
        """Return what this crawl adds to the sum."""

    def adopt(self, others: dict[str, Any]) -> None:
        """Go by what the others add to it as well."""


class SharedLessons:
    """The lessons of one crawl, and what it takes from those of all.

    Parameters
    ----------
    words, rates
        What is shared of outcomes: by meanings of words, and altogether.
    judge
        Shares its pages, if it can.
    """

    def __init__(self, words: LinkWords, rates: Rates, judge: Judge) -> None:
        self._outcomes: dict[str, Shared] = {"words": words, "rates": rates}
        self._judge = judge if isinstance(judge, Teaching) else None
        self._taught: dict[str, Any] | None = None

    def lessons(self) -> dict[str, Any]:
        """Return what other crawls can use."""
        self._taught = {name: learned.lessons() for name, learned in self._outcomes.items()}
        return {**self._taught, "judge": self._judge.lessons() if self._judge is not None else {}}

    def merge(self, lessons: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Return the lessons of several crawls as those of one."""
        taught = [lesson["judge"] for lesson in lessons]
        sums = {name: added([lesson[name] for lesson in lessons]) for name in self._outcomes}
        return {**sums, "judge": self._judge.merge(taught) if self._judge is not None else {}}

    def adopt(self, lessons: dict[str, Any]) -> None:
        """Go by the lessons of all crawls, less what this one gave of its own."""
        if self._taught is None:
            return
        for name, learned in self._outcomes.items():
            learned.adopt(without(lessons[name], self._taught[name]))
        if self._judge is not None:
            self._judge.adopt(lessons["judge"])
