"""How similar must a page be? Estimate it from the similarities of the seed pages (Siqueira et al. 2017).

In: one similarity in [0, 1] per seed, best-ranked seed first. Out: a `Threshold`; a page is
relevant when its similarity is at least the value. Bad input raises `LycosaError`.

Choices where the paper is silent: the clusterings are computed exactly instead of by a general
library (one dimension needs no search); among equally good silhouette splits the lowest
threshold wins; N-First and N-Last follow the rank of the seeds. The paper says it ordered seeds
by similarity, but in its Table 4 the first 75 % have a lower mean than the whole set.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lycosa.errors import LycosaError

Method: TypeAlias = Literal["mean", "weighted_mean", "kmeans", "birch", "silhouette"]
Subset: TypeAlias = Literal["all", "iqr", "first", "last", "random"]
Floats: TypeAlias = NDArray[np.float64]

OUTLIER_IQRS = 1.5
"""A similarity further than this many interquartile ranges from the quartiles is an outlier."""
BIRCH_RADIUS = 0.05
"""Largest standard deviation inside a BIRCH cluster. The usual 0.5 would put everything in one."""
SWEEP_STEPS = 100
"""The silhouette sweep tries 0, 0.01 … 1."""
RANDOM_DRAWS = 200
"""Random subsets drawn for one estimate and its 95 % interval."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """An estimated similarity threshold and how it came about."""

    value: float
    method: Method
    used: int
    """How many similarities the value rests on."""
    note: str = ""
    """For people: what was left out, or which fallback applied."""
    interval: tuple[float, float] | None = None
    """Middle 95 % of the values over random subsets; None for any other subset."""


def estimate(
    similarities: Sequence[float],
    method: Method = "silhouette",
    weights: Sequence[float] | None = None,
    *,
    subset: Subset = "all",
    share: float = 0.5,
    seed: int = 0,
) -> Threshold:
    """Estimate a threshold from seed similarities.

    Parameters
    ----------
    similarities
        One per seed, in [0, 1], in the order of the seeds' rank.
    method
        `mean` and `weighted_mean` drop outliers first; `kmeans` takes the centre of the higher
        of two clusters; `birch` that of the highest cluster; `silhouette` the threshold that
        separates the seeds best.
    weights
        For `weighted_mean`: one per seed, for example one over its priority. By default one
        over its rank.
    subset
        Which seeds to use: `all`, those between the quartiles (`iqr`; all if none is), the `first` or `last`
        share, or repeated `random` draws of that share (then the value is the mean of the
        draws and `interval` is filled in).
    share
        Share of the seeds for `first`, `last` and `random`, in (0, 1].
    seed
        Seed of the random draws.

    Notes
    -----
    When all similarities used are equal, and so also for a single seed, there is nothing to
    separate: the value is that similarity, and the note says so.

    Examples
    --------
    >>> estimate([0.1, 0.2, 0.8, 0.9]).value
    0.21
    """
    values = _checked(similarities)
    importance = _importance(weights, len(values))
    if method not in _METHODS:
        raise LycosaError(f"threshold method {method!r} is unknown; use one of {', '.join(_METHODS)}")
    if subset == "random":
        return _over_random_draws(values, importance, method, share, seed)
    chosen = _subset(values, subset, share)
    return _estimate(values[chosen], importance[chosen], method)


def _estimate(values: Floats, weights: Floats, method: Method) -> Threshold:
    if values.min() == values.max():
        reason = "the only similarity" if len(values) == 1 else f"all {len(values)} similarities are equal"
        return Threshold(float(values[0]), method, len(values), reason)
    value, used, note = _METHODS[method](values, weights)
    return Threshold(value, method, used, note)


def _mean(values: Floats, weights: Floats) -> tuple[float, int, str]:
    return _weighted_mean(values, np.ones_like(weights))


def _weighted_mean(values: Floats, weights: Floats) -> tuple[float, int, str]:
    kept = _inliers(values)
    dropped = len(values) - int(kept.sum())
    value = float(np.average(values[kept], weights=weights[kept]))
    return value, len(values) - dropped, f"left out as outliers: {dropped}" if dropped else ""


def _inliers(values: Floats) -> NDArray[np.bool_]:
    low, high = np.quantile(values, (0.25, 0.75))
    reach = OUTLIER_IQRS * (high - low)
    inside: NDArray[np.bool_] = (values >= low - reach) & (values <= high + reach)
    return inside


def _kmeans(values: Floats, weights: Floats) -> tuple[float, int, str]:
    """Split the sorted values where the squared distances to the two centres are least."""
    ordered = np.sort(values)
    sizes = np.arange(1, len(ordered))
    sums = np.cumsum(ordered)[:-1]
    between = sums**2 / sizes + (ordered.sum() - sums) ** 2 / (len(ordered) - sizes)
    higher = ordered[int(np.argmax(between)) + 1 :]
    return float(higher.mean()), len(higher), ""


def _birch(values: Floats, weights: Floats) -> tuple[float, int, str]:
    """Give each value to the nearest cluster, or open one if that would grow too wide.

    This is BIRCH with a single leaf, which is all that tens of values need.
    """
    clusters: list[_Feature] = []
    for value in values.tolist():
        near = min(range(len(clusters)), key=lambda i: abs(clusters[i].centre - value), default=None)
        if near is not None and (grown := clusters[near].plus(value)).radius <= BIRCH_RADIUS:
            clusters[near] = grown
        else:
            clusters.append(_Feature(1, value, value * value))
    highest = max(clusters, key=lambda cluster: cluster.centre)
    return highest.centre, highest.size, f"{len(clusters)} clusters"


class _Feature(NamedTuple):
    """What BIRCH remembers of a cluster."""

    size: int
    total: float
    squares: float

    @property
    def centre(self) -> float:
        return self.total / self.size

    @property
    def radius(self) -> float:
        return math.sqrt(max(0.0, self.squares / self.size - self.centre**2))

    def plus(self, value: float) -> _Feature:
        return _Feature(self.size + 1, self.total + value, self.squares + value * value)


def _silhouette(values: Floats, weights: Floats) -> tuple[float, int, str]:
    ordered = np.sort(values)
    best_value, best_coefficient = 0.0, -math.inf
    for step in range(SWEEP_STEPS + 1):
        threshold = step / SWEEP_STEPS
        split = int(np.searchsorted(ordered, threshold, side="left"))
        if 0 < split < len(ordered):
            coefficient = _silhouette_coefficient(ordered, split)
            if coefficient > best_coefficient + 1e-12:
                best_value, best_coefficient = threshold, coefficient
    if best_coefficient == -math.inf:
        value, used, _ = _mean(values, weights)
        return value, used, "no step of the sweep separates the similarities; their mean is used"
    return best_value, len(values), f"silhouette coefficient {best_coefficient:.3f}"


def _silhouette_coefficient(ordered: Floats, split: int) -> float:
    """Return the mean silhouette of sorted values cut in two; a lone value counts 0."""
    below, above = ordered[:split], ordered[split:]
    total = 0.0
    for own, other in ((below, above), (above, below)):
        if len(own) == 1:
            continue
        inside = _distance_sums(own) / (len(own) - 1)
        outside = np.abs(own - other.mean())  # the clusters do not overlap, so this is the mean distance
        widest = np.maximum(inside, outside)
        total += float(np.divide(outside - inside, widest, out=np.zeros_like(own), where=widest > 0).sum())
    return total / len(ordered)


def _distance_sums(ordered: Floats) -> Floats:
    """Return for each of the sorted values the sum of its distances to all of them."""
    count = len(ordered)
    before = np.cumsum(ordered) - ordered
    rank = np.arange(count)
    distances: Floats = ordered * (2 * rank - count) - 2 * before + ordered.sum()
    return np.maximum(distances, 0.0)


_METHODS: dict[Method, Callable[[Floats, Floats], tuple[float, int, str]]] = {
    "mean": _mean,
    "weighted_mean": _weighted_mean,
    "kmeans": _kmeans,
    "birch": _birch,
    "silhouette": _silhouette,
}


def _checked(similarities: Sequence[float]) -> Floats:
    values = np.asarray(similarities, dtype=np.float64)
    if values.ndim != 1 or not len(values):
        raise LycosaError("a threshold needs the similarity of at least one seed; got none")
    bad = np.flatnonzero(~((values >= 0) & (values <= 1)))
    if len(bad):
        raise LycosaError(f"similarity {values[bad[0]]} of seed {bad[0] + 1} is not between 0 and 1")
    return values


def _importance(weights: Sequence[float] | None, count: int) -> Floats:
    if weights is None:
        return 1.0 / np.arange(1, count + 1)
    importance = np.asarray(weights, dtype=np.float64)
    if importance.shape != (count,):
        raise LycosaError(f"{importance.size} weights for {count} similarities; give one for each")
    if not (np.isfinite(importance) & (importance > 0)).all():
        raise LycosaError("seed weights must be finite and above 0")
    relative: Floats = np.maximum(importance / importance.max(), 1e-12)
    return relative


def _subset(values: Floats, subset: Subset, share: float) -> NDArray[np.intp]:
    everything = np.arange(len(values))
    match subset:
        case "all":
            return everything
        case "iqr":
            low, high = np.quantile(values, (0.25, 0.75))
            between = np.flatnonzero((values >= low) & (values <= high))
            return between if len(between) else everything
        case "first":
            return everything[: _count(len(values), share)]
        case "last":
            return everything[-_count(len(values), share) :]
    raise LycosaError(f"seed subset {subset!r} is unknown; use all, iqr, first, last or random")


def _count(total: int, share: float) -> int:
    if not 0 < share <= 1:
        raise LycosaError(f"share of the seeds must be above 0 and at most 1, not {share}")
    return max(1, round(total * share))


def _over_random_draws(values: Floats, weights: Floats, method: Method, share: float, seed: int) -> Threshold:
    rng = np.random.default_rng(seed)
    count = _count(len(values), share)
    draws = [np.sort(rng.choice(len(values), count, replace=False)) for _ in range(RANDOM_DRAWS)]
    found = [_estimate(values[drawn], weights[drawn], method).value for drawn in draws]
    low, high = np.quantile(found, (0.025, 0.975))
    note = f"mean over {RANDOM_DRAWS} random draws of {count} seeds"
    return Threshold(float(np.mean(found)), method, count, note, (float(low), float(high)))
