"""How much a crawl may spend, and why it ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from lycosa.ranges import check_range


class Stop(StrEnum):
    """Why a crawl ended."""

    PAGES = "page budget spent"
    BYTES = "byte budget spent"
    TIME = "time budget spent"
    EXHAUSTED = "no links left"
    UNREACHABLE = "nothing that is left can be reached"
    INTERRUPTED = "interrupted"
    DISK = "disk full"
    EVIDENCE = "little is left to find"


@dataclass(frozen=True, slots=True)
class Budget:
    """What a crawl may spend; None is no limit."""

    pages: int | None = None
    """Pages downloaded and judged; failures and redirects do not count."""
    body_bytes: int | None = None
    """Bytes of page content, after decompression."""
    seconds: float | None = None
    """Time since the crawl started or was resumed."""

    def __post_init__(self) -> None:
        check_range(self, *self.__slots__, above=0)

    def pages_left(self, pages: int, body_bytes: int) -> float | None:
        """Return how many more pages the budget allows, those of a byte budget by their mean size so far."""
        left = [float(self.pages - pages)] if self.pages is not None else []
        if self.body_bytes is not None and body_bytes:
            left.append((self.body_bytes - body_bytes) * pages / body_bytes)
        return min(left, default=None)

    def spent(self, pages: int, body_bytes: int, seconds: float) -> Stop | None:
        """Return the reason to stop, if there is one."""
        if self.pages is not None and pages >= self.pages:
            return Stop.PAGES
        if self.body_bytes is not None and body_bytes >= self.body_bytes:
            return Stop.BYTES
        if self.seconds is not None and seconds >= self.seconds:
            return Stop.TIME
        return None
