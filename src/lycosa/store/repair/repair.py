"""Mends a crawl folder: what is whole is kept, what can be derived is made again, what is lost is said.

Every WARC file is read from end to end, the rows that can be read are copied to a new database, and the two
are brought to agree (`rebuild`). Only then is anything changed, and whatever is changed is first laid into
`repair-…` in the folder. A repair that is itself interrupted can be run again.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from lycosa.errors import LycosaError
from lycosa.search.index import remove as remove_index
from lycosa.store.database import STATE, lock_folder, no_space_as_disk_full, read_state
from lycosa.store.repair.rebuild import Rebuild
from lycosa.store.repair.salvage import free_list_problem, salvaged_copy
from lycosa.store.repair.trust import WARC, is_archive_name, refuse_links
from lycosa.store.tables.schema import DamagedState, migrate
from lycosa.store.warc.scan import Gap, ScannedFile

_DRAFT = f".{STATE}.repair"
_COMPANIONS = ("-wal", "-shm", "-journal")


@dataclass
class Repaired:
    """What a repair found and did."""

    changes: list[str] = field(default_factory=list)
    """In plain words; none if the crawl was whole."""
    backup: Path | None = None
    """Where what was changed is kept as it was."""


def repair(folder: Path, *, strategy: str = "", parts: int | None = None) -> Repaired:
    """Mend the crawl in a folder.

    Parameters
    ----------
    folder
        Nobody else may be using it.
    strategy
        The crawl's strategy, for a database that no longer says.
    parts
        How many numbers the strategy keeps of a link, likewise.
    """
    if not folder.is_dir():
        raise LycosaError(f"{folder}: no such folder")
    handle = lock_folder(folder)
    try:
        if not os.access(folder, os.W_OK):
            raise LycosaError(f"{folder} cannot be written to: repair a copy of it")
        with no_space_as_disk_full():
            return _repair(folder, strategy, parts)
    finally:
        os.close(handle)


def _repair(folder: Path, strategy: str, parts: int | None) -> Repaired:
    refuse_links(folder)
    state = folder / STATE
    if not state.is_file() and not (folder / WARC).is_dir():
        raise LycosaError(f"{folder} is not a crawl: it has neither {STATE} nor {WARC}/")
    result = Repaired()
    files = [ScannedFile.of(path) for path in _archives(folder)]
    draft = folder / _DRAFT
    draft.unlink(missing_ok=True)
    try:
        problem = _problem(folder)
        with closing(_draft_of(state, draft)) as made:
            if problem:
                result.changes.append(f"{STATE}: {problem}; its readable rows are in a new one")
            rebuild = Rebuild(
                made,
                {file.serial: file for file in files},
                strategy=strategy,
                parts=parts,
                state_bytes=sum(path.stat().st_size for path in folder.glob(f"{STATE}*")),
            )
            result.changes += rebuild.run()
            new_archive = rebuild.new_archive
        result.changes += [f"{file.path.name}: {_describe(file.gaps)}" for file in files if file.gaps]
        if result.changes:
            result.backup = _backup_folder(folder)
            if new_archive:
                (folder / WARC / new_archive).touch(exist_ok=False)
            _replace(folder, draft, files, result)
            remove_index(folder)  # visits may have other numbers now; it is made again when it is needed
    finally:
        for left in (draft, *(draft.with_name(f"{_DRAFT}{end}") for end in _COMPANIONS)):
            left.unlink(missing_ok=True)
    return result


def _archives(folder: Path) -> list[Path]:
    """Return the WARC files of our own making, one for each serial number."""
    found: dict[str, Path] = {}
    if (folder / WARC).is_dir():
        for path in sorted((folder / WARC).iterdir()):
            if is_archive_name(path.name) and path.is_file() and not path.is_symlink():
                found.setdefault(path.name.split("-")[2], path)
    return list(found.values())


def _problem(folder: Path) -> str:
    """Return what is wrong with the database as such; empty if nothing is."""
    if not (folder / STATE).is_file():
        return "missing"
    try:
        with closing(read_state(folder)) as state:
            (verdict,) = state.execute("PRAGMA integrity_check(1)").fetchone()
    except (sqlite3.Error, DamagedState, LycosaError) as error:
        return str(error)
    if verdict != "ok":
        return " ".join(str(verdict).split())
    log = folder / f"{STATE}-wal"
    return "" if log.is_file() and log.stat().st_size else free_list_problem(folder / STATE)


def _draft_of(state: Path, draft: Path) -> sqlite3.Connection:
    if state.is_file():
        return salvaged_copy(state, str(draft))
    made = sqlite3.connect(draft, isolation_level=None)
    migrate(made, str(draft))
    return made


def _describe(gaps: Iterable[Gap]) -> str:
    return ", ".join(f"{gap.length} bytes at {gap.offset} are no record and were taken out" for gap in gaps)


def _backup_folder(folder: Path) -> Path:
    name = f"repair-{time.strftime('%Y%m%d%H%M%S', time.gmtime())}"
    for number in range(1, 1000):
        place = folder / (name if number == 1 else f"{name}-{number}")
        try:
            place.mkdir()
        except FileExistsError:
            continue
        return place
    raise LycosaError(f"{folder} holds too many repairs of this second")


def _replace(folder: Path, draft: Path, files: Iterable[ScannedFile], result: Repaired) -> None:
    """Lay what is to be changed aside, then change it: archives first, as their records find the database."""
    backup = result.backup
    assert backup is not None  # noqa: S101  # made by the caller
    for file in files:
        if file.gaps:
            _close_gaps(file, backup)
    for name in (STATE, *(f"{STATE}{end}" for end in _COMPANIONS)):
        if (folder / name).is_file():
            shutil.copyfile(folder / name, backup / name)
    for end in _COMPANIONS:
        (folder / f"{STATE}{end}").unlink(missing_ok=True)
    _sync(draft)
    draft.replace(folder / STATE)


def _close_gaps(file: ScannedFile, backup: Path) -> None:
    """Keep the bytes that are no record, and write the file without them."""
    draft = file.path.with_name(f".{file.path.name}.repair")
    draft.unlink(missing_ok=True)
    with file.path.open("rb") as old, draft.open("wb") as new:
        for gap in file.gaps:
            _copy(old, new, gap.offset - old.tell())
            with (backup / f"{file.path.name}.bytes-{gap.offset}").open("wb") as kept:
                _copy(old, kept, gap.length)
        shutil.copyfileobj(old, new)
        new.flush()
        os.fsync(new.fileno())
    draft.replace(file.path)


def _copy(source: BinaryIO, target: BinaryIO, count: int) -> None:
    while count and (piece := source.read(min(count, 1 << 20))):
        target.write(piece)
        count -= len(piece)


def _sync(file: Path) -> None:
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
