"""Sitemaps, the files in which a site lists its pages: a site and its sitemaps in, URLs of its pages out.

XML files and indexes, RSS and Atom feeds, lists in plain text, and any of them as gzip are read piece by
piece. A declaration of a document type ends the parsing, and only pages of the site itself count.
"""

from __future__ import annotations

import asyncio
import codecs
from codecs import iterdecode
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple
from xml.parsers import expat

from lycosa.fetch.base import Fetcher
from lycosa.fetch.decode import gunzip, is_gzip
from lycosa.fetch.limits import KIB, DecodeLimits, SitemapLimits
from lycosa.url import URL_BYTES_MAX, canonical, host_of

_PIECE_BYTES = 64 * KIB
_NESTING = 32
"""Elements inside each other; the protocol needs 3, and every open one takes memory."""
_REDIRECTS = 5
_FEED_ENTRIES = frozenset({"item", "entry"})
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class Sitemap(NamedTuple):
    """What one file lists, as written; of a broken file, what came before the fault."""

    pages: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()


class _Stop(Exception):
    """Enough has been read, or something that must not be."""


class _Reader:
    """Collects what `loc` elements say, by the element they are in.

    Prefixes are taken as written, because many files do not declare them: the prefix of the root
    element is that of the sitemap's own elements, and `image:loc` is of another kind.
    """

    def __init__(self, urls_max: int) -> None:
        self.found: dict[str, list[str]] = {"url": [], "sitemap": []}
        self._room = urls_max
        self._prefix: str | None = None
        self._depth = 0
        self._inside = ""
        self._in_feed = False
        self._text: str | None = None

    def read(self, pieces: Iterable[bytes]) -> None:
        """Parse to the end or to the first fault."""
        # Not kept: a parser that knows us and that we know would hold megabytes until cycles are looked for.
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        parser.StartDoctypeDeclHandler = self._refuse
        parser.EntityDeclHandler = self._refuse
        try:
            for piece in pieces:
                parser.Parse(piece, False)
            parser.Parse(b"", True)
        except (expat.ExpatError, _Stop, ValueError, LookupError):
            return

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _NESTING:
            raise _Stop
        if self._prefix is None:
            # The items of RSS 1.0 have another prefix than its root.
            self._prefix = "" if name.lower() == "rdf:rdf" else name[: name.find(":") + 1]
        own = name.removeprefix(self._prefix)
        if own in self.found:
            self._inside = own
        elif own in _FEED_ENTRIES:
            self._inside, self._in_feed = "url", True
        elif own == "link" and self._in_feed:
            self._start_link(attributes)
        elif own == "loc" and self._inside:
            self._text = ""

    def _start_link(self, attributes: dict[str, str]) -> None:
        """Take the link of a feed's entry: an attribute in Atom, the text in RSS."""
        target = attributes.get("href")
        if target is None:
            self._text = ""
        elif attributes.get("rel", "alternate") == "alternate":
            self._add(target)

    def _data(self, data: str) -> None:
        if self._text is not None and len(self._text) <= URL_BYTES_MAX:
            self._text += data

    def _end(self, _name: str) -> None:
        self._depth -= 1
        if self._text is None:
            return
        text, self._text = self._text, None
        self._add(text)

    def _add(self, url: str) -> None:
        self.found[self._inside].append(url.strip()[: URL_BYTES_MAX + 1])
        self._room -= 1
        if not self._room:
            raise _Stop

    def _refuse(self, *_declaration: object) -> None:
        raise _Stop


def parse_sitemap(body: bytes, limits: SitemapLimits) -> Sitemap:
    """Read one file as far as it can be read and the limits go."""
    pieces = _pieces(body, limits.file_bytes)
    first = next(pieces, b"")
    if first.startswith(_UTF16_MARKS):
        pieces = chain((first,), pieces)
        if b"<" in first[:256]:
            return _read_xml(pieces, limits)
        return _read_lines(iterdecode(pieces, "utf-16", "replace"), limits)
    # A mark, or an empty line, before the declaration would be an error of its XML.
    first = first.removeprefix(codecs.BOM_UTF8).lstrip()
    pieces = chain((first,), pieces)
    if b"<" in first[:256]:
        return _read_xml(pieces, limits)
    return _read_lines(iterdecode(pieces, "utf-8", "replace"), limits)


def _read_xml(pieces: Iterable[bytes], limits: SitemapLimits) -> Sitemap:
    reader = _Reader(limits.urls)
    reader.read(pieces)
    return Sitemap(tuple(reader.found["url"]), tuple(reader.found["sitemap"]))


def _read_lines(pieces: Iterable[str], limits: SitemapLimits) -> Sitemap:
    return Sitemap(tuple(islice(_lines(pieces), limits.urls)))


async def site_pages(
    fetcher: Fetcher, site: str, sitemaps: Iterable[str], limits: SitemapLimits | None = None
) -> AsyncIterator[str]:
    """Yield the canonical URLs of a site's pages that its sitemaps list.

    `sitemaps` are those the site's robots.txt names, which may lie on other hosts, or a guess.
    An index may only name files on the site's host or on one of theirs.
    """
    limits = limits or SitemapLimits()
    host = host_of(site)
    listed = list(dict.fromkeys(url for url in map(canonical, sitemaps) if url))[: limits.files]
    hosts = {host, *map(host_of, listed)}
    waiting = deque((url, 1) for url in listed)
    known = set(listed)
    pages: set[str] = set()
    while waiting:
        url, depth = waiting.popleft()
        body = await _body(fetcher, url, hosts)
        found = await asyncio.to_thread(_listed, body, limits, host, hosts)
        for child in found.sitemaps if depth < limits.depth else ():
            if len(known) >= limits.files:  # the others are never asked for, and may be millions
                break
            if child not in known:
                known.add(child)
                waiting.append((child, depth + 1))
        for page in found.pages:
            if page not in pages:
                pages.add(page)
                yield page
                if len(pages) >= limits.urls:
                    return


def _listed(body: bytes, limits: SitemapLimits, host: str, hosts: set[str]) -> Sitemap:
    """Return the canonical URLs of one file that count. In a thread: 50,000 odd ones take eight seconds."""
    found = parse_sitemap(body, limits)
    pages = (page for page in map(canonical, found.pages) if page and host_of(page) == host)
    sitemaps = (child for child in map(canonical, found.sitemaps) if child and host_of(child) in hosts)
    return Sitemap(tuple(pages), tuple(sitemaps))


async def _body(fetcher: Fetcher, url: str, hosts: set[str]) -> bytes:
    """Fetch a file, following redirects as long as they stay on the given hosts; empty if that fails."""
    for _ in range(_REDIRECTS + 1):
        fetched = await fetcher.fetch(url)
        if not fetched.location:
            return fetched.body if fetched.error is None else b""
        url = fetched.location
        if host_of(url) not in hosts:
            break
    return b""


def _pieces(body: bytes, file_bytes: int) -> Iterator[bytes]:
    if is_gzip(body):
        return gunzip(body, DecodeLimits(decoded_bytes=file_bytes))
    return (
        body[start : start + _PIECE_BYTES] for start in range(0, min(len(body), file_bytes), _PIECE_BYTES)
    )


def _lines(pieces: Iterable[str]) -> Iterator[str]:
    rest = ""
    for piece in pieces:
        *lines, rest = (rest + piece).replace("\r", "\n").split("\n")
        yield from filter(None, map(str.strip, lines))
        # A line that is too long for a URL stays too long when only its start is kept.
        rest = rest[: URL_BYTES_MAX + 1]
    if rest.strip():
        yield rest.strip()
