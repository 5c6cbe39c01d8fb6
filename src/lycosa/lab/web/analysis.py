"""Every page of a web parsed once and kept in the cache, for all strategies of all experiments.

A crawl in the lab then reads pages back instead of parsing them: the same pages, several times
faster. The cache belongs to one content of a web and one state of the parser.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import closing
from itertools import islice
from pathlib import Path
from time import process_time, thread_time_ns

import numpy as np
import zstandard

from lycosa.errors import Kind, LycosaError
from lycosa.fetch.base import Answer, Since
from lycosa.fetch.reading import ReadingSource
from lycosa.fetch.replay import ReplayFetcher
from lycosa.lab.experiment.code_digest import source_digest
from lycosa.lab.web.base import Web
from lycosa.lab.web.index import cache_folder
from lycosa.lab.web.packing import Ids, Packed, Table, pack, unpack
from lycosa.model import Fetched, Page, Queued
from lycosa.page import analyse

_BATCH = 100
_AHEAD = 4
_TABLES = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE page (id INTEGER PRIMARY KEY, url TEXT NOT NULL, packed BLOB NOT NULL);
CREATE TABLE string (lengths BLOB NOT NULL, utf8 BLOB NOT NULL);
CREATE TABLE cost (parse_s REAL NOT NULL);
"""
_Batch = list[tuple[str, bytes, str]]
_Parsed = tuple[list[str], list[tuple[str, Packed, Ids]], float]


class Analysis:
    """The parsed pages of a web, read from their file one by one."""

    def __init__(self, file: Path) -> None:
        self._db = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        self._unpack = zstandard.ZstdDecompressor()
        self._number = {url: number for number, url in self._db.execute("SELECT id, url FROM page")}
        (self.parse_s,) = self._db.execute("SELECT parse_s FROM cost").fetchone()
        """CPU seconds that parsing all pages took, once."""
        self._table = _read_strings(*self._db.execute("SELECT lengths, utf8 FROM string").fetchone())

    def __len__(self) -> int:
        return len(self._number)

    def __contains__(self, url: str) -> bool:
        return url in self._number

    def __getitem__(self, url: str) -> Page | Kind:
        query = "SELECT packed FROM page WHERE id = ?"
        (packed,) = self._db.execute(query, (self._number[url],)).fetchone()
        return unpack(self._unpack.decompress(packed), self._table)


class AnalysedReplay:
    """Replays a web whose pages are parsed already: a source that reads them back instead."""

    def __init__(self, web: Web, analysis: Analysis) -> None:
        self._others = ReadingSource(ReplayFetcher(web))
        self._analysis = analysis

    async def obtain(self, link: Queued, since: Since | None = None) -> Answer:
        """Answer as replay does, but without the bytes of pages that nobody has to parse."""
        if link.url not in self._analysis:
            return await self._others.obtain(link, since)
        started = thread_time_ns()
        page = self._analysis[link.url]
        return Answer(Fetched(link.url, 200), page, thread_time_ns() - started)

    async def close(self) -> None:
        """End what reads the other pages; web and analysis belong to whoever opened them."""
        await self._others.close()


def open_analysis(web: Web, pool: Executor) -> Analysis:
    """Return the parsed pages of a web; parse them if the cache has none of this content and parser."""
    file = cache_folder() / f"pages-{web.digest()[:16]}-{parser_digest()}.sqlite"
    if not file.exists():
        _build(web, pool, file)
    try:
        return Analysis(file)
    except (sqlite3.Error, TypeError, ValueError) as error:
        raise LycosaError(f"the cache {file} is damaged ({error}); remove it and try again") from error


def parser_digest() -> str:
    """Return a digest that changes with the code that reads pages."""
    return source_digest("lycosa.page.document", "lycosa.lab.web.packing")


def read_page(web: Web, url: str) -> Page | Kind:
    """Parse a page of a web."""
    stored = web.page(url)
    if stored is None:
        return Kind.HTTP_CLIENT
    return analyse(Fetched(url, 200, (("content-type", stored.content_type),), stored.html))


def _build(web: Web, pool: Executor, file: Path) -> None:
    """Write the file under a name of our own, then put it in place in one step."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.stem}.{secrets.token_hex(4)}.part")
    try:
        with closing(sqlite3.connect(draft, isolation_level=None)) as db:
            db.executescript(_TABLES)
            db.execute("BEGIN")
            _fill(db, _parsed(web, pool))
            db.execute("COMMIT")
        draft.replace(file)
    except (OSError, sqlite3.Error) as error:
        raise LycosaError(f"cannot write the cache {file} ({error}); set LYCOSA_CACHE to a folder") from error
    finally:
        draft.unlink(missing_ok=True)


def _fill(db: sqlite3.Connection, parsed: Iterable[_Parsed]) -> None:
    squeeze = zstandard.ZstdCompressor(level=3)
    numbers: dict[str, int] = {}
    parse_s = 0.0
    for strings, pages, spent_s in parsed:
        parse_s += spent_s
        known = [numbers.setdefault(string, len(numbers)) for string in strings]
        ids_in_web = np.array(known, dtype=np.uint32)
        rows = (
            (url, squeeze.compress(packed.joined(ids_in_web[ids].astype(np.uint32))))
            for url, packed, ids in pages
        )
        db.executemany("INSERT INTO page (url, packed) VALUES (?, ?)", rows)
    lengths = np.fromiter(map(len, numbers), dtype=np.uint32, count=len(numbers))
    utf8 = "".join(numbers).encode("utf-8", "surrogatepass")
    db.execute("INSERT INTO string VALUES (?, ?)", (lengths.tobytes(), squeeze.compress(utf8)))
    db.execute("INSERT INTO cost VALUES (?)", (parse_s,))


def _read_strings(lengths: bytes, squeezed: bytes) -> Table:
    text = zstandard.ZstdDecompressor().decompress(squeezed).decode("utf-8", "surrogatepass")
    ends = np.cumsum(np.frombuffer(lengths, np.uint32), dtype=np.int64).tolist()
    table = np.empty(len(ends), dtype=object)
    table[:] = [text[start:stop] for start, stop in zip([0, *ends], ends, strict=False)]
    return table


def _parsed(web: Web, pool: Executor) -> Iterator[_Parsed]:
    """Yield all pages in order, parsing some batches ahead in the processes of the pool."""
    waiting: list[Future[_Parsed]] = []
    remaining = web.urls()
    while True:
        batch = [_content(web, url) for url in islice(remaining, _BATCH)]
        if batch:
            waiting.append(pool.submit(_parse, batch))
        if not waiting:
            return
        if not batch or len(waiting) > _AHEAD:
            yield waiting.pop(0).result()


def _content(web: Web, url: str) -> tuple[str, bytes, str]:
    page = web.page(url)
    return (url, page.html, page.content_type) if page else (url, b"", "")


def _parse(batch: _Batch) -> _Parsed:
    """Parse in a worker process; strings are numbered within the batch."""
    numbers: dict[str, int] = {}
    pages = []
    spent_s = 0.0
    for url, html, content_type in batch:
        start = process_time()
        page = analyse(Fetched(url, 200, (("content-type", content_type),), html))
        spent_s += process_time() - start
        packed = pack(page)
        ids = [numbers.setdefault(string, len(numbers)) for string in packed.strings]
        pages.append((url, packed._replace(strings=[]), np.array(ids, dtype=np.uint32)))
    return list(numbers), pages, spent_s
