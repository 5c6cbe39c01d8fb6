"""Every number that protects the crawler from a server, with its unit and its reason."""

from __future__ import annotations

from dataclasses import dataclass, field

KIB = 1024
MIB = 1024 * KIB
PROXY_SCHEMES = ("http", "https", "socks4a", "socks5h")
"""Proxies that look names up themselves; for socks4 and socks5 libcurl would, unseen by the crawler."""


@dataclass(frozen=True, slots=True)
class DecodeLimits:
    """How far a compressed body may unfold."""

    decoded_bytes: int = 16 * MIB
    """Kept of one body; what lies beyond is cut off and the body marked truncated."""
    ratio: int = 100
    """Decoded size over received size. Real pages stay below 20, bombs start near 1,000."""
    ratio_free_bytes: int = MIB
    """The ratio is not looked at below this size: a small page of spaces is no attack."""
    layers: int = 2
    """Stacked encodings; servers use one, misconfigured ones two."""
    members: int = 10_000
    """Concatenated streams in one body; each costs a fresh decoder however small it is."""


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """How long one request may take and how much it may bring."""

    connect_s: float = 10.0
    """Until the connection stands, TLS included."""
    first_byte_s: float = 15.0
    """From the request to the first byte of the answer."""
    idle_s: float = 15.0
    """Between two bytes of an answer."""
    total_s: float = 60.0
    """For the whole exchange."""
    rate_bytes_per_s: float = 1000.0
    """Slower answers hold a connection for too little."""
    rate_window_s: float = 10.0
    """The rate is measured over this time, so that a short pause is forgiven."""
    head_bytes: int = 64 * KIB
    """Status lines, headers, interim answers and trailers together."""
    interim_answers: int = 8
    """Answers of status 1xx before the real one."""
    wire_bytes: int = 8 * MIB
    """Body as received; what lies beyond is not read and the body marked truncated."""
    retry_after_s: float = 86_400.0
    """Longest wait a server may ask for; more is read as this."""
    idle_connections: int = 512
    """Kept open for the next request to the same host."""
    decode: DecodeLimits = field(default_factory=DecodeLimits)

    @property
    def shortest_s(self) -> float:
        """The deadline that passes first."""
        return min(self.connect_s, self.first_byte_s, self.idle_s, self.total_s, self.rate_window_s)


@dataclass(frozen=True, slots=True)
class RobotsPolicy:
    """How robots.txt is asked for, and what is done when it cannot be had."""

    redirects: int = 5
    """RFC 9309, section 2.3.1.2."""
    fresh_s: float = 86_400.0
    """RFC 9309, section 2.4."""
    retry_s: float = 300.0
    """Wait after a first failure; it doubles with every further one, up to `fresh_s`."""
    forbidden_closes: bool = False
    """Read 401 and 403 as "disallow all"; RFC 9309 reads them as "no rules"."""
    delay_s: float = 30.0
    """Longest Crawl-delay that is waited for; a host that wants more is left alone."""
    origins: int = 100_000
    """Sites whose rules are kept in memory; those not asked about for longest are forgotten first."""
    rules_bytes: int = 64 * MIB
    """Memory for all these rules together; most sites need a few hundred bytes, a hostile one two million."""


@dataclass(frozen=True, slots=True)
class SitemapLimits:
    """Whether sitemaps are read, and how much of them. Size and number are the sitemap protocol's."""

    follow: bool = False
    """Queue the pages that the sitemaps of every site visited list."""
    file_bytes: int = 50 * MIB
    """Of one file, unpacked."""
    urls: int = 50_000
    """Of one site, over all its files."""
    depth: int = 3
    """Index, index of an index, file."""
    files: int = 500
    """Fetched for one site."""
