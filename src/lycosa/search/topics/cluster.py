"""Vectors in, clusters out: k-means on the sphere, with as many clusters as tell the vectors apart best."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lycosa.search.meaning import Floats, units

SMALLEST = 5
"""Vectors in a cluster; fewer are no group."""
MOST = 12
"""Clusters at once: a person can take in a dozen."""
SAMPLE = 3_000
"""Vectors that clusters are made from; the centres of more would hardly differ."""
COMPARED = 400
"""Vectors by which numbers of clusters are compared."""
_ROUNDS = 25
_STARTS = 3

Places = NDArray[np.intp]


def clusters(rows: Floats, seed: int) -> list[tuple[Floats, Places]]:
    """Return the centre of each cluster and the places of its vectors, the largest cluster first.

    The same vectors and seed give the same clusters. Too few vectors give none.
    """
    if len(rows) < 2 * SMALLEST:
        return []
    rng = np.random.default_rng(seed)
    sample = rows if len(rows) <= SAMPLE else rows[np.sort(rng.choice(len(rows), SAMPLE, replace=False))]
    compared = np.sort(rng.permutation(len(sample))[:COMPARED])
    best: tuple[float, Floats] = (-1.0, rows[:0])
    for count in range(2, min(MOST, len(sample) // SMALLEST) + 1):
        centres = _k_means(sample, count, rng)
        apart = _silhouette(sample[compared], (sample[compared] @ centres.T).argmax(axis=1))
        if apart > best[0]:
            best = (apart, centres)
    nearest = (rows @ best[1].T).argmax(axis=1)
    found = [(centre, np.flatnonzero(nearest == number)) for number, centre in enumerate(best[1])]
    return sorted((each for each in found if len(each[1]) >= SMALLEST), key=lambda each: -len(each[1]))


def _k_means(rows: Floats, count: int, rng: np.random.Generator) -> Floats:
    """Return so many centres, the best of a few starts."""
    best: tuple[float, Floats] = (-np.inf, rows[:0])
    for _ in range(_STARTS):
        centres = rows[_spread_out(rows, count, rng)]
        nearest = np.full(len(rows), -1)
        for _ in range(_ROUNDS):
            close = rows @ centres.T
            moved, nearest = nearest, close.argmax(axis=1)
            if (moved == nearest).all():
                break
            sums = np.zeros_like(centres)
            np.add.at(sums, nearest, rows)
            centres = units(sums)
        fit = float(close.max(axis=1).sum())
        if fit > best[0]:
            best = (fit, centres)
    return best[1]


def _spread_out(rows: Floats, count: int, rng: np.random.Generator) -> list[int]:
    """Return places to start from: each is drawn by how far it is from those before (k-means++)."""
    chosen = [int(rng.integers(len(rows)))]
    far = 1.0 - rows @ rows[chosen[0]]
    for _ in range(count - 1):
        weights = np.maximum(far, 0.0).astype(np.float64)
        total = weights.sum()
        place = int(rng.choice(len(rows), p=weights / total)) if total > 0 else int(rng.integers(len(rows)))
        chosen.append(place)
        far = np.minimum(far, 1.0 - rows @ rows[place])
    return chosen


def _silhouette(rows: Floats, nearest: Places) -> float:
    """Return how much closer vectors are to their own cluster than to the next, from -1 to 1."""
    distances = 1.0 - rows @ rows.T
    members = np.eye(int(nearest.max(initial=0)) + 1)[nearest]
    sizes = members.sum(axis=0)
    sums = distances @ members
    own = sizes[nearest]
    everyone = np.arange(len(rows))
    within = sums[everyone, nearest] / np.maximum(own - 1, 1)
    others = np.where(sizes > 0, sums / np.maximum(sizes, 1), np.inf)
    others[everyone, nearest] = np.inf
    beyond = others.min(axis=1)
    known = (own > 1) & np.isfinite(beyond)
    if not known.any():
        return -1.0
    worth = (beyond - within)[known] / np.maximum(np.maximum(beyond, within)[known], 1e-9)
    return float(worth.sum() / len(rows))
