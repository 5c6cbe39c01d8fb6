"""Which strategies cross tunnels: crawls synthetic webs, writes a table of recall by tunnel length.

A tunnel of length k is a chain of k off-topic pages, each with one block about the topic in which
the way goes on; behind it lie on-topic pages that no other link leads to. Examples and seeds are
drawn from the open web. Every crawl may read twice as many pages as the topic has.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import mean, stdev
from typing import NamedTuple

from benchmarks.drawn_topic import EXAMPLES, SEEDS, drawn_topic
from benchmarks.markdown_table import table
from lycosa.engine.budget import Budget
from lycosa.engine.crawl import Crawl
from lycosa.engine.engine import Engine
from lycosa.engine.step import Step
from lycosa.fetch.replay import ReplayFetcher
from lycosa.lab.synth import SynthParams, SynthWeb
from lycosa.registry import strategies

LENGTHS = (1, 2, 3, 4)
TOPICS = ("rainstorm", "databases", "music")
STRATEGIES = (
    *("bfs", "best-first", "fish-search", "shark-search", "fccbs", "fcbcw", "bcw-cc"),
    *("anchor-text", "link-context", "slc", "cbp", "cbp-slc"),
    *("keyword-table", "keyword-table-basic", "genre-aware", "genre-aware-links"),
)
BUDGET_RATIO = 2
YARDSTICK = "best-first"
FIRST_WEB = 100
"""Random seed of the first web; strategies were tried out on webs of lower ones."""

INTRODUCTION = f"""\
# Crossing tunnels

Written by `benchmarks/tunnels.py`; do not edit. A tunnel of length k is a chain of k off-topic
pages on a synthetic web, each with one block about the topic in which the way goes on. Behind it
lie on-topic pages that nothing else links to. Every crawl starts from {SEEDS} pages of the open web,
is told the topic by {EXAMPLES} of them, and may read {BUDGET_RATIO} times as many pages as the topic has.
Parameters are the defaults, which are the values of the papers where they give any.
"""


class Crossing(NamedTuple):
    """What one crawl found."""

    recall: dict[int, float]
    """Share of the pages behind tunnels found, by tunnel length."""
    open_recall: float
    """Share of the other pages of the topic found."""
    harvest: float
    """Share of the pages read that are on topic."""


class Log:
    """Keeps the URLs of the pages read."""

    def __init__(self) -> None:
        self.read: set[str] = set()

    def record(self, step: Step) -> None:
        if step.visit.page is not None:
            self.read.add(step.visit.link.url)


def cross(web: SynthWeb, label: str, name: str, random_seed: int) -> Crossing:
    """Crawl once."""
    hidden = {length: web.on_topic(label) & web.on_topic(f"tunnel:{length}") for length in LENGTHS}
    in_the_open = web.on_topic(label).difference(*hidden.values())
    topic, seeds = drawn_topic(web, label, in_the_open, random_seed)
    crawl = Crawl(strategies.get(name)(topic, seed=random_seed))
    crawl.seed(seeds)
    log, budget = Log(), Budget(BUDGET_RATIO * len(web.on_topic(label)))
    asyncio.run(Engine(crawl, ReplayFetcher(web), budget, listeners=[log]).run())
    return Crossing(
        {length: len(pages & log.read) / len(pages) for length, pages in hidden.items()},
        len(in_the_open & log.read) / len(in_the_open),
        len(web.on_topic(label) & log.read) / len(log.read),
    )


def crossings(names: Sequence[str], random_seeds: Iterable[int]) -> Iterator[tuple[str, Crossing]]:
    """Crawl every topic of a web of each random seed with every strategy."""
    for random_seed in random_seeds:
        web = SynthWeb(SynthParams(seed=random_seed, tunnels=LENGTHS))
        for label in TOPICS:
            for name in names:
                yield name, cross(web, label, name, random_seed)


def cell(values: Sequence[float], sign: str = "") -> str:
    """Return the mean of a few shares, and half of its 95 % interval."""
    half = 1.96 * stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return f"{mean(values):{sign}.2f} ± {half:.2f}"


def behind(crossing: Crossing) -> float:
    """Return the share of all pages behind tunnels that a crawl found."""
    return mean(crossing.recall.values())


def verdict(found: dict[str, list[Crossing]]) -> str:
    """Compare every strategy with the yardstick, crawl by crawl, over all tunnels."""
    if YARDSTICK not in found:
        return ""
    lines = [f"Against `{YARDSTICK}` on the same topics of the same webs, over tunnels of all lengths:", ""]
    for name, each in found.items():
        if name == YARDSTICK:
            continue
        gains = [behind(one) - behind(other) for one, other in zip(each, found[YARDSTICK], strict=True)]
        better, worse = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
        lines.append(
            f"- `{name}`: {cell(gains, '+')}; better in {better} crawls, worse in {worse} of {len(gains)}"
        )
    return "\n".join(lines)


def report(found: dict[str, list[Crossing]], random_seeds: int) -> str:
    """Write the document."""
    rows = [
        [
            f"`{name}`",
            *(cell([crossing.recall[length] for crossing in each]) for length in LENGTHS),
            cell([crossing.open_recall for crossing in each]),
            cell([crossing.harvest for crossing in each]),
        ]
        for name, each in found.items()
    ]
    header = ["strategy", *(f"tunnel {length}" for length in LENGTHS), "open web", "harvest rate"]
    about = (
        f"Recall of the topic's pages by where they lie, and harvest rate: mean and half of the 95 % "
        f"interval over {random_seeds} webs of 4,000 pages x {len(TOPICS)} topics ({', '.join(TOPICS)}).\n"
        "Crawls of the same web are not independent of each other, so the intervals are rather too narrow.\n"
    )
    return "\n".join((INTRODUCTION, about, table(header, rows), "", verdict(found), ""))


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--webs", type=int, default=5, help="synthetic webs to crawl")
    parser.add_argument("--strategy", action="append", help="only this one; may be repeated")
    parser.add_argument("--out", type=Path, help="Markdown file to write, instead of printing")
    options = parser.parse_args()
    webs = range(FIRST_WEB, FIRST_WEB + options.webs)
    found: dict[str, list[Crossing]] = defaultdict(list)
    for name, crossing in crossings(options.strategy or STRATEGIES, webs):
        found[name].append(crossing)
    text = report(found, options.webs)
    if options.out:
        options.out.write_text(text)
    else:
        print(text)


if __name__ == "__main__":
    main()
