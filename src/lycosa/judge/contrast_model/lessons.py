"""What contrast judges of several crawls learn from each other: the pages and seeds that each has read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from lycosa.judge.contrast_model.features import packed_all, unpacked
from lycosa.judge.contrast_model.given import Anchor
from lycosa.judge.contrast_model.training import bounded
from lycosa.model import SavedState


class JudgeLessons(NamedTuple):
    """Pages of some crawls, as features."""

    pages: Mapping[bytes, float]
    """How likely each is on topic."""
    seeds: Mapping[bytes, tuple[str, float]]
    """Name and weight of each."""
    judged: int
    """Pages that the crawls have judged."""

    def state(self) -> SavedState:
        """Return them as plain data, in an order of their own."""
        pages, seeds = sorted(self.pages), sorted(self.seeds)
        return {
            "pages": b"".join(pages),
            "likely": [self.pages[page] for page in pages],
            "seeds": b"".join(seeds),
            "named": [[self.seeds[seed][0], self.seeds[seed][1]] for seed in seeds],
            "judged": self.judged,
        }

    @classmethod
    def of(cls, state: Mapping[str, Any]) -> JudgeLessons:
        """Return the lessons that gave `state`."""
        seeds = {seed: (str(name), float(weight)) for seed, (name, weight) in _each(state, "seeds", "named")}
        return cls(dict(_each(state, "pages", "likely")), seeds, state["judged"])

    def without(self, own: JudgeLessons) -> JudgeLessons:
        """Return those that are not among a crawl's own."""
        pages = {page: likely for page, likely in self.pages.items() if page not in own.pages}
        seeds = {seed: named for seed, named in self.seeds.items() if seed not in own.seeds}
        return JudgeLessons(pages, seeds, max(0, self.judged - own.judged))

    def anchors(self) -> list[Anchor]:
        """Return the seeds as a judge takes them."""
        return [
            Anchor(unpacked(seed), weight, name, "seed")
            for seed, (name, weight) in sorted(self.seeds.items())
        ]


def merged(states: Sequence[Mapping[str, Any]]) -> SavedState:
    """Return the pages and seeds of several crawls; one that two have read counts once, as the likelier."""
    pages: dict[bytes, float] = {}
    seeds: dict[bytes, tuple[str, float]] = {}
    given = [JudgeLessons.of(state) for state in states]
    for lessons in given:
        for page, likely in lessons.pages.items():
            pages[page] = max(likely, pages.get(page, likely))
        for seed, named in lessons.seeds.items():
            seeds[seed] = max(named, seeds.get(seed, named))
    return JudgeLessons(bounded(pages), seeds, sum(lessons.judged for lessons in given)).state()


def _each(state: Mapping[str, Any], pages: str, values: str) -> Iterator[tuple[bytes, Any]]:
    """Return each page of a state, still packed, and what it tells of it."""
    return zip(packed_all(state[pages]), state[values], strict=True)
