"""Reads robots.txt (RFC 9309): bytes in; whether an agent may ask for a URL, its delay and sitemaps out.

Written here because no library at hand passes both public test suites in linear time. Whatever
a file holds (HTML, UTF-16, NUL bytes, megabytes), the lines that can be read are honoured.
"""

from __future__ import annotations

import codecs
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from lycosa.fetch.robots_rules import Rules
from lycosa.url import URL_BYTES_MAX

BODY_BYTES = 500 * 1024
"""Read of a file; RFC 9309, section 2.5, asks for no less."""

_LINE_BYTES = 16 * 1024
_SITEMAPS = 1000
"""Kept of one file: more than are ever fetched for one site."""
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_AGENT_KEYS = frozenset({b"user-agent", b"useragent", b"user agent"})
_DISALLOW_KEYS = frozenset({b"disallow", b"dissallow", b"dissalow", b"disalow", b"diasllow", b"disallaw"})
_SITEMAP_KEYS = frozenset({b"sitemap", b"site-map"})
_TOKEN = re.compile(r"[^\s/;,()#]*")
_RFC_TOKEN = re.compile(r"[a-z_-]+")
_COMPATIBLE = re.compile(r"\(compatible;\s*([^\s/;,()#]+)", re.IGNORECASE)
"""Where a crawler that calls itself a browser first says who it is."""
_KNOWN_KEYS = _AGENT_KEYS | _DISALLOW_KEYS | _SITEMAP_KEYS | {b"allow", b"crawl-delay"}


@dataclass(slots=True)
class _Group:
    """Agents and the rules they share."""

    agents: set[str] = field(default_factory=set)
    rules: list[tuple[bytes, bool]] = field(default_factory=list)
    delay_s: float | None = None


class Robots:
    r"""A parsed robots.txt.

    >>> robots = Robots.parse(b"User-agent: *\nDisallow: /private/\nCrawl-delay: 2")
    >>> robots.allowed("lycosa", "https://example.org/private/x"), robots.crawl_delay("lycosa")
    (False, 2.0)
    """

    def __init__(self, groups: Iterable[_Group], sitemaps: tuple[str, ...] = ()) -> None:
        self._groups = list(groups)
        self._rules: dict[str, Rules] = {}
        self.sitemaps = sitemaps
        """URLs of sitemaps as written, valid for every agent."""

    @classmethod
    def parse(cls, body: bytes) -> Robots:
        """Read a file; nothing in it is an error."""
        groups: list[_Group] = []
        sitemaps: dict[str, None] = {}
        naming = False
        for key, value in _lines(body):
            if key in _SITEMAP_KEYS:
                if len(sitemaps) < _SITEMAPS and len(value) <= URL_BYTES_MAX:
                    sitemaps[value.decode("utf-8", "replace")] = None
            elif key in _AGENT_KEYS:
                if not naming:
                    groups.append(_Group())
                groups[-1].agents |= _names(value.decode("utf-8", "replace"))
                naming = True
            elif not groups:
                continue
            elif key == b"allow" or key in _DISALLOW_KEYS:
                naming = False
                if value:
                    groups[-1].rules.append((value, key == b"allow"))
            elif key == b"crawl-delay":
                # Unlike lines that mean nothing to us it ends a list of agents, or a delay meant
                # for one of them would be taken for all (31 of 4,231 real files).
                naming = False
                given = [groups[-1].delay_s, _seconds(value)]
                groups[-1].delay_s = max((delay for delay in given if delay is not None), default=None)
        return cls(groups, tuple(sitemaps))

    def rules(self, agent: str) -> Rules:
        """Return what holds for an agent: the groups that name it, or those for everyone."""
        token = product_token(agent)
        if token not in self._rules:
            groups = [group for group in self._groups if token in group.agents]
            groups = groups or [group for group in self._groups if "*" in group.agents]
            delays = [group.delay_s for group in groups if group.delay_s is not None]
            self._rules[token] = Rules(
                (rule for group in groups for rule in group.rules), max(delays, default=None)
            )
        return self._rules[token]

    def allowed(self, agent: str, url: str) -> bool:
        """Whether the agent may ask for the URL."""
        return self.rules(agent).allowed(url)

    def crawl_delay(self, agent: str) -> float | None:
        """Return the seconds the agent is asked to wait between two requests; None if it is not."""
        return self.rules(agent).delay_s


def product_token(agent: str) -> str:
    """Return the name a robots.txt knows an agent by.

    >>> product_token("Bot/2.0 (+http://example.org)"), product_token("Mozilla/5.0 (compatible; FooBot/1.0)")
    ('bot', 'foobot')
    """
    match = _COMPATIBLE.search(agent)
    if match is not None:
        return match[1].lower()
    match = _TOKEN.match(agent.strip())
    return match[0].lower() if match else ""


def _names(value: str) -> set[str]:
    """Return the tokens a user-agent line may mean: RFC 9309 ends them at a digit, many bots have one."""
    token = product_token(value)
    strict = _RFC_TOKEN.match(token)
    return {token, strict[0]} if strict else {token}


def _lines(body: bytes) -> list[tuple[bytes, bytes]]:
    """Return the keys, in lower case, and values of all lines that have both.

    A UTF-16 mark may be wrong: of the two ways to read the file, the one that finds more rules holds.
    """
    readings = [list(_pairs(text)) for text in _texts(body)]
    return max(readings, key=lambda pairs: sum(key in _KNOWN_KEYS for key, _ in pairs))


def _pairs(text: bytes) -> Iterator[tuple[bytes, bytes]]:
    for line in text.splitlines():
        content = line[:_LINE_BYTES].partition(b"#")[0].strip()
        key, colon, value = content.partition(b":")
        if not colon:
            words = content.split()
            if len(words) != 2:
                continue
            key, value = words
        yield key.strip().lower(), value.strip()


def _texts(body: bytes) -> Iterator[bytes]:
    """Give the first lines as UTF-8 without byte-order mark and NUL; the one that is cut is dropped."""
    text = body[:BODY_BYTES]
    if len(body) > BODY_BYTES:
        text = text[: max(text.rfind(b"\n"), text.rfind(b"\r")) + 1]
    encoding = _UTF16.get(text[:2])
    if encoding is not None:
        yield text[2:].decode(encoding, "ignore").encode()
        text = text[2:]
    # A mark that was damaged on the way is skipped as far as it goes.
    for mark_bytes in range(len(codecs.BOM_UTF8), 0, -1):
        if text.startswith(codecs.BOM_UTF8[:mark_bytes]):
            text = text[mark_bytes:]
            break
    yield text.replace(b"\0", b"")


def _seconds(value: bytes) -> float | None:
    try:
        seconds = float(value)
    except ValueError:
        return None
    return seconds if seconds >= 0 and math.isfinite(seconds) else None
