"""A crawl in a terminal: what it shows as it runs, its last screen, and its log without a terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.e2e.commands import LYCOSA, lycosa, quick, served

from lycosa.cli.crawl import crawl
from lycosa.cli.last_screen import ADVICE
from lycosa.cli.live_screen import Finds, live_screen
from lycosa.engine.pacing.outlook import HostWait, Outlook
from lycosa.engine.remaining import Remaining
from lycosa.lab.web.named import web_from
from lycosa.store.status import status
from lycosa.store.tables.counts import Counts
from lycosa.ui.snapshot import HarvestPoint

TOPIC = "rainstorm disasters: floods, heavy rain and storms"
ROWS, COLUMNS = 30, 100
DEAD = "http://127.0.0.1:8999/"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served(web_from("synth")) as port:
        yield port


@pytest.fixture(scope="module")
def seed() -> str:
    return min(web_from("synth").on_topic("rainstorm"))


def in_terminal(*arguments: object) -> str:
    """Run a command with a terminal of its own; return everything it wrote there."""
    own, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    process = subprocess.Popen(
        [*LYCOSA, *map(str, arguments)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1"},
    )
    os.close(theirs)
    written, until = b"", time.monotonic() + 120
    while time.monotonic() < until and select.select([own], [], [], 60)[0]:
        try:
            written += os.read(own, 65_536)
        except OSError:  # the other end is closed
            break
    assert process.wait(30) == 0
    os.close(own)
    return written.decode()


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


@pytest.mark.slow
@pytest.mark.timed
def test_a_crawl_in_a_terminal_shows_finds_harvest_and_failures_and_ends_with_a_last_screen(
    port: int, seed: str, tmp_path: Path
) -> None:
    folder = tmp_path / "crawl"
    options = [*quick(port), "--concurrency", 2, "--delay", 0.02, "--pages", 120, "--out", folder]
    written = in_terminal("crawl", TOPIC, "--seed", seed, "http://no-such-host.example/", *options)
    frames = [plain(frame) for frame in re.split(r"(?:\x1b\[1A\x1b\[2K)+", written)]
    running = max((frame for frame in frames[:-1]), key=len)
    assert re.search(r"\d+ relevant  \d+ of 120 pages  harvest \d", running)
    assert "links queued on" in running
    assert re.search(r"harvest  [▁▂▃▄▅▆▇█ ]+", running)
    assert re.search(r"last finds *\r?\n\d\.\d\d +\S", running)
    assert all(line == "" or len(line.rstrip("\r")) <= COLUMNS for line in running.split("\n"))
    counts = status(folder)
    last = frames[-1]
    assert f"page budget spent: 120 pages, {counts.relevant:,} relevant" in last
    assert "1 of 2 seeds gave no page:" in last
    assert f"http-4xx: {ADVICE['http-4xx']}" in " ".join(last.split())  # type: ignore[index]
    assert last.count("\n  lycosa ") == 3
    assert f"--pages {240}" in last


def test_what_went_wrong_with_a_seed_is_said_with_the_option_that_helps(
    port: int, seed: str, tmp_path: Path
) -> None:
    ran = lycosa(
        *("crawl", TOPIC, "--seed", seed, DEAD, *quick(port)),
        *("--pages", 3, "--resolve", f"*.example:127.0.0.1:{port}", "--out", tmp_path / "crawl"),
    )
    assert ran.code == 0
    assert f"{DEAD}  address-refused: " in ran.out
    assert "--allow-private" in ran.out


def test_every_option_that_is_advised_exists() -> None:
    flags = {name for parameter in crawl.params for name in parameter.opts}
    named = {flag for advice in ADVICE.values() for flag in re.findall(r"--[a-z-]+", advice)}
    assert named <= flags


def screen(outlook: Outlook, height: int = 30, **more: object) -> list[str]:
    counts = Counts(20, 12, 6, 6, {"http-4xx": 3}, {})
    finds = Finds()
    finds.add(0.9, "\x1b[2JFlood\r\n\u202eof May", "http://a.test/1")
    finds.add(0.8, "", "http://a.test/\u9f8d")
    for number in range(5):
        finds.add(0.5, f"Find {number} " + "long " * 100, "http://b.test/")
    console = Console(width=80, height=height, record=True, file=StringIO())
    console.print(live_screen(counts, outlook, finds, [HarvestPoint(0, 4, 2)] * 200, height))
    return console.export_text().splitlines()


def outlook(**more: object) -> Outlook:
    return Outlook(1, 4, None, 0, 0, (), 90.0, **more)  # type: ignore[arg-type]


def test_the_busiest_hosts_are_shown_with_what_they_wait_for() -> None:
    wait = HostWait("slow.test", 1234, 5, "Crawl-delay 10 s", 7.2)
    shown = screen(outlook(waits=(wait,)))
    assert any(
        "slow.test" in line and "Crawl-delay 10 s, next in 7 s" in line and "1,234" in line for line in shown
    )


@pytest.mark.parametrize("height", [4, 10, 14, 30])
def test_the_screen_fits_the_terminal(height: int) -> None:
    waits = tuple(HostWait(f"h{number}.test", 1, 1, "rests", 1.0) for number in range(12))
    shown = screen(outlook(waits=waits, paused=True), height)
    assert len(shown) <= max(height, 8)
    assert all(len(line) <= 80 for line in shown)


def test_what_pages_call_themselves_cannot_move_the_cursor() -> None:
    text = "\n".join(screen(outlook()))
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_an_estimate_of_what_is_left_is_shown_where_there_is_one() -> None:
    remaining = Remaining(60, 40.0, 20.0, 70.0, latest=9, promised=12.5, pages=200)
    shown = "\n".join(screen(outlook(remaining=remaining)))
    assert "to find  about 40 left (20 to 70), 60% found" in shown
    assert "to find" not in "\n".join(screen(outlook()))


def test_a_paused_crawl_says_so() -> None:
    assert screen(outlook(paused=True))[0].startswith("paused")
