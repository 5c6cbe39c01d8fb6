"""The queue of one host: its links by rank, its requests in flight, and when it may be asked."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

NOT_READY = -1
"""The head of a host that may not be asked now."""


class HostCounts(NamedTuple):
    """How many links of a host wait, and how many were handed out and not put back."""

    queued: int
    taken: int


class HostQueue:
    """The queue of one host, and what it may be asked."""

    __slots__ = (
        "active",
        "counted",
        "head",
        "heap",
        "name",
        "next_at",
        "number",
        "queued",
        "taken",
        "wake_at",
    )

    def __init__(self, name: str, number: int) -> None:
        self.name = name
        self.number = number
        self.heap: list[int] = []
        self.queued = 0
        self.active = 0
        self.taken = 0
        self.next_at = -inf
        self.head = NOT_READY
        """The best entry, while the host is ready."""
        self.wake_at = inf
        """When the host becomes ready by itself."""
        self.counted = True
        """Whether its links are among those that others are compared with."""
