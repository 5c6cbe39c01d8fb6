"""CPU time that the strategy `lycosa` takes to score its queue anew, by the number of queued links.

    python -m benchmarks.queue_length [--links 50000 1000000]

A pass over the whole queue is made the more rarely the longer the queue is. Prints what it costs for each
page read, and what the links beside a page cost. Exit status 1 if the longest queue costs more than half as
much again as the shortest.
"""

from __future__ import annotations

import argparse
import gc
import sys
from time import process_time
from typing import NamedTuple

import numpy as np

from lycosa import Topic
from lycosa.engine.learning.rescoring import NO_PASS, Rescorer
from lycosa.frontier import Frontier, State
from lycosa.strategy.lycosa import PASS_PAGES, SLICE, Lycosa

HOSTS = 2_000
LINKS_A_PAGE = 100
NEIGHBOURS = 120
LOOKS = 50
GROWTH_MAX = 1.5


class Cost(NamedTuple):
    """Milliseconds of processor time."""

    a_page: float
    """Of passes, for each page read."""
    longest_slice: float
    neighbours: float
    """Of scoring the links beside one page."""


def queue_of(links: int) -> tuple[Lycosa, Frontier]:
    """Return a crawl in which so many links wait, shown by pages of all sorts."""
    strategy = Lycosa(Topic.from_keywords(["flood"]))
    frontier = Frontier(strategy.evidence)
    strategy.attach(frontier)
    worth = np.random.default_rng(1)
    for first in range(0, links, LINKS_A_PAGE):
        numbers = range(first, min(first + LINKS_A_PAGE, links))
        shown = [f"http://h{number % HOSTS}.test/d{number % 50}/{number}" for number in numbers]
        ids = [frontier.reserve(url) for url in shown]
        parts = worth.random((len(shown), len(strategy.evidence.parts))).tolist()
        hosts = [url.split("/")[2] for url in shown]
        frontier.append(shown, hosts, parts, [State.QUEUED] * len(shown), depth=3, parent=ids[0])
        strategy.rates.read(ids[0], worth.random(), np.array(ids), worth.integers(8, size=len(ids)))
    return strategy, frontier


def cost(links: int) -> Cost:
    """Measure a queue."""
    strategy, frontier = queue_of(links)
    rescoring = Rescorer(strategy, frontier)
    slices, looks = [], []
    rescoring.score(np.arange(SLICE))  # makes ready what is made once, such as the judge
    rescoring.begin()
    while rescoring.state != NO_PASS:
        started = process_time()
        rescoring.advance()
        slices.append(process_time() - started)
    some = np.random.default_rng(2)
    for _ in range(LOOKS):
        beside = some.integers(links, size=NEIGHBOURS)
        started = process_time()
        rescoring.score(beside)
        looks.append(process_time() - started)
    pages = PASS_PAGES * max(1.0, links / SLICE)
    return Cost(1e3 * sum(slices) / pages, 1e3 * max(slices), 1e3 * float(np.median(looks)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--links", type=int, nargs="+", default=[50_000, 1_000_000])
    args = parser.parse_args()
    gc.set_threshold(50_000, 20, 50)  # as the engine does
    costs = []
    for links in sorted(args.links):
        costs.append(cost(links))
        a_page, longest, beside = costs[-1]
        print(
            f"{links:,} links: passes {a_page:.2f} ms a page, a slice {longest:.1f} ms at most; "
            f"{NEIGHBOURS} neighbours {beside:.2f} ms",
            flush=True,
        )
    first, last = (found.a_page + found.neighbours for found in (costs[0], costs[-1]))
    return 0 if last <= GROWTH_MAX * first else 1


if __name__ == "__main__":
    sys.exit(main())
