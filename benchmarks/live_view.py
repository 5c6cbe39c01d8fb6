"""What the live view costs: to open it on a million links, to follow 300 pages a second, to a crawl.

    python -m benchmarks.live_view [--links 1000000] [--visits 100000] [--pages 2000] [--repeats 3]

A folder is made with so many links and visits. Measured are the time from starting to read it to the first
snapshot, the time until a browser would have the page and that snapshot over HTTP, and the processor time of
every further reading while 300 pages a second come in. Then the same crawl of the synthetic web, over
loopback, runs with and without a view that is watched, in turns; compared is the least processor time of
the crawl's own process for a page. Exits with 1 beyond the limits: a second to open, a tenth of a second a
reading, 3 % of a crawl.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from array import array
from contextlib import closing, suppress
from pathlib import Path

from lycosa.engine.pacing.outlook import HostWait, Outlook, TopLink
from lycosa.engine.tally import Tally
from lycosa.lab.web.named import web_from
from lycosa.store import Store
from lycosa.store.database import connect, transaction
from lycosa.store.tables.meta import set_meta
from lycosa.ui.reading import FolderReader, as_json

OPEN_S_MAX = 1.0
READING_S_MAX = 0.1
COST_MAX = 1.03
PAGES_PER_S = 300
READINGS = 10
HOSTS = 5_000
_LINK = """INSERT INTO links
    (id, url, host, depth, parent, block, state, shown, priority, visit, parts, anchor)
    VALUES (?, ?, ?, 3, ?, 1, ?, 1, ?, ?, ?, ?)"""
_VISIT = """INSERT INTO visits (number, link, fetched_at, elapsed_s, status, body_bytes, truncated, links,
    found, relevant, score, score_parts, reason, title)
    VALUES (?, ?, ?, 0.1, 200, 34000, 0, 60, 10, ?, ?, '{}',
    'words of the topic in the title and in the text of the page', ?)"""
_RNG = random.Random(1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--links", type=int, default=1_000_000)
    parser.add_argument("--visits", type=int, default=100_000)
    parser.add_argument("--pages", type=int, default=2_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--run", nargs=4, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.run:
        return _crawl(*args.run)
    with tempfile.TemporaryDirectory() as folder:
        slow = _opening(Path(folder) / "crawl", args.links, args.visits)
        slow += _cost(Path(folder), args.pages, args.repeats)
    for line in slow:
        print(f"beyond the limit: {line}")
    return bool(slow)


# Opening and following


def _opening(folder: Path, links: int, visits: int) -> list[str]:
    _make(folder, links, visits)
    began = time.perf_counter()
    reader = FolderReader(folder)
    size = len(as_json(reader.read()))
    first_s = time.perf_counter() - began
    while not reader.whole:
        reader.read()
    whole_s = time.perf_counter() - began
    page_s = _over_http(folder)
    cpu = []
    with closing(connect(folder)) as db:
        for turn in range(READINGS):
            _add_visits(db, visits + turn * PAGES_PER_S, PAGES_PER_S)
            start = time.process_time()
            as_json(reader.read())
            cpu.append(time.process_time() - start)
    reading_s = statistics.median(cpu)
    print(f"{links:,} links, {visits:,} visits: first snapshot after {first_s:.2f} s ({size:,} bytes),")
    print(f"all visits read after {whole_s:.2f} s; page and snapshot over HTTP after {page_s:.2f} s;")
    print(f"a reading with {PAGES_PER_S} new pages {1000 * reading_s:.1f} ms of CPU", flush=True)
    limits = (("opening", max(first_s, page_s), OPEN_S_MAX), ("a reading", reading_s, READING_S_MAX))
    return [f"{what} takes {took:.2f} s" for what, took, most in limits if took > most]


def _make(folder: Path, links: int, visits: int) -> None:
    """Lay out a folder as a crawl leaves it."""
    with Store(folder) as store:
        top = tuple(TopLink(link, f"http://h{link}.test/{link}", 0.9, (0.5, 0.4)) for link in range(12))
        waits = tuple(HostWait(f"h{host}.test", 100, 20, "Crawl-delay 10 s", 7.0) for host in range(12))
        store.keep_outlook(
            Outlook(64, 64, 10.0, 5, 2, (), 60.0, queued=links - visits, known=links, waits=waits, top=top)
        )
    with closing(connect(folder)) as db:
        with transaction(db):
            set_meta(db, "strategy", "made")
            set_meta(db, "evidence", '[{"name": "page", "weight": 0.5}, {"name": "anchor", "weight": 0.5}]')
            db.execute("INSERT INTO events (at, kind, text) VALUES (?, 'start', 'made')", (time.time(),))
            hosts = ((host, f"h{host}.test", 20, 20, 5) for host in range(HOSTS))
            host = "INSERT INTO hosts (id, name, visits, pages, relevant) VALUES (?, ?, ?, ?, ?)"
            db.executemany(host, hosts)
            parts = bytes(array("f", (0.5, 0.4)))
            db.executemany(
                _LINK,
                (
                    (
                        link,
                        f"http://h{link % HOSTS}.test/{link:x}",
                        link % HOSTS,
                        link // 10 - 1,
                        2 if link < visits else 0,
                        0.5,
                        link if link < visits else None,
                        parts,
                        "an anchor of some words",
                    )
                    for link in range(links)
                ),
            )
        _add_visits(db, 0, visits)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def _add_visits(db: sqlite3.Connection, first: int, count: int) -> None:
    with transaction(db):
        rows = (
            (number, number, 1e9 + number / PAGES_PER_S, number % 3 == 0, _RNG.random(), f"Page {number}")
            for number in range(first, first + count)
        )
        db.executemany(_VISIT, rows)
        tally = Tally(visits=first + count, pages=first + count, relevant=(first + count) // 3)
        set_meta(db, "tally", json.dumps(tally.state()))


def _over_http(folder: Path) -> float:
    """Return the time from asking for the page to having the first snapshot, as a browser would."""
    command = [sys.executable, "-m", "lycosa", "ui", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        process.stdout.readline()
        urllib.request.urlopen(f"{address}icon.svg").read()  # the server is up
        began = time.perf_counter()
        for name in ("", "view.css", "view.js"):
            urllib.request.urlopen(address + name).read()
        with urllib.request.urlopen(f"{address}events") as events:
            assert events.readline() == b"event: snapshot\n"
            events.readline()
        took_s = time.perf_counter() - began
        process.terminate()
    return took_s


# A crawl beside it


def _cost(folder: Path, pages: int, repeats: int) -> list[str]:
    server = subprocess.Popen(
        [sys.executable, "-m", "lycosa", "lab", "serve", "synth", "--json"], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    rates: dict[str, list[float]] = {"without": [], "with": []}
    try:
        port = json.loads(server.stdout.readline())["port"]
        for turn in range(repeats):
            for how in ("without", "with") if turn % 2 else ("with", "without"):
                out = folder / f"{how}-{turn}"
                command = [sys.executable, "-m", "benchmarks.live_view", "--run", how, str(port), str(pages)]
                told = _run([*command, str(out)])
                rates[how].append(1e6 * told["cpu_s"] / told["pages"])
                print(
                    f"{how:8} {told['pages']:,} pages, {rates[how][-1]:.0f} us of CPU a page, "
                    f"{told['pages'] / told['wall_s']:.0f} pages/s, {told['snapshots']} snapshots seen",
                    flush=True,
                )
    finally:
        server.terminate()
        server.wait()
    ratio = min(rates["with"]) / min(rates["without"])
    print(f"a crawl with a view that is watched costs {ratio:.3f} times the CPU of one without")
    return [f"the view costs {ratio:.3f}"] if ratio > COST_MAX else []


def _run(command: list[str]) -> dict[str, float]:
    """Run one crawl; its view, if it has one, is watched from here."""
    seen = [0]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        if address:
            threading.Thread(target=_watch, args=(address, seen), daemon=True).start()
        told: dict[str, float] = json.loads(process.stdout.readline())
    return {**told, "snapshots": seen[0]}


def _crawl(how: str, port: str, pages: str, out: str) -> int:
    """Crawl in this process, with or without a view; say what that took."""
    import asyncio
    from contextlib import nullcontext

    from lycosa.api import settings_for
    from lycosa.session import Session
    from lycosa.ui.serving import view_alongside

    settings = settings_for(
        "floods, heavy rain and storms",
        sorted(web_from("synth").on_topic("rainstorm"))[:20],
        int(pages),
        {
            "network__resolve": [f"*:127.0.0.1:{port}"],
            "politeness__delay_s": 0.0,
            "politeness__address_delay_s": 0.0,
            "politeness__requests_per_host": 16,
            "work__concurrency": 32,
            "work__patience": 0.0,
        },
    )
    with view_alongside(Path(out), control=False) if how == "with" else nullcontext("") as address:
        print(address, flush=True)
        time.sleep(2.0)  # the view is up
        session = Session(settings, Path(out))

        async def run() -> None:
            async for _ in session.steps():
                pass

        cpu, wall = time.process_time(), time.perf_counter()
        asyncio.run(run())
        took = {"cpu_s": time.process_time() - cpu, "wall_s": time.perf_counter() - wall}
    assert session.engine is not None
    print(json.dumps({**took, "pages": session.engine.crawl.tally.pages}))
    return 0


def _watch(address: str, seen: list[int]) -> None:
    """Follow a view as a page does."""
    with suppress(OSError), urllib.request.urlopen(f"{address}events") as events:
        for line in events:
            seen[0] += line.startswith(b"event: snapshot")


if __name__ == "__main__":
    sys.exit(main())
