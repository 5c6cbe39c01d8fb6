"""Pages per CPU-second of a whole replayed crawl: read, parse, judge, rank, queue.

    python -m benchmarks.replay --web DIR --topic LABEL [--strategy best-first] [--start URL …] [--pages 5000]

Prints the rate and the share of each stage; exits with 1 below the floor.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from time import process_time

from benchmarks.drawn_topic import drawn_topic
from lycosa.engine import Budget, Crawl, Engine
from lycosa.fetch.replay import ReplayFetcher
from lycosa.lab.web.named import web_from
from lycosa.registry import strategies


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--web", required=True)
    parser.add_argument("--topic", required=True)
    parser.add_argument("--strategy", default="best-first")
    parser.add_argument("--start", action="append", default=[], help="URL to start from, not at examples")
    parser.add_argument("--pages", type=int, default=5000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--floor", type=float, default=300.0)
    args = parser.parse_args()
    web = web_from(args.web)
    topic, seeds = drawn_topic(web, args.topic, web.on_topic(args.topic), random_seed=0)
    rates = []
    for _ in range(args.repeats):
        crawl = Crawl(strategies.get(args.strategy)(topic, seed=0), duplicates=None)
        crawl.seed(args.start or seeds)
        start = process_time()
        asyncio.run(Engine(crawl, ReplayFetcher(web), Budget(args.pages)).run())
        spent = process_time() - start
        rates.append(crawl.tally.pages / spent)
        stages = "  ".join(
            f"{name} {ns / 1e9 / spent:.0%}" for name, ns in crawl.tally.stage_ns.items() if ns
        )
        print(f"{crawl.tally.pages} pages in {spent:.1f} CPU-s: {rates[-1]:.0f} pages/CPU-s  ({stages})")
    best = max(rates)
    print(f"{args.strategy} on {web.name}: {best:.0f} pages/CPU-s, floor {args.floor:g}")
    return 0 if best >= args.floor else 1


if __name__ == "__main__":
    sys.exit(main())
