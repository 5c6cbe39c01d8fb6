"""Who used the processor: between two moments, for how long each process worked, waited, and stood idle.

On a machine that others use, too, clock times say little. The kernel counts for how long every thread ran,
and for how long others kept it from running; the rest of the time it had nothing to do. To look takes less
than a hundredth of a core.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

CRAWL, SHARD, LEADER, SERVER, RAY = "one process", "shards", "leader", "server", "Ray"
EVERY_S = 0.25
_KINDS = {
    "ray::ShardWorker": SHARD,
    "ray": RAY,
    "cluster crawl": LEADER,
    "lab serve": SERVER,
    "lycosa.page.child": "pages apart",
    "lycosa crawl": CRAWL,
    "benchmarks": "benchmark",
}
"""What a process is, by the first of these that its command line contains."""
_NAMED_LATER = ("?", RAY)
"""A worker of Ray has the name of its work only once it has some."""
_FAMILY_EVERY = 4
"""Looks after which new processes are looked for."""
_NS = 1_000_000_000
_TICKS = os.sysconf("SC_CLK_TCK")


class Ran(NamedTuple):
    """For how many seconds something has run, and has been kept from running."""

    cpu_s: float = 0.0
    kept_s: float = 0.0

    def __sub__(self, other: Ran) -> Ran:
        return Ran(self.cpu_s - other.cpu_s, self.kept_s - other.kept_s)


class Look(NamedTuple):
    """What was seen at one moment."""

    at: float
    processes: Mapping[int, float]
    """Seconds of all threads, by process."""
    threads: Mapping[tuple[int, int], Ran]
    """Threads of crawls and shards, by process and thread."""
    machine_s: float
    """Seconds for which cores have been busy."""
    stolen_s: float
    """Seconds for which cores were not given to this machine by its host."""


class Use(NamedTuple):
    """What a process used."""

    kind: str
    cpu_s: float
    """All its threads."""
    thread_s: float = 0.0
    """The thread that ran longest, of a crawl or a shard; others of it are Ray's."""
    kept_s: float = 0.0
    """Time for which that thread could have run, but for others."""
    idle_s: float = 0.0
    """Time for which it had nothing to do."""


class Spent(NamedTuple):
    """What was used between two moments."""

    seconds: float
    uses: list[Use]
    others_s: float
    """What processes used that are none of ours."""
    stolen_s: float

    def of(self, *kinds: str) -> float:
        """Return the seconds that processes of some kinds used."""
        return sum(use.cpu_s for use in self.uses if use.kind in kinds)


class ProcessorTime:
    """Looks a few times a second at what this process and all below it have used."""

    def __init__(self) -> None:
        self._looks: list[Look] = []
        self._kinds: dict[int, str] = {}
        self._family: list[int] = []
        self._over = threading.Event()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Look while the block runs."""
        self._over.clear()
        self._looks.clear()
        watcher = threading.Thread(target=self._watch)
        watcher.start()
        try:
            yield
        finally:
            self._over.set()
            watcher.join()

    def _watch(self) -> None:
        while True:
            if len(self._looks) % _FAMILY_EVERY == 0:
                self._family = _family(os.getpid())
            self._looks.append(self._look())
            if self._over.wait(EVERY_S):
                self._looks.append(self._look())
                return

    def _look(self) -> Look:
        processes, threads = {}, {}
        for pid in self._family:
            if self._kinds.get(pid, "?") in _NAMED_LATER:
                self._kinds[pid] = _kind(pid) or self._kinds.get(pid, "?")
            with suppress(OSError, ValueError, IndexError):
                processes[pid] = _cpu_s(pid)
                if self._kinds[pid] in (CRAWL, SHARD):
                    threads.update(_threads(pid))
        return Look(time.time(), processes, threads, *_machine())

    def spent(self, begin: float, end: float) -> Spent:
        """Return what was used between two moments of the clock."""
        before, after = self._at(begin), self._at(end)
        uses = []
        for pid, cpu_s in after.processes.items():
            used = cpu_s - before.processes.get(pid, 0.0)
            ran = [
                ran - before.threads.get(key, Ran()) for key, ran in after.threads.items() if key[0] == pid
            ]
            thread = max(ran, default=None)
            if thread is None:
                uses.append(Use(self._kinds[pid], used))
            else:
                idle_s = max(0.0, end - begin - sum(thread))
                uses.append(Use(self._kinds[pid], used, *thread, idle_s))
        others_s = after.machine_s - before.machine_s - sum(use.cpu_s for use in uses)
        stolen_s = after.stolen_s - before.stolen_s
        return Spent(end - begin, sorted(uses), max(0.0, others_s), stolen_s)

    def _at(self, moment: float) -> Look:
        """Return what would have been seen at a moment: between two looks, in proportion."""
        earlier = [look for look in self._looks if look.at <= moment]
        later = [look for look in self._looks if look.at > moment]
        if not earlier or not later:
            return (earlier[-1:] or later[:1])[0]
        one, two = earlier[-1], later[0]
        part = (moment - one.at) / (two.at - one.at)
        processes, threads = {**one.processes, **two.processes}, {**one.threads, **two.threads}

        def between(before: float, after: float) -> float:
            return before + part * (after - before)

        return Look(
            moment,
            {pid: between(one.processes.get(pid, 0.0), cpu_s) for pid, cpu_s in processes.items()},
            {key: Ran(*map(between, one.threads.get(key, Ran()), ran)) for key, ran in threads.items()},
            between(one.machine_s, two.machine_s),
            between(one.stolen_s, two.stolen_s),
        )


def _family(root: int) -> list[int]:
    """Return a process with all below it."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError, IndexError):
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                children.setdefault(parent, []).append(int(folder.name))
    found, left = [], [root]
    while left:
        found.append(left.pop())
        left += children.get(found[-1], [])
    return found


def _kind(pid: int) -> str:
    with suppress(OSError):
        line = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        return next((kind for part, kind in _KINDS.items() if part in line), "other")
    return ""


def _cpu_s(pid: int) -> float:
    """Return what all threads of a process have used, those that have ended included."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / _TICKS


def _threads(pid: int) -> Iterator[tuple[tuple[int, int], Ran]]:
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError, ValueError):
            ran, kept, _ = (task / "schedstat").read_text().split()
            yield (pid, int(task.name)), Ran(int(ran) / _NS, int(kept) / _NS)


def _machine() -> tuple[float, float]:
    """Return for how many seconds cores have been busy, and for how many others had them."""
    user, nice, system, _, _, irq, soft, steal, *_ = map(int, Path("/proc/stat").read_text().split()[1:11])
    return (user + nice + system + irq + soft) / _TICKS, steal / _TICKS
