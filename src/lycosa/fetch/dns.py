"""Finds the addresses of hosts: a name in, addresses or an error kind out, without stopping the event loop.

The system's resolver runs in threads. Answers are kept for a while, failures for a shorter one,
and requests for one name share one lookup. Whether an address may be used is decided by the caller.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

from lycosa.errors import Kind

Lookup = Callable[[str], Sequence[str]]
"""Gives the addresses of a host or raises OSError; runs in a thread."""


class NameAnswer(NamedTuple):
    """What is known about a name."""

    addresses: tuple[str, ...] = ()
    error: Kind | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class DnsLimits:
    """How long names are waited for and remembered."""

    timeout_s: float = 10.0
    """For one lookup."""
    fresh_s: float = 300.0
    """The system's resolver does not tell how long an answer holds; this is short for most."""
    failed_s: float = 60.0
    """How long a failure is remembered, so that a dead name is not asked for again and again."""
    lookups: int = 32
    """At the same time: each takes a thread, and a dead name server holds it for seconds."""
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
    """

    def __init__(
        self,
        lookup: Lookup = system_lookup,
        limits: DnsLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._lookup = lookup
        self._limits = limits or DnsLimits()
        self._clock = clock
        self._known: dict[str, tuple[float, NameAnswer]] = {}
        self._pending: dict[str, asyncio.Task[NameAnswer]] = {}
        self._threads = ThreadPoolExecutor(self._limits.lookups, thread_name_prefix="dns")

    async def resolve(self, host: str) -> NameAnswer:
        """Return the addresses of a host, from memory if they are fresh."""
        known = self._known.get(host)
        if known is not None and self._clock() < known[0]:
            return known[1]
        task = self._pending.get(host)
        if task is None:
            task = self._pending[host] = asyncio.create_task(self._ask(host))
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Drop the threads; one that waits for a name server ends when the server answers."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _ask(self, host: str) -> NameAnswer:
        try:
            answer = await self._answer(host)
        finally:
            del self._pending[host]
        lasts_s = self._limits.fresh_s if answer.error is None else self._limits.failed_s
        self._known.pop(host, None)
        self._known[host] = (self._clock() + lasts_s, answer)
        if len(self._known) > self._limits.names:
            del self._known[next(iter(self._known))]
        return answer

    async def _answer(self, host: str) -> NameAnswer:
        found = asyncio.get_running_loop().run_in_executor(self._threads, self._lookup, host)
        try:
            addresses = await asyncio.wait_for(found, self._limits.timeout_s)
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
