"""Selective link context: a link is worth what the first relevant text around it is worth.

In: a page, and a judge of texts. Out: its links with the score of their block, their anchor or their
link context, in this order of preference; those without a relevant one are to be dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import ClassVar, Literal, Protocol, TypeAlias, cast

from lycosa.frontier.base import Evidence, Part
from lycosa.model import JSON, Judgement, Link, Page, Proposal, Span
from lycosa.rank.base import Ranker

Unit: TypeAlias = Literal["block", "anchor", "context"]
Tokens: TypeAlias = tuple[str, ...]
UNITS: tuple[Unit, ...] = ("block", "anchor", "context")
DROPPED = "links dropped"
UNDECIDED = "links kept before training"
UNIT_TOKENS = 256
"""Tokens read of an anchor or a context. Elements nest, so that all contexts of a page together may be
as long as the square of the page."""


class TextJudge(Protocol):
    """Who says how relevant a text is."""

    @property
    def trained(self) -> bool:
        """Whether there is a verdict; without one nothing is dropped."""

    @property
    def least(self) -> float:
        """The score from which a text is relevant."""

    @property
    def scores(self) -> Mapping[Tokens, float]:
        """The score of any text."""


class SelectiveLinkContext(Ranker):
    """Score of the first of a link's texts that is relevant: block, anchor, link context.

    While the judge has not been trained there is no verdict on any text: every link is kept,
    with the best of its scores.

    Parameters
    ----------
    judge
        Who judges texts.
    units
        The texts looked at, the preferred one first.

    References
    ----------
    Peng and Liu (2013). Focused crawling enhanced by CBP-SLC. Knowledge-Based Systems.
    doi:10.1016/j.knosys.2013.06.008.

    Algorithm 4, lines 9-31. A link shown by several pages takes the best of its scores.
    """

    name: ClassVar[str] = ""
    """None: it is made with the judge of a strategy, and not by name."""
    evidence: ClassVar[Evidence] = Evidence((Part("relevance"),))

    def __init__(self, judge: TextJudge, units: Sequence[Unit] = UNITS) -> None:
        self.judge = judge
        self.units = units
        self.decided: Counter[str] = Counter()
        """Links by the unit that was relevant; those without a relevant one count as dropped."""

    def rank(self, page: Page, judgement: Judgement) -> tuple[Proposal, ...]:
        """Return every link of the page, to be kept if one of its texts is relevant."""
        scores, least, keeps_all = self.judge.scores, self.judge.least, not self.judge.trained
        texts = _Texts(page)
        readers: list[tuple[str, Callable[[Link], Tokens]]] = [
            (_kept_by(unit), getattr(texts, unit)) for unit in self.units
        ]
        proposals = []
        for link in page.links:
            best, unit = 0.0, DROPPED
            for name, read in readers:
                best = max(best, scores[read(link)])
                if best >= least:
                    unit = name
                    break
            self.decided[UNDECIDED if keeps_all else unit] += 1
            proposals.append(Proposal(link, (best,), keep=keeps_all or best >= least))
        return tuple(proposals)

    def counts(self) -> dict[str, int]:
        """Return how many links each unit has decided on (Fig. 14 of the paper)."""
        names = (*map(_kept_by, self.units), DROPPED, UNDECIDED)
        return {name: self.decided[name] for name in names}

    def state(self) -> dict[str, JSON]:
        """Return the counts as plain data."""
        return {"decided": dict(self.decided)}

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Go on counting."""
        self.decided = Counter(cast("dict[str, int]", state.get("decided", {})))


def _kept_by(unit: str) -> str:
    return f"links kept by {unit}"


class _Texts:
    """The texts around the links of one page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._blocks: dict[int, Tokens] = {}

    def block(self, link: Link) -> Tokens:
        """Return the content block (CBP) a link stands in."""
        number = link.segment
        if number not in self._blocks:
            self._blocks[number] = self._page.of_block(self._page.segments[number])[0]
        return self._blocks[number]

    def anchor(self, link: Link) -> Tokens:
        """Return the anchor of a link, with its title and descriptions of images."""
        return self._page.tokens[link.words.start : min(link.words.stop, link.words.start + UNIT_TOKENS)]

    def context(self, link: Link) -> Tokens:
        """Return the text of the parent elements of a link, wherever it stands on the page."""
        spans = self._contexts[link.url]
        if len(spans) == 1:
            return self._page.at(spans[0])
        return tuple(islice(chain.from_iterable(map(self._page.at, spans)), UNIT_TOKENS))

    @cached_property
    def _contexts(self) -> dict[str, list[Span]]:
        contexts: dict[str, dict[Span, None]] = {}
        for link in self._page.links:
            contexts.setdefault(link.url, {})[_near(link)] = None
        return {url: list(spans) for url, spans in contexts.items()}


def _near(link: Link) -> Span:
    """Return the link context, or the part of it around the anchor if it is long."""
    start, stop = link.context
    if stop - start <= UNIT_TOKENS:
        return link.context
    middle = (link.words.start + link.words.stop) // 2
    start = min(max(start, middle - UNIT_TOKENS // 2), stop - UNIT_TOKENS)
    return Span(start, start + UNIT_TOKENS)
