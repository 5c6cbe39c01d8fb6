"""What texts score by the sides without them: that a page is like itself says nothing.

With few pages on a side, each is much of it: one page found beside a sentence would score fifteen deviations
more for itself alone, and the scale would be placed by that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from lycosa.judge.contrast_model.calibration import TwoViews
from lycosa.judge.contrast_model.features import Features, Floats, Stack, units
from lycosa.judge.contrast_model.given import Given
from lycosa.judge.contrast_model.sides import AGAINST, Group, PageMean, Sides

MOST_LEFT_OUT = 30
"""Examples of a group that are left out in turn; more change nothing worth their cost."""


class Joined(NamedTuple):
    """Pages read that have joined the background."""

    rows: list[int]
    mean: PageMean
    share: float
    """What they weigh there."""
    before: PageMean
    """The background without them."""


def pages_without_themselves(
    sides: Sides, read: Stack, away: Floats, found: Sequence[list[int]], others: Joined
) -> tuple[Floats, Floats]:
    """Return the scores of pages read in both views, each by the sides without it.

    In: the pages and their directions, those that joined each group, and those that joined the background.
    """
    words, vectors = sides.of_many(read)
    if not len(read.starts):
        return words, vectors
    squares = np.add.reduceat(read.weights * read.weights, read.starts)
    for number, (group, rows) in enumerate(zip(sides.groups, found, strict=True)):
        if not rows:
            continue
        more = _without_itself(group.found.words, group.own.words, read, squares, rows)
        words[rows, number] += group.share * more
        left = units(away[rows].sum(axis=0) - away[rows])
        towards = units((1 - np.float32(group.share)) * group.own.vector + np.float32(group.share) * left)
        vectors[rows, number] = np.einsum("ij,ij->i", towards, away[rows])
    if others.rows:
        more = _without_itself(others.mean.words, others.before.words, read, squares, others.rows)
        words[others.rows] -= np.float32(AGAINST * others.share) * more[:, None]
    return words, vectors


def _without_itself(mean: Floats, given: Floats, read: Stack, squares: Floats, rows: list[int]) -> Floats:
    """Return what the products of pages with their mean change by when each is left out of it.

    In place of the mean of a single page stands what is given.
    """
    count, products = len(rows), _dots(mean, read)[rows]
    if count == 1:
        return _dots(given, read)[rows] - products
    # Without the page a mean m of n pages becomes (n m - page) / (n - 1).
    rest: Floats = (count * products - squares[rows]) / np.float32(count - 1)
    return rest - products


def _dots(words: Floats, read: Stack) -> Floats:
    products: Floats = np.add.reduceat(words.take(read.buckets) * read.weights, read.starts)
    return products


def examples_without_themselves(
    given: Given, sides: Sides, views: TwoViews, own: Floats
) -> tuple[Floats, Floats]:
    """Return the standard score that each example has by the topic without it, and its weight."""
    scores: list[float] = []
    weights: list[float] = []
    for places, group in zip(given.groups, sides.groups, strict=True):
        total = float(given.weights[np.array(places, dtype=np.intp)].sum())
        pages = [place for place in places if given.anchors[place].kind != "words"][:MOST_LEFT_OUT]
        pages = [place for place in pages if total - float(given.weights[place]) > 0]
        if pages:
            words = _words_without(given, group, sides.background.words, pages, total)
            vectors = _vectors_without(given, group, own, pages, places)
            scores += views.standard(words, vectors).tolist()
            weights += given.weights[pages].tolist()
    return np.array(scores, np.float32), np.array(weights, np.float32)


def _words_without(given: Given, group: Group, ordinary: Floats, pages: list[int], total: float) -> Floats:
    """Return what each of some pages scores by words without itself, among anchors that weigh so much."""
    texts = [given.anchors[place].features for place in pages]
    by_page = zip(
        texts,
        given.weights[pages].tolist(),
        *(_products(words, texts) for words in (group.own.words, group.found.words, ordinary)),
        strict=True,
    )
    scores = []
    for page, weight, by_all, by_found, by_ordinary in by_page:
        # Without the page a mean m of weight W becomes (W m - w page) / (W - w).
        by_own = (total * by_all - weight * float(page.weights @ page.weights)) / (total - weight)
        scores.append((1 - group.share) * by_own + group.share * by_found - AGAINST * by_ordinary)
    return np.array(scores, np.float32)


def _vectors_without(given: Given, group: Group, own: Floats, pages: list[int], places: list[int]) -> Floats:
    """Return what each of some pages scores by its vector without itself, among the anchors in `places`."""
    row, chosen = np.array(places, dtype=np.intp), own[pages]
    rest = _each_unit(given.weights[row] @ own[row] - given.weights[pages][:, None] * chosen)
    directions = _each_unit((1 - group.share) * rest + group.share * group.found.vector)
    return np.array(list(map(np.dot, directions, chosen)), np.float32)


def _products(words: Floats, pages: Sequence[Features]) -> list[float]:
    """Return the product of each page with the words of a side."""
    return [float(words.take(page.buckets) @ page.weights) for page in pages]


def _each_unit(rows: Floats) -> Floats:
    """Scale each row to length 1 to the last digit as `unit` does: `units` adds up in another order."""
    lengths: Floats = np.sqrt(np.array(list(map(np.dot, rows, rows)), np.float32))
    lengths[lengths == 0] = 1.0
    scaled: Floats = rows / lengths[:, None]
    return scaled
