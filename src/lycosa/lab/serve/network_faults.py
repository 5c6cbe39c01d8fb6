"""The network between a crawler and a web on loopback: slow, failing, and the same in every run.

A URL and the number of the attempt go in; a delay and a fate come out, drawn from a hash of both.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from xxhash import xxh3_64_intdigest

from lycosa.errors import LycosaError
from lycosa.ranges import check_range


class Fate(Enum):
    """What becomes of a request."""

    ANSWERED = "answered"
    ERROR = "error"
    """The server answers with status 500."""
    RESET = "reset"
    """The connection is reset in the middle of the answer."""


@dataclass(frozen=True, slots=True)
class NetworkFaults:
    """How slow and how broken the network is."""

    latency_s: float = 0.0
    """Time before every answer."""
    jitter_s: float = 0.0
    """Up to so much is added to it."""
    errors: float = 0.0
    """Share of requests answered with status 500."""
    resets: float = 0.0
    """Share of requests whose connection is reset in the middle of the answer."""
    seed: int = 0

    def __post_init__(self) -> None:
        check_range(self, "latency_s", "jitter_s", least=0, most=60)
        check_range(self, "errors", "resets", least=0, most=1)
        if self.errors + self.resets > 1:
            raise LycosaError("errors and resets must add up to 1 at most")

    @property
    def varies(self) -> bool:
        """Whether a request's delay or fate depends on anything."""
        return bool(self.jitter_s or self.errors or self.resets)

    def delay_s(self, url: str, attempt: int) -> float:
        """Return how long the answer to a request takes."""
        return self.latency_s + (self.jitter_s * self._draw("delay", url, attempt) if self.jitter_s else 0.0)

    def fate(self, url: str, attempt: int) -> Fate:
        """Return what becomes of a request."""
        if not self.errors and not self.resets:
            return Fate.ANSWERED
        drawn = self._draw("fate", url, attempt)
        if drawn < self.resets:
            return Fate.RESET
        return Fate.ERROR if drawn < self.resets + self.errors else Fate.ANSWERED

    def _draw(self, purpose: str, url: str, attempt: int) -> float:
        return xxh3_64_intdigest(f"{self.seed} {purpose} {attempt} {url}".encode()) / 2**64
