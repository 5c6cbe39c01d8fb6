"""One life of a shard at a time: who opens its folder takes it over, and an orphan of an earlier life ends.

A worker can outlive the node that started it and go on writing. So every life of a shard writes its number
into the folder before it opens the crawl. An earlier life sees that before its next transaction and gives up;
one that does not let go of the folder's lock, because it hangs, is killed if it runs on this machine.
"""

from __future__ import annotations

import json
import os
import signal
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.store.database import FolderInUse, lock_folder

SHARD = "shard.json"
GRACE_S = 5.0
"""Time an orphan has to leave by itself: it looks after every page, and a few times a second."""
GIVE_UP_S = 30.0
_LOOK_EVERY_S = 0.05


class Fenced(LycosaError):
    """A life of a shard that has been taken over by another."""


class MissingShard(LycosaError):
    """A shard was to go on, but its folder is not here."""


@dataclass(frozen=True, slots=True)
class Life:
    """Who works on a shard."""

    cluster: str
    shard: int
    number: int
    """Counts the lives of the shard."""
    machine: str
    pid: int
    started: str
    """When the process started, in the system's own terms: another with its id started at another time."""


class Fence:
    """The right of one life to write to a shard's folder."""

    def __init__(self, folder: Path, life: Life) -> None:
        self.life = life
        self._file = folder / SHARD
        self._open = os.open(self._file, os.O_RDONLY)
        weakref.finalize(self, os.close, self._open)
        self._stamp = self._stat()

    def check(self) -> None:
        """Raise `Fenced` if another life has taken over."""
        if self._stat() != self._stamp:
            raise self._fenced

    def check_step(self) -> None:
        """Do the same, with every step: to look by name takes 20 us more, but some disks need it."""
        try:
            replaced = not os.fstat(self._open).st_nlink
        except OSError:  # so say some disks that machines share
            replaced = True
        if replaced:
            raise self._fenced

    @property
    def _fenced(self) -> Fenced:
        return Fenced(f"{self._file.parent} was taken over from life {self.life.number}")

    def _stat(self) -> tuple[int, int]:
        try:
            found = self._file.stat()
        except OSError:
            return -1, -1
        return found.st_ino, found.st_mtime_ns


def take_over(
    folder: Path, cluster: str, shard: int, *, begun: int, clock: Callable[[], float] = time.monotonic
) -> Fence:
    """Return the right to write to a shard's folder, once nobody else writes to it.

    A shard that has `begun` must have its folder, as it was in that life or a later one; one that has not
    must not have another's.
    """
    earlier = life_of(folder)
    if earlier is not None and (earlier.cluster, earlier.shard) != (cluster, shard):
        raise LycosaError(f"{folder} is shard {earlier.shard} of another cluster")
    if begun and (earlier is None or not (folder / "state.sqlite").is_file()):
        raise MissingShard(f"shard {shard} has begun, and {folder} is not here: it never starts again empty")
    if earlier is not None and earlier.number < begun:
        raise MissingShard(f"{folder} is shard {shard} as it was in life {earlier.number}, not {begun}")
    folder.mkdir(parents=True, exist_ok=True)
    number = earlier.number + 1 if earlier is not None else 1
    life = Life(cluster, shard, number, _machine(), os.getpid(), _started(os.getpid()))
    write_durably(folder / SHARD, json.dumps(asdict(life)))
    fence = Fence(folder, life)
    _wait_for_lock(folder, earlier, clock)
    fence.check()
    return fence


def life_of(folder: Path) -> Life | None:
    """Return who worked on a shard last; None if nobody has."""
    try:
        return Life(**json.loads((folder / SHARD).read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (ValueError, TypeError) as error:
        raise LycosaError(f"{folder / SHARD} is damaged: {error}") from error


def _wait_for_lock(folder: Path, earlier: Life | None, clock: Callable[[], float]) -> None:
    """Return when the earlier life has let go of the folder; one that hangs is killed."""
    began = clock()
    while True:
        try:
            os.close(lock_folder(folder))
            return
        except FolderInUse:
            waited = clock() - began
            if waited > GIVE_UP_S:
                raise
            if waited > GRACE_S and earlier is not None:
                _kill(earlier)
            time.sleep(_LOOK_EVERY_S)


def _kill(life: Life) -> None:
    """End a process of this machine, if it is still the one it was."""
    if life.machine == _machine() and life.pid != os.getpid() and _started(life.pid) == life.started:
        with suppress(ProcessLookupError):
            os.kill(life.pid, signal.SIGKILL)


def _machine() -> str:
    """Return what tells this machine, and this start of it, from others."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return os.uname().nodename


def _started(pid: int) -> str:
    """Return when a process started; empty if there is none, or it cannot be known."""
    with suppress(OSError, IndexError):
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[19]
    return ""


def write_durably(file: Path, text: str) -> None:
    """Replace a file whole, on disk for good."""
    draft = file.with_name(f".{file.name}")
    with draft.open("w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
