"""Comprehensive priority of links: the page, the anchor and the words around it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from lycosa.errors import LycosaError
from lycosa.frontier.base import Evidence, Part
from lycosa.model import Judgement, Page, PageLinks, Proposals
from lycosa.rank.base import Ranker
from lycosa.rank.memory import Remembered
from lycosa.tokens import Tokens
from lycosa.topic import Topic

Parts: TypeAlias = tuple[float, float, float]
PAPER_WEIGHTS = (0.5, 0.3, 0.2)
"""alpha, beta and gamma of Eq. 4."""


class ComprehensivePriority(Ranker):
    """E = alpha R(page) + beta R(anchor) + gamma R(context), by default 0.5, 0.3 and 0.2.

    The page is the one that shows the link, since its target is unread; a link shown by
    several pages takes the mean of their relevance and the best anchor and context.

    Parameters
    ----------
    topic
        What anchors and contexts are compared with.
    weights
        alpha, beta, gamma.

    References
    ----------
    Liu, Wu and Liu (2025). A focused crawling strategy based on comprehensive priority evaluation of
    hyperlinks and improved Bayesian classifier. Frontiers of Information Technology & Electronic
    Engineering. doi:10.1631/FITEE.2400939.

    Eq. 4.
    """

    name: ClassVar[str] = "cpe"

    def __init__(self, topic: Topic, weights: Sequence[float] = PAPER_WEIGHTS) -> None:
        if len(weights) != len(PAPER_WEIGHTS) or min(weights) < 0:
            raise LycosaError(f"weights are {list(weights)}; there must be three, none of them negative")
        self.topic = topic
        self.weights = weights

    @cached_property
    def evidence(self) -> Evidence:
        """Page, anchor and context with their weights."""
        page, anchor, context = self.weights
        return Evidence(
            (Part("page", page, "mean"), Part("anchor", anchor, "max"), Part("context", context, "max"))
        )

    @cached_property
    def _scores(self) -> Remembered[tuple[str, ...]]:
        return Remembered(self.topic.vector.cosine)

    def rank(self, page: Page, judgement: Judgement) -> Proposals:
        """Return every link of the page with its three parts."""
        links, relevance = PageLinks.of(page.links), judgement.score
        parts = [(relevance, 0.0, 0.0)] * len(links)
        if links:
            self._add_contexts(parts, Tokens.of(page.tokens), links.spans())
        return Proposals(links, parts)

    def _add_contexts(self, parts: list[Parts], tokens: Tokens, spans: npt.NDArray[np.int32]) -> None:
        """Score anchors and what is around them; most have no word of the topic."""
        terms, scores = self.topic.vector.terms, self._scores
        marks = terms.beginnings.in_text(tokens)
        before = np.zeros(len(tokens) + 1, np.int32)
        marks.cumsum(out=before[1:])
        cut = before.take(spans, mode="clip")
        (places,) = (cut[:, 3] > cut[:, 2]).nonzero()
        if not len(places):
            return
        if terms.has_phrases:
            text, cut = tokens.words, spans
        else:  # nothing but words of the topic counts, and the same few come together again and again
            text = tuple(map(tokens.numbering.stems.__getitem__, tokens.numbers[marks].tolist()))
        for place, (low, high, start, stop) in zip(places.tolist(), cut[places].tolist(), strict=True):
            context = scores[text[start:stop]]
            # The anchor lies inside its context: most links have neither.
            anchor = scores[text[low:high]] if context else 0.0
            parts[place] = parts[place][0], anchor, context
