"""Whole crawls through real sockets: Lycosa against Scrapy and Crawlee, same server, same pages, one run.

    python -m benchmarks.crawl --web DIR [--pages 2000] [--repeats 3]

Left to themselves the crawlers would take links in different orders and run into different numbers of dead
ones. So each is given the same pages to start from, all of them alive; it extracts, resolves and queues the
links of every page, and ends when it has seen all the pages it began with. The server and each crawler are
processes of their own, kept on different cores. Rates are pages per CPU-second of the crawler's process.
Exits with 1 below the floors: 8x Scrapy and 5x Crawlee when only
following links, 4x Scrapy with scoring and storage on.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import zstandard

from lycosa.lab.web.named import web_from

CRAWLERS = {
    "lycosa, links only": ["benchmarks.crawlers.with_lycosa", "links"],
    "lycosa, scored and stored": ["benchmarks.crawlers.with_lycosa", "focused"],
    "scrapy": ["benchmarks.crawlers.with_scrapy"],
    "crawlee": ["benchmarks.crawlers.with_crawlee"],
}
FLOORS = (
    ("lycosa, links only", "scrapy", 8.0),
    ("lycosa, links only", "crawlee", 5.0),
    ("lycosa, scored and stored", "scrapy", 4.0),
)
PATIENCE_S = 600


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--web", required=True)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", action="append", choices=CRAWLERS, default=[])
    args = parser.parse_args()
    chosen = args.only or list(CRAWLERS)
    with tempfile.TemporaryDirectory() as folder:
        rates = _rates(_plain_http(Path(args.web), Path(folder)), args.pages, chosen, args.repeats)
    return _judge({name: statistics.median(found) for name, found in rates.items()})


def _rates(web: Path, pages: int, chosen: list[str], repeats: int) -> dict[str, list[float]]:
    seeds = web / "seeds.txt"
    seeds.write_text("\n".join(_pages(web, pages)), encoding="utf-8")
    rates: dict[str, list[float]] = {name: [] for name in chosen}
    server = _server(web)
    try:
        port = json.loads(server.stdout.readline())["port"]
        for _ in range(repeats):
            for name in chosen:
                said = _run(CRAWLERS[name], port, seeds)
                rates[name].append(said["pages"] / said["cpu_s"])
                print(
                    f"{name:28} {said['pages']:6} pages {said['cpu_s']:7.1f} CPU-s {rates[name][-1]:8.0f}/s",
                    flush=True,
                )
    finally:
        server.terminate()
        server.wait()
    return rates


def _plain_http(web: Path, folder: Path) -> Path:
    """Copy a web with every address of it on http: nobody's TLS is measured."""
    pages = zstandard.ZstdDecompressor().stream_reader((web / "pages.jsonl.zst").open("rb"), closefd=True)
    with pages, zstandard.open(folder / "pages.jsonl.zst", "wb") as copy:
        for line in io.BufferedReader(pages):
            copy.write(line.replace(b"https://", b"http://"))
    aliases = web / "redirects.tsv.gz"
    if aliases.exists():
        plain = gzip.decompress(aliases.read_bytes()).replace(b"https://", b"http://")
        (folder / aliases.name).write_bytes(gzip.compress(plain))
    return folder


def _pages(web: Path, count: int) -> list[str]:
    """Return live pages spread evenly over a web."""
    found = list(web_from(str(web)).urls())
    return found[:: max(1, len(found) // count)][:count]


def _server(web: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "lycosa", "lab", "serve", str(web), "--json"]
    return subprocess.Popen([*_on_core(0), *command], stdout=subprocess.PIPE, text=True)


def _run(module: list[str], port: int, seeds: Path) -> dict[str, float]:
    name, *words = module
    command = [sys.executable, "-m", name, *words, str(port), str(seeds)]
    done = subprocess.run(
        [*_on_core(1), *command], capture_output=True, text=True, timeout=PATIENCE_S, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def _on_core(place: int) -> list[str]:
    """Return what keeps a program on one core, where the system can do that."""
    cores = sorted(os.sched_getaffinity(0))
    return ["taskset", "--cpu-list", str(cores[place % len(cores)])] if shutil.which("taskset") else []


def _judge(medians: dict[str, float]) -> int:
    failed = False
    for ours, theirs, floor in FLOORS:
        if ours in medians and theirs in medians:
            ratio = medians[ours] / medians[theirs]
            failed |= ratio < floor
            print(f"{ours}: {ratio:.1f}x {theirs} (floor {floor:g}x){'  BELOW' if ratio < floor else ''}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
