"""An answer of a search engine in, its results out: JSON of any common shape, RSS or Atom."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

from lycosa.errors import LycosaError
from lycosa.topic.seeds.base import Result
from lycosa.topic.seeds.markup import read_elements

_URL_KEYS = ("url", "fullurl", "link", "href")
_TITLE_KEYS = ("title", "name")
_LEVELS = 4
"""How deep the list of results may lie: `web.results`, `webPages.value`, `response.docs`."""
_ENGINES_MAX = 8
_ENGINE_CHARS_MAX = 40


def read_results(body: bytes, name: str) -> list[Result]:
    """Return the results in an answer; `name` is how an error calls the engine."""
    text = body.lstrip(b"\xef\xbb\xbf \t\r\n")
    if text.startswith((b"{", b"[")):
        return read_json(text, name)
    if text.startswith(b"<"):
        return _read_feed(text, name)
    raise LycosaError(f"{name} gave results that are neither JSON, RSS nor Atom")


def read_json(body: bytes, name: str) -> list[Result]:
    """Return the results in a JSON answer: the first list of objects that have a URL."""
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise LycosaError(f"{name} gave JSON that cannot be read: {error}") from error
    return _first_results(answer)


def _first_results(answer: Any) -> list[Result]:
    """Look for the list of results level by level."""
    if suggested := _suggestions(answer):
        return suggested
    level = [answer]
    for _ in range(_LEVELS):
        for value in level:
            if isinstance(value, list) and (found := list(_results_in(value))):
                return found
        level = [inner for value in level if isinstance(value, dict) for inner in value.values()]
    return []


def _suggestions(answer: Any) -> list[Result]:
    """Return results in the form of OpenSearch Suggestions: the query, then lists of titles, texts, URLs."""
    match answer:
        case [str(), [*titles], [*_], [*urls], *_] if urls and all(isinstance(url, str) for url in urls):
            named = [title if isinstance(title, str) else "" for title in titles]
            return [Result(url, title) for url, title in zip_longest(urls, named[: len(urls)], fillvalue="")]
    return []


def _results_in(entries: list[Any]) -> Iterable[Result]:
    places = [entry.get("index") if isinstance(entry, dict) else None for entry in entries]
    if all(
        isinstance(place, int) for place in places
    ):  # MediaWiki lists pages by number, and says their rank
        entries = sorted(entries, key=lambda entry: int(entry["index"]))
    for entry in entries:
        if isinstance(entry, str):
            yield Result(entry)
        elif isinstance(entry, dict) and (url := _text(entry, _URL_KEYS)):
            yield Result(url, _text(entry, _TITLE_KEYS), _engines(entry.get("engines")))


def _text(entry: dict[str, Any], keys: tuple[str, ...]) -> str:
    return next((value for key in keys if isinstance(value := entry.get(key), str) and value), "")


def _engines(named: Any) -> tuple[str, ...]:
    """Return the engines that a metasearch engine says it asked (SearXNG)."""
    if not isinstance(named, list):
        return ()
    names = (name for name in named[:_ENGINES_MAX] if isinstance(name, str) and name.isprintable())
    return tuple(dict.fromkeys(name[:_ENGINE_CHARS_MAX] for name in names if name))


def _read_feed(body: bytes, name: str) -> list[Result]:
    """Return the items of RSS or the entries of Atom."""
    found: list[dict[str, str]] = []
    inside = -1
    for element in read_elements(body, name):
        if element.name in ("item", "entry"):
            found.append({})
            inside = element.depth
        elif element.depth <= inside:
            inside = -1
        elif found and element.depth == inside + 1:
            if element.name == "title":
                found[-1].setdefault("title", element.text.strip())
            elif element.name == "link" and element.attributes.get("rel", "alternate") == "alternate":
                found[-1].setdefault("url", element.attributes.get("href", "") or element.text.strip())
    return [Result(item["url"], item.get("title", "")) for item in found if item.get("url")]
