"""What strategies share, to inherit: a judge, the best link next, parts that a crawl may replace.

`Recipe` judges and chooses, and leaves the ranking of links to the strategy. `Combination` is a whole
strategy: a judge, a ranker, a tunnel rule and a selector.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, cast

import numpy as np
import numpy.typing as npt

from lycosa.errors import LycosaError
from lycosa.frontier.base import Evidence, View
from lycosa.judge.base import Judge, Revisable
from lycosa.judge.vsm import TagWeightedVSM
from lycosa.model import JSON, Expansion, Judgement, Outcome, Page, Proposal, Queued
from lycosa.rank.base import Ranker
from lycosa.rank.cpe import ComprehensivePriority
from lycosa.strategy.select.base import Selector
from lycosa.strategy.select.best import Best
from lycosa.strategy.tunnel.all import FollowAll
from lycosa.strategy.tunnel.base import TunnelRule
from lycosa.topic import Topic

_PLACES = {"judge": "judge_of_pages", "ranker": "ranker", "selector": "selector", "tunnel": "tunnel"}


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

    name: ClassVar[str]
    reads_layout: ClassVar[bool] = False
    waits_for_better: ClassVar[bool] = True
    learns: ClassVar[bool] = False
    """Whether visits are to be told to it: those that `learn` in a way of their own."""
    evidence = Evidence(())
    fixed: ClassVar[Mapping[str, str]] = {
        "ranker": "it ranks links in its own way",
        "selector": "it takes the best link by its own ranking",
        "tunnel": "it decides itself which links are followed",
    }
    """Parts that a crawl cannot replace, each with the reason."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Leave a subclass that chooses in its own way to its choice, and tell one that learns of visits."""
        super().__init_subclass__(**keywords)
        if "choose" in vars(cls) and "waits_for_better" not in vars(cls):
            cls.waits_for_better = False
        cls.learns = cls.learn is not Recipe.learn

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

    def use(self, part: str, made: Any) -> None:
        """Replace a part (judge, ranker, selector, tunnel) before the first page."""
        if part in self.fixed:
            raise LycosaError(f"the strategy {self.name} takes no other {part}: {self.fixed[part]}")
        setattr(self, _PLACES[part], made)

    def attach(self, view: View) -> None:
        """Look at nothing but what is given."""

    def judge(self, page: Page) -> Judgement:
        """Score the page against the topic."""
        return self.judge_of_pages.judge(page)

    @property
    def revisable(self) -> Revisable | None:
        """The judge, if its verdicts are the strategy's own and it can judge earlier pages again."""
        judge = self.judge_of_pages
        return judge if type(self).judge is Recipe.judge and isinstance(judge, Revisable) else None

    def choose(self, frontier: View) -> int | None:
        """Take the best link."""
        return frontier.best()

    def learn(self, outcome: Outcome) -> bool | npt.NDArray[np.int64] | None:
        """Learn nothing."""

    def state(self) -> dict[str, Any]:
        """Return what the judge has learned and the position of the random numbers."""
        return {"judge": self.judge_of_pages.state(), "rng": dict(self.rng.bit_generator.state)}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from there."""
        if "judge" in state:
            self.judge_of_pages.restore(state["judge"])
        if "rng" in state:
            self.rng.bit_generator.state = cast("dict[str, Any]", state["rng"])


class Combination(Recipe):
    """A strategy that is a judge, a ranker, a tunnel rule and a selector, each of which can be another.

    A page is judged, its links are ranked, the tunnel rule says which of them are followed, and the
    selector which one is next.
    """

    fixed: ClassVar[Mapping[str, str]] = {}

    @cached_property
    def ranker(self) -> Ranker:
        """The ranker of links."""
        return ComprehensivePriority(self.topic)

    @cached_property
    def selector(self) -> Selector:
        """What chooses the next link."""
        return Best()

    @cached_property
    def tunnel(self) -> TunnelRule:
        """What decides which links are followed."""
        return FollowAll()

    @property
    def waits_for_better(self) -> bool:  # type: ignore[override]  # depends on the parts here
        """Whether the selector chooses by worth alone."""
        return self.selector.waits_for_better

    @property
    def evidence(self) -> Evidence:  # type: ignore[override]  # depends on the parts here
        """The parts of the ranker, and those of the tunnel rule."""
        more = self.tunnel.evidence.parts
        return Evidence((*self.ranker.evidence.parts, *more)) if more else self.ranker.evidence

    def attach(self, view: View) -> None:
        """Let the ranker look at the crawl."""
        self.ranker.attach(view)

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Rank the page's links, and pass on what the page changes about others."""
        return self.expanded(page, judgement, link, self.ranker.rank(page, judgement))

    def expanded(
        self, page: Page, judgement: Judgement, link: Queued, ranked: Sequence[Proposal]
    ) -> Expansion:
        """Return what becomes of a page whose links have been ranked."""
        news, padding = self.ranker.news(), (0.0,) * len(self.tunnel.evidence.parts)
        if padding:
            ranked = tuple(proposal._replace(parts=(*proposal.parts, *padding)) for proposal in ranked)
            news = {url: (*parts, *padding) for url, parts in news.items()}
        followed = self._rule.follow(page, judgement, link, ranked)
        self._chooser.learn(link, page, judgement)
        return Expansion(followed, news)

    def choose(self, frontier: View) -> int | None:
        """Let the selector choose."""
        return self._chooser.choose(frontier, self.rng)

    def begin(self, pages: int | None) -> None:
        """Let the selector know how long the crawl will be."""
        self.selector.begin(pages)

    def counts(self) -> dict[str, int]:
        """Return how often each mechanism of the parts has acted so far."""
        return {**self.ranker.counts(), **self.selector.counts()}

    @cached_property
    def _chooser(self) -> Selector:
        self.selector.look_through(self.ranker)
        return self.selector

    @cached_property
    def _rule(self) -> TunnelRule:
        self.tunnel.ask(self.judge_of_pages)
        return self.tunnel

    def state(self) -> dict[str, Any]:
        """Return what every part has learned, and the position of the random numbers."""
        return {
            **super().state(),
            "ranker": self.ranker.state(),
            "selector": self.selector.state(),
            "tunnel": self.tunnel.state(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from there."""
        super().restore(state)
        self.ranker.restore(state["ranker"])
        self.selector.restore(cast("dict[str, JSON]", state["selector"]))
        self.tunnel.restore(cast("dict[str, JSON]", state["tunnel"]))
