"""The words in a URL, for rankers that guess from it what the page behind it is about."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import unquote

from ada_url import idna_to_unicode

from lycosa.url.parse import host_of, is_ip
from lycosa.url.suffix import public_suffix

_LETTERS = re.compile(r"[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def url_words(url: str) -> list[str]:
    """Return the lower-case words of host, path and query of a canonical URL, in order.

    `www`, the public suffix, scheme and port say nothing about the page and are left out; so are digits.

    >>> url_words("http://www.birds.example.org/wp/TheBarnOwl-2.html?q=night%20hunter")
    ['birds', 'example', 'wp', 'the', 'barn', 'owl', 'html', 'q', 'night', 'hunter']
    """
    if "%25" in url:  # escapes of escapes, which some sites publish
        return [*_host_words(host_of(url)), *_words(unquote(unquote(_behind_host(url))))]
    start, _, name = url.rpartition("/")
    if "://" not in start:  # no URL, or none that is canonical
        return [*_host_words(host_of(url))]
    return [*_start_words(start), *_words(unquote(name) if "%" in name else name)]


def _behind_host(url: str) -> str:
    return url.partition("://")[2].partition("/")[2]


@lru_cache(maxsize=1 << 14)
def _host_words(host: str) -> tuple[str, ...]:
    if is_ip(host):
        return ()
    name = host.removesuffix(public_suffix(host))
    readable = idna_to_unicode(name) if "xn--" in name else name
    return tuple(word for word in _words(readable) if word != "www")


@lru_cache(maxsize=1 << 14)
def _start_words(start: str) -> tuple[str, ...]:
    """Return the words of a URL up to its last slash, which many links of a site share."""
    return (*_host_words(host_of(f"{start}/")), *_words(unquote(_behind_host(start))))


def _words(text: str) -> list[str]:
    if text.isascii() and text.islower():  # as most are, and there is nothing to part
        return _LETTERS.findall(text)
    words: list[str] = []
    for run in _LETTERS.findall(text):
        if len(run) == 1 or run[1:].islower():
            words.append(run.lower())
        else:
            words += map(str.lower, _CAMEL.split(run))
    return words
