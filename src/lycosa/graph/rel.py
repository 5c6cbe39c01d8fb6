"""The `rel` of a link in one byte: what crawlers, rankers and learners look at."""

from __future__ import annotations

from collections.abc import Iterable

REL_NAMES = ("nofollow", "ugc", "sponsored", "next", "prev", "tag", "author", "bookmark")
_BITS = {name: 1 << place for place, name in enumerate(REL_NAMES)}


def rel_bits(rel: Iterable[str]) -> int:
    """Return the names that have a bit, as bits.

    Examples
    --------
    >>> rel_bits(("noopener", "nofollow", "next"))
    9
    """
    bits = 0
    for name in rel:
        bits |= _BITS.get(name, 0)
    return bits


def rel_names(bits: int) -> tuple[str, ...]:
    """Return the names of bits."""
    return tuple(name for name, bit in _BITS.items() if bits & bit)
