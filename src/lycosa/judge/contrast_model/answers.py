"""What people's answers say of the scale: in go log-odds that were given and the truth, out comes a shift."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

LIKELY_SHIFT = 0.5
"""Standard deviation of shifts before any answer, in log-odds: twenty answers may move one half to a third.
With 1.0 other pages gain as much on the average, but a topic that was well placed loses twice as much."""
_CERTAIN = 1e-6
_ROUNDS = 25


def odds(likely: float) -> float:
    """Return the log-odds of a probability, bounded."""
    bounded = min(max(likely, _CERTAIN), 1 - _CERTAIN)
    return log(bounded / (1 - bounded))


def shift(answers: Sequence[tuple[float, bool]]) -> float:
    """Return what to add to all log-odds so that they fit the answers best, little being likelier than much.

    In: for each answer the log-odds that the page had before it was answered, and whether it is on topic.

    >>> shift([])
    0.0
    >>> round(shift([(0.0, False)] * 10), 2), round(shift([(0.0, False), (0.0, True)]), 2)
    (-0.78, 0.0)
    """
    found = 0.0
    for _ in range(_ROUNDS):
        likely = [1 / (1 + exp(-(given + found))) for given, _ in answers]
        slope = (
            sum(p - truth for p, (_, truth) in zip(likely, answers, strict=True)) + found / LIKELY_SHIFT**2
        )
        found -= slope / (sum(p * (1 - p) for p in likely) + 1 / LIKELY_SHIFT**2)
    return found
