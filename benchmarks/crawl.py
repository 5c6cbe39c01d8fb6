"""Whole crawls through real sockets: Lycosa against Scrapy and Crawlee, same server, same pages, one run.

    python -m benchmarks.crawl --web DIR [--web DIR …] [--pages 2000] [--repeats 5]

Left to themselves the crawlers would take links in different orders and run into different numbers of dead
ones. So each is given the same pages to start from, all of them alive; it extracts, resolves and queues the
links of every page, and ends when it has seen all the pages it began with. The server and each crawler are
processes kept on different cores, and the crawlers take turns, so that what else the machine does falls on
all. A rate is pages asked for by second of CPU time, that of the crawler's child processes included: a page
that a crawler missed makes it slower, not faster. Prints medians with the lowest and highest run, the ratios,
and where a page of ours spends its time. Exits with 1 below a floor.
"""

from __future__ import annotations

import argparse
import compileall
import gzip
import io
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import zstandard

import lycosa
from benchmarks.markdown_table import table
from lycosa.lab.web.named import web_from

CRAWLERS = {
    "lycosa, links only": ["benchmarks.crawlers.with_lycosa", "links"],
    "lycosa, scored and stored": ["benchmarks.crawlers.with_lycosa", "scored"],
    "lycosa, best-first": ["benchmarks.crawlers.with_lycosa", "best-first"],
    "lycosa, default": ["benchmarks.crawlers.with_lycosa", "default"],
    "scrapy": ["benchmarks.crawlers.with_scrapy"],
    "crawlee": ["benchmarks.crawlers.with_crawlee"],
}
LINKS, DEFAULT = "lycosa, links only", "lycosa, default"
FLOORS = {
    ("asfweb", LINKS, "scrapy"): 15.0,
    ("asfweb", LINKS, "crawlee"): 6.0,
    ("asfweb", DEFAULT, "scrapy"): 6.0,
    ("wpcd", LINKS, "scrapy"): 12.0,
    ("wpcd", LINKS, "crawlee"): 5.0,
    ("wpcd", DEFAULT, "scrapy"): 4.0,
}
PATIENCE_S = 900


class Run(NamedTuple):
    """What a crawler said at its end."""

    read: int
    cpu_s: float
    stages_ms: dict[str, float]
    """CPU time of a page by stage, for ours."""

    def rate(self, pages: int) -> float:
        return pages / self.cpu_s


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--web", action="append", required=True, help="folder of a frozen web; may be repeated"
    )
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--only", action="append", choices=CRAWLERS, default=[])
    args = parser.parse_args()
    chosen = args.only or list(CRAWLERS)
    compileall.compile_dir(str(Path(lycosa.__file__).parent), quiet=2)  # as the others were when installed
    runs: dict[str, dict[str, list[Run]]] = {}
    asked: dict[str, int] = {}
    for web in map(Path, args.web):
        with tempfile.TemporaryDirectory() as folder:
            plain = _plain_http(web, Path(folder))
            asked[web.name], runs[web.name] = _crawled(plain, args.pages, chosen, args.repeats)
    _report(runs, asked)
    return _below_floors(runs, asked)


def _crawled(web: Path, pages: int, chosen: list[str], repeats: int) -> tuple[int, dict[str, list[Run]]]:
    """Let the crawlers take turns on one web; return the pages asked for, and their runs."""
    wanted = _pages(web, pages)
    seeds = web / "seeds.txt"
    seeds.write_text("\n".join(wanted), encoding="utf-8")
    runs: dict[str, list[Run]] = {name: [] for name in chosen}
    with _served(web) as port:
        for _ in range(repeats):
            for name in chosen:
                run = _run(CRAWLERS[name], port, seeds)
                runs[name].append(run)
                rate = run.rate(len(wanted))
                print(f"{name:20} {run.read:6} of {len(wanted)} pages {run.cpu_s:7.1f} CPU-s {rate:7.0f}/s")
                sys.stdout.flush()
    return len(wanted), runs


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


@contextmanager
def _served(web: Path) -> Iterator[int]:
    command = [sys.executable, "-m", "lycosa", "lab", "serve", str(web), "--json"]
    server = subprocess.Popen([*_on_core(0), *command], stdout=subprocess.PIPE, text=True)
    try:
        yield json.loads(server.stdout.readline())["port"]
    finally:
        server.terminate()
        server.wait()


def _run(module: list[str], port: int, seeds: Path) -> Run:
    name, *words = module
    command = [sys.executable, "-m", name, *words, str(port), str(seeds)]
    done = subprocess.run(
        [*_on_core(1), *command], capture_output=True, text=True, timeout=PATIENCE_S, check=True
    )
    said: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return Run(said["pages"], said["cpu_s"], said.get("stages_ms", {}))


def _on_core(place: int) -> list[str]:
    """Return what keeps a program on one core, where the system can do that."""
    cores = sorted(os.sched_getaffinity(0))
    return ["taskset", "--cpu-list", str(cores[place % len(cores)])] if shutil.which("taskset") else []


def _median(runs: list[Run], pages: int) -> float:
    return statistics.median(run.rate(pages) for run in runs)


def _report(runs: dict[str, dict[str, list[Run]]], asked: dict[str, int]) -> None:
    """Print rates and ratios of all webs, and where the time of our pages goes."""
    rates, stages = [], []
    for web, by_name in runs.items():
        pages = asked[web]
        peers = [name for name in ("scrapy", "crawlee") if name in by_name]
        for name, found in by_name.items():
            each = sorted(run.rate(pages) for run in found)
            ratios = [_median(found, pages) / _median(by_name[peer], pages) for peer in peers]
            rates.append(
                [
                    web,
                    name,
                    f"{_median(found, pages):.0f} ({each[0]:.0f}-{each[-1]:.0f})",
                    *(f"{ratio:.1f}x" for ratio in ratios),
                ]
            )
            if found[0].stages_ms:
                spent = (
                    statistics.median(run.stages_ms[stage] for run in found) for stage in found[0].stages_ms
                )
                stages.append([web, name, *(f"{ms:.2f}" for ms in spent)])
                columns = list(found[0].stages_ms)
    print()
    print(table(["web", "crawler", "pages/CPU-s", *(f"of {peer}" for peer in peers)], rates))
    if stages:
        print()
        print(table(["web", "ms of CPU a page", *columns], stages))


def _below_floors(runs: dict[str, dict[str, list[Run]]], asked: dict[str, int]) -> int:
    failed = False
    for (web, ours, theirs), floor in FLOORS.items():
        found = runs.get(web, {})
        if ours in found and theirs in found:
            ratio = _median(found[ours], asked[web]) / _median(found[theirs], asked[web])
            failed |= ratio < floor
            print(
                f"{web}: {ours}: {ratio:.1f}x {theirs} (floor {floor:g}x){'  BELOW' if ratio < floor else ''}"
            )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
