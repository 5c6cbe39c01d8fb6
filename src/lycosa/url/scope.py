"""Which URLs a crawl may follow: hosts, domains, path patterns, depth and schemes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import translate
from functools import lru_cache, partial

from lycosa.errors import Kind, LycosaError
from lycosa.ranges import check_range
from lycosa.url.canonical import canonical
from lycosa.url.parse import host_of, is_ip

_SCHEMES = frozenset({"http", "https"})
_NOT_A_NAME = re.compile(r"[/\\?#@]|:[0-9]*\Z")
_CHARACTER_CLASS = re.compile(r"\[!?+\]?+[^\]]*+\]")


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of the web a crawl stays in. An empty scope is every http(s) URL.

    Patterns are shell patterns (`*`, `?`, `[abc]`) over path and query as one text, which begins
    with `/`; `*` also matches `/`.
    """

    hosts: frozenset[str] = frozenset()
    """Hosts that may be visited, exactly these."""
    domains: frozenset[str] = frozenset()
    """Domains that may be visited with all hosts below them."""
    include: tuple[str, ...] = ()
    """Patterns of paths to follow; none means every path."""
    exclude: tuple[str, ...] = ()
    """Patterns of paths never to follow; they win over `include`."""
    max_depth: int | None = None
    """Most links between a seed and a page."""
    schemes: frozenset[str] = _SCHEMES
    """Some of http and https."""

    def __post_init__(self) -> None:
        settle = partial(object.__setattr__, self)
        settle("hosts", frozenset(map(_name, _texts(self.hosts, "hosts"))))
        settle("domains", frozenset(map(_name, _texts(self.domains, "domains"))))
        settle("include", tuple(map(_pattern, _texts(self.include, "include"))))
        settle("exclude", tuple(map(_pattern, _texts(self.exclude, "exclude"))))
        settle("schemes", frozenset(_texts(self.schemes, "schemes")))
        check_range(self, "max_depth", least=0)
        if not self.schemes or not self.schemes <= _SCHEMES:
            raise LycosaError(f"scope: schemes {sorted(self.schemes)} must be some of http and https")

    def refuses(self, url: str, depth: int) -> Kind | None:
        """Return why a canonical URL found at that depth is not followed; None if it is."""
        scheme, _, rest = url.partition("://")
        if scheme not in self.schemes:
            return Kind.SCHEME
        host = host_of(url)
        if not host:
            return Kind.BAD_URL
        if self.max_depth is not None and depth > self.max_depth:
            return Kind.TOO_DEEP
        inside = self._has_host(host) and self._has_path("/" + rest.partition("/")[2])
        return None if inside else Kind.OUT_OF_SCOPE

    def refuses_site(self, url: str) -> Kind | None:
        """Return why nothing may be asked of a URL's site, whatever the path; None if something may be."""
        if url.partition("://")[0] not in self.schemes:
            return Kind.SCHEME
        host = host_of(url)
        if not host:
            return Kind.BAD_URL
        return None if self._has_host(host) else Kind.OUT_OF_SCOPE

    def _has_host(self, host: str) -> bool:
        if not self.hosts and not self.domains:
            return True
        if host in self.hosts or host in self.domains:
            return True
        return bool(self.domains) and not is_ip(host) and any(name in self.domains for name in _parents(host))

    def _has_path(self, path: str) -> bool:
        if self.exclude and _matcher(self.exclude).match(path):
            return False
        return not self.include or _matcher(self.include).match(path) is not None


def _parents(host: str) -> Iterable[str]:
    while host:
        _, _, host = host.partition(".")
        yield host


def _texts(values: Iterable[str], field: str) -> Iterable[str]:
    if isinstance(values, str):
        raise LycosaError(f"scope: {field} is the text {values!r}; it must be a list of texts")
    return values


def _name(name: str) -> str:
    """Write a host name as URLs have it: lower case, punycode, no final dot."""
    url = None if _NOT_A_NAME.search(name) else canonical(f"http://{name}/")
    if url is None:
        raise LycosaError(f"scope: {name!r} is not a host; write it like example.org, without scheme or port")
    return host_of(url)


def _pattern(text: str) -> str:
    if not text.startswith(("/", "*", "?", "[")):
        raise LycosaError(f"scope: pattern {text!r} can match no path; begin it with / or *")
    if "[" in _CHARACTER_CLASS.sub("", text):
        raise LycosaError(f"scope: pattern {text!r} has an open [; close it, or write [[] for the character")
    return text


@lru_cache(maxsize=64)
def _matcher(patterns: tuple[str, ...]) -> re.Pattern[str]:
    """Compile shell patterns to one expression; each star is an atomic group, so nothing backtracks."""
    return re.compile("|".join(translate(pattern) for pattern in patterns))
