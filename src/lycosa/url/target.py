"""Where a link leads: its `href` and the base of its page in, a canonical URL out.

A crawl asks this for every link of every page, and mostly for links it has met before. The usual
ones are joined to their base as text, which costs a tenth of a parser's work and gives a key to look
up; whatever is unusual goes to the parser. Both ways lead to the same URL.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from lycosa.url.canonical import canonical
from lycosa.url.parse import resolve

_USUAL = re.compile(r"(?:https?://|/)?[A-Za-z0-9_.~%-][A-Za-z0-9_.~%/?#&=+,;!$'()*@-]{0,511}|/")
"""A whole address, the root or a path from it, or a path from here: neither another scheme, nor a backslash,
a tab or a line break, which all may change what the rest means."""

_ORIGIN = re.compile(r"https?://[^/]+")
_BASE_CHARS_MAX, _FOLDERS_MAX = 512, 32
"""A base beyond them is unusual: a page may name one as long as itself, of nothing but slashes."""
_ANYWHERE, _ON_SITE, _IN_FOLDER = range(3)
"""Places among the beginnings of a page's links; the folder around its folder comes next, and so on."""
_BEGINNINGS = _IN_FOLDER + _FOLDERS_MAX
_HREFS_KNOWN = 1 << 15

_known = lru_cache(maxsize=1 << 15)(canonical)
"""The canonical form of a usual address."""
_rests: dict[str, tuple[int, str]] = {}
"""Of usual addresses, most of which are on many pages: the place of what they begin with, and the rest."""


def link_target(href: str, base: str) -> str | None:
    """Return the canonical URL a link leads to, given the absolute base URL of its page.

    >>> link_target("?page=2#list", "http://example.org/news")
    'http://example.org/news?page=2'
    """
    return link_targets([href], base)[0]


def _parsed(href: str, base: str) -> str | None:
    """Return where any link leads; an unusual one may depend on more of the base than its folder."""
    if href.startswith(("javascript:", "mailto:")):  # most of those that lead nowhere
        return None
    absolute = resolve(href, base)
    return None if absolute is None else canonical(absolute)


def link_targets(hrefs: Iterable[str], base: str) -> list[str | None]:
    """Return where the links of a page lead; most of them are on other pages too."""
    beginnings = _beginnings(base) if len(base) <= _BASE_CHARS_MAX else ()
    if not beginnings:
        return [_parsed(href, base) for href in hrefs]
    here, rests = _known(base), _rests
    found = []
    for href in hrefs:
        if href in rests:
            place, rest = rests[href]
        elif _USUAL.fullmatch(href):
            place, rest = _split(href)
        else:
            found.append(here if href.startswith("#") else _parsed(href, base))
            continue
        found.append(_known(beginnings[place] + rest))
    return found


def _split(href: str) -> tuple[int, str]:
    """Return at which place a usual address begins, and the rest of it."""
    place, rest = _IN_FOLDER, href
    if href.startswith(("http://", "https://")):
        place = _ANYWHERE
    elif href[0] == "/":
        place = _ON_SITE
    else:
        while rest.startswith("../"):
            place, rest = min(place + 1, _BEGINNINGS - 1), rest[3:]
    if len(_rests) >= _HREFS_KNOWN:
        _rests.clear()
    _rests[href] = place, rest
    return place, rest


@lru_cache(maxsize=1 << 10)
def _beginnings(base: str) -> tuple[str, ...]:
    """Return what usual links on a page begin with; nothing if its base is unusual."""
    absolute = resolve(base)
    match = _ORIGIN.match(absolute) if absolute else None
    if match is None or absolute is None:
        return ()
    path = re.split("[?#]", absolute[match.end() :], maxsplit=1)[0]
    if path.count("/") > _FOLDERS_MAX:
        return ()
    folders = []
    while path:
        path = path[: path.rfind("/")]
        folders.append(f"{match[0]}{path}/")
    above_root = [folders[-1]] * (_FOLDERS_MAX - len(folders))
    return "", match[0], *folders, *above_root
