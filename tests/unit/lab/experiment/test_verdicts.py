"""Measures of verdicts: each by hand on a few pages, and against scikit-learn on many."""

from __future__ import annotations

import random

import pytest
from sklearn import metrics

from lycosa.lab.experiment.measures import Sighting, measure
from lycosa.lab.experiment.verdicts import judge_verdicts, reliability

SCORES = [0.9, 0.8, 0.7, 0.2, 0.1]
RELEVANT = [True, True, True, False, False]
TRUTH = [True, False, True, True, False]


def test_precision_and_recall_count_the_right_verdicts() -> None:
    found = judge_verdicts(SCORES, RELEVANT, TRUTH)
    assert found.precision == pytest.approx(2 / 3)
    assert found.recall == pytest.approx(2 / 3)
    assert found.f1 == pytest.approx(2 / 3)


def test_calling_nothing_relevant_agrees_with_most_pages_and_has_an_f1_of_zero() -> None:
    rare = [Sighting(f"u{i}", 0, False, 0.1, i == 0) for i in range(20)]
    point = measure(rare, 20, 1)
    assert point.label.agreement == 0.95
    assert (point.verdict.f1, point.verdict.recall, point.verdict.precision) == (0.0, 0.0, None)


def test_average_precision_is_by_score_not_by_verdict() -> None:
    found = judge_verdicts(SCORES, [False] * 5, TRUTH)
    assert found.average_precision == pytest.approx((1 / 1 + 2 / 3 + 3 / 4) / 3)


def test_pages_of_equal_score_count_alike_whatever_their_order() -> None:
    first = judge_verdicts([0.5] * 4, [True] * 4, [True, False, False, False])
    last = judge_verdicts([0.5] * 4, [True] * 4, [False, False, False, True])
    assert first.average_precision == last.average_precision == 0.25


def test_brier_score_is_the_mean_squared_distance_from_the_truth() -> None:
    expected = (0.1**2 + 0.8**2 + 0.3**2 + 0.8**2 + 0.1**2) / 5
    assert judge_verdicts(SCORES, RELEVANT, TRUTH).brier == pytest.approx(expected)


def test_a_true_probability_has_no_calibration_error() -> None:
    found = judge_verdicts([0.25] * 4 + [1.0], [False] * 5, [True, False, False, False, True])
    assert found.calibration_error == pytest.approx(0.0)


def test_scores_that_promise_too_much_have_a_calibration_error() -> None:
    assert judge_verdicts([0.95] * 4, [True] * 4, [False] * 4).calibration_error == pytest.approx(0.95)


def test_reliability_tells_of_the_bins_that_hold_pages() -> None:
    bins = reliability([0.05, 0.95, 1.0, 1.3], [False, True, False, True])
    assert [(b.low, b.pages) for b in bins] == [(0.0, 1), (0.9, 3)]
    assert bins[1].on_topic == pytest.approx(2 / 3)
    assert bins[1].score == pytest.approx((0.95 + 1 + 1) / 3)


def test_where_nothing_is_on_topic_nobody_knows_the_recall() -> None:
    found = judge_verdicts([0.1], [False], [False])
    assert (found.recall, found.average_precision, found.f1) == (None, None, None)


def test_an_empty_crawl_has_no_measures() -> None:
    assert judge_verdicts([], [], []).brier is None


def test_measures_are_those_of_scikit_learn() -> None:
    chance = random.Random(7)
    scores = [round(chance.random(), 1) for _ in range(500)]
    truth = [chance.random() < score for score in scores]
    called = [score >= 0.4 for score in scores]
    found = judge_verdicts(scores, called, truth)
    assert found.precision == pytest.approx(metrics.precision_score(truth, called))
    assert found.recall == pytest.approx(metrics.recall_score(truth, called))
    assert found.f1 == pytest.approx(metrics.f1_score(truth, called))
    assert found.average_precision == pytest.approx(metrics.average_precision_score(truth, scores))
    assert found.brier == pytest.approx(metrics.brier_score_loss(truth, scores))
