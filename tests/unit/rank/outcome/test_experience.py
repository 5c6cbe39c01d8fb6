"""What experience says against the weights."""

from __future__ import annotations

import numpy as np
import pytest

from lycosa.rank.outcome.experience import RATES, Experience

LISTED, LINKED = (0.1, 0.8, 0.8, 0.5, 0.5), (0.9, 0.2, 0.2, 0.5, 0.5)
"""Links from a good list, and from a good page."""


def worth_more(experience: Experience) -> float:
    """By how much links of lists are worth more than those of pages, beside their weights."""
    listed, linked = experience.of(np.array([LISTED, LINKED]))
    return float(listed - linked)


def test_before_the_first_outcome_nothing_speaks_against_the_weights() -> None:
    assert not Experience().of(np.random.default_rng(0).random((4, RATES))).any()


def test_rates_that_promise_what_comes_are_left_as_they_are() -> None:
    experience = Experience()
    for rates in (LISTED, LINKED) * 100:
        experience.outcome(rates, priority=4 * rates[0], worth=rates[0])
    assert worth_more(experience) == pytest.approx(0, abs=1e-9)


def test_a_rate_that_promises_too_much_is_worth_less() -> None:
    experience = Experience()
    for _ in range(50):
        experience.outcome(LINKED, priority=3.6, worth=0.1)
        experience.outcome(LISTED, priority=0.4, worth=0.9)
    assert worth_more(experience) > 1


def test_a_handful_of_outcomes_hardly_moves_the_weights() -> None:
    experience = Experience()
    for _ in range(3):
        experience.outcome(LINKED, priority=2.0, worth=0.0)
        experience.outcome(LISTED, priority=2.0, worth=1.0)
    assert 0 < worth_more(experience) < 0.5


def test_what_it_explains_is_not_left_over() -> None:
    experience, left = Experience(), []
    for _ in range(100):
        left.append(experience.outcome(LINKED, priority=2.0, worth=0.1))
        left.append(experience.outcome(LISTED, priority=2.0, worth=0.9))
    assert abs(left[-1]) < 0.1 < abs(left[1])


def test_two_that_share_what_they_learned_agree() -> None:
    first, second = Experience(), Experience()
    for _ in range(30):
        first.outcome(LINKED, priority=2.0, worth=0.1)
        first.outcome(LISTED, priority=2.0, worth=0.9)
        second.outcome(LINKED, priority=2.0, worth=0.9)
        second.outcome(LISTED, priority=2.0, worth=0.7)
    both = first.lessons(), second.lessons()
    first.adopt(both[1])
    second.adopt(both[0])
    assert worth_more(first) == pytest.approx(worth_more(second))


def test_restored_it_goes_on_as_if_it_had_never_stopped() -> None:
    rng, first, second = np.random.default_rng(1), Experience(), Experience()
    for _ in range(20):
        first.outcome(rng.random(RATES).tolist(), 2.0, rng.random())
    second.restore(first.state())
    more = rng.random(RATES).tolist()
    assert first.outcome(more, 1.0, 0.5) == second.outcome(more, 1.0, 0.5)
    assert first.of(np.array([more])).tolist() == second.of(np.array([more])).tolist()
