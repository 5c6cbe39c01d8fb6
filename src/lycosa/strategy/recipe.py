"""What most strategies share, to inherit: judge by the tag-weighted vector, take the best, learn nothing."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, cast

import numpy as np

from lycosa.frontier.base import Evidence, View
from lycosa.judge.base import Judge
from lycosa.judge.vsm import TagWeightedVSM
from lycosa.model import JSON, Judgement, Outcome, Page
from lycosa.topic import Topic


class Recipe:
    """The common ground of strategies.

    Parameters
    ----------
    topic
        What the crawl is about.
    seed
        Start of the strategy's random numbers.
    threshold
        Score from which a page counts as relevant; `"auto"` derives it from the topic's examples.
    """

    reads_layout: ClassVar[bool] = False
    evidence = Evidence(())

    def __init__(self, topic: Topic, seed: int = 0, threshold: float | str = "auto") -> None:
        self.topic = topic
        self.seed = seed
        self.threshold = threshold

    @cached_property
    def judge_of_pages(self) -> Judge:
        """The judge that decides which pages are relevant."""
        return TagWeightedVSM(self.topic, self.threshold)

    @cached_property
    def rng(self) -> np.random.Generator:
        """The strategy's only source of chance."""
        return np.random.default_rng(self.seed)

    def attach(self, view: View) -> None:
        """Look at nothing but what is given."""

    def judge(self, page: Page) -> Judgement:
        """Score the page against the topic."""
        return self.judge_of_pages.judge(page)

    def choose(self, frontier: View) -> int | None:
        """Take the best link."""
        return frontier.best()

    def learn(self, outcome: Outcome) -> bool | None:
        """Learn nothing."""

    def state(self) -> dict[str, Any]:
        """Return what the judge has learned and the position of the random numbers."""
        return {"judge": self.judge_of_pages.state(), "rng": dict(self.rng.bit_generator.state)}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from there."""
        if "judge" in state:
            self.judge_of_pages.restore(cast("dict[str, JSON]", state["judge"]))
        if "rng" in state:
            self.rng.bit_generator.state = cast("dict[str, Any]", state["rng"])
