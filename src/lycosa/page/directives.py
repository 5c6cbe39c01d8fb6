"""What a page and its headers tell crawlers: robots rules, base, refresh, language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lycosa.text.language import primary
from lycosa.url import URL_BYTES_MAX, resolve

AGENT = "lycosa"
"""Name that rules for this crawler alone use."""

_EVERYONE = frozenset({"", "*", "robots", AGENT})
_WITH_VALUE = frozenset({"max-image-preview", "max-snippet", "max-video-preview", "unavailable_after"})
_ROBOTS_CHARS = 1_024


def robots(metas: Iterable[str], headers: Iterable[str]) -> frozenset[str]:
    """Return the union of the rules in `<meta name=robots>` and `X-Robots-Tag` values, in lower case."""
    found = {rule for meta in metas for rule in _rules(meta)}
    for header in headers:
        found.update(_for_us(_rules(header)))
    return frozenset(found)


def _rules(text: str) -> list[str]:
    return [rule for part in text[:_ROBOTS_CHARS].lower().split(",") if (rule := " ".join(part.split()))]


def _for_us(rules: Iterable[str]) -> Iterator[str]:
    """Leave out rules that follow the name of another crawler, as in `otherbot: noindex, nofollow`."""
    agent = ""
    for rule in rules:
        name, colon, rest = (part.strip() for part in rule.partition(":"))
        if colon and name not in _WITH_VALUE:
            agent, rule = name, rest  # noqa: PLW2901  # the name is not part of the rule
        if rule and agent in _EVERYONE:
            yield rule


def base_of(hrefs: Iterable[str], url: str) -> str:
    """Return what relative addresses are relative to: the first usable base, else the page's address.

    One too long to be followed is not used: it would be read again for each of thousands of links.
    """
    resolved = (resolve(href, url) or "" for href in hrefs)
    usable = (base for base in resolved if len(base) <= URL_BYTES_MAX)
    return next((base for base in usable if base.startswith(("http://", "https://"))), url)


def refresh(content: str) -> tuple[float, str] | None:
    """Return delay in seconds and address of a refresh such as `0; url=/next`; None if it has none."""
    text = content.strip()
    digits = len(text) - len(text.lstrip("0123456789"))
    after = text[digits:].lstrip("0123456789.")
    if not digits and not text.startswith("."):
        return None
    rest = after.lstrip()
    if rest[:1] in (";", ","):
        rest = rest[1:].lstrip()
    elif rest == after:
        return None  # neither a space nor a separator after the number
    if rest[:3].lower() == "url" and (value := rest[3:].lstrip()).startswith("="):
        rest = value[1:].lstrip()
    if rest[:1] in ("'", '"'):
        rest = rest[1:].partition(rest[0])[0]
    return (float(text[:digits][:9] or 0), rest) if rest else None


def language(*tags: str) -> str:
    """Return the two-letter code of the first language tag that has one; empty if none has."""
    for tag in tags:
        code = primary(tag.partition(",")[0].strip())
        if len(code) == 2 and code.isascii() and code.isalpha():
            return code
    return ""
