"""Lycosa: ask for the link whose page is most likely on topic, by everything the crawl has seen so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from lycosa.errors import LycosaError
from lycosa.frontier.base import Columns, Evidence, Part, View
from lycosa.graph import ShownLinks, distinct
from lycosa.judge.base import Judge
from lycosa.judge.contrast import Contrast
from lycosa.model import Expansion, Judgement, Outcome, Page, PageLinks, Proposal, Proposals, Queued
from lycosa.rank.outcome.behind import HOPS, Behind
from lycosa.rank.outcome.dead_ends import DeadEnds
from lycosa.rank.outcome.link_texts import LinkTexts
from lycosa.rank.outcome.rates import RATES, Rates
from lycosa.strategy.base import Heard, TabledExpansion
from lycosa.strategy.recipe import Recipe
from lycosa.strategy.shared_lessons import SharedLessons
from lycosa.topic import Topic

WEIGHTS = {
    "shown by": 1.0,
    "same page": 1.3,
    "same block": 0.9,
    "same host": 1.0,
    "same directory": 1.2,
    "words": 7.0,
    "likeness": 0.4,
    "learned words": 4.0,
    "shown often": 0.1,
    "dead ends": 4.0,
}
"""What each part is worth: set by hand on tuning topics, the same for every web; see docs/lycosa.md."""
NEIGHBOUR_PAGES = 4
"""The latest pages that show a link just visited: the links beside it there are scored anew at once."""
NEIGHBOURS = 400
"""Links scored anew at once, at most, besides those of the page itself; the others wait for the next pass."""
PASS_PAGES = 16
"""Pages between two passes over a queue that one slice holds …"""
SLICE = 8_192
"""… and links of a slice: a queue of twice as many is gone over half as often, at the same cost a page."""

HARDLY = 0.01
"""A change of worth for which a link keeps its place: most changes are smaller."""
_NOTHING: tuple[int, list[ShownLinks]] = -1, []
BEHIND = "behind"
_WASTED = {"redirect": "redirects", "duplicate": "copies", "error": "dead links"}


class Lycosa(Recipe):
    """Take the link whose page is most likely on topic, by what came of the links seen so far.

    A link is worth the more, the likelier its page is on topic. That is guessed from the pages that show
    it, from what came of other links on the same pages, in the same blocks, on the same host and in
    the same directory, and from its words: by the judge, and by what came of links with words like them.
    Dead links say where dead links are, so a dead path is soon left alone; of topics they say nothing.
    What is not known leans on what is: a host never asked is as good as the pages that link to it.
    After every page the links on it and beside it are scored anew, and the whole queue now and then.

    Parameters
    ----------
    topic, seed, threshold
        As in every strategy.
    without
        Parts that do not count, to see what each contributes; `behind` is what lies behind pages.

    Examples
    --------
    >>> from lycosa.tinyweb import FLOODS
    >>> from lycosa import Topic
    >>> FLOODS.visits(Lycosa(Topic.from_keywords(["flood", "rain"])), count=3)
    ['/', '/reports', '/may']

    References
    ----------
    This project's own; docs/lycosa.md says what each part is for and what it contributes.
    """

    name: ClassVar[str] = "lycosa"
    rescores: ClassVar[tuple[str, ...]] = tuple(WEIGHTS)

    def __init__(
        self, topic: Topic, seed: int = 0, threshold: float | str = "auto", *, without: Sequence[str] = ()
    ) -> None:
        super().__init__(topic, seed, threshold)
        self.without = without
        self._view: View | None = None
        self._pages = self._passed_at = 0
        self._neighbours = _NOTHING
        self._counts: Counter[str] = Counter()

    @cached_property
    def judge_of_pages(self) -> Judge:
        """The contrast judge, unless the crawl names another."""
        return Contrast(self.topic, self.threshold)

    @cached_property
    def rates(self) -> Rates:
        """What came of links."""
        return Rates()

    @cached_property
    def behind(self) -> Behind:
        """What was found behind pages."""
        return Behind()

    @cached_property
    def dead_ends(self) -> DeadEnds:
        """Where requests bring no page."""
        return DeadEnds()

    @cached_property
    def texts(self) -> LinkTexts:
        """What the words of links promise."""
        return LinkTexts(self.judge_of_pages, self.topic)

    @cached_property
    def evidence(self) -> Evidence:  # type: ignore[override]  # depends on what is left out
        """The parts of a link's worth."""
        unknown = [name for name in self.without if name not in (*WEIGHTS, BEHIND)]
        if unknown:
            raise LycosaError(f"lycosa has no part {unknown[0]!r}; it has {', '.join((*WEIGHTS, BEHIND))}")
        kept = {name: 0.0 if name in self.without else weight for name, weight in WEIGHTS.items()}
        return Evidence(tuple(Part(name, weight, "last") for name, weight in kept.items()))

    def attach(self, view: View) -> None:
        """Keep what shows the queue and the link graph."""
        self._view = view

    @property
    def view(self) -> View:
        """The queue and the link graph."""
        if self._view is None:
            raise RuntimeError("a strategy is attached to a crawl before it learns")
        return self._view

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Take in a page and its links, and propose each link for what it is worth by now."""
        if self._view is None:
            unknown = (0.0,) * len(WEIGHTS)
            return Expansion(tuple(Proposal(shown, unknown) for shown in page.links))
        self.texts.read_title(link.id, page)
        self._take_in(link, judgement.score)
        return self.hear_all([Heard(page, judgement, link)])[0]

    def hear_all(self, heard: Sequence[Heard]) -> list[Expansion]:
        """Propose each link of some pages for what it is worth after the last of them."""
        shown = [PageLinks.of(page.links) for page, _, _ in heard]
        if not any(map(len, shown)):
            return [Expansion() for _ in heard]
        urls = [url for links in shown for url in links.urls]
        ids = np.array(self.view.numbers(urls))
        self.dead_ends.describe(ids, urls)
        places, end = [], 0
        for links in shown:
            places.append(slice(end, end := end + len(links)))
        pages = zip(shown, heard, strict=True)
        self.rates.read_all([(one.link.id, one.judgement.score, links.blocks) for links, one in pages], ids)
        self.texts.read([page for page, _, _ in heard], ids)
        table = self.rescore(self.view.columns(ids))
        rows = list(map(tuple, table.tolist()))
        whole = zip(shown, places, strict=True)
        return [TabledExpansion(Proposals(links, rows[at]), table=table[at]) for links, at in whole]

    def _take_in(self, link: Queued, worth: float) -> None:
        """Learn from what came of a link, and keep the links that stand beside it."""
        neighbours = [self.rates.outcome(link.id, worth, self.view)]
        self.texts.outcome(link.id, worth)
        page, worth = link.parent, worth - self.rates.base
        for _ in range(0 if BEHIND in self.without else HOPS):
            more = self.behind.add(page, worth) if page >= 0 else 0.0
            if not more:
                break
            self._counts["pages credited with what lies behind"] += 1
            neighbours.append(self.rates.revise(page, more, self.view))
            self.texts.revise(page, more)
            page, worth = self.view.place(page).parent, more
        self._neighbours = link.id, [shown for shown in neighbours if shown is not None]

    def learn(self, outcome: Outcome) -> bool | npt.NDArray[np.int64] | None:
        """Take in what came of a visit; return the links to score anew, or True for all."""
        link, judgement = outcome.link, outcome.judgement
        if outcome.error is not None and outcome.error.transient:
            return None  # it may still come to something
        if outcome.kind != "page":
            self._counts[_WASTED[outcome.kind]] += 1
        in_vain = self.dead_ends.visited(outcome)
        if outcome.kind in ("error", "redirect"):  # what a redirect leads to will say more
            return self._near_dead_end(link.id) if in_vain else None
        if self._neighbours[0] != link.id:
            self._take_in(link, 0.0)  # a copy, known before it was judged
        elif outcome.kind == "duplicate" and judgement is not None:
            self.rates.revise(link.id, -judgement.score, self.view)  # read, and found to repeat another
        shown, self._neighbours = self._neighbours[1], _NOTHING
        if outcome.page is not None and judgement is not None:
            self._pages += 1
            if self._pass_due():
                return True
        if not shown:
            return None
        latest = [one.target[: sum(one.counts[:NEIGHBOUR_PAGES])] for one in shown]
        return self._to_rescore(np.concatenate(latest), "neighbours scored anew")

    def _near_dead_end(self, link: int) -> npt.NDArray[np.int64]:
        pages = self.rates.showing(link, self.view)[:NEIGHBOUR_PAGES]
        return self._to_rescore(self.view.shown_on(pages).target, "links lowered by wasted requests")

    def _to_rescore(self, links: npt.NDArray[Any], what: str) -> npt.NDArray[np.int64]:
        """Return the links to score anew, each once."""
        links = distinct(links).astype(np.int64)[-NEIGHBOURS:]
        links = links[links >= 0]  # all strays come before all links
        self._counts[what] += len(links)
        return links

    def _pass_due(self) -> bool:
        due = self._pages >= self._passed_at + max(PASS_PAGES, PASS_PAGES * len(self.view) // SLICE)
        self._passed_at = self._pages if due else self._passed_at
        return due

    def rescore(self, columns: Columns) -> npt.NDArray[np.float32]:
        """Return every part of the worth of every link; those that hardly change stay as they are.

        Seeds keep their place before all others: people asked for them, whatever evidence says.
        """
        before, parts = columns.parts, self._parts(columns)
        moved = np.abs(np.einsum("ij,j->i", parts - before, self._weights)) > HARDLY
        if not np.count_nonzero(moved):
            return before
        if np.count_nonzero(columns.depth) < len(moved):  # a seed may be among them
            moved &= ~columns.given
        return np.where(moved[:, None], parts, before)

    @cached_property
    def _weights(self) -> npt.NDArray[np.float32]:
        return self.evidence.weights

    def _parts(self, columns: Columns) -> npt.NDArray[np.float32]:
        rated, promised = self.rates.of(columns), self.texts.promise(columns.ids)
        parts = np.empty((len(columns.ids), len(WEIGHTS)), np.float32)  # in the order of WEIGHTS
        parts[:, :RATES] = rated.rates
        parts[:, 5:7] = promised.scores
        parts[:, 7] = promised.learned
        parts[:, 8] = np.log1p(rated.sightings.astype(np.float32))
        parts[:, 9] = self.dead_ends.of(columns.ids)
        return parts

    def counts(self) -> dict[str, int]:
        """Return how often each mechanism has acted: what was wasted, and what was scored anew for that."""
        return dict(self._counts)

    @cached_property
    def _shared(self) -> SharedLessons:
        return SharedLessons(self.texts.learned, self.rates, self.judge_of_pages)

    def lessons(self) -> dict[str, Any]:
        """Return what other crawls can use: outcomes in sums, and the judge's pages."""
        return self._shared.lessons()

    def merge(self, lessons: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Return the lessons of several crawls as those of one."""
        return self._shared.merge(lessons)

    def adopt(self, lessons: dict[str, Any]) -> None:
        """Go by the lessons of all crawls, less what this one gave of its own."""
        self._shared.adopt(lessons)

    def state(self) -> dict[str, Any]:
        """Return what was learned."""
        return {
            **super().state(),
            "counts": dict(self._counts),
            "pages": [self._pages, self._passed_at],
            "rates": self.rates.state(),
            "texts": self.texts.state(),
            "behind": self.behind.state(),
            "dead ends": self.dead_ends.state(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from there."""
        super().restore(state)
        self._pages, self._passed_at = state["pages"]
        self._counts = Counter(state["counts"])
        self.rates.restore(state["rates"])
        self.texts.restore(state["texts"])
        self.behind.restore(state["behind"])
        self.dead_ends.restore(state["dead ends"])
