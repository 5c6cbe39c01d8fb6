"""A search engine over a web that holds still: queries in, URLs out, ranked by BM25.

It makes the way from terms to seeds to a crawl testable without the outside world. The index is
built once for each web and kept in the cache; page and query become the same tokens, so forms of
a word find each other.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib import metadata, resources
from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.lab.web.base import Web
from lycosa.lab.web.index import cache_folder
from lycosa.model import Fetched, Page
from lycosa.page import analyse
from lycosa.text import tokens
from lycosa.topic.seeds import Hit

_TABLES = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
BEGIN;
CREATE TABLE page (id INTEGER PRIMARY KEY, url TEXT NOT NULL, title TEXT NOT NULL);
CREATE VIRTUAL TABLE words
    USING fts5(text, title, opening, content='', tokenize='unicode61 remove_diacritics 0');
"""
_SEARCH = (
    "SELECT page.url, page.title FROM words JOIN page ON page.id = words.rowid"
    " WHERE words MATCH ? ORDER BY words.rank, page.id LIMIT ?"
)
FIELDS = ("text", "title", "opening")
"""What an engine may look at: engines that look at different things find different pages."""
OPENING_TOKENS = 60
_PAGES_MAX = 5_000_000
"""More than any frozen web has; a synthetic web may have no end."""
_PART = re.compile(r'"([^"]*)"|([^\s"]+)')


class LocalEngine:
    """Searches a web; an `Engine` for seeds.

    `AND` and `OR` may stand between words and "quoted phrases", and AND binds closer. Without
    them, pages with all of the terms come first, then pages with any.

    Parameters
    ----------
    web
        What is searched.
    language
        Language of the queries, a two-letter code.
    field
        What of a page is searched: all its `text`, its `title`, or the `opening`, its first 60 words.
    """

    def __init__(self, web: Web, language: str = "en", field: str = "text") -> None:
        self._web = web
        self._language = language
        self._opened: sqlite3.Connection | None = None
        self._field = field
        self.name = web.name if field == "text" else f"{web.name} ({field})"

    async def search(self, query: str, count: int) -> list[Hit]:
        """Return up to `count` pages, best first."""
        found: dict[str, str] = {}
        for expression in self._expressions(query):
            if len(found) < count:
                found.update(self._rows(expression, count))
        return [Hit(url, rank, (self.name,), found[url]) for rank, url in enumerate(list(found)[:count], 1)]

    def close(self) -> None:
        """Close the index; the web belongs to whoever opened it."""
        if self._opened is not None:
            self._opened.close()

    def _rows(self, expression: str, count: int) -> list[tuple[str, str]]:
        try:
            return self._index.execute(_SEARCH, (f"{self._field} : ({expression})", count)).fetchall()
        except sqlite3.DatabaseError as error:
            _file(self._web).unlink(missing_ok=True)
            raise LycosaError(
                f"the search index of {self.name} was damaged ({error}); search again"
            ) from error

    @property
    def _index(self) -> sqlite3.Connection:
        if self._opened is None:
            self._opened = open_index(self._web)
        return self._opened

    def _expressions(self, query: str) -> list[str]:
        """Return what to match, one after the other."""
        alternatives: list[list[str]] = [[]]
        connected = False
        for phrase, word in _PART.findall(query):
            if word in ("AND", "OR"):
                connected = True
                if word == "OR":
                    alternatives.append([])
            elif stems := tokens(phrase or word, self._language):
                alternatives[-1].append(f'"{" ".join(stems)}"')
        matched = [" AND ".join(terms) for terms in alternatives if terms]
        if not matched:
            raise LycosaError(f"the query {query!r} has no words to search for")
        return [" OR ".join(matched)] if connected else [matched[0], matched[0].replace(" AND ", " OR ")]


def open_index(web: Web) -> sqlite3.Connection:
    """Open the full-text index of a web; build it if the cache has none of this content and analysis."""
    file = _file(web)
    try:
        if not file.exists():
            _build(web, file)
        return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    except (OSError, sqlite3.Error) as error:
        raise LycosaError(f"cannot keep the search index {file}: {error}") from error


def _file(web: Web) -> Path:
    return cache_folder() / f"search-fields-{web.digest()[:16]}-{_analysis_digest()}.sqlite"


def _build(web: Web, file: Path) -> None:
    if len(web) > _PAGES_MAX:
        raise LycosaError(f"the web {web.name!r} is too large to be searched: more than {_PAGES_MAX:,} pages")
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.stem}.{secrets.token_hex(6)}.tmp")
    try:
        with closing(sqlite3.connect(draft, isolation_level=None)) as db:
            db.executescript(_TABLES)
            for number, page in enumerate(_pages(web)):
                db.execute("INSERT INTO page VALUES (?, ?, ?)", (number, page.url, page.title))
                opening, title = page.tokens[:OPENING_TOKENS], tokens(page.title, page.language or "en")
                texts = (" ".join(words) for words in (page.tokens, title, opening))
                db.execute(
                    "INSERT INTO words (rowid, text, title, opening) VALUES (?, ?, ?, ?)", (number, *texts)
                )
            db.execute("COMMIT")
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def _pages(web: Web) -> Iterator[Page]:
    for stored in filter(None, map(web.page, web.urls())):
        answer = Fetched(stored.url, 200, (("content-type", stored.content_type),), stored.html)
        page = analyse(answer)
        if isinstance(page, Page):
            yield page


def _analysis_digest() -> str:
    """Return a digest that changes with the code that reads pages and words."""
    state = hashlib.sha256(metadata.version("turbohtml").encode())
    for package in ("lycosa.page", "lycosa.text"):
        for module in sorted(resources.files(package).iterdir(), key=lambda entry: entry.name):
            if module.name.endswith(".py"):
                state.update(module.read_bytes())
    return state.hexdigest()[:16]
