"""A thousand hosts at once, each asked politely: how many wait for an answer together, and what that costs.

    python -m benchmarks.hosts [--hosts 1000] [--pages 8] [--latency 1.0]

A made-up web of so many hosts is served on this machine, every answer after `--latency` seconds, and
crawled with scoring and storage on, one request a second to a host. A crawler that lets hosts wait for
one another, or for its own work, falls behind the time that a single host would take. Exits with 1 if
fewer than 90 % of the hosts are ever asked at once, or if the crawl takes over twice that time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil
import zstandard

from lycosa.config import Settings, build
from lycosa.session import Session

AT_ONCE_MIN = 0.9
TIMES_LONGER_MAX = 2.0
WORDS = "database query index table transaction column schema row key value join view " * 20


class Watch(threading.Thread):
    """Counts the connections of this process, five times a second."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.most = 0
        self._port = port
        self._process = psutil.Process()

    def run(self) -> None:
        while True:
            held = self._process.net_connections("tcp4")
            self.most = max(self.most, sum(bool(c.raddr) and c.raddr.port == self._port for c in held))
            time.sleep(0.2)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hosts", type=int, default=1000)
    parser.add_argument("--pages", type=int, default=8, help="of each host")
    parser.add_argument("--latency", type=float, default=1.0)
    args = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4 * args.hosts + 256), hard))
    with tempfile.TemporaryDirectory() as folder:
        web = Path(folder) / "web"
        write_web(web, args.hosts, args.pages)
        command = [sys.executable, "-m", "lycosa", "lab", "serve", str(web), "--json"]
        server = subprocess.Popen(
            [*command, "--latency", str(args.latency)], stdout=subprocess.PIPE, text=True
        )
        try:
            port = json.loads(server.stdout.readline())["port"]
            return judged(args, *crawl(port, Path(folder) / "crawl", args))
        finally:
            server.terminate()
            server.wait()
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def write_web(folder: Path, hosts: int, pages: int) -> None:
    """Write a web of hosts whose first page links to all others of the host."""
    folder.mkdir()
    with zstandard.open(folder / "pages.jsonl.zst", "wt", encoding="utf-8") as file:
        for host in range(hosts):
            root = f"http://h{host}.test/"
            links = "".join(f"<a href={root}{page}>index {page}</a>" for page in range(1, pages))
            for page in range(pages):
                html = f"<html lang=en><title>host {host}, page {page}</title><p>{host} {page} {WORDS}{links}"
                row = {"url": f"{root}{page or ''}", "html": html, "labels": []}
                file.write(json.dumps(row) + "\n")


def crawl(port: int, folder: Path, args: argparse.Namespace) -> tuple[int, float, float, int]:
    """Crawl it all; return pages, seconds, CPU-seconds and the most connections at once."""
    settings = build(
        Settings,
        {
            "topic": {"keywords": ["database", "query", "index"]},
            "seeds": [f"http://h{host}.test/" for host in range(args.hosts)],
            "budget": {"pages": args.hosts * args.pages},
            "politeness": {"delay_s": 1.0, "address_delay_s": 0.0, "requests_per_host": 1},
            "strategy": {"name": "best-first", "judge": {"name": "vsm"}},
            "find_duplicates": False,
            "keep": {"search": False},
            "work": {"concurrency": args.hosts},
            "network": {"resolve": [f"*:127.0.0.1:{port}"]},
        },
        "benchmark",
    )
    watch = Watch(port)
    watch.start()
    began, cpu = time.monotonic(), time.process_time()
    session = Session(settings, folder)
    pages = asyncio.run(_pages(session))
    return pages, time.monotonic() - began, time.process_time() - cpu, watch.most


async def _pages(session: Session) -> int:
    return sum([step.visit.page is not None async for step in session.steps()])


def judged(args: argparse.Namespace, pages: int, wall_s: float, cpu_s: float, at_once: int) -> int:
    """Print the result and return the exit status."""
    # robots.txt and every page: one answer, then the pause that a host is left alone.
    alone_s = args.latency + args.pages * args.latency + (args.pages - 1) * 1.0
    memory_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{pages} of {args.hosts * args.pages} pages of {args.hosts} hosts, {at_once} connections at once")
    print(f"{wall_s:.1f} s; one host alone needs {alone_s:.1f} s: {wall_s / alone_s:.2f} times")
    print(f"{pages / cpu_s:.0f} pages per CPU-second, {memory_mb:.0f} MB at most")
    return int(at_once < AT_ONCE_MIN * args.hosts or wall_s > TIMES_LONGER_MAX * alone_s)


if __name__ == "__main__":
    sys.exit(main())
