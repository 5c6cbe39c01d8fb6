"""What a strategy has learned, as it is kept: in go its states, out comes what a step has to say of them.

A small state is said with every step that changes it. A large one would cost more than the step, so it is
said only when the crawl has since used many times the processor time that saying it took. To keep it takes
longer than to say it: together they cost one per cent, however large it grows. Whoever resumes the
crawl lets the strategy have the visits since then once more: some hundred, less than a second of work.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Callable, Mapping
from math import inf
from time import process_time
from typing import Any, NamedTuple, cast

from lycosa.model import SavedState
from lycosa.strategy.base import Strategy

SMALL_BYTES = 8 * 1024
_COST_RATIO = 500
_INSIDE = "/"


class Learned(NamedTuple):
    """The state of a strategy: plain data as JSON, arrays as bytes."""

    text: str
    arrays: Mapping[str, bytes]
    visits: int
    """Visits that the state takes in."""
    lasting: bool = False
    """The state is small: it holds until a later step says another."""

    @classmethod
    def of(cls, state: SavedState, visits: int = 0) -> Learned:
        """Return a state in its two parts; an array inside another state goes by the way to it."""
        arrays: dict[str, bytes] = {}
        text = json.dumps(_plain(state, (), arrays), allow_nan=False)
        small = len(text) + sum(map(len, arrays.values())) <= SMALL_BYTES
        return cls(text, arrays, visits, small)

    def state(self) -> dict[str, Any]:
        """Return the state as `restore` takes it."""
        plain: dict[str, Any] = json.loads(self.text)
        for way, array in self.arrays.items():
            *outer, name = way.split(_INSIDE)
            place = plain
            for key in outer:
                place = place[key]
            place[name] = array
        return plain


def _plain(state: SavedState, way: tuple[str, ...], arrays: dict[str, bytes]) -> dict[str, Any]:
    """Return a state without its arrays, which are laid into `arrays`."""
    plain: dict[str, Any] = {}
    for key, value in state.items():
        if isinstance(value, bytes):
            if any(_INSIDE in name for name in (*way, key)):
                raise ValueError(f"on the way to an array, {[*way, key]}, a name holds {_INSIDE!r}")
            arrays[_INSIDE.join((*way, key))] = value
        else:
            plain[key] = _plain(value, (*way, key), arrays) if isinstance(value, dict) else value
    return plain


class Lessons:
    """Says what a strategy has learned, when it is due."""

    def __init__(self, clock: Callable[[], float] = process_time) -> None:
        self._clock = clock
        self._last: Learned | None = None
        self._known = b""
        """The state of the last step, if it was small."""
        self._due_at = -inf

    def due(self, strategy: Strategy, visits: int) -> Learned | None:
        """Return the state after so many visits, if it is small and new, or if it is time for a large one."""
        # A state that was small is taken for cheap; if it is large now, the next time tells what it costs.
        started = inf if self._known else self._clock()
        if started < self._due_at:
            return None
        state = strategy.state()
        known, self._known = self._known, _bytes_of(state)
        if self._known and self._known == known:
            return None
        learned = Learned.of(state, visits)
        if not learned.lasting:
            stopped = self._clock()
            self._due_at = stopped + _COST_RATIO * max(stopped - started, 0.0)
            self._last, self._known = None, b""
            return learned
        if self._last is not None and learned[:2] == self._last[:2]:
            return None
        self._last = learned
        return learned


def _bytes_of(state: SavedState) -> bytes:
    """Return what a state is known by: ten times as fast as its JSON, most steps change nothing of it.

    Empty if it holds other than plain data, of which its JSON has to be made to know it.
    """
    try:
        return marshal.dumps(cast("Any", state), 2)  # from version 3 on, equal data may give other bytes
    except ValueError:
        return b""
