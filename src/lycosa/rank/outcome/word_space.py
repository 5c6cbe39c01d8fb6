"""The space in which outcomes are fitted to words: what they mean, and how near words around the topic are.

A meaning alone can only be more or less in some direction. What is on topic is no matter of direction: herbs
may not be, where fruit and roots are. So beside the direction of a text stands its nearness to some words,
chosen among those nearest to the topic, each as far from the others as they come: each takes in what comes of
links near it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from lycosa.rank.outcome.words import SOLID, LinkWords
from lycosa.text import tokens
from lycosa.text.meanings import Meanings, directions, meanings
from lycosa.tokens import Texts
from lycosa.topic import Topic

Floats = npt.NDArray[np.float32]
LANDMARKS = 96
"""Words around the topic; 64 do nearly as well, and the exact sum over all outcomes no better."""
AROUND = 2_000
"""Words nearest to the topic that they are chosen from."""
WIDTH = 0.7
"""How far a landmark reaches: at a cosine of 0.5 its nearness is 0.36, at 0 it is 0.13."""
NEAR_SOLID = 1.0
"""Outcomes that the belief counts for that a landmark says nothing."""
TITLE_WORDS = 24


class WordSpace:
    """Texts as rows of numbers, for one topic."""

    def __init__(self, topic: Topic, table: Meanings) -> None:
        self._table = table
        titles = [tuple(tokens(page.title, topic.language)[:TITLE_WORDS]) for page in topic.positives]
        self._titles = Texts.of(titles)
        self._topic = topic

    def of(self, texts: Sequence[Sequence[str]]) -> Floats:
        """Return a row for each text: its direction, of length 1, and its nearness to each landmark."""
        meant = self._table.of(texts)
        # A product of matrices adds up in another order for other numbers of rows; this does not.
        cosines = np.einsum("ij,kj->ik", meant, self._landmarks)
        near = np.exp((cosines - 1.0) / WIDTH**2)
        near[~meant.any(axis=1)] = 0.0
        return np.concatenate([meant, near], axis=1)

    @cached_property
    def towards(self) -> Floats:
        """The direction of the topic; no landmark is better than another before the first outcome."""
        return np.concatenate([self._aim, np.zeros(len(self._landmarks), np.float32)])

    def model(self) -> LinkWords:
        """Return a model that has learned from the titles of the topic's examples alone."""
        dimensions, landmarks = self._table.dimensions, len(self._landmarks)
        examples = self.of(self._titles)
        solid = np.repeat((SOLID, NEAR_SOLID), (dimensions, landmarks))
        return LinkWords(dimensions + landmarks, examples[examples.any(axis=1)], solid)

    @cached_property
    def _aim(self) -> Floats:
        """The mean direction of its author's words, and of the titles of its examples."""
        weights = self._topic.given.weights
        words = self._table.of([term.split(" ") for term in weights])
        said = np.array(list(weights.values()), np.float32) @ words
        both = directions(np.array([said, self._table.of(self._titles).sum(axis=0)], np.float32))
        return np.asarray(directions(both.sum(axis=0)[None, :])[0], np.float32)

    @cached_property
    def _landmarks(self) -> Floats:
        """Of the words nearest to the topic the nearest, then whichever is furthest from those chosen."""
        near = self._table.nearest(self._aim, AROUND)
        chosen = [0]
        closest = near @ near[0]
        while len(chosen) < LANDMARKS:
            chosen.append(int(np.argmin(closest)))
            closest = np.maximum(closest, near @ near[chosen[-1]])
        return np.asarray(near[chosen], np.float32)


def word_space(topic: Topic) -> WordSpace | None:
    """Return the space for a topic; None for a language without a table of meanings."""
    table = meanings(topic.language)
    return WordSpace(topic, table) if table is not None else None
