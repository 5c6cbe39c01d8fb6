"""Which strategies cross tunnels: crawls synthetic webs, writes a table of recall by tunnel length.

A tunnel of length k is a chain of k off-topic pages, each with one block about the topic in which
the way goes on; behind it lie on-topic pages that no other link leads to. Examples and seeds are
drawn from the open web. Every crawl may read twice as many pages as the topic has. Crawls of the
same web are not independent of each other, so means and intervals are over webs, not crawls.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from statistics import mean, stdev
from typing import Any, NamedTuple

from scipy.stats import t as student  # type: ignore[import-untyped]

from benchmarks.drawn_topic import EXAMPLES, SEEDS, drawn_topic
from benchmarks.markdown_table import table
from lycosa.engine.budget import Budget
from lycosa.engine.crawl import Crawl
from lycosa.engine.engine import Engine
from lycosa.engine.step import Step
from lycosa.fetch.base import Answer, Since
from lycosa.fetch.reading import ReadingSource
from lycosa.fetch.replay import ReplayFetcher
from lycosa.lab.synth import SynthParams, SynthWeb
from lycosa.model import Queued
from lycosa.registry import strategies

LENGTHS = (1, 2, 3, 4)
TOPICS = ("rainstorm", "databases", "music")
STRATEGIES = (
    *("bfs", "best-first", "fish-search", "shark-search", "fccbs", "fcbcw", "bcw-cc", "bcw-cc as printed"),
    *("anchor-text", "link-context", "slc", "cbp", "cbp-slc"),
    *("keyword-table", "keyword-table-basic", "genre-aware", "genre-aware-links"),
)
PRINTED: dict[str, tuple[str, dict[str, Any]]] = {
    "bcw-cc as printed": ("bcw-cc", {"tau": 0.70, "lam": 0.30, "tunnels": "class"}),
}
"""Strategies with other parameters than the defaults."""
BUDGET_RATIO = 2
YARDSTICK = "best-first"
FIRST_WEB = 300
"""Random seed of the first web; strategies were tried out on webs of lower ones."""

INTRODUCTION = f"""\
# Crossing tunnels

