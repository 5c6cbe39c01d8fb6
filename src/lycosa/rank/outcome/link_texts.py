"""The words of links: read once, when a link is first shown with any, weighed by judge and outcomes.

What they mean says the package's table for the topic's language, where there is one, and else the judge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from lycosa.model import Page, PageLinks
from lycosa.rank.outcome.column import GrowingColumn
from lycosa.rank.outcome.word_space import WordSpace, word_space
from lycosa.rank.outcome.words import LinkWords
from lycosa.text import tokens as tokens_of
from lycosa.text.token import numbered
from lycosa.tokens import Texts, Tokens
from lycosa.topic import Topic
from lycosa.url.words import url_words

Floats = npt.NDArray[np.float32]
MOST_WORDS = 24
"""Words of an anchor that count, and as many of a URL."""
DIMENSIONS = 64
"""Of the judge's vectors of words, which are ordered by importance: as many as outcomes can be fitted to."""


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
    topic
        What words mean is told in its language, and the titles of its example pages are taken for words of
        links that led to them. Without it meanings are the judge's.
    """

    def __init__(self, judge: ScoresTexts, topic: Topic | None = None) -> None:
        self._judge = judge
        self._space: WordSpace | None = word_space(topic) if topic is not None else None
        self._reader = judge if isinstance(judge, ReadsTexts) else None
        self._scores = GrowingColumn(np.float32, 2)
        self._read = GrowingColumn(np.uint8)
        self._aim: tuple[Floats | None, Floats] = None, np.zeros(DIMENSIONS, np.float32)
        """The direction of the topic, and its first dimensions."""
        self.learned = self._space.model() if self._space is not None else LinkWords(DIMENSIONS)
        """What outcomes say of meanings."""

    def read(self, pages: Sequence[Page], links: npt.NDArray[np.int64]) -> None:
        """Read the words of links not read before; ids are in the order of the pages' links."""
        (fresh,) = (self._read.at(links) == 0).nonzero()
        if not len(fresh):
            return
        first: dict[int, int] = {}
        for place, link in zip(fresh.tolist(), links[fresh].tolist(), strict=True):
            first.setdefault(link, place)
        ordered = sorted(first)
        numbers, places = np.array(ordered), np.array([first[link] for link in ordered])
        shown = [PageLinks.of(page.links) for page in pages]
        tokens = [Tokens.of(page.tokens) for page in pages]
        if len(pages) == 1:
            urls = [shown[0].urls[place] for place in places.tolist()]
            anchors = shown[0].spans()[:, :2].take(places, axis=0)
            self._describe(numbers, urls, tokens[0], anchors, pages[0].language)
            return
        owners = np.repeat(np.arange(len(pages)), list(map(len, shown)))[places]
        spans = np.concatenate([own.spans()[:, :2] for own in shown if len(own)])[places]
        spans = spans + np.array([0, *accumulate(map(len, tokens))])[owners, None]
        urls = [url for own in shown for url in own.urls]
        words = Tokens.joined(tokens)
        languages = [page.language for page in pages]
        for language in dict.fromkeys(languages):
            of_it = np.array([own == language for own in languages])[owners]
            own_urls = [urls[place] for place in places[of_it].tolist()]
            if own_urls:
                self._describe(numbers[of_it], own_urls, words, spans[of_it], language)

    def _describe(
        self,
        ids: npt.NDArray[np.int64],
        urls: Sequence[str],
        tokens: Tokens,
        anchors: npt.NDArray[np.integer[Any]],
        language: str,
    ) -> None:
        """Keep what the words of links, met for the first time, say; anchors begin and stop among tokens."""
        named, offsets = numbered([" ".join(url_words(url)[:MOST_WORDS]) for url in urls], language)
        starts, stops = np.empty((2, len(urls), 2), np.intp)
        starts[:, 0], starts[:, 1], stops[:, 1] = anchors[:, 0], offsets[:-1], offsets[1:]
        lengths = np.minimum(anchors[:, 1] - anchors[:, 0], MOST_WORDS)
        stops[:, 0] = starts[:, 0] + lengths
        texts = Texts.joined(tokens, named, starts, stops)
        words, likeness, meant = self._judged(texts, language)
        scores = np.empty((len(ids), 2), np.float32)
        scores[:, 0], scores[:, 1] = words, likeness
        self._scores.put(ids, scores)
        self.learned.describe(ids, self._meant(texts, language, meant))
        self._read.put(ids[lengths > 0], 1)

    def _judged(self, texts: Sequence[Sequence[str]], language: str) -> tuple[Floats, Floats, Floats]:
        if self._reader is not None:
            return self._reader.read_texts(texts, language)
        scores = np.array([self._judge.score(text) for text in texts], np.float32)
        return scores, np.zeros_like(scores), np.zeros((len(texts), DIMENSIONS), np.float32)

    def _meant(self, texts: Sequence[Sequence[str]], language: str, judged: Floats | None = None) -> Floats:
        """Return what is learned from of texts: without a table what they mean to the judge."""
        if self._space is not None:
            return self._space.of(texts)
        return _shortened(self._judged(texts, language)[2] if judged is None else judged)

    def read_title(self, link: int, page: Page) -> None:
        """Take the title of a page for the words of its link, if it had none: seeds are shown by no page."""
        if not self.learned.knows(link):
            texts = [tuple(tokens_of(page.title, page.language)[:MOST_WORDS])]
            self.learned.describe(np.array([link]), self._meant(texts, page.language))

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
        if self._space is not None:
            return self._space.towards
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
        if self.learned.fits(state["learned"]):
            self.learned.restore(state["learned"])
        # Else it was saved when meanings were others: what outcomes said of words is learned anew.


def _shortened(directions: Floats) -> Floats:
    """Return the first dimensions of directions, scaled to length 1 again."""
    first = directions[:, :DIMENSIONS]
    lengths = np.sqrt((first * first).sum(axis=1, keepdims=True))
    return np.asarray(first / np.where(lengths > 0, lengths, 1.0), np.float32)
