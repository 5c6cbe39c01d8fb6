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

BODY_BYTES = 500 * 1024
"""Read of a file; RFC 9309, section 2.5, asks for no less."""

_LINE_BYTES = 16 * 1024
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_AGENT_KEYS = frozenset({b"user-agent", b"useragent", b"user agent"})
_DISALLOW_KEYS = frozenset({b"disallow", b"dissallow", b"dissalow", b"disalow", b"diasllow", b"disallaw"})
_SITEMAP_KEYS = frozenset({b"sitemap", b"site-map"})
_TOKEN = re.compile(r"[^\s/;,()#]*")
_RFC_TOKEN = re.compile(r"[a-z_-]+")
_ESCAPE = re.compile(rb"%[0-9A-Fa-f]{2}|[^A-Za-z0-9._~/?&=:;,+@!()-]")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_ORIGIN = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*")


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A path with wildcards; `parts` are what lies between the stars."""

    parts: tuple[bytes, ...]
    ends: bool
    """The last part must be the end of the path."""
    allow: bool

    def matches(self, path: bytes) -> bool:
        """Match from left to right, each part as early as it comes: no step is ever taken back."""
        first, *rest = self.parts
        if not path.startswith(first):
            return False
        if not rest:
            return not self.ends or len(path) == len(first)
        position = len(first)
        for part in rest[:-1]:
            position = path.find(part, position)
            if position < 0:
                return False
            position += len(part)
        if self.ends:
            return path.endswith(rest[-1]) and len(path) - len(rest[-1]) >= position
        return path.find(rest[-1], position) >= 0


@dataclass(slots=True)
class _Group:
    """Agents and the rules they share."""

    agents: set[str] = field(default_factory=set)
    rules: list[tuple[bytes, bool]] = field(default_factory=list)
    delay_s: float | None = None


class Rules:
    """What one agent may do at one site.

    The longest pattern that matches decides, "allow" before "disallow" (RFC 9309, section 2.2.2).
    """

    def __init__(self, rules: Iterable[tuple[bytes, bool]] = (), delay_s: float | None = None) -> None:
        self.delay_s = delay_s
        self._plain: dict[bytes, bool] = {}
        self._patterns: list[tuple[int, _Pattern]] = []
        for path, allow in rules:
            self._add(path, allow)
        self._patterns.sort(key=lambda entry: (-entry[0], not entry[1].allow))
        self._lengths = sorted({len(path) for path in self._plain}, reverse=True)

    def allowed(self, url: str) -> bool:
        """Whether the URL, or the path of one, may be asked for."""
        path = _path(url)
        if path == b"/robots.txt":
            return True
        length, allow = self._longest_plain(path)
        for pattern_length, pattern in self._patterns:
            if pattern_length < length or (pattern_length == length and (allow or not pattern.allow)):
                break
            if pattern.matches(path):
                return pattern.allow
        return allow

    def _longest_plain(self, path: bytes) -> tuple[int, bool]:
        for length in self._lengths:
            allow = self._plain.get(path[:length]) if length <= len(path) else None
            if allow is not None:
                return length, allow
        return -1, True

    def _add(self, path: bytes, allow: bool) -> None:
        ends = path.endswith(b"$")
        parts = tuple(_normal(part) for part in path.removesuffix(b"$").split(b"*"))
        if ends or len(parts) > 1:
            length = sum(map(len, parts)) + len(parts) - 1 + ends
            self._patterns.append((length, _Pattern(parts, ends, allow)))
        else:
            self._plain[parts[0]] = allow or self._plain.get(parts[0], False)


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
                groups[-1].delay_s = _seconds(value)
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
    """Return the name a robots.txt knows an agent by: `Bot/2.0 (+http://...)` is `bot`."""
    match = _TOKEN.match(agent.strip())
    return match[0].lower() if match else ""


def _names(value: str) -> set[str]:
    """Return the tokens a user-agent line may mean: RFC 9309 ends them at a digit, many bots have one."""
    token = product_token(value)
    strict = _RFC_TOKEN.match(token)
    return {token, strict[0]} if strict else {token}


def _lines(body: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the keys, in lower case, and values of all lines that have both."""
    for line in _text(body).splitlines():
        content = line[:_LINE_BYTES].partition(b"#")[0].strip()
        key, colon, value = content.partition(b":")
        if not colon:
            words = content.split()
            if len(words) != 2:
                continue
            key, value = words
        yield key.strip().lower(), value.strip()


def _text(body: bytes) -> bytes:
    """Return the first lines as UTF-8 without byte-order mark and NUL; the one that is cut is dropped."""
    text = body[:BODY_BYTES]
    if len(body) > BODY_BYTES:
        text = text[: max(text.rfind(b"\n"), text.rfind(b"\r")) + 1]
    encoding = _UTF16.get(text[:2])
    if encoding is not None:
        return text[2:].decode(encoding, "ignore").encode()
    # A mark that was damaged on the way is skipped as far as it goes.
    for mark_bytes in range(len(codecs.BOM_UTF8), 0, -1):
        if text.startswith(codecs.BOM_UTF8[:mark_bytes]):
            text = text[mark_bytes:]
            break
    return text.replace(b"\0", b"")


def _path(url: str) -> bytes:
    """Return path and query in the form rules are compared in."""
    raw = url.encode("utf-8", "replace")
    match = _ORIGIN.match(raw)
    path = (raw[match.end() :] if match else raw).partition(b"#")[0]
    return _normal(path if path.startswith(b"/") else b"/" + path)


def _normal(path: bytes) -> bytes:
    """Escape what a rule may write either way, and decode escapes that are never needed."""
    return _ESCAPE.sub(_normal_escape, path)


def _normal_escape(match: re.Match[bytes]) -> bytes:
    found = match[0]
    byte = int(found[1:], 16) if len(found) == 3 else found[0]
    return bytes((byte,)) if byte in _UNRESERVED else b"%%%02X" % byte


def _seconds(value: bytes) -> float | None:
    try:
        seconds = float(value)
    except ValueError:
        return None
    return seconds if seconds >= 0 and math.isfinite(seconds) else None
