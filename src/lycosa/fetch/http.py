"""The live web: a URL in, a `Fetched` out.

The URL is checked, its host looked up, every address checked, and the connection made to a
checked address and no other. Redirects are reported, not followed: whoever asked decides, and
the next hop passes the same checks.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, NamedTuple

import certifi
import pycurl  # type: ignore[import-untyped, unused-ignore]

from lycosa.errors import Kind, LycosaError
from lycosa.fetch.answer import Failure, Received, interpret
from lycosa.fetch.connections import KeptConnections
from lycosa.fetch.dns import Resolver
from lycosa.fetch.limits import KIB, FetchLimits
from lycosa.fetch.transfer import Transfer
from lycosa.model import Exchange, Fetched
from lycosa.url import URL_BYTES_MAX, Admission, admit_addresses, admit_name, origin_of, resolve

_ACCEPT = ("Accept: text/html,application/xhtml+xml,*/*;q=0.5", "Accept-Encoding: gzip, deflate, br, zstd")
_UNCONNECTED = frozenset({Kind.CONNECT_FAILED, Kind.CONNECT_TIMEOUT})
_ADDRESSES_TRIED = 2
_INLINE_BYTES = 256 * KIB
"""Bigger bodies are decoded in a thread, or they would hold up the other transfers."""
_SWEEPS_PER_DEADLINE = 4
_SWEEP_LONGEST_S = 0.5


class _Request(NamedTuple):
    """What is asked for, and the alternatives where to connect; none means that the proxy knows."""

    origin: str
    path: str
    headers: list[str]
    addresses: tuple[str, ...]
    port: int


class HttpFetcher:
    """Fetches over HTTP/1.1, with or without TLS, many URLs at a time.

    Parameters
    ----------
    limits : caps and deadlines of one request.
    resolver : finds addresses; closed with the fetcher.
    user_agent : how the crawler names itself.
    allow_private : admit addresses that are not public (an intranet).
    resolve_map : address and port to use for a host, or under `*` for every other host that is
        admitted; these may be private.
    proxy : URL of a proxy. It looks names up itself, so only literal addresses can be checked.
    ca_file : certificates of the trusted authorities; by default those of `certifi`.
    """

    name: ClassVar[str] = "http"

    def __init__(
        self,
        limits: FetchLimits,
        resolver: Resolver,
        user_agent: str,
        *,
        allow_private: bool = False,
        resolve_map: Mapping[str, tuple[str, int]] | None = None,
        proxy: str | None = None,
        ca_file: str | None = None,
    ) -> None:
        if not _is_header_text(user_agent):
            raise LycosaError(
                f"user agent {user_agent!r}: use printable ASCII, such as 'lycosa/1.0 (+https://example.org)'"
            )
        self._limits = limits
        self._resolver = resolver
        self._user_agent = user_agent
        self._allow_private = allow_private
        self._resolve_map = dict(resolve_map or {})
        self._proxy = proxy or ""
        self._ca_file = ca_file or certifi.where()
        self._multi = pycurl.AsyncCurlMulti()
        self._multi.setopt(pycurl.M_MAXCONNECTS, limits.idle_connections)
        self._kept = KeptConnections(limits.idle_connections)
        self._idle: list[Transfer] = []
        self._active: dict[Transfer, asyncio.Future[pycurl.Curl]] = {}
        self._sweep: asyncio.TimerHandle | None = None
        self._sweep_s = min(_SWEEP_LONGEST_S, limits.shortest_s / _SWEEPS_PER_DEADLINE)

    async def fetch(self, url: str, *, etag: str = "", last_modified: str = "") -> Fetched:
        """Ask once; with a validator of an earlier answer, only for what has changed since."""
        request = await self._request(url, [*_ACCEPT, *_validators(etag, last_modified)])
        fetched_at = time.time()
        if isinstance(request, Failure):
            return Fetched(url, error=request.kind, detail=request.detail, fetched_at=fetched_at)
        transfer = self._idle.pop() if self._idle else self._new_transfer()
        await self._perform(transfer, request)
        received = Received(
            transfer.head,
            self._exchange(transfer, request),
            transfer.failure,
            transfer.truncated,
            fetched_at,
            time.monotonic() - transfer.started_at,
        )
        transfer.begin()
        self._idle.append(transfer)
        if len(received.exchange.payload) > _INLINE_BYTES:
            return await asyncio.to_thread(interpret, url, received, self._limits)
        return interpret(url, received, self._limits)

    async def close(self) -> None:
        """Close connections; requests under way are cancelled."""
        if self._sweep is not None:
            self._sweep.cancel()
        await self._multi.aclose()
        for transfer in self._idle:
            transfer.curl.close()
        self._idle.clear()
        await self._resolver.close()

    async def _request(self, url: str, headers: list[str]) -> _Request | Failure:
        """Check a URL as far as the addresses of its host."""
        absolute = (resolve(url) or "").partition("#")[0]
        if len(absolute) > URL_BYTES_MAX:
            return Failure(Kind.URL_TOO_LONG, f"a URL of {len(absolute)} bytes")
        origin = origin_of(absolute)
        admission, port = await self._admit(origin) if origin else (admit_name(url), 0)
        if admission.kind is not None:
            return Failure(admission.kind, admission.detail)
        path = absolute[absolute.index("/", len("https://")) :]
        return _Request(origin, path, headers, () if self._proxy else admission.addresses, port)

    async def _admit(self, origin: str) -> tuple[Admission, int]:
        """Return the addresses that may be connected to, and the port."""
        host, port = _authority(origin)
        if host in self._resolve_map:
            return _mapped(host, self._resolve_map[host])
        admission = _admit_name(origin, self._allow_private)
        if admission.kind is None and "*" in self._resolve_map:
            return _mapped(host, self._resolve_map["*"])
        if admission.kind is not None or admission.addresses or self._proxy:
            return admission, port
        answer = await self._resolver.resolve(host)
        if answer.error is not None:
            return Admission(host, kind=answer.error, detail=answer.detail), port
        return admit_addresses(host, answer.addresses, self._allow_private), port

    async def _perform(self, transfer: Transfer, request: _Request) -> None:
        """Ask the first address that can be connected to."""
        for address in request.addresses[:_ADDRESSES_TRIED] or ("",):
            transfer.begin()
            transfer.direct(request.origin, request.path, request.headers)
            transfer.connect(address, request.port, anew=self._kept.spoilt(request.origin))
            await self._run(transfer)
            if transfer.failure is None:
                self._kept.keep(request.origin, transfer.opened)
            elif transfer.failure.kind in _UNCONNECTED:
                continue
            break

    async def _run(self, transfer: Transfer) -> None:
        future = self._active[transfer] = self._multi.add_handle(transfer.curl)
        if self._sweep is None:
            self._sweep = asyncio.get_running_loop().call_later(self._sweep_s, self._end_overdue)
        try:
            await future
        except pycurl.error as error:
            transfer.fail(*error.args)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if transfer.failure is None or (task is not None and task.cancelling()):
                raise
        finally:
            del self._active[transfer]

    def _end_overdue(self) -> None:
        now = time.monotonic()
        for transfer, future in list(self._active.items()):
            failure = transfer.overdue(now)
            if failure is not None and not future.done():
                transfer.failure = failure
                self._multi.remove_handle(transfer.curl)
        self._sweep = None
        if self._active:
            self._sweep = asyncio.get_running_loop().call_later(self._sweep_s, self._end_overdue)

    def _new_transfer(self) -> Transfer:
        return Transfer(self._limits, self._user_agent, self._ca_file, self._proxy)

    def _exchange(self, transfer: Transfer, request: _Request) -> Exchange:
        authority = request.origin.partition("://")[2]
        lines = (
            f"GET {request.path} HTTP/1.1",
            f"Host: {authority}",
            f"User-Agent: {self._user_agent}",
            *request.headers,
        )
        return Exchange(
            ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"),
            b"".join(transfer.head_lines),
            bytes(transfer.payload),
            transfer.curl.getinfo(pycurl.PRIMARY_IP),
        )


_admit_name = lru_cache(maxsize=1 << 16)(admit_name)


def _mapped(host: str, target: tuple[str, int]) -> tuple[Admission, int]:
    address, port = target
    return Admission(host, (address,)), port


@lru_cache(maxsize=1 << 16)
def _authority(origin: str) -> tuple[str, int]:
    """Split an origin into host and port."""
    scheme, _, rest = origin.partition("://")
    host, colon, port = rest.rpartition(":")
    if colon and port.isdigit():
        return host, int(port)
    return rest, 443 if scheme == "https" else 80


def _validators(etag: str, last_modified: str) -> list[str]:
    validators = {"If-None-Match": etag, "If-Modified-Since": last_modified}
    return [f"{name}: {value}" for name, value in validators.items() if _is_header_text(value)]


def _is_header_text(text: str) -> bool:
    return bool(text) and text.isascii() and text.isprintable()
