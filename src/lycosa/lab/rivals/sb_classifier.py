"""A sleeping bandit over the tag paths of links, after SB-CLASSIFIER, written anew."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from math import log, sqrt
from typing import Any, ClassVar, cast

from lycosa.frontier.base import Evidence, Part, View
from lycosa.model import JSON, Expansion, Judgement, Page, Proposal, Queued
from lycosa.strategy.recipe import Recipe
from lycosa.topic import Topic

MOST_ARMS = 200
"""Tag paths beyond these join the arm they are most like, so that odd pages cannot make each step slow."""
_TRIES = 20
"""Links looked at before a choice is left to the frontier."""


@dataclass
class Arm:
    """Links that stand in similar places of their pages."""

    steps: dict[str, float]
    """Its typical path: how often each pair of neighbouring tags occurs in it."""
    links: list[str] = field(default_factory=list)
    """Queued links; some may have been visited or dropped since."""
    pulls: int = 0
    reward: float = 0.0


class SleepingBandit(Recipe):
    """Learn in which places of pages the links to relevant pages stand.

    Links whose tag paths are alike form an arm of a bandit. An arm is awake while it has links. The
    crawl pulls the arm with the best mean reward plus a bonus for arms seldom tried, and takes one
    of its links at random; a relevant page is the reward.

    Parameters
    ----------
    topic, seed, threshold
        As in every strategy.
    likeness
        Cosine from which two tag paths count as alike.
    exploration
        Weight of the bonus.

    Examples
    --------
    >>> from lycosa import Topic
    >>> SleepingBandit(Topic.from_keywords(["flood"])).likeness
    0.75

    References
    ----------
    A re-implementation of the idea of SB-CLASSIFIER (Gauquier, Manolescu and Senellart, 2026,
    Efficient crawling for scalable web data acquisition). There targets are data files, the reward of
    a page is the number of targets it links to, and a classifier of URLs guesses which links those
    are; here a target is a relevant page and its own reward. Paths are our short ones, of the
    innermost elements.
    """

    name: ClassVar[str] = "sb-classifier"
    reads_layout: ClassVar[bool] = True
    evidence = Evidence((Part("seed", 1.0, "max"),))

    def __init__(
        self,
        topic: Topic,
        seed: int = 0,
        threshold: float | str = "auto",
        *,
        likeness: float = 0.75,
        exploration: float = 2.0 * sqrt(2.0),
    ) -> None:
        super().__init__(topic, seed, threshold)
        self.likeness = likeness
        self.exploration = exploration
        self._arms: list[Arm] = []
        self._arm_of_path: dict[str, int] = {}
        self._arm_of_link: dict[str, int] = {}

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Reward the arm that led here, and put the page's links into theirs."""
        arm = self._arm_of_link.get(link.url)
        if arm is not None:
            self._arms[arm].pulls += 1
            self._arms[arm].reward += judgement.relevant
        for target in page.links:
            if target.url not in self._arm_of_link:
                number = self._arm_for(target.path)
                self._arm_of_link[target.url] = number
                self._arms[number].links.append(target.url)
        return Expansion(tuple(Proposal(target, (0.0,)) for target in page.links))

    def choose(self, frontier: View) -> int | None:
        """Pull the most promising arm; seeds come first."""
        best = frontier.best()
        if best is None or frontier.get(best).priority > 0:
            return best
        for _ in range(_TRIES):
            awake = [arm for arm in self._arms if arm.links]
            if not awake:
                break
            links = max(awake, key=self._promise).links
            place = int(self.rng.integers(len(links)))
            found = frontier.find(links[place])
            if found is not None and frontier.ready(found):
                return found
            links[place] = links[-1]
            links.pop()
        return best

    def _promise(self, arm: Arm) -> float:
        if not arm.pulls:
            return float("inf")
        total = sum(other.pulls for other in self._arms)
        return arm.reward / arm.pulls + self.exploration * sqrt(log(total) / arm.pulls)

    def _arm_for(self, path: str) -> int:
        """Return the arm of a path; make one if none is alike."""
        known = self._arm_of_path.get(path)
        if known is None:
            known = self._arm_of_path[path] = self._nearest(Counter(_steps(path)))
        return known

    def _nearest(self, steps: Counter[str]) -> int:
        likeness = [_cosine(steps, arm.steps) for arm in self._arms]
        nearest = max(range(len(likeness)), key=likeness.__getitem__, default=-1)
        if nearest < 0 or (likeness[nearest] < self.likeness and len(self._arms) < MOST_ARMS):
            self._arms.append(Arm(dict(steps)))
            return len(self._arms) - 1
        if likeness[nearest] >= self.likeness:
            typical = self._arms[nearest].steps
            for step, count in steps.items():
                typical[step] = typical.get(step, 0.0) + count
        return nearest

    def state(self) -> dict[str, JSON]:
        """Return the arms, and which links and paths belong to them."""
        learned: dict[str, Any] = {
            "arms": [[arm.steps, arm.links, arm.pulls, arm.reward] for arm in self._arms],
            "paths": self._arm_of_path,
            "links": self._arm_of_link,
        }
        return {**super().state(), **learned}

    def restore(self, state: dict[str, JSON]) -> None:
        """Become the strategy that returned `state`."""
        super().restore(state)
        kept = cast("dict[str, Any]", state)
        self._arms = [
            Arm(dict(steps), list(links), pulls, reward) for steps, links, pulls, reward in kept["arms"]
        ]
        self._arm_of_path = dict(kept["paths"])
        self._arm_of_link = dict(kept["links"])


def _steps(path: str) -> list[str]:
    """Return the pairs of neighbouring elements of a path, its two ends included."""
    return [f"{above} {below}" for above, below in pairwise(["", *path.split(" "), ""])]


def _cosine(first: Counter[str], second: dict[str, float]) -> float:
    dot = sum(count * second.get(step, 0.0) for step, count in first.items())
    length = sqrt(sum(c * c for c in first.values()) * sum(c * c for c in second.values()))
    return dot / length if length else 0.0
