"""Runs a crawl through everything at once, seeded, and says what is left of it.

Kills, a network that is down for all, names that cannot be looked up, a clock that jumps and a disk
without room come at random while hosts misbehave. When their time is over the crawl is
run to its end in peace.
"""

from __future__ import annotations

import ast
import asyncio
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import psutil
from tests.chaos.site import Site, urls

from lycosa.store import read_state
from lycosa.store.warc._fastwarc import ArchiveIterator, WarcRecordType

EVENTS = ("kill", "kill", "terminate", "outage", "dns-down", "clock", "disk")
"""Come in a random order, all of them before one comes again."""
_FILLS_S = 30.0
"""Within which a disk without room must have ended the crawl."""
_ENDS_S = 120.0


@dataclass(frozen=True)
class Plan:
    """How bad it gets."""

    seed: int
    seconds: float
    """Of chaos."""
    hosts: int = 20
    pages: int = 40
    """Of each healthy host."""
    delay_s: float = 0.3
    event_s: tuple[float, float] = (0.5, 3.5)
    """Between two events."""


class Sample(NamedTuple):
    """One look at a crawling process."""

    pid: int
    memory_bytes: int
    descriptors: int
    children: list[int]


@dataclass
class Outcome:
    """What was done, and what is left."""

    events: Counter[str] = field(default_factory=Counter)
    runs: int = 0
    endings: list[str] = field(default_factory=list)
    missing: dict[str, list[str]] = field(default_factory=dict)
    """Healthy pages that are not there, with the errors met on the way."""
    twice: set[str] = field(default_factory=set)
    errors: Counter[str] = field(default_factory=Counter)
    pages: int = 0
    disagreements: list[str] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)
    orphans: list[int] = field(default_factory=list)
    tracebacks: list[str] = field(default_factory=list)


async def run(plan: Plan, folder: Path) -> Outcome:
    """Crawl through the chaos, then to the end; look at what is there."""
    rng = random.Random(plan.seed)
    site = Site(folder, plan.hosts, plan.pages)
    outcome = Outcome()
    events = _shuffled(rng)
    server = await site.start()
    async with server:
        until = time.monotonic() + plan.seconds
        while _goes_on(outcome, until):
            await _disturbed_run(
                plan, folder, site.port, rng=rng, events=events, outcome=outcome, until=until
            )
        for name in ("outage", "dns-down", "file-bytes"):
            (folder / name).unlink(missing_ok=True)
        for _ in range(3):  # a crawl that ends while something was still down is taken up again
            process = await _start(plan, folder, site.port)
            outcome.runs += 1
            talk = asyncio.create_task(process.communicate())
            _note(outcome, *await _ended(process, talk, _ENDS_S + plan.seconds))
            if outcome.endings[-1:] == ["no links left"]:
                break
    _inspect(folder, urls(plan.hosts, plan.pages, site.port), outcome)
    return outcome


def _goes_on(outcome: Outcome, until: float) -> bool:
    """Whether there is time left, or something that has not happened yet: a busy machine takes longer."""
    return time.monotonic() < until or outcome.events.keys() != set(EVENTS)


def _shuffled(rng: random.Random) -> Iterator[str]:
    yield "disk"  # while there is much left to be written
    while True:
        yield from rng.sample(EVENTS, len(EVENTS))


async def _disturbed_run(
    plan: Plan,
    folder: Path,
    port: int,
    *,
    rng: random.Random,
    events: Iterator[str],
    outcome: Outcome,
    until: float,
) -> None:
    """Run the crawl until an event ends it, or the time is over."""
    has_little_room = (folder / "file-bytes").exists()
    process = await _start(plan, folder, port)
    outcome.runs += 1
    talk = asyncio.create_task(process.communicate())
    if has_little_room:
        await asyncio.wait([talk], timeout=_FILLS_S)
    while process.returncode is None and _goes_on(outcome, until):
        await asyncio.wait([talk], timeout=rng.uniform(*plan.event_s))
        if process.returncode is not None:
            break
        event = next(events)
        outcome.events[event] += 1
        await _happen(event, folder, process, rng)
    if process.returncode is None:
        process.send_signal(signal.SIGTERM)
    _note(outcome, *await _ended(process, talk))
    if has_little_room:
        (folder / "file-bytes").unlink()


