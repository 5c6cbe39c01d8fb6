"""The one place where URLs are parsed, as browsers do it (WHATWG): text in, absolute URL or its parts out."""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache

from ada_url import URL, join_url, normalize_url

_SHORT_CHARS = 256
_ESCAPED_HOST_CHARS_MAX = 1024
_QUERY_OR_FRAGMENT = re.compile(r"[?#]")
_SLASHES = re.compile(r"[/\\]+")
_IGNORED = str.maketrans("", "", "\t\n\r")


def resolve(href: str, base: str | None = None) -> str | None:
    """Return the absolute URL that `href` means on a page with that base; None if it is not valid.

    >>> resolve("../b?q#f", "http://example.org/x/a")
    'http://example.org/b?q#f'
    """
    if len(href) > _SHORT_CHARS and _has_absurd_host(href):
        return None
    try:
        return normalize_url(href) if base is None else join_url(base, href)
    except ValueError:
        return None if href.isascii() else _resolve_repaired(href, base)


def _has_absurd_host(href: str) -> bool:
    """Whether a part that may be the host is too long for one.

    The parser takes quadratic time for internationalised names: 5 ms for 2,000 characters.
    """
    before_query = _QUERY_OR_FRAGMENT.split(href.translate(_IGNORED), maxsplit=1)[0]
    limit = _ESCAPED_HOST_CHARS_MAX if href.isascii() else _SHORT_CHARS
    return any(len(part) > limit for part in _SLASHES.split(before_query, maxsplit=2)[:2])


def _resolve_repaired(href: str, base: str | None) -> str | None:
    """Resolve once more with lone surrogates replaced, as a browser replaces them."""
    repaired = href.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return None if repaired == href else resolve(repaired, base)


def host_of(url: str) -> str:
    """Return the host of a valid URL, without port or final dot; empty if it has none.

    >>> host_of("https://Example.ORG.:8080/x")
    'example.org'
    """
    return _parts(url)[0]


def origin_of(url: str) -> str:
    """Return scheme, host and port of a valid http(s) URL; empty for any other.

    >>> origin_of("https://example.org:443/x")
    'https://example.org'
    """
    return _parts(url)[1]


@lru_cache(maxsize=1 << 14)
def is_ip(host: str) -> bool:
    """Whether a host is an IP literal, with or without the brackets of IPv6."""
    try:
        ipaddress.ip_address(host[1:-1] if host.startswith("[") else host)
    except ValueError:
        return False
    return True


def _parts(url: str) -> tuple[str, str]:
    """Return host and origin; of most URLs only the start is parsed, and is soon in the cache.

    A cut inside the slashes after the scheme leaves no host, which no http(s) URL may lack:
    then the whole is parsed.
    """
    cut = url.find("/", 8)
    if 0 < cut < 300:
        parts = _parts_of_start(url[:cut])
        if parts[0]:
            return parts
    return _parsed(url)


def _parsed(url: str) -> tuple[str, str]:
    absolute = resolve(url)
    if absolute is None:
        return "", ""
    parsed = URL(absolute)
    host = parsed.hostname.removesuffix(".")
    if parsed.protocol not in {"http:", "https:"}:
        return host, ""
    port = f":{parsed.port}" if parsed.port else ""
    return host, f"{parsed.protocol}//{host}{port}"


_parts_of_start = lru_cache(maxsize=1 << 14)(_parsed)
