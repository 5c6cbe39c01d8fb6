"""Finds the addresses of hosts: a name in, addresses or an error kind out, without stopping the event loop.

The system's resolver runs in threads. Answers are kept for a while, failures for a shorter one,
and requests for one name share one lookup. Whether an address may be used is decided by the caller.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from lycosa.errors import Kind
from lycosa.fetch.lookup_threads import LookupThreads

Lookup = Callable[[str], Sequence[str]]
"""Gives the addresses of a host or raises OSError; runs in a thread."""


class NameAnswer(NamedTuple):
    """What is known about a name."""

    addresses: tuple[str, ...] = ()
    error: Kind | None = None
    detail: str = ""


_NOTHING = NameAnswer()


@dataclass(frozen=True, slots=True)
class DnsLimits:
    """How long names are waited for and remembered."""

    timeout_s: float = 10.0
    """For one lookup."""
    fresh_s: float = 300.0
    """The system's resolver does not tell how long an answer holds; this is short for most."""
    failed_s: float = 60.0
    """How long it is remembered that there is no such name, so that it is not asked for again and again."""
    passing_s: float = 3.0
    """How long a failure that may pass is remembered: less than any wait before the next try."""
    lookups: int = 32
    """At the same time, without those that are slow already."""
    slow_s: float = 1.0
    """A lookup that takes longer gives its place to the next, and its host is asked again later."""
    threads: int = 256
    """Lookups under way, slow ones included: each takes a thread, which a dead name server holds for long."""
    names: int = 100_000
    """Remembered; the oldest are forgotten first."""
    addresses: int = 8
    """Used of one name."""


def system_lookup(host: str) -> list[str]:
    """Ask the system's resolver, which orders addresses by what this machine can reach."""
    # Bytes keep Python from encoding the name once more; it is in ASCII already.
    found = socket.getaddrinfo(host.encode("ascii"), None, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


class Resolver:
    """Looks names up and remembers the answers.

    Parameters
    ----------
    lookup : how one name is looked up.
    limits : times and numbers.
    clock : seconds that never run backwards.
    heard : told of every name found, its addresses, and for how long they are used.
    """

    def __init__(
        self,
        lookup: Lookup = system_lookup,
        limits: DnsLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
        heard: Callable[[str, Sequence[str], float], None] | None = None,
    ) -> None:
        self._lookup = lookup
        self._limits = limits or DnsLimits()
        self._clock = clock
        self._heard = heard
        self._known: dict[str, tuple[float, NameAnswer]] = {}
        self._found: set[str] = set()
        self._pending: dict[str, asyncio.Task[NameAnswer]] = {}
        self._awaited: set[str] = set()
        self._threads = LookupThreads(self._limits.lookups, self._limits.slow_s, self._limits.threads)

    async def resolve(self, host: str) -> NameAnswer:
        """Return the addresses of a host, from memory if they are fresh."""
        known = self._recall(host)
        return await asyncio.shield(self._asking(host)) if known is None else known

    async def resolve_soon(self, host: str) -> NameAnswer | None:
        """Do the same, but do not wait for a slow lookup: None says that it goes on, and to come again."""
        known = self._recall(host)
        if known is not None:
            return known
        wait_s = 0.0 if host in self._pending else self._limits.slow_s
        task = self._asking(host)
        await asyncio.wait({task}, timeout=wait_s)
        if task.done():
            return task.result()
        self._awaited.add(host)
        return None

    async def close(self) -> None:
        """Wait for no more answers; a thread ends when its name server answers, or with the process."""
        for task in self._pending.values():
            task.cancel()
        await asyncio.gather(*self._pending.values(), return_exceptions=True)

    def _asking(self, host: str) -> asyncio.Task[NameAnswer]:
        task = self._pending.get(host)
        if task is None:
            task = self._pending[host] = asyncio.create_task(self._ask(host))
        return task

    def _recall(self, host: str) -> NameAnswer | None:
        """Return what is remembered of a host and still holds."""
        until, answer = self._known.get(host, (-inf, _NOTHING))
        if host in self._awaited and until > -inf:
            # Whoever was told to come again hears of it, however late that is.
            self._awaited.discard(host)
            self._known[host] = (self._clock() + self._lasts_s(answer), answer)
            return answer
        return answer if self._clock() < until else None

    async def _ask(self, host: str) -> NameAnswer:
        try:
            answer = await self._answer(host)
        finally:
            del self._pending[host]
        if answer.error is None:
            self._found.add(host)
            if self._heard is not None:
                self._heard(host, answer.addresses, self._limits.fresh_s)
        elif answer.error is Kind.DNS_NOT_FOUND and host in self._found:
            # A machine without a network may say so of every name; one that was there is not gone for good.
            answer = answer._replace(error=Kind.DNS_FAILED)
        self._known.pop(host, None)
        self._known[host] = (self._clock() + self._lasts_s(answer), answer)
        if len(self._known) > self._limits.names:
            oldest = next(iter(self._known))
            del self._known[oldest]
            self._found.discard(oldest)
        return answer

    def _lasts_s(self, answer: NameAnswer) -> float:
        limits = self._limits
        if answer.error is None:
            return limits.fresh_s
        return min(limits.failed_s, limits.passing_s) if answer.error.transient else limits.failed_s

    async def _answer(self, host: str) -> NameAnswer:
        try:
            addresses = await self._threads.run(self._lookup, host, self._limits.timeout_s)
        except TimeoutError:
            return NameAnswer(
                error=Kind.DNS_TIMEOUT, detail=f"no answer for {host} in {self._limits.timeout_s:g} s"
            )
        except (OSError, UnicodeError) as error:
            return NameAnswer(error=_kind(error), detail=f"{host}: {error}")
        kept = tuple(dict.fromkeys(addresses))[: self._limits.addresses]
        if not kept:
            return NameAnswer(error=Kind.DNS_NOT_FOUND, detail=f"{host} has no address")
        return NameAnswer(kept)


def _kind(error: OSError | UnicodeError) -> Kind:
    if isinstance(error, UnicodeError):
        return Kind.DNS_NOT_FOUND
    return Kind.DNS_NOT_FOUND if error.errno in _NO_SUCH_NAME else Kind.DNS_FAILED


_NO_SUCH_NAME = {socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)}