async def _ended(
    process: asyncio.subprocess.Process, talk: asyncio.Task[tuple[bytes, bytes]], within_s: float = _ENDS_S
) -> tuple[bytes, bytes]:
    """Return what a process said, once it has ended; one that does not is ended."""
    await asyncio.wait([talk], timeout=within_s)
    if process.returncode is None:
        process.kill()
    return await talk


async def _happen(event: str, folder: Path, process: asyncio.subprocess.Process, rng: random.Random) -> None:
    if event in ("kill", "terminate"):
        process.send_signal(signal.SIGKILL if event == "kill" else signal.SIGTERM)
        await process.wait()
    elif event in ("outage", "dns-down"):
        (folder / event).touch()
        await asyncio.sleep(rng.uniform(0.5, 4.0))
        (folder / event).unlink()
    elif event == "clock":
        (folder / "clock").write_text(str(rng.choice((-86_400, -60, 60, 86_400, 10**8))))
    else:  # the next process finds no room beyond what the files have
        sizes = [file.stat().st_size for file in (folder / "crawl").rglob("*") if file.is_file()]
        (folder / "file-bytes").write_text(str(max(sizes, default=0) + rng.randint(2_000, 30_000)))
        process.send_signal(signal.SIGKILL)
        await process.wait()


async def _start(plan: Plan, folder: Path, port: int) -> asyncio.subprocess.Process:
    path = os.pathsep.join(filter(None, sys.path))
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.chaos.crawler", str(folder), str(port), str(plan.hosts), str(plan.delay_s)),
        env={**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


def _note(outcome: Outcome, out: bytes, err: bytes) -> None:
    outcome.endings.append(out.decode().strip())
    if b"Traceback" in err:
        outcome.tracebacks.append(err.decode(errors="replace")[-2_000:])


def _inspect(folder: Path, wanted: set[str], outcome: Outcome) -> None:
    with closing(read_state(folder / "crawl")) as state:
        visits = state.execute(
            "SELECT url, error, name, record_offset FROM visits JOIN links ON links.id = link"
            " LEFT JOIN archives ON archives.id = archive ORDER BY number"
        ).fetchall()
    found = Counter(url for url, error, _, _ in visits if error is None)
    outcome.missing = {
        url: [error for other, error, _, _ in visits if other == url] for url in wanted - found.keys()
    }
    outcome.twice = {url for url in wanted if found[url] > 1}
    outcome.pages = sum(found.values())
    outcome.errors = Counter(error for _, error, _, _ in visits if error)
    known = [(name, offset, url) for url, _, name, offset in visits if name is not None]
    outcome.disagreements = _disagreements(folder / "crawl" / "warc", known)
    for line in (folder / "samples").read_text(encoding="utf-8").splitlines():
        words = line.split(" ", 3)
        if len(words) == 4 and words[3].endswith("]"):
            numbers = map(int, words[:3])
            outcome.samples.append(Sample(*numbers, children=ast.literal_eval(words[3])))
    children = {pid for sample in outcome.samples for pid in sample.children}
    outcome.orphans = [pid for pid in children if _is_parser(pid)]


def _disagreements(folder: Path, known: list[tuple[str, int, str]]) -> list[str]:
    """Return the records that only the archives or only the database knows.

    What a robots.txt said is archived too, and belongs to no visit.
    """
    found = set()
    for file in sorted(folder.iterdir()):
        with file.open("rb") as stream:
            for record in ArchiveIterator(
                stream, record_types=WarcRecordType.response | WarcRecordType.revisit
            ):
                url = record.headers["WARC-Target-URI"]
                if not url.endswith("/robots.txt"):
                    found.add((file.name, record.stream_pos, url))
    return [str(only) for only in found.symmetric_difference(known)]


def _is_parser(pid: int) -> bool:
    try:
        return "lycosa.page.child" in psutil.Process(pid).cmdline()
    except psutil.Error:
        return False
