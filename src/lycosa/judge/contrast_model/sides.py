"""The two sides that pages are compared with, topic and background, and a page's scores between them.

Both sides are means over pages in both views. The topic falls into groups where its examples do; a page
scores as in the group that it is nearest to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np

from lycosa.judge.contrast_model.features import (
    BUCKETS,
    DIMENSIONS,
    Features,
    Floats,
    Stack,
    bucket,
    unit,
    units,
)
from lycosa.judge.contrast_model.lexicon import lexicon

AGAINST = 0.8
"""How much of the background is taken off the topic in the view of words."""
PAGE_LENGTH = 0.3
"""Length of the mean of pages, each of length 1, in the view of words: 0.30 and 0.25 on two real webs."""


class PageMean(NamedTuple):
    """A weighted mean of pages in both views."""

    words: Floats
    vector: Floats
    """For the background where vectors centre; for the topic its direction from there."""


def mean(pages: Sequence[Features], weights: Floats, vectors: Floats, room: int = BUCKETS) -> PageMean:
    """Return the weighted mean of pages, whose vectors are given apart: they may have been centred."""
    shares = (weights / max(float(weights.sum()), 1e-9)).astype(np.float32)
    if not pages:
        return PageMean(np.zeros(room, np.float32), np.zeros(vectors.shape[1], np.float32))
    values = np.concatenate([page.weights for page in pages])
    values *= np.repeat(shares, [len(page.weights) for page in pages])
    words = np.bincount(np.concatenate([page.buckets for page in pages]), values, room)
    return PageMean(words.astype(np.float32), shares @ vectors)


def mean_of(read: Stack, rows: Sequence[int]) -> PageMean:
    """Return the mean of some of many pages: nothing is put together anew, the others weigh nothing."""
    shares = np.zeros(len(read.starts), np.float32)
    shares[rows] = 1.0 / max(1, len(rows))
    lengths = np.diff(read.starts, append=len(read.buckets))
    words = np.bincount(read.buckets, read.weights * np.repeat(shares, lengths), BUCKETS)
    return PageMean(words.astype(np.float32), shares @ read.vectors)


def mixed(first: PageMean, second: PageMean, share: float) -> PageMean:
    """Return a mean of which the second has a share."""
    part = np.float32(share)
    return PageMean(
        (1 - part) * first.words + part * second.words, (1 - part) * first.vector + part * second.vector
    )


@cache
def ordinary(language: str) -> PageMean:
    """Return the mean of ordinary pages, as shipped with the package."""
    background = lexicon(language).background
    words = np.zeros(BUCKETS, np.float32)
    for stem in background.listed:
        words[bucket(stem)] += background.share(stem) * background.idf(stem)
    centre = background.centre
    vector = np.zeros(DIMENSIONS, np.float32) if centre is None else centre[:DIMENSIONS]
    return PageMean(PAGE_LENGTH * unit(words), vector)


def centred(pages: Stack, centres: Mapping[str, Floats]) -> Floats:
    """Return the vectors of pages as directions from the centre of their language."""
    away = pages.vectors.copy()
    languages = dict.fromkeys(pages.languages)
    for language in languages:
        centre = centres.get(language)
        if centre is not None and len(languages) == 1:
            away -= centre
        elif centre is not None:
            away[np.array(pages.languages) == language] -= centre
    away[~pages.vectors.any(axis=1)] = 0.0
    return units(away)


class Group(NamedTuple):
    """One meaning of the topic: what its author gave, and what was found like it."""

    own: PageMean
    found: PageMean
    share: float
    """What the pages found weigh."""

    @property
    def mean(self) -> PageMean:
        """Both together; the direction has length 1."""
        if not self.share:
            return PageMean(self.own.words, unit(self.own.vector))
        both = mixed(self.own, self.found, self.share)
        return PageMean(both.words, unit(both.vector))


class Sides:
    """Topic and background.

    Parameters
    ----------
    groups
        The topic.
    background
        The mean of other pages.
    centres
        Where the vectors of ordinary pages centre, by language.
    """

    def __init__(self, groups: Sequence[Group], background: PageMean, centres: Mapping[str, Floats]) -> None:
        self.groups = tuple(groups)
        self.background = background
        self.centres = centres
        self.means = tuple(group.mean for group in groups)
        against = AGAINST * background.words
        self.word_weights: Floats = np.empty((len(groups), len(against)), np.float32)
        for row, mean in zip(self.word_weights, self.means, strict=True):
            np.subtract(mean.words, against, out=row)
        self.directions: Floats = np.stack([mean.vector for mean in self.means])

    @cached_property
    def towards(self) -> Floats:
        """The direction of the topic, the mean over its groups."""
        return unit(self.directions.mean(axis=0))

    def of(self, page: Features, direction: Floats | None = None) -> tuple[Floats, Floats]:
        """Return how much more a page is like each group than like the background, in either view.

        `direction` is that of the page, if it is known.
        """
        words: Floats = self.word_weights.take(page.buckets, axis=1) @ page.weights
        return words, self.directions @ (self.direction(page) if direction is None else direction)

    def of_many(self, pages: Stack, directions: Floats | None = None) -> tuple[Floats, Floats]:
        """Return the same for many pages: a row for each page, a column for each group."""
        if not len(pages.starts):
            return np.zeros((0, len(self.groups)), np.float32), np.zeros((0, len(self.groups)), np.float32)
        parts = self.word_weights.take(pages.buckets, axis=1)
        parts *= pages.weights
        words: Floats = np.add.reduceat(parts, pages.starts, axis=1).T
        away = centred(pages, self.centres) if directions is None else directions
        return words, away @ self.directions.T

    def direction(self, page: Features) -> Floats:
        """Return where a page lies from the centre of its language; nowhere if it has no vector."""
        centre = self.centres.get(page.language)
        if centre is None or not page.vector.any():
            return page.vector
        return unit(page.vector - centre)
