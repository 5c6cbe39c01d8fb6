"""The crawl of the chaos suite, in a process of its own so that it can be killed.

    python -m tests.chaos.crawler FOLDER PORT HOSTS DELAY_S

Names are looked up by a resolver of its own, which fails while the file `dns-down` is there; the clock is
as far off as `clock` says; no file may grow beyond what `file-bytes` says. Twice a second it writes down
its memory, its descriptors and its children.
"""

from __future__ import annotations

import asyncio
import os
import resource
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
from tests.chaos.site import healthy

from lycosa.config import Settings, build
from lycosa.engine import DiskFull, Stop
from lycosa.session import Session

_true_time = time.time
_SAMPLE_S = 0.5


def main(folder: Path, port: int, hosts: int, delay_s: float) -> None:
    _lie(folder)
    settings = build(Settings, _settings(port, hosts, delay_s), "chaos")
    session = Session(settings, folder / "crawl")

    async def crawl() -> None:
        samples = asyncio.create_task(_write_samples(folder / "samples"))
        async for _ in session.steps():
            pass
        samples.cancel()

    try:
        asyncio.run(crawl())
    except DiskFull:  # there is not even room to begin
        print(Stop.DISK)
        return
    assert session.engine is not None
    print(session.engine.stopped)


def _lie(folder: Path) -> None:
    """Make the machine as bad as the files in the folder say."""

    def getaddrinfo(host: Any, *_: Any, **__: Any) -> list[Any]:
        if (folder / "dns-down").exists():
            raise socket.gaierror(socket.EAI_AGAIN, "temporary failure in name resolution")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 0))]

    def shifted() -> float:
        with suppress(OSError, ValueError):
            return _true_time() + float((folder / "clock").read_text())
        return _true_time()

    socket.getaddrinfo = getaddrinfo
    time.time = shifted
    with suppress(OSError, ValueError):
        limit = int((folder / "file-bytes").read_text())
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


def _settings(port: int, hosts: int, delay_s: float) -> dict[str, Any]:
    return {
        "topic": {"keywords": ["flood"]},
        "seeds": [f"http://{host}:{port}/0" for host in healthy(hosts)[:3]],
        "strategy": {"name": "bfs"},
        "find_duplicates": False,
        "sitemaps": {"follow": False},
        "politeness": {"delay_s": delay_s, "address_delay_s": 0.0},
        "work": {"concurrency": 32, "patience": 0.0},
        "network": {"allow_private": True},
        "dns": {"fresh_s": 2.0, "failed_s": 0.2},
        "robots": {"retry_s": 0.2},
        "retries": {
            "limit": 8,
            "delay_s": 0.1,
            "longest_delay_s": 2.0,
            "host_failures": 40,
            "give_up_s": 20.0,
        },
        # No host of the suite is silent: only a slow one, which the rate tells, however busy the machine is.
        "fetch": {
            "connect_s": 10.0,
            "first_byte_s": 10.0,
            "idle_s": 10.0,
            "total_s": 30.0,
            "rate_window_s": 8.0,
        },
    }


async def _write_samples(file: Path) -> None:
    process = psutil.Process()
    with file.open("a", encoding="utf-8") as out:
        while True:
            children = [child.pid for child in process.children()]
            line = f"{os.getpid()} {process.memory_info().rss} {process.num_fds()} {children}"
            with suppress(OSError):
                print(line, file=out, flush=True)
            await asyncio.sleep(_SAMPLE_S)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]))
