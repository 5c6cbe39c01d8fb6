"""How much of a crawl happens at once."""

from __future__ import annotations

from dataclasses import dataclass

from lycosa.errors import LycosaError


@dataclass(frozen=True, slots=True)
class Work:
    """How much happens at once."""

    concurrency: int = 1
    """Requests under way."""
    processes: int = 0
    """Processes that parse all pages; 0 parses in this one what is proven cheap, the rest in one other."""
    patience: float = 0.9
    """How far better links on busy or resting hosts are waited for: 0 keeps every slot busy, 1 asks for
    the best only, p for links that at most (1 - p) / p times the pages left are better than: 1/9 at 0.9."""
    longest_hold_s: float = 30.0
    """No wait for better links is longer; a host that is not ready for this long is not waited for."""

    def __post_init__(self) -> None:
        if not 0 <= self.patience <= 1:
            raise LycosaError(f"patience is {self.patience}; it must be from 0 to 1")
        if self.longest_hold_s < 0:
            raise LycosaError(f"longest_hold_s is {self.longest_hold_s}; it must be 0 or more")
        if self.concurrency < 1:
            raise LycosaError(f"concurrency is {self.concurrency}; it must be at least 1")
