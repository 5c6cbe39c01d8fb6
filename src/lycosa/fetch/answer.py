"""Makes a `Fetched` of what a request brought: status to error kind, Location to target, payload to body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import quote

from lycosa.errors import Kind
from lycosa.fetch.decode import decode
from lycosa.fetch.head import AnswerHead, retry_after_s
from lycosa.fetch.limits import FetchLimits
from lycosa.model import Exchange, Fetched
from lycosa.url import URL_BYTES_MAX, resolve

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_KINDS = {
    206: Kind.HTTP_OTHER,
    304: Kind.NOT_MODIFIED,
    410: Kind.GONE,
    429: Kind.THROTTLED,
    503: Kind.THROTTLED,
}
_KINDS_OF_CLASS = {2: None, 4: Kind.HTTP_CLIENT, 5: Kind.HTTP_SERVER}
_ASCII = "".join(map(chr, range(128)))


class Failure(NamedTuple):
    """Why a URL gave no whole answer."""

    kind: Kind
    detail: str


@dataclass(frozen=True, slots=True)
class Received:
    """What one request brought, as far as it came."""

    head: AnswerHead | None
    exchange: Exchange
    failure: Failure | None
    truncated: bool
    """The payload was longer than the limit and the rest was not read."""
    fetched_at: float
    elapsed_s: float


def interpret(url: str, received: Received, limits: FetchLimits) -> Fetched:
    """Say what an answer means. The body of a redirect is never decoded."""
    head, failure = received.head, received.failure
    location, body, truncated = "", b"", received.truncated
    wait_s: float | None = None
    if head is None or failure is not None:
        failure = failure or Failure(Kind.PROTOCOL, "no answer")
        truncated = bool(received.exchange.payload)
    elif head.status in _REDIRECTS:
        location, failure = _redirect(url, head)
    else:
        failure = _failure(head.status)
        decoded = decode(received.exchange.payload, ",".join(head.values("content-encoding")), limits.decode)
        body, truncated = decoded.body, truncated or decoded.truncated
        if failure is not None:
            wait_s = retry_after_s(head.values("retry-after"), received.fetched_at, limits.retry_after_s)
        elif decoded.error is not None:
            failure = Failure(decoded.error, decoded.detail)
    return Fetched(
        url,
        status=head.status if head else 0,
        headers=head.headers if head else (),
        body=body,
        error=failure.kind if failure else None,
        detail=failure.detail if failure else "",
        location=location,
        truncated=truncated,
        fetched_at=received.fetched_at,
        elapsed_s=received.elapsed_s,
        retry_after_s=wait_s,
        exchange=received.exchange,
    )


def _failure(status: int) -> Failure | None:
    kind = _KINDS.get(status, _KINDS_OF_CLASS.get(status // 100, Kind.HTTP_OTHER))
    return None if kind is None else Failure(kind, f"status {status}")


def _redirect(url: str, head: AnswerHead) -> tuple[str, Failure | None]:
    """Return where a redirect leads, or why that is nowhere to go."""
    locations = set(head.values("location"))
    if len(locations) != 1 or "" in locations:
        return "", Failure(Kind.BAD_REDIRECT, f"status {head.status} with {len(locations - {''})} locations")
    # Bytes beyond ASCII are escaped one by one, whatever encoding the server had in mind.
    (location,) = locations
    absolute = resolve(quote(location, safe=_ASCII, encoding="latin-1"), url)
    if absolute is None:
        return "", Failure(Kind.BAD_REDIRECT, f"Location {location[:200]!r} is not a URL")
    if not absolute.startswith(("http://", "https://")):
        return "", Failure(Kind.SCHEME, f"redirect to {absolute[:200]}")
    if len(absolute.partition("#")[0]) > URL_BYTES_MAX:
        return "", Failure(Kind.URL_TOO_LONG, f"redirect to a URL of {len(absolute)} bytes")
    return absolute, None
