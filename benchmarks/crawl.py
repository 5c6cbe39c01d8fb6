"""Whole crawls through real sockets: Lycosa against Scrapy and Crawlee, same server, same pages, one run.

    python -m benchmarks.crawl --web DIR [--seed URL …] [--pages 1000] [--repeats 3]

The server and each crawler are processes of their own, kept on different cores. Rates are pages per
CPU-second of the crawler's process. Exits with 1 below the floors: 8x Scrapy and 5x Crawlee when only
following links, 4x Scrapy with scoring and storage on.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys

from lycosa.lab.webs import web_from

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
    parser.add_argument("--seed", action="append", default=[])
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", action="append", choices=CRAWLERS, default=[])
    args = parser.parse_args()
    web = web_from(args.web)
    seeds = args.seed or [url for url, _ in zip(web.urls(), range(20), strict=False)]
    chosen = args.only or list(CRAWLERS)
    server = _server(args.web)
    try:
        port = json.loads(server.stdout.readline())["port"]
        rates: dict[str, list[float]] = {name: [] for name in chosen}
        for _ in range(args.repeats):
            for name in chosen:
                said = _run(CRAWLERS[name], port, args.pages, seeds)
                rates[name].append(said["pages"] / said["cpu_s"])
                print(
                    f"{name:28} {said['pages']:6} pages {said['cpu_s']:7.1f} CPU-s {rates[name][-1]:8.0f}/s",
                    flush=True,
                )
    finally:
        server.terminate()
        server.wait()
    return _judge({name: statistics.median(found) for name, found in rates.items()})


def _server(web: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "lycosa", "lab", "serve", web, "--json"]
    return subprocess.Popen([*_on_core(0), *command], stdout=subprocess.PIPE, text=True)


def _run(module: list[str], port: int, pages: int, seeds: list[str]) -> dict[str, float]:
    name, *words = module
    command = [sys.executable, "-m", name, *words, str(port), str(pages), *seeds]
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
