"""How much of a crawl happens at once."""

from __future__ import annotations

from dataclasses import dataclass

from lycosa.ranges import check_range


@dataclass(frozen=True, slots=True)
class Work:
    """How much happens at once."""

    concurrency: int = 1
    """Requests under way."""
    processes: int = 0
    """Processes that parse all pages; 0 parses in this one what is proven cheap, the rest in one other."""
    patience: float = 0.9
    """How far better links on busy or resting hosts are waited for: 0 keeps every slot busy, 1 asks for
    the best only, p for links that at most (1 - p) / p times the pages left (or, if they are fewer, the links
    queued) are better than: 1/9 at 0.9."""
    longest_hold_s: float = 30.0
    """No wait for better links is longer; a host that is not ready for this long is not waited for."""

    def __post_init__(self) -> None:
        check_range(self, "patience", least=0, most=1)
        check_range(self, "longest_hold_s", least=0)
        check_range(self, "concurrency", least=1)