Written by `benchmarks/tunnels.py`; do not edit. A tunnel of length k is a chain of k off-topic
pages on a synthetic web, each with one block about the topic in which the way goes on. Behind it
lie on-topic pages that nothing else links to. Every crawl starts from {SEEDS} pages of the open web,
is told the topic by {EXAMPLES} of them, and may read {BUDGET_RATIO} times as many pages as the topic has.
Parameters are the defaults; `bcw-cc as printed` has the thresholds of paper 000, tau = 0.70 and
lambda = 0.30, and discards pages of another class uncut.
"""


class Crossing(NamedTuple):
    """What one crawl found."""

    recall: dict[int, float]
    """Share of the pages behind tunnels found, by tunnel length."""
    open_recall: float
    """Share of the other pages of the topic found."""
    harvest: float
    """Share of the pages read that are on topic."""


class ParsedWeb:
    """A synthetic web whose pages are written and parsed once for all crawls."""

    def __init__(self, random_seed: int) -> None:
        self.random_seed = random_seed
        self.web = SynthWeb(SynthParams(seed=random_seed, tunnels=LENGTHS))
        self.redirect = self.web.redirect
        self.page = cache(self.web.page)
        self._source = ReadingSource(ReplayFetcher(self))
        self._parsed: dict[str, Answer] = {}

    async def obtain(self, link: Queued, since: Since | None = None) -> Answer:
        if link.url not in self._parsed:
            self._parsed[link.url] = await self._source.obtain(link, since)
        return self._parsed[link.url]

    async def close(self) -> None:
        await self._source.close()


class Log:
    """Keeps the URLs of the pages read."""

    def __init__(self) -> None:
        self.read: set[str] = set()

    def record(self, step: Step) -> None:
        if step.visit.page is not None:
            self.read.add(step.visit.link.url)


def cross(parsed: ParsedWeb, label: str, name: str) -> Crossing:
    """Crawl once."""
    web, random_seed = parsed.web, parsed.random_seed
    hidden = {length: web.on_topic(label) & web.on_topic(f"tunnel:{length}") for length in LENGTHS}
    in_the_open = web.on_topic(label).difference(*hidden.values())
    topic, seeds = drawn_topic(web, label, in_the_open, random_seed)
    registered, parameters = PRINTED.get(name, (name, {}))
    crawl = Crawl(strategies.get(registered)(topic, seed=random_seed, **parameters))
    crawl.seed(seeds)
    log, budget = Log(), Budget(BUDGET_RATIO * len(web.on_topic(label)))
    asyncio.run(Engine(crawl, parsed, budget, listeners=[log]).run())
    return Crossing(
        {length: len(pages & log.read) / len(pages) for length, pages in hidden.items()},
        len(in_the_open & log.read) / len(in_the_open),
        len(web.on_topic(label) & log.read) / len(log.read),
    )


def crossings(names: Sequence[str], random_seeds: Iterable[int]) -> Iterator[tuple[str, list[Crossing]]]:
    """Crawl every topic of a web of each random seed with every strategy."""
    for random_seed in random_seeds:
        web = ParsedWeb(random_seed)
        for name in names:
            yield name, [cross(web, label, name) for label in TOPICS]


def by_web(webs: Sequence[Sequence[Crossing]], value: Callable[[Crossing], float]) -> list[float]:
    """Return the mean of a value over the topics of each web."""
    return [mean(map(value, crawls)) for crawls in webs]


def cell(values: Sequence[float], sign: str = "") -> str:
    """Return the mean of a few values, and half of its 95 % interval."""
    half = 0.0
    if len(values) > 1:
        half = float(student.ppf(0.975, len(values) - 1)) * stdev(values) / len(values) ** 0.5
    return f"{mean(values):{sign}.2f} ± {half:.2f}"


def recall_behind(length: int, crossing: Crossing) -> float:
    """Return the share of the pages behind tunnels of one length that a crawl found."""
    return crossing.recall[length]


def behind(crossing: Crossing) -> float:
    """Return the share of all pages behind tunnels that a crawl found."""
    return mean(crossing.recall.values())


def verdict(found: dict[str, list[list[Crossing]]]) -> str:
    """Compare every strategy with the yardstick, web by web, over all tunnels."""
    if YARDSTICK not in found:
        return ""
    yardstick = by_web(found[YARDSTICK], behind)
    rows = []
    for name, webs in found.items():
        if name == YARDSTICK:
            continue
        gains = [one - other for one, other in zip(by_web(webs, behind), yardstick, strict=True)]
        better, worse = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
        rows.append([f"`{name}`", cell(gains, "+"), str(better), str(worse)])
    about = f"Recall behind tunnels of all lengths, less that of `{YARDSTICK}` on the same webs:"
    header = ["strategy", "difference", "webs where better", "webs where worse"]
    return "\n".join((about, "", table(header, rows)))


def report(found: dict[str, list[list[Crossing]]], random_seeds: int) -> str:
    """Write the document."""
    rows = [
        [
            f"`{name}`",
            *(cell(by_web(webs, partial(recall_behind, length))) for length in LENGTHS),
            cell(by_web(webs, lambda crawl: crawl.open_recall)),
            cell(by_web(webs, lambda crawl: crawl.harvest)),
        ]
        for name, webs in found.items()
    ]
    header = ["strategy", *(f"tunnel {length}" for length in LENGTHS), "open web", "harvest rate"]
    about = (
        "Recall of the topic's pages by where they lie, and harvest rate: mean and half of the 95 %\n"
        f"interval over {random_seeds} webs of 4,000 pages, each the mean of {len(TOPICS)} topics "
        f"({', '.join(TOPICS)}).\nNo web was chosen: their random seeds are {FIRST_WEB} to "
        f"{FIRST_WEB + random_seeds - 1}, and none of them was\nlooked at while strategies were tried out.\n"
    )
    return "\n".join((INTRODUCTION, about, table(header, rows), "", verdict(found), ""))


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--webs", type=int, default=12, help="synthetic webs to crawl")
    parser.add_argument("--strategy", action="append", help="only this one; may be repeated")
    parser.add_argument("--out", type=Path, help="Markdown file to write, instead of printing")
    options = parser.parse_args()
    webs = range(FIRST_WEB, FIRST_WEB + options.webs)
    found: dict[str, list[list[Crossing]]] = defaultdict(list)
    for name, crawls in crossings(options.strategy or STRATEGIES, webs):
        found[name].append(crawls)
    text = report(found, options.webs)
    if options.out:
        options.out.write_text(text)
    else:
        print(text)


if __name__ == "__main__":
    main()
