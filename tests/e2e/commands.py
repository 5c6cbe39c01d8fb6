"""The command line as a user runs it, and a web on loopback to crawl with it."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from lycosa.lab.serve.server import serve
from lycosa.lab.web.base import Web

TOPIC = "rainstorm disasters: floods, heavy rain and storms"
PAGES = 30
LYCOSA = [sys.executable, "-c", "from lycosa.cli import main; main()"]


class Ran(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


def lycosa(*arguments: object, timeout_s: float = 60.0) -> Ran:
    """Run `lycosa` in a process of its own."""
    ran = subprocess.run(
        [*LYCOSA, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=timeout_s
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


@contextmanager
def served(web: Web, robots: str = "") -> Iterator[int]:
    """Serve a web from a thread; give its port."""
    port, started, over = 0, threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()

    async def run() -> None:
        nonlocal port
        async with serve(web, robots=robots) as place:
            port = place.port
            started.set()
            await over.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(run()))
    thread.start()
    started.wait()
    try:
        yield port
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()
        loop.close()


def quick(port: int) -> list[object]:
    """Return the options that lead a crawl to the web on a port, and let it run without rest."""
    return [
        *("--resolve", f"*:127.0.0.1:{port}", "--delay", 0, "--politeness-address-delay-s", 0),
        *("--politeness-requests-per-host", 4, "--concurrency", 4),
    ]


def assert_one_line(err: str, *culprits: str) -> None:
    (line,) = err.splitlines()
    assert line.startswith("lycosa: ")
    for culprit in culprits:
        assert culprit in line


def assert_nothing_written(folder: Path) -> None:
    assert not folder.exists() or not list(folder.iterdir())


def exported(folder: Path, form: str, **options: bool) -> list[dict[str, str]]:
    """Export to JSON lines and read them."""
    from lycosa.store.export.export import export

    file = folder / f"out.{form}"
    export(folder, file, form, **options)
    lines = file.read_text(encoding="utf-8").splitlines()
    file.unlink()
    return [json.loads(line) for line in lines]
