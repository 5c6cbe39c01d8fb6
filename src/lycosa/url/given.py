"""A URL that a person gives: its canonical form, or what is wrong with it."""

from __future__ import annotations

from lycosa.errors import LycosaError
from lycosa.url.canonical import REFUSED_PORTS, URL_BYTES_MAX, canonical
from lycosa.url.parse import origin_of, resolve


def given_url(text: str, what: str = "") -> str:
    """Return the canonical form of a URL; `what` it is stands before it in the error of one without.

    >>> given_url("HTTP://example.org")
    'http://example.org/'
    >>> given_url("http://example.org:25/", "seed")
    Traceback (most recent call last):
    lycosa.errors.LycosaError: seed 'http://example.org:25/' names port 25, which is not for web pages
    """
    url = canonical(text)
    if url is None:
        raise LycosaError(f"{what} {text!r} {_fault(text)}".lstrip())
    return url


def _fault(text: str) -> str:
    absolute = resolve(text) or ""
    if not absolute.startswith(("http://", "https://")):
        return "is not an http or https URL"
    port = origin_of(absolute).rpartition(":")[2]
    if port in REFUSED_PORTS:
        return f"names port {port}, which is not for web pages"
    if len(absolute) > URL_BYTES_MAX:
        return f"is longer than {URL_BYTES_MAX:,} bytes"
    return "names a host that cannot exist"
