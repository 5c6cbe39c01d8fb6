"""What each strategy costs: crawls a frozen web with every registered strategy, prints a table.

Exits with 1 if a strategy is slower than 150 pages per CPU-second, parsing included, or if a page
of the whole crawl costs more than 1.5 times a page of its first tenth. A strategy that runs out of
links in that first tenth is not held to either: its table says "ended", and what it cost to begin
(loading a learner takes a second) would be all that is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time

from benchmarks.drawn_topic import drawn_topic
from benchmarks.markdown_table import table
from lycosa.engine.budget import Budget
from lycosa.engine.crawl import Crawl
from lycosa.engine.engine import Engine
from lycosa.engine.step import Step
from lycosa.fetch.replay import ReplayFetcher
from lycosa.lab.web.named import web_from
from lycosa.registry import strategies

PAGES_PER_CPU_S = 150.0
GROWTH = 1.5
OWN_STAGES = ("judge", "rank", "select")


@dataclass(frozen=True)
class Cost:
    """What one crawl cost and found."""

    strategy: str
    pages: int
    cpu_s: float
    first_tenth_ms: float
    """CPU time of a page in the first tenth of the crawl."""
    own_ms: float
    """CPU time of a page in the strategy's own stages."""
    on_topic: int
    called_relevant: int
    asked_for: int

    @property
    def per_cpu_s(self) -> float:
        return self.pages / self.cpu_s

    @property
    def growth(self) -> float:
        return 1000 * self.cpu_s / self.pages / self.first_tenth_ms

    def verdict(self) -> str:
        if self.pages < self.asked_for // 10:
            return "ended"
        grows = self.pages == self.asked_for and self.growth > GROWTH
        return "NO" if grows or self.per_cpu_s < PAGES_PER_CPU_S else "yes"


class Stopwatch:
    """Notes the time when so many pages have been read, and counts those on topic."""

    def __init__(self, pages: int, on_topic: frozenset[str]) -> None:
        self.pages = pages
        self.on_topic = on_topic
        self.read = self.hits = 0
        self.began_s = process_time()
        self.reached_s = 0.0

    def record(self, step: Step) -> None:
        if step.visit.page is None:
            return
        self.read += 1
        self.hits += step.visit.link.url in self.on_topic
        if self.read == self.pages:
            self.reached_s = process_time() - self.began_s


def measure(spec: str, label: str, name: str, pages: int, random_seed: int) -> Cost:
    """Crawl once; runs in a process of its own, so that no crawl profits from another's caches."""
    web = web_from(spec)
    topic, seeds = drawn_topic(web, label, web.on_topic(label), random_seed)
    crawl = Crawl(strategies.get(name)(topic, seed=random_seed))
    crawl.seed(seeds)
    tenth = max(1, pages // 10)
    watch = Stopwatch(tenth, web.on_topic(label))
    asyncio.run(Engine(crawl, ReplayFetcher(web), Budget(pages), listeners=[watch]).run())
    cpu_s = process_time() - watch.began_s
    read = max(watch.read, 1)
    own_ns = sum(crawl.tally.stage_ns[stage] for stage in OWN_STAGES)
    return Cost(
        strategy=name,
        pages=read,
        cpu_s=cpu_s,
        first_tenth_ms=1000 * (watch.reached_s / tenth if watch.reached_s else cpu_s / read),
        own_ms=own_ns / 1e6 / read,
        on_topic=watch.hits,
        called_relevant=crawl.tally.relevant,
        asked_for=pages,
    )


def row(cost: Cost) -> list[str]:
    return [
        cost.strategy,
        f"{cost.pages:,}",
        f"{cost.per_cpu_s:,.0f}",
        f"{cost.growth:.2f}",
        f"{cost.own_ms:.2f}",
        f"{cost.on_topic:,}",
        f"{cost.called_relevant:,}",
        cost.verdict(),
    ]


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--web", required=True, help="folder of a frozen web, or synth:pages=20000")
    parser.add_argument("--topic", required=True, help="label of the pages to find")
    parser.add_argument("--pages", type=int, default=15_000, help="pages each crawl may download")
    parser.add_argument("--strategy", action="append", help="only this one; may be repeated")
    parser.add_argument("--random-seed", type=int, default=0)
    parser.add_argument("--out", type=Path, help="JSON file for the measurements")
    options = parser.parse_args()
    costs = []
    for name in options.strategy or strategies.classes:
        with ProcessPoolExecutor(1) as alone:
            crawl = (options.web, options.topic, name, options.pages, options.random_seed)
            costs.append(alone.submit(measure, *crawl).result())
        print(f"{name}: {costs[-1].pages:,} pages in {costs[-1].cpu_s:.1f} CPU-seconds", file=sys.stderr)
    header = (
        "strategy",
        "pages",
        "pages/CPU-s",
        "growth",
        "own ms/page",
        "on topic",
        "called relevant",
        "fits",
    )
    print(table(header, map(row, costs)))
    if options.out:
        options.out.write_text(json.dumps([asdict(cost) for cost in costs], indent=2) + "\n")
    return 1 if any(cost.verdict() == "NO" for cost in costs) else 0


if __name__ == "__main__":
    sys.exit(main())
