"""How many connections this process can have: the limit on open files in, numbers that fit it out."""

from __future__ import annotations

import resource
from contextlib import suppress
from typing import NamedTuple

from lycosa.errors import LycosaError

_OWN = 48
"""For the database, the archive, the event loop, pipes to processes, and what else is open."""
_FEWEST = 2


class Connections(NamedTuple):
    """What may be open at once."""

    requests: int
    lookups: int
    idle: int
    notice: str = ""
    """What had to be lowered, and how to avoid it."""


def fit_connections(requests: int, lookups: int, idle: int, processes: int = 0) -> Connections:
    """Return how many requests, lookups of names and idle connections fit; the limit is raised if it can be.

    Raises `LycosaError` if not even a single request does.
    """
    own = _OWN + 4 * processes
    limit = _raised(own + requests + lookups + idle)
    room = limit - own
    if room >= requests + lookups + idle:
        return Connections(requests, lookups, idle)
    if room < 2 * _FEWEST:
        raise LycosaError(
            f"only {limit} files may be open (`ulimit -n`); a crawl needs {own + 2 * _FEWEST}: raise that"
        )
    fitting_lookups = min(lookups, max(1, room // 4))
    fitting = min(requests, max(1, (room - fitting_lookups) // 2))
    kept = min(idle, room - fitting_lookups - fitting)
    notice = (
        f"only {limit} files may be open (`ulimit -n`): {fitting} requests at once instead of {requests}, "
        f"{kept} connections kept instead of {idle}"
    )
    return Connections(fitting, fitting_lookups, kept, notice)


def _raised(wanted: int) -> int:
    """Return how many files may be open, after asking for as many as are wanted."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    if soft < wanted:
        target = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(target, soft), hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return int(soft)
