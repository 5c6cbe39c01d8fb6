"""Brings the search index of a crawl up to date: what it misses is read from the archive.

The index of a crawl that runs is kept by its own process and is a few seconds behind; readers take it as
it is. Otherwise whoever searches first makes up for what is missing, be it everything.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import tomllib
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

from lycosa.errors import LycosaError
from lycosa.model import Page
from lycosa.page import analyse
from lycosa.search.index import Entry, IndexUnusable, SearchIndex, remove
from lycosa.search.indexer import BATCH, Indexer, entry_of
from lycosa.search.topics.grouping import Grouping
from lycosa.store.database import FolderInUse, lock_folder, no_space_as_disk_full, read_state
from lycosa.store.reader import read_answer
from lycosa.store.repair.damage import ask_state
from lycosa.store.tables.meta import get_meta

T = TypeVar("T")
Progress = Callable[[int, int], None]
"""Hears how many pages of how many have been read."""
log = logging.getLogger("lycosa.search")
CATCH_UP_PAGES = 2_000
"""Pages that a crawl taken up indexes before it goes on: ten seconds of work. A kill leaves 64 at most."""
_CONFIG = "crawl.toml"
_MISSING = """SELECT number, relevant FROM visits
    WHERE relevant IS NOT NULL AND error IS NULL AND number > ? ORDER BY number"""
_RELEVANT = "SELECT number FROM visit_list WHERE relevant AND error IS NULL ORDER BY number"


def with_index(
    folder: Path,
    look: Callable[[SearchIndex, sqlite3.Connection], T],
    progress: Progress | None = None,
    *,
    late_pages: int = 0,
) -> T:
    """Look something up in index and state, after bringing the index up to date if nobody else does.

    An index that is missing or turns out to be damaged is made anew. `late_pages` is how many pages may be
    read for their meaning that have become relevant since they were indexed.
    """

    def asked(state: sqlite3.Connection, *, behind: bool) -> T:
        with closing(SearchIndex.read(folder, str(get_meta(state, "crawl")))) as index:
            if _is_ahead(state, index):
                raise IndexUnusable(f"{index.file} is ahead of its crawl")
            if not behind and _lacks(state, index, late_pages):
                raise _Behind
            return look(index, state)

    try:
        return ask_state(folder, lambda state: asked(state, behind=False))
    except (_Behind, IndexUnusable) as error:
        with suppress(
            LycosaError if isinstance(error, _Behind) else FolderInUse
        ):  # behind is better than none
            update_index(folder, progress, anew=isinstance(error, IndexUnusable))
    return ask_state(folder, lambda state: asked(state, behind=True))


class _Behind(Exception):  # not an error: some pages are missing
    pass


def update_index(
    folder: Path, progress: Progress | None = None, *, anew: bool = False, regroup: bool = False
) -> int:
    """Take in the pages that an index misses, or all of them anew; return how many.

    Nobody else may be writing to the folder. With `regroup`, sub-topics are made anew.
    """
    crawl = ask_state(folder, lambda state: str(get_meta(state, "crawl")))
    handle = lock_folder(folder)
    try:
        if not os.access(folder, os.W_OK):
            raise LycosaError(f"{folder} cannot be written to: search needs an index, so search a copy of it")
        if anew:
            remove(folder)
        with no_space_as_disk_full(), closing(SearchIndex.make(folder, crawl)) as index:
            added = ask_state(folder, lambda state: _catch_up(state, folder, index, progress))
            ask_state(folder, lambda state: _add_meanings(state, folder, index))
            grouping = Grouping(index, seed_of(folder))
            (grouping.anew if regroup else grouping.finish)()
            return added
    finally:
        os.close(handle)


def indexer_of(folder: Path, most_pages: int = CATCH_UP_PAGES) -> Indexer | None:
    """Return who keeps the index of a crawl that is about to begin or to go on; None if that is not possible.

    The caller has the folder to itself. Pages that are missing are taken in first, unless they are so many
    that the crawl would have to wait long for it: then the index is left as it is.
    """
    try:
        with closing(read_state(folder)) as state:
            index = _sound_index(state, folder)
            if len(state.execute(_MISSING, (index.last,)).fetchall()) > most_pages:
                index.close()
                log.warning("%s: too many pages are not indexed; `lycosa search` does it", folder)
                return None
            _catch_up(state, folder, index, None)
            return Indexer(index, seed_of(folder))
    except (sqlite3.Error, OSError, LycosaError) as error:
        log.warning("%s: the crawl goes on without a search index: %s", folder, error)
        return None


def _sound_index(state: sqlite3.Connection, folder: Path) -> SearchIndex:
    """Open an index for writing, and begin it anew if it is ahead of its crawl."""
    crawl = str(get_meta(state, "crawl"))
    index = SearchIndex.make(folder, crawl)
    if _is_ahead(state, index):
        index.close()
        remove(folder)
        index = SearchIndex.make(folder, crawl)
    return index


def seed_of(folder: Path) -> int:
    """Return the start of a crawl's randomness, which its groups have as well; 0 if it does not say."""
    try:
        settings = tomllib.loads((folder / _CONFIG).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return 0
    seed = settings.get("random_seed", 0)
    return seed if isinstance(seed, int) and seed >= 0 else 0


def _lacks(state: sqlite3.Connection, index: SearchIndex, late_pages: int) -> bool:
    """Return whether an index lacks pages, or what is wanted of them: up to so many late meanings, groups."""
    if state.execute(f"{_MISSING} LIMIT 1", (index.last,)).fetchone() is not None:
        return True
    return bool(late_pages) and (0 < len(_late(state, index)) <= late_pages or Grouping(index).due)


def _is_ahead(state: sqlite3.Connection, index: SearchIndex) -> bool:
    """Return whether an index knows of visits that its crawl has lost, as in a failure of power."""
    (last,) = state.execute("SELECT coalesce(max(number), -1) FROM visits").fetchone()
    return index.last > int(last)


def _catch_up(state: sqlite3.Connection, folder: Path, index: SearchIndex, progress: Progress | None) -> int:
    """Take in what is missing, in the order of the visits; return how many pages."""
    missing = state.execute(_MISSING, (index.last,)).fetchall()
    grouping = Grouping(index, seed_of(folder))
    added = 0
    for start in range(0, len(missing), BATCH):
        batch = missing[start : start + BATCH]
        entries = [entry for visit, relevant in batch if (entry := _entry(state, folder, visit, relevant))]
        index.add(entries, batch[-1][0])
        grouping.update()
        added += len(entries)
        if progress is not None:
            progress(start + len(batch), len(missing))
    if added < len(missing):
        log.warning(
            "%s: %d of %d pages cannot be read from the archive and are not found by search;"
            " `lycosa search %s --rebuild` tries again",
            *(folder, len(missing) - added, len(missing), folder),
        )
    return added


def _late(state: sqlite3.Connection, index: SearchIndex) -> list[int]:
    """Return the visits of pages that are relevant by now and have no vector."""
    known = {visit for (visit,) in index.select("SELECT visit FROM pages")}
    return [visit for (visit,) in state.execute(_RELEVANT) if visit not in known and visit <= index.last]


def _add_meanings(state: sqlite3.Connection, folder: Path, index: SearchIndex) -> None:
    """Give pages their vectors that have become relevant since they were read."""
    late = _late(state, index)
    for start in range(0, len(late), BATCH):
        read = (_entry(state, folder, visit, True) for visit in late[start : start + BATCH])
        with index.all_or_none():
            index.add_vectors(entry for entry in read if entry is not None)


def _entry(state: sqlite3.Connection, folder: Path, visit: int, relevant: bool) -> Entry | None:
    """Return what the index keeps of a page in the archive; None if it cannot be read."""
    page = archived_page(state, folder, visit)
    return entry_of(visit, page, relevant=bool(relevant)) if page is not None else None


def archived_page(state: sqlite3.Connection, folder: Path, visit: int) -> Page | None:
    """Return the page of a visit, parsed again; None if it cannot be read."""
    try:
        answer = read_answer(state, folder, visit)
    except LycosaError:
        return None
    page = analyse(answer, layout=False) if answer is not None else None
    return page if isinstance(page, Page) else None
