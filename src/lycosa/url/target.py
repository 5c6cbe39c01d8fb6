"""Where a link leads: its `href` and the base of its page in, a canonical URL out.

A crawl asks this for every link of every page, and mostly for links it has met before. The usual
ones are joined to their base as text, which costs a tenth of a parser's work and gives a key to look
up; whatever is unusual goes to the parser. Both ways lead to the same URL.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from lycosa.url.canonical import canonical
from lycosa.url.parse import resolve

_USUAL = re.compile(r"(?:https?://|/)?[A-Za-z0-9_.~%-][A-Za-z0-9_.~%/?#&=+,;!$'()*@-]{0,511}|/")
"""A whole address, the root or a path from it, or a path from here: neither another scheme, nor a backslash,
a tab or a line break, which all may change what the rest means."""

_TIDY = re.compile(r"(https?://[^/?#]+)((?:/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*+)++/?|/)(?:#.*)?")
"""An address whose path no rule can change: no dot segments, escapes, parameters, nor empty segments."""
_ORIGIN = re.compile(r"https?://[^/]+")
_BASE_CHARS_MAX, _FOLDERS_MAX = 512, 32
"""A base beyond them is unusual: a page may name one as long as itself, of nothing but slashes."""


_TARGETS_KNOWN = 1 << 11
"""Links remembered of one folder or site."""


class _Base(NamedTuple):
    """What a page's links are joined to."""

    origin: str
    folders: tuple[str, ...]
    """The folder of the page, the one around it, and so on to the root."""


def link_target(href: str, base: str) -> str | None:
    """Return the canonical URL a link leads to, given the absolute base URL of its page.

    >>> link_target("?page=2#list", "http://example.org/news")
    'http://example.org/news?page=2'
    """
    at = _usual_base(base)
    return _parsed(href, base) if at is None or not _USUAL.fullmatch(href) else _known(_joined(href, at))


def _parsed(href: str, base: str) -> str | None:
    absolute = resolve(href, base)
    return None if absolute is None else canonical(absolute)


@lru_cache(maxsize=1 << 15)
def _known(url: str) -> str | None:
    """Return the canonical form of a usual address; of most only the part before the path can need one."""
    tidy = _TIDY.fullmatch(url)
    site = _site(tidy[1]) if tidy is not None else None
    return canonical(url) if tidy is None or site is None else site + tidy[2]


@lru_cache(maxsize=1 << 14)
def _site(origin: str) -> str | None:
    """Return the canonical form of what stands before a path; None if that is not all there is to it."""
    found = canonical(f"{origin}/")
    return found[:-1] if found is not None and found.find("/", len("https://")) == len(found) - 1 else None


def link_targets(hrefs: Iterable[str], base: str) -> list[str | None]:
    """Return where the links of a page lead; most of them are on other pages of its folder or site too."""
    at = _usual_base(base)
    if at is None:
        return [_parsed(href, base) for href in hrefs]
    anywhere, on_site, in_folder = _targets_from(""), _targets_from(at.origin), _targets_from(at.folders[0])
    here = _known(base)
    found = []
    for href in hrefs:
        if href.startswith("#"):  # a place on the page itself
            found.append(here)
            continue
        if href.startswith("/"):
            known = on_site
        else:
            known = anywhere if href.startswith(("http://", "https://")) else in_folder
        if href in known:
            found.append(known[href])
        elif _USUAL.fullmatch(href):
            if len(known) >= _TARGETS_KNOWN:
                known.clear()
            target = known[href] = _known(_joined(href, at))
            found.append(target)
        else:  # it may depend on more of the base than its folder
            found.append(_parsed(href, base))
    return found


@lru_cache(maxsize=1 << 6)
def _targets_from(place: str) -> dict[str, str | None]:
    """Return what is known of links on the pages of a folder, of a site or (empty) of all."""
    return {}


def _joined(href: str, at: _Base) -> str:
    """Return a usual address as an absolute one."""
    if href.startswith(("http://", "https://")):
        return href
    if href[0] == "/":
        return at.origin + href
    up = 0
    while href.startswith("../", 3 * up):
        up += 1
    return at.folders[min(up, len(at.folders) - 1)] + href[3 * up :]


def _usual_base(url: str) -> _Base | None:
    return _base(url) if len(url) <= _BASE_CHARS_MAX else None


@lru_cache(maxsize=1 << 10)
def _base(url: str) -> _Base | None:
    absolute = resolve(url)
    match = _ORIGIN.match(absolute) if absolute else None
    if match is None or absolute is None:
        return None
    path = re.split("[?#]", absolute[match.end() :], maxsplit=1)[0]
    if path.count("/") > _FOLDERS_MAX:
        return None
    folders = []
    while path:
        path = path[: path.rfind("/")]
        folders.append(f"{match[0]}{path}/")
    return _Base(match[0], tuple(folders))
