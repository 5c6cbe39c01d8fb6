"""Every way a URL can fail or be skipped, and the one exception users see.

Errors met while crawling are values: a fetch returns a `Kind`, the frontier records a
`Kind`, the report counts them. Exceptions are for bad input and bugs only.
"""

from __future__ import annotations

from enum import StrEnum


class LycosaError(Exception):
    """Bad input, said in one line: what is wrong, where, and what would be right."""


class Kind(StrEnum):
    """Why a URL gave no page, or was never asked for."""

    # The URL itself
    BAD_URL = "bad-url"
    URL_TOO_LONG = "url-too-long"
    SCHEME = "scheme"
    OUT_OF_SCOPE = "out-of-scope"
    TOO_DEEP = "too-deep"
    TRAP = "trap"
    NOFOLLOW = "nofollow"
    HOST_BUDGET = "host-budget"
    DOMAIN_BUDGET = "domain-budget"
    HOST_PARKED = "host-parked"
    ELSEWHERE = "elsewhere"
    # Robots
    ROBOTS_DISALLOWED = "robots-disallowed"
    ROBOTS_UNREACHABLE = "robots-unreachable"
    # Name and address
    DNS_NOT_FOUND = "dns-not-found"
    DNS_FAILED = "dns-failed"
    DNS_TIMEOUT = "dns-timeout"
    ADDRESS_REFUSED = "address-refused"
    # Connection
    CONNECT_FAILED = "connect-failed"
    CONNECT_TIMEOUT = "connect-timeout"
    TLS = "tls"
    FIRST_BYTE_TIMEOUT = "first-byte-timeout"
    IDLE_TIMEOUT = "idle-timeout"
    TOTAL_TIMEOUT = "total-timeout"
    TOO_SLOW = "too-slow"
    RESET = "reset"
    # Message
    PROTOCOL = "protocol"
    HEADERS_TOO_LARGE = "headers-too-large"
    INCOMPLETE = "incomplete"
    DECODING = "decoding"
    BOMB = "decompression-bomb"
    # Redirects
    BAD_REDIRECT = "bad-redirect"
    REDIRECT_LOOP = "redirect-loop"
    TOO_MANY_REDIRECTS = "too-many-redirects"
    # Status
    NOT_MODIFIED = "not-modified"
    GONE = "gone"
    HTTP_CLIENT = "http-4xx"
    HTTP_SERVER = "http-5xx"
    HTTP_OTHER = "http-other"
    THROTTLED = "throttled"
    # Content
    NOT_HTML = "not-html"
    PAGE_TOO_COSTLY = "page-too-costly"
    PAGE_FAILED = "page-failed"
    EMPTY = "empty"
    NOINDEX = "noindex"
    DUPLICATE = "duplicate"
    NEAR_DUPLICATE = "near-duplicate"
    SOFT_404 = "soft-404"

    @property
    def transient(self) -> bool:
        """Whether asking again later may help."""
        return self in _TRANSIENT


_TRANSIENT = frozenset(
    {
        Kind.DNS_FAILED,
        Kind.DNS_TIMEOUT,
        Kind.CONNECT_FAILED,
        Kind.CONNECT_TIMEOUT,
        Kind.FIRST_BYTE_TIMEOUT,
        Kind.IDLE_TIMEOUT,
        Kind.TOTAL_TIMEOUT,
        Kind.RESET,
        Kind.INCOMPLETE,
        Kind.HTTP_SERVER,
        Kind.THROTTLED,
        Kind.ROBOTS_UNREACHABLE,
    }
)
