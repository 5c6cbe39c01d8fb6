"""An event loop whose clock jumps: what would take hours of waiting takes no time, in the same order.

A crawl sleeps and waits as it does live. Whenever nothing is left to do but to wait, the clock is set to
the moment at which the next wait ends. So the engine's own code runs, not a model of it.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """Runs coroutines in virtual time, which begins at 0."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(_Jumping(self))

    def time(self) -> float:
        """Return the virtual time in seconds."""
        return self.now


class _Jumping(selectors.DefaultSelector):
    """Looks for what has happened outside; where it would wait, the clock jumps."""

    def __init__(self, loop: VirtualTimeLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what is ready; only if no wait would ever end, wait for the outside."""
        events = super().select(None if timeout is None else 0)
        if not events and timeout is not None and timeout > 0:
            self._loop.now += timeout
        return events


def run_in_virtual_time(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(work)
