"""The index of a frozen web: built once from its files, then any page in well under a millisecond.

A compressed stream cannot be read from the middle. So the first opening copies the pages,
compressed one by one, into an SQLite file in the user's cache directory; the source stays
untouched and may be read-only. The file is replaced when the source or the rules for URLs
have changed, and when it is damaged.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib import metadata, resources
from pathlib import Path
from typing import Any

import zstandard

from lycosa.errors import LycosaError
from lycosa.lab.web.base import WebPage, unknown_label
from lycosa.lab.web.indexer import FORMAT, fill
from lycosa.lab.web.source import Record
from lycosa.url import canonical

_ATTEMPTS = 3
"""Two programs with different URL rules may replace each other's file; give up after this many."""


@dataclass(frozen=True, slots=True)
class PageSource:
    """A frozen web as it lies on disk: its name, its files and a way to read them."""

    name: str
    files: tuple[Path, ...]
    read: Callable[[], Iterator[Record]]

    def where(self) -> str:
        """Return a digest of the place, which names the cache file."""
        return _digest(*(str(file.resolve()) for file in self.files))

    def state(self) -> str:
        """Return a digest that changes with the files, the URL rules and the cache format."""
        stats = [file.stat() for file in self.files]
        files = (
            f"{file.name}:{s.st_size}:{s.st_mtime_ns}" for file, s in zip(self.files, stats, strict=True)
        )
        rules = (entry.read_text() for entry in _modules("lycosa.url"))
        return _digest(str(FORMAT), metadata.version("ada-url"), *files, *rules)


class IndexedWeb:
    """A frozen web read through its index."""

    def __init__(self, name: str, file: Path, state: str) -> None:
        self.name = name
        self._file = file
        self._db = _open(file, state)
        self._facts: dict[str, str] = dict(self._db.execute("SELECT name, value FROM fact"))
        self._unpack = zstandard.ZstdDecompressor()

    @property
    def collisions(self) -> int:
        """Number of pages left out because an earlier page has the same canonical URL."""
        return int(self._facts["collisions"])

    @property
    def refused(self) -> int:
        """Number of pages and redirects left out because their URL has no canonical form."""
        return int(self._facts["refused"])

    def left_out(self) -> str:
        """Say what of the source is no page here, and why; nothing if everything is."""
        told = (
            (self.collisions, "with the canonical URL of an earlier page"),
            (self.refused, "(pages or redirects) whose URL is no http or https URL"),
        )
        return "; ".join(f"{count:,} {which}" for count, which in told if count)

    def __len__(self) -> int:
        return int(self._facts["pages"])

    def urls(self) -> Iterator[str]:
        """Yield the canonical URL of every page, in the order of the source."""
        return (url for (url,) in self._db.execute("SELECT url FROM page ORDER BY id"))

    def page(self, url: str) -> WebPage | None:
        """Return the page at a URL, canonical or not; None if there is none."""
        try:
            row = self._lookup(_PAGE, url)
            if row is None:
                return None
            key, labels, lang, kind, content_type, packed = row
            html = self._unpack.decompress(packed)
        except (sqlite3.DatabaseError, zstandard.ZstdError) as error:
            self._file.unlink(missing_ok=True)
            raise LycosaError(f"the cache {self._file} was damaged ({error}); open the web again") from error
        return WebPage(key, html, tuple(json.loads(labels)), lang, kind, content_type)

    def redirect(self, url: str) -> str | None:
        """Return the URL that `url` redirects to; None if it does not redirect."""
        row = self._lookup("SELECT target FROM redirect WHERE alias = ?", url)
        return row[0] if row else None

    def redirects(self) -> Iterator[tuple[str, str]]:
        """Yield every redirect: alias and target."""
        yield from self._db.execute("SELECT alias, target FROM redirect ORDER BY alias")

    def labels(self) -> dict[str, int]:
        """Return every label with its number of pages, most frequent first."""
        return dict(self._db.execute("SELECT name, pages FROM label ORDER BY pages DESC, name"))

    def on_topic(self, label: str) -> frozenset[str]:
        """Return the URLs of the pages with that label."""
        found = frozenset(url for (url,) in self._db.execute(_ON_TOPIC, (label,)))
        if not found:
            raise unknown_label(label, self.name, self.labels())
        return found

    def digest(self) -> str:
        """Return a digest of all pages, labels and redirects, independent of compression."""
        return self._facts["digest"]

    def close(self) -> None:
        """Close the index."""
        self._db.close()

    def _lookup(self, query: str, url: str) -> tuple[Any, ...] | None:
        """Look a URL up as it is, which is canonical in a crawl, else in its canonical form."""
        row: tuple[Any, ...] | None = self._db.execute(query, (url,)).fetchone()
        if row is None and (key := _canonical(url)) is not None and key != url:
            row = self._db.execute(query, (key,)).fetchone()
        return row


_canonical = lru_cache(maxsize=16)(canonical)  # a page that is not there may still be a redirect

_PAGE = (
    "SELECT url, labels, lang, kind, content_type, packed "
    "FROM page JOIN body ON body.id = page.body WHERE url = ?"
)
_ON_TOPIC = (
    "SELECT url FROM label JOIN tagged ON tagged.label = label.id JOIN page ON page.id = tagged.page "
    "WHERE label.name = ?"
)


def open_indexed(source: PageSource) -> IndexedWeb:
    """Open a web through its index; build the index if there is none that fits."""
    state = source.state()
    file = cache_folder() / f"{source.where()}.sqlite"
    for _ in range(_ATTEMPTS):
        try:
            return IndexedWeb(source.name, file, state)
        except _NoIndexError:
            _build(source, state, file)
    raise LycosaError(f"the cache {file} keeps changing; set LYCOSA_CACHE to a folder of your own")


def cache_folder() -> Path:
    """Return the folder of the indexes: below LYCOSA_CACHE, else in the user's cache directory."""
    if chosen := os.environ.get("LYCOSA_CACHE"):
        return Path(chosen) / "webs"
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "lycosa" / "webs"


class _NoIndexError(Exception):
    """There is no usable index: absent, of another state, or damaged."""


def _open(file: Path, state: str) -> sqlite3.Connection:
    address = file.absolute().as_uri()
    try:
        # The file never changes under its name, so no locks are needed and threads may share it.
        db = sqlite3.connect(f"{address}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    except sqlite3.Error as error:
        raise _NoIndexError from error
    try:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        (page_bytes,) = db.execute("PRAGMA page_size").fetchone()
        (found,) = db.execute("SELECT value FROM fact WHERE name = 'state'").fetchone()
    except (sqlite3.Error, TypeError) as error:
        db.close()
        raise _NoIndexError from error
    if found != state or file.stat().st_size != pages * page_bytes:
        db.close()
        raise _NoIndexError
    return db


def _build(source: PageSource, state: str, file: Path) -> None:
    """Write the index under a name of our own, then put it in place in one step."""
    draft = file.with_name(f"{file.stem}.{secrets.token_hex(6)}.tmp")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(draft, isolation_level=None)) as db:
            fill(db, source.read(), source.name, state)
        draft.replace(file)
    except (OSError, sqlite3.Error) as error:
        raise LycosaError(
            f"cannot write the cache {file} ({error}); set LYCOSA_CACHE to a writable folder"
        ) from error
    finally:
        with suppress(OSError):
            draft.unlink()


def _modules(package: str) -> list[Path]:
    folder = Path(str(resources.files(package)))
    return sorted(folder.glob("*.py"))


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:24]
