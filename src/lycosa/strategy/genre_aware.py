"""Genre-aware crawling: the siblings of relevant pages come first."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from lycosa.frontier.base import Evidence, Part, View
from lycosa.judge.base import Judge
from lycosa.judge.genre_aware import GenreAwareJudge
from lycosa.model import Expansion, Judgement, Link, Page, Proposal, Queued
from lycosa.strategy.recipe import Recipe
from lycosa.strategy.siblings import Siblings
from lycosa.topic import Topic


class GenreAware(Recipe):
    """Give the siblings of a relevant page its score; leave all other links at 0.

    A page is compared with genre terms, content terms and URL terms apart. Pages of one kind are
    often listed together, so when one is relevant, the links that stand with it on any page read
    get its score. Links with the same score are taken oldest first.

    Parameters
    ----------
    topic, seed, threshold
        As in every strategy.
    links_remembered
        Links whose siblings are known; the links of the oldest pages are forgotten first.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(GenreAware(Topic.from_keywords(["flood", "rain"]))))
    / /reports /band /sites /may /pictures /concerts http://river.test/ /kitchen /one http://river.test/levels

    References
    ----------
    Siqueira, Assis, Ferreira, Nascimento e Silva, Mangaravite and Pádua (2017). Strategies for automatic
    determination of similarity threshold for genre-aware focused crawling processes. IADIS International
    Journal on WWW/Internet 15(1), 15-30.

    Section 2.1 and Fig. 1. The siblings' score is replaced even by a lower one, as printed. The paper
    does not bound the memory of siblings; here the latest 16 sightings of a page count. A page behind a
    redirect has none.
    """

    name: ClassVar[str] = "genre-aware"
    needs: ClassVar[frozenset[str]] = frozenset({"genre"})
    evidence = Evidence((Part("score"),))

    def __init__(
        self,
        topic: Topic,
        seed: int = 0,
        threshold: float | str = "auto",
        links_remembered: int = 200_000,
    ) -> None:
        super().__init__(topic, seed, threshold)
        self.links_remembered = links_remembered

    @cached_property
    def judge_of_pages(self) -> Judge:
        """The judge of genre and content."""
        return GenreAwareJudge(self.topic, self.threshold)

    @cached_property
    def siblings(self) -> Siblings:
        """Which links stand on the same page."""
        return Siblings(self.links_remembered)

    def attach(self, view: View) -> None:
        """Look siblings up in the link graph."""
        self.siblings.view = view

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Raise the siblings of a relevant page, and queue the page's own links."""
        raised = self.siblings.of(link) if judgement.relevant else ()
        self.siblings.remember(link.id, len({target.url for target in page.links}))
        return Expansion(
            tuple(Proposal(target, (self.first_score(page, target),)) for target in page.links),
            dict.fromkeys(raised, (judgement.score,)),
        )

    def first_score(self, page: Page, target: Link) -> float:
        """Return the score of a new link."""
        return 0.0

    def state(self) -> dict[str, Any]:
        """Return what the judge has learned, and the pages remembered."""
        return {"judge": self.judge_of_pages.state(), "siblings": self.siblings.state()}

    def restore(self, state: dict[str, Any]) -> None:
        """Become the strategy that returned `state`."""
        self.judge_of_pages.restore(state["judge"])
        self.siblings.restore(state["siblings"])
