"""Crawler traps recognised from the URL alone: a canonical URL in, a reason or a shape out.

A trap makes endless URLs for little content. Those that show in a single URL are refused by
`looks_like_trap`; those that show only in numbers (facets, calendars, counters) share one
`shape`, so that a crawl can cap the URLs of one shape on one host.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(r"%(?:25)?[0-9A-F]{2}|[0-9A-Za-z]+")
"""A percent escape (or the escape of one), or what stands between punctuation."""
_VARYING = re.compile(r"(?<![0-9A-Za-z])[A-Za-z]*+[0-9][0-9A-Za-z]*+")
"""What stands between punctuation and has a digit in it."""
_DIGITS = re.compile(r"[0-9]+")
_CALENDAR_WORD = re.compile(
    r"(?<![a-z])(?:agenda|calendar|calendrier|date|day|events?|kalender|month|week)(?![a-z])", re.IGNORECASE
)
_YEAR = re.compile(
    r"(?<![0-9])([0-9]{4})[-/](?:0?[1-9]|1[0-2])(?![0-9])|(?:date|day|month|week|year)=([0-9]{4})"
)
"""A year before a month, or as the value of a parameter; four digits alone may be any id."""
_FOUR_DIGITS = re.compile(r"[0-9][0-9][0-9][0-9]")
"""What most URLs lack, and every year has; with a count instead the search takes twice as long."""

_HEX = frozenset("0123456789abcdef")
_LONG_ID_CHARS = 16
_NAMES_IN_SHAPE = 2


@dataclass(frozen=True, slots=True)
class TrapLimits:
    """What an ordinary URL stays within."""

    url_bytes: int = 1024
    """Length of a URL."""
    segments: int = 20
    """Parts of the path between slashes."""
    cycles: int = 2
    """Times the same segments may follow each other, as `a/b/a/b`; numbers may repeat, as in a date."""
    repeats: int = 3
    """Times one segment may occur in a path, numbers excepted."""
    parameters: int = 16
    """Parameters of a query."""
    calendar_years: tuple[int, int] = (1900, 2040)
    """First and last year that a URL which speaks of a calendar may name."""


DEFAULT_LIMITS = TrapLimits()


def looks_like_trap(url: str, limits: TrapLimits = DEFAULT_LIMITS) -> str | None:
    """Return why a canonical URL is likely one of endlessly many; None if it looks ordinary.

    >>> looks_like_trap("http://example.org/a/b/a/b/a/b/")
    "path repeats 'a/b' 3 times in a row"
    """
    if len(url) > limits.url_bytes:
        return f"{len(url)} bytes long"
    path, _, query = url.partition("://")[2].partition("/")[2].partition("?")
    parameters = query.count("&") + 1 if query else 0
    if parameters > limits.parameters:
        return f"{parameters} query parameters"
    segments = path.split("/")
    if len(segments) > limits.segments:
        return f"{len(segments)} path segments"
    spiral = _spiral(segments, limits) if len(set(segments)) < len(segments) else None
    return spiral or _calendar_walk(path, query, limits.calendar_years)


def _spiral(segments: list[str], limits: TrapLimits) -> str | None:
    """Find what a relative link adds to the path again and again."""
    words = [segment for segment in segments if segment and not segment.isdigit()]
    if len(set(words)) == len(words):
        return None
    cycle = _cycle(words, limits.cycles + 1)
    if cycle:
        return f"path repeats {'/'.join(cycle)[:80]!r} {limits.cycles + 1} times in a row"
    segment, count = Counter(words).most_common(1)[0]
    return f"segment {segment[:40]!r} occurs {count} times" if count > limits.repeats else None


def _cycle(words: list[str], times: int) -> list[str]:
    """Return the shortest run of words that comes so many times in a row; none if no run does."""
    for period in range(1, len(words) // times + 1):
        same = 0
        for index, (word, later) in enumerate(zip(words, words[period:], strict=False)):
            same = same + 1 if word == later else 0
            if same == period * (times - 1):
                return words[index + 1 - period : index + 1]
    return []


def _calendar_walk(path: str, query: str, years: tuple[int, int]) -> str | None:
    if not (_FOUR_DIGITS.search(path) or (query and _FOUR_DIGITS.search(query))):
        return None
    text = f"{path}?{query}"
    first, last = years
    named = (int(match[1] or match[2]) for match in _YEAR.finditer(text))
    beyond = next((year for year in named if not first <= year <= last), None)
    return None if beyond is None or not _CALENDAR_WORD.search(text) else f"calendar at year {beyond}"


@lru_cache(maxsize=1 << 10)  # asked for twice of each new link: before it is let in, and when it is
def shape(url: str) -> str:
    """Return the pattern of a canonical URL: numbers and long ids are wildcards, values are dropped.

    Of three query parameters or more not even the names are kept: facets can be combined in
    exponentially many ways, and all of them are one shape.

    >>> shape("http://example.org/item/42?colour=red&size=7")
    'http://example.org/item/*?colour&size'
    """
    scheme, _, rest = url.partition("://")
    host, _, tail = rest.partition("/")
    path, mark, query = tail.partition("?")
    tokens = _TOKEN if "%" in path else _VARYING  # others stay as they are
    shaped = f"{scheme}://{host}/{tokens.sub(_wildcard, path)}"
    if not mark:
        return shaped
    names = {_DIGITS.sub("*", part.partition("=")[0]) for part in query.split("&")}
    return f"{shaped}?{'&'.join(sorted(names)) if len(names) <= _NAMES_IN_SHAPE else '*'}"


def _wildcard(match: re.Match[str]) -> str:
    token = match[0]
    if token.isdigit():
        return "*"
    if token.isalpha() or token.startswith("%"):
        return token
    if len(token) >= _LONG_ID_CHARS or _HEX.issuperset(token.lower()):
        return "*"
    return _DIGITS.sub("*", token)
