"""The words of links: read once, when a link is first shown with any, weighed by judge and outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from lycosa.model import Page
from lycosa.rank.outcome.column import GrowingColumn
from lycosa.rank.outcome.words import LinkWords
from lycosa.text import tokenise
from lycosa.url.words import url_words

Floats = npt.NDArray[np.float32]
MOST_WORDS = 24
"""Words of an anchor that count, and as many of a URL."""
DIMENSIONS = 64
"""Of the vectors of words, which are ordered by importance: as many as outcomes can be fitted to."""


class ScoresTexts(Protocol):
    """What is asked of a judge here."""

    def score(self, tokens: Sequence[str], groups: bytes = b"") -> float:
        """Say how much a text is about the topic."""


@runtime_checkable
class ReadsTexts(Protocol):
    """A judge that also says what short texts mean."""

    @property
    def towards(self) -> Floats:
        """The direction of the topic among meanings, of length 1."""

    def read_texts(self, texts: Sequence[Sequence[str]], language: str = "") -> tuple[Floats, Floats, Floats]:
        """Return scores by words, scores by meanings, and meanings as directions: a row for each text."""


class Promise(NamedTuple):
    """What the words of some links promise, one value each; 0 for links without words."""

    scores: Floats
    """By the judge: are they words of the topic, and do they mean what it means?"""
    learned: Floats
    """By outcomes: what came of links with words like them."""


class LinkTexts:
    """What the words of links promise.

    Parameters
    ----------
    judge
        Says how much each text is like the topic. One that does not read texts is asked for their scores.
    """

    def __init__(self, judge: ScoresTexts) -> None:
        self._judge = judge
        self._reader = judge if isinstance(judge, ReadsTexts) else None
        self._scores = GrowingColumn(np.float32, 2)
        self._read = GrowingColumn(np.uint8)
        self._aim: tuple[Floats | None, Floats] = None, np.zeros(DIMENSIONS, np.float32)
        """The direction of the topic, and its first dimensions."""
        self.learned = LinkWords(DIMENSIONS)
        """What outcomes say of words."""

    def read(self, pages: Sequence[Page], links: npt.NDArray[np.int64]) -> None:
        """Read the words of links not read before; ids are in the order of the pages' links."""
        (fresh,) = (self._read.at(links) == 0).nonzero()
        if not len(fresh):
            return
        first = dict(zip(links[fresh[::-1]].tolist(), fresh[::-1].tolist(), strict=True))
        shown = [(page, link) for page in pages for link in page.links]
        of_language: dict[str, list[tuple[int, str, Sequence[str]]]] = {}
        for number, position in sorted(first.items()):
            page, link = shown[position]
            anchor = page.tokens[link.words.start : link.words.stop][:MOST_WORDS]
            of_language.setdefault(page.language, []).append((number, link.url, anchor))
        for language, described in of_language.items():
            numbers, urls, anchors = zip(*described, strict=True)
            self._describe(np.array(numbers), urls, anchors, language)

    def _describe(
        self,
        ids: npt.NDArray[np.int64],
        urls: Sequence[str],
        anchors: Sequence[Sequence[str]],
        language: str,
    ) -> None:
        """Keep what the words of links, met for the first time, say."""
        named = [" ".join(url_words(url)[:MOST_WORDS]) for url in urls]
        tokens, offsets = tokenise(named, language)
        texts = [
            (*anchor, *tokens[start:stop])
            for anchor, start, stop in zip(anchors, offsets, offsets[1:], strict=False)
        ]
        words, likeness, meanings = self._judged(texts, language)
        scores = np.empty((len(ids), 2), np.float32)
        scores[:, 0], scores[:, 1] = words, likeness
        self._scores.put(ids, scores)
        self.learned.describe(ids, _shortened(meanings))
        self._read.put(ids[[bool(anchor) for anchor in anchors]], 1)

    def _judged(self, texts: Sequence[Sequence[str]], language: str) -> tuple[Floats, Floats, Floats]:
        if self._reader is not None:
            return self._reader.read_texts(texts, language)
        scores = np.array([self._judge.score(text) for text in texts], np.float32)
        return scores, np.zeros_like(scores), np.zeros((len(texts), DIMENSIONS), np.float32)

    def outcome(self, link: int, worth: float) -> None:
        """Learn from what came of a link."""
        self.learned.outcome(link, worth)

    def revise(self, link: int, more: float) -> None:
        """Take in that a link came to more, or less, than was thought."""
        self.learned.revise(link, more)

    def promise(self, links: npt.NDArray[Any]) -> Promise:
        """Return what the words of some links promise."""
        scores = self._scores.at(links)
        return Promise(scores, self.learned.promise(links, self._towards))

    @property
    def _towards(self) -> Floats:
        """The direction of the topic, in the dimensions that are learned."""
        whole = None if self._reader is None else self._reader.towards
        if whole is not None and whole is not self._aim[0]:
            self._aim = whole, _shortened(whole[None, :])[0]
        return self._aim[1]

    def state(self) -> dict[str, Any]:
        """Return the scores of links, and what was learned."""
        return {
            "scores": self._scores.state(),
            "read": self._read.state(),
            "learned": self.learned.state(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from there."""
        self._scores.restore(state["scores"])
        self._read.restore(state["read"])
        self.learned.restore(state["learned"])


def _shortened(directions: Floats) -> Floats:
    """Return the first dimensions of directions, scaled to length 1 again."""
    first = directions[:, :DIMENSIONS]
    lengths = np.sqrt((first * first).sum(axis=1, keepdims=True))
    return np.asarray(first / np.where(lengths > 0, lengths, 1.0), np.float32)
