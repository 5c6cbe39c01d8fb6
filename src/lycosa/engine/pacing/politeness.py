"""How the crawler behaves towards sites: who it says it is, and how often it asks."""

from __future__ import annotations

from dataclasses import dataclass

from lycosa.ranges import check_range


@dataclass(frozen=True, slots=True)
class Politeness:
    """What a site owner may expect of the crawler."""

    contact: str = ""
    """Address of a page or mailbox where site owners reach you; becomes part of the User-Agent."""
    user_agent: str = ""
    """Full User-Agent; made from the product name and the contact if left empty."""
    product_token: str = ""
    """Name by which robots.txt knows the crawler; taken from the User-Agent if left empty."""
    delay_s: float = 1.0
    """Rest of a host after each request."""
    slow_host_factor: float = 2.0
    """A slow host rests at least this many times as long as its answer took."""
    longest_delay_s: float = 60.0
    """The rest is never longer than this, unless the host itself asks for more."""
    requests_per_host: int = 1
    """Requests to one host under way at once."""
    address_delay_s: float = 0.25
    """Rest of an address that several hosts share, between two requests."""
    longest_wait_s: float = 3600.0
    """A host that asks for a longer wait (Retry-After) is left alone for good."""

    def __post_init__(self) -> None:
        check_range(self, "delay_s", "slow_host_factor", "longest_delay_s", least=0)
        check_range(self, "address_delay_s", "longest_wait_s", least=0)
        check_range(self, "requests_per_host", least=1)

    def agent(self, version: str) -> str:
        """Return the User-Agent."""
        return self.user_agent or (
            f"lycosa/{version} (+{self.contact})" if self.contact else f"lycosa/{version}"
        )

    def rest_s(self, elapsed_s: float, asked_s: float | None) -> float:
        """Return how long a host rests after an answer; `asked_s` is its own Crawl-delay."""
        own = min(max(self.delay_s, self.slow_host_factor * elapsed_s), self.longest_delay_s)
        return max(own, asked_s or 0.0) if self.delay_s else asked_s or 0.0
