"""What evidence leaves unexplained, by distance from the seeds."""

from __future__ import annotations

import numpy as np

from lycosa.rank.outcome.surprise import Surprises

LAYERS = np.array([1, 2, 3])


def told(*outcomes: tuple[int, float, float]) -> Surprises:
    surprises = Surprises()
    for depth, priority, worth in outcomes:
        surprises.outcome(depth, priority, worth)
    return surprises


def test_a_layer_whose_pages_were_better_than_their_evidence_is_worth_more() -> None:
    first, second, third = told(*[(2, 2.0, 0.9), (3, 2.0, 0.1)] * 40).of(LAYERS)
    assert second > 0.0
    assert first == third == 0.0  # never read, and worse than thought: lists may be, and lead to what is good


def test_a_layer_counts_for_one_at_most_however_much_better_it_is() -> None:
    """Else every link of the layer would go before all others, and evidence would choose nothing."""
    much, more = (told(*[(2, 2.0, worth), (3, 2.0, 0.0)] * 200).of(LAYERS) for worth in (0.6, 1.0))
    assert much.max() == more.max() == 1.0


def test_what_evidence_has_foretold_is_no_surprise() -> None:
    """The deeper layer is worse by half a page, and its links were queued so much lower."""
    assert not told(*[(2, 3.0, 0.7), (3, 1.0, 0.2)] * 40).of(LAYERS).any()


def test_a_few_visits_may_be_chance() -> None:
    assert not told(*[(2, 2.0, 0.8), (3, 2.0, 0.2)] * 3).of(LAYERS).any()


def test_pages_that_grow_scarce_with_time_say_nothing_of_the_layer_read_last() -> None:
    """First one layer was read, then another; the harvest fell by half all the time."""
    fading = np.linspace(0.8, 0.4, 200)
    near = [(1, 2.0, worth) for worth in fading[:100]]
    far = [(2, 2.0, worth) for worth in fading[100:]]
    assert told(*near, *far).of(LAYERS).max() < 0.1


def test_restored_surprises_are_the_same() -> None:
    surprises, again = told(*[(2, 2.0, 0.9), (3, 2.0, 0.1)] * 20), Surprises()
    again.restore(surprises.state())
    for one in (surprises, again):
        one.outcome(2, 1.0, 0.3)
    assert again.of(LAYERS).tolist() == surprises.of(LAYERS).tolist()
