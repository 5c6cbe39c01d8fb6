from __future__ import annotations

import math

import numpy as np
import pytest

from lycosa.errors import LycosaError
from lycosa.topic import threshold as threshold_module
from lycosa.topic.threshold import BIRCH_RADIUS, estimate

METHODS = ("mean", "weighted_mean", "kmeans", "birch", "silhouette")
SEEDS = [0.42, 0.40, 0.41, 0.12, 0.44, 0.10, 0.43, 0.39, 0.95]


def random_similarities(seed: int, count: int) -> list[float]:
    rng = np.random.default_rng(seed)
    return np.concatenate([rng.beta(2, 8, count // 2), rng.beta(8, 3, count - count // 2)]).round(3).tolist()


def test_mean_leaves_outliers_out():
    # Quartiles 0.20 and 0.30: anything above 0.45 is an outlier.
    found = estimate([0.2, 0.2, 0.3, 0.3, 0.9], "mean")
    assert found.value == pytest.approx(0.25)
    assert (found.used, found.note) == (4, "left out as outliers: 1")


def test_weighted_mean_uses_the_weights_given():
    assert estimate([0.2, 0.4], "weighted_mean", [3, 1]).value == pytest.approx(0.25)


def test_weighted_mean_without_weights_weighs_by_rank():
    assert estimate([0.6, 0.3], "weighted_mean").value == pytest.approx((0.6 + 0.3 / 2) / 1.5)


def test_weights_follow_their_seeds_when_outliers_go():
    assert estimate([0.9, 0.2, 0.2, 0.3, 0.3], "weighted_mean", [9, 1, 1, 1, 1]).value == pytest.approx(0.25)


def test_kmeans_takes_the_centre_of_the_higher_cluster():
    found = estimate([0.1, 0.7, 0.2, 0.9], "kmeans")
    assert found.value == pytest.approx(0.8)
    assert found.used == 2


def test_birch_takes_the_centre_of_the_highest_cluster():
    found = estimate([0.10, 0.50, 0.12, 0.54, 0.80, 0.84], "birch")
    assert found.value == pytest.approx(0.82)
    assert (found.used, found.note) == (2, "3 clusters")


def test_silhouette_takes_the_lowest_threshold_of_the_best_split():
    # 0.1, 0.2 | 0.8, 0.9: a = 0.1, b = 0.75 and 0.65, so (2 * 13/15 + 2 * 11/13) / 4.
    found = estimate([0.9, 0.1, 0.8, 0.2], "silhouette")
    assert found.value == 0.21
    assert found.note == f"silhouette coefficient {(1 - 0.1 / 0.75 + 1 - 0.1 / 0.65) / 2:.3f}"


@pytest.mark.parametrize("seed", range(8))
def test_kmeans_equals_scikit_learn(seed):
    from sklearn.cluster import KMeans

    values = random_similarities(seed, 20)
    centres = KMeans(2, n_init=20, random_state=0).fit(np.reshape(values, (-1, 1))).cluster_centers_
    assert estimate(values, "kmeans").value == pytest.approx(centres.max())


@pytest.mark.parametrize("seed", range(8))
def test_birch_equals_scikit_learn(seed):
    from sklearn.cluster import Birch

    values = random_similarities(seed, 40)
    model = Birch(threshold=BIRCH_RADIUS, n_clusters=None).fit(np.reshape(values, (-1, 1)))
    assert estimate(values, "birch").value == pytest.approx(model.subcluster_centers_.max())


@pytest.mark.parametrize("seed", range(8))
def test_silhouette_equals_scikit_learn(seed):
    from sklearn.metrics import silhouette_score

    values = np.array(random_similarities(seed, 20))
    scores = {
        step: silhouette_score(values.reshape(-1, 1), values >= step / 100)
        for step in range(101)
        if 0 < (values >= step / 100).sum() < len(values)
    }
    best = min(step for step, score in scores.items() if score > max(scores.values()) - 1e-9)
    assert estimate(values.tolist(), "silhouette").value == best / 100


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("values", [[0.3], [0.3, 0.3, 0.3], [0.0], [0.0, 0.0], [1.0, 1.0]])
def test_equal_similarities_are_their_own_threshold(method, values):
    found = estimate(values, method)
    assert found.value == values[0]
    assert found.note


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("values", [[0, 1], [0.3, 0.3 + 1e-9], [0, 0, 0, 1], [1, 1e-300], [5e-324, 0.0]])
def test_nearly_degenerate_similarities_give_a_number_in_range(method, values):
    found = estimate(values, method)
    assert min(values) <= found.value <= max(values)


def test_similarities_closer_than_a_step_fall_back_to_their_mean():
    found = estimate([0.301, 0.303], "silhouette")
    assert found.value == pytest.approx(0.302)
    assert "mean is used" in found.note


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        (([],), "at least one seed"),
        (([0.1, math.nan],), "seed 2"),
        (([1.2],), "seed 1"),
        (([0.1, 0.2], "median"), "median"),
        (([0.1, 0.2], "weighted_mean", [1]), "1 weights for 2"),
        (([0.1, 0.2], "weighted_mean", [0, 1]), "above 0"),
        (([0.1, 0.2], "weighted_mean", [math.inf, 1]), "above 0"),
    ],
)
def test_bad_input_is_named(arguments, culprit):
    with pytest.raises(LycosaError, match=culprit):
        estimate(*arguments)


@pytest.mark.parametrize(("subset", "share"), [("first", 0), ("last", 1.5), ("random", -1), ("middle", 0.5)])
def test_bad_subset_is_refused(subset, share):
    with pytest.raises(LycosaError):
        estimate([0.1, 0.2], subset=subset, share=share)


def test_iqr_subset_keeps_what_lies_between_the_quartiles():
    # Quartiles 0.2 and 0.4.
    found = estimate([0.1, 0.2, 0.3, 0.4, 0.5], "mean", subset="iqr")
    assert found.value == pytest.approx(0.3)
    assert found.used == 3


def test_first_and_last_follow_the_rank_of_the_seeds():
    values = [0.5, 0.3, 0.2, 0.2]
    assert estimate(values, "mean", subset="first", share=0.5).value == pytest.approx(0.4)
    assert estimate(values, "mean", subset="last", share=0.25).value == pytest.approx(0.2)


def test_random_subsets_give_an_interval_around_the_value():
    found = estimate(SEEDS, "mean", subset="random", share=0.5, seed=3)
    assert found.interval is not None
    assert found.interval[0] < found.value < found.interval[1]
    assert found == estimate(SEEDS, "mean", subset="random", share=0.5, seed=3)


def test_larger_random_subsets_give_narrower_intervals():
    widths = []
    for share in (0.25, 0.5, 0.75):
        low, high = estimate(SEEDS, "mean", subset="random", share=share).interval
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)


@pytest.mark.parametrize("method", METHODS)
def test_inputs_are_not_changed(method):
    values, weights = list(SEEDS), [1.0] * len(SEEDS)
    estimate(values, method, weights)
    assert (values, weights) == (list(SEEDS), [1.0] * len(SEEDS))


def test_estimating_needs_no_heavy_import():
    source = threshold_module.__loader__.get_source(threshold_module.__name__)
    assert "sklearn" not in source
