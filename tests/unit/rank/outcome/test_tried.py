"""Outcomes by place are kept where there are any, and given back wherever they were."""

from __future__ import annotations

import numpy as np

from lycosa.rank.outcome.tried import Tried, rate_parts

FAR = 200_000
PLACES = np.array([3, 4, FAR])


def tried() -> Tried:
    found = Tried()
    found.add(3, 1, 800)
    found.add(FAR, 2, 500)
    found.add(FAR, 0, -500)  # worth nothing after all, and still two outcomes
    return found


def test_a_place_far_up_costs_no_more_to_keep_than_one_far_down() -> None:
    assert sum(map(len, tried().state().values())) == 2 * 3 * 8


def test_outcomes_kept_are_given_back() -> None:
    again = Tried()
    again.add(4, 9, 9)  # of another crawl
    again.restore(tried().state())
    assert again.at(PLACES).tolist() == [[1, 800], [0, 0], [2, 0]]


def test_outcomes_are_given_back_that_an_older_crawl_kept_for_all_places() -> None:
    rows = tried().at(np.arange(FAR + 1))
    again = Tried()
    again.restore(rows.tobytes())
    assert again.at(PLACES).tolist() == [[1, 800], [0, 0], [2, 0]]


def test_rates_kept_are_those_that_outcomes_give_before_and_after_they_were_kept() -> None:
    kept, again = Tried(lean=3.0), Tried(lean=3.0)
    kept.add(3, 1, 800)
    kept.add(FAR, 2, 500)
    again.restore(kept.state())
    expected = np.stack(rate_parts(kept.at(PLACES), 3.0), axis=1)
    assert np.array_equal(kept.all_rates(FAR).take(PLACES, axis=0), expected)
    assert np.array_equal(again.all_rates(FAR).take(PLACES, axis=0), expected)
