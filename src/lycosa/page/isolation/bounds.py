"""What reading a page may cost, and the call that goes to a process which the page cannot harm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from lycosa.errors import LycosaError
from lycosa.model import Fetched
from lycosa.page.html import Unproven
from lycosa.page.limits import PageLimits

T = TypeVar("T")

_TIMES_ITS_SIZE = 11
"""A long page may take so many times its own size, even if that is more than the limit."""


class ChildOutcome(StrEnum):
    """What became of a call."""

    DONE = "done"
    TOO_COSTLY = "too-costly"
    FAILED = "failed"


class Call(NamedTuple):
    """What a process is asked to do, and what it may take for it."""

    function: str
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    cpu_s: float
    memory_bytes: int

    @classmethod
    def of(cls, function: Callable[..., object], *args: Any, limits: PageLimits, **kwargs: Any) -> Call:
        """Return the call of a function whose first argument is an answer, or the body of one."""
        first, *others = args
        if isinstance(first, Fetched) and first.exchange is not None:
            args = (replace(first, exchange=None), *others)  # what went over the wire is for the archive
        body = first.body if isinstance(first, Fetched) else first
        memory_bytes = max(limits.memory_mb << 20, _TIMES_ITS_SIZE * len(body))
        kwargs["limits"] = limits
        return cls(function.__name__, args, kwargs, limits.cpu_s, memory_bytes)


class TooCostly(LycosaError):
    """A page broke the bounds of memory or time, or ended the process that parsed it."""


class ParseFailed(Exception):
    """The parser broke on a page; the text is its traceback."""


def within_bounds(function: Callable[..., T], *args: Any, limits: PageLimits, **kwargs: Any) -> T:
    """Call a function of a page here if the page is proven cheap, else in a process that it cannot harm."""
    try:
        return function(*args, limits=limits, **kwargs)
    except Unproven:
        pass
    from lycosa.page.supervised import shared_pool  # noqa: PLC0415  # a dozen modules that few pages need

    value: T = shared_pool().call(Call.of(function, *args, limits=limits, **kwargs))
    return value
