"""An event loop whose clock jumps: hours of waiting pass at once, in the order in which they would have."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
_GRACE_S = 0.003
"""Real time given to threads before the clock jumps."""


class _Jumping(selectors.DefaultSelector):
    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        ready = super().select(min(_GRACE_S, timeout) if timeout is not None else None)
        if not ready and timeout:
            self.now += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """Waits for nothing but threads."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now


def run_virtual(main: Callable[[Callable[[], float]], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine function, which is given the clock, in virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        loop = runner.get_loop()
        return runner.run(main(loop.time))
