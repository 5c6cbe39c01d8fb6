"""Cost of storing a step, and memory per discovered URL: crawls made-up pages into a folder, prints a table.

Exit status 1 when a step costs more than 250 microseconds of processor time besides its WARC
records, or 1.9 million further URLs more than 300 MB of memory.
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import numpy as np

from lycosa import Expansion, Fetched, Judgement, Link, Page, Proposal, Queued, Span, Topic
from lycosa.engine import Crawl
from lycosa.frontier import Evidence, Frontier, Part
from lycosa.store import Store
from lycosa.strategy.recipe import Recipe

STEP_US_MAX = 250.0
MEMORY_BYTES_MAX = 300e6
FIRST_LINKS = 100_000
BODY_BYTES = 34_000
BATCHES = 10
NOWHERE = Span(0, 0)
LOTS = np.random.default_rng(1)


class Lots(Recipe):
    """Ranks links by three numbers drawn by lot, and judges nothing."""

    name = "lots"
    evidence = Evidence((Part("page", 0.5), Part("anchor", 0.3, "mean"), Part("path", 0.2, "sum")))

    def judge(self, page: Page) -> Judgement:
        return Judgement(True, 0.5, (("title", 0.2), ("body", 0.3)), "words of the topic in the title")

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        lots = self.rng.random((len(page.links), 3)).tolist()
        return Expansion(
            tuple(Proposal(target, tuple(lot)) for target, lot in zip(page.links, lots, strict=True))
        )


class MadeSite:
    """Pages of sites of 500 pages each: a menu that every page shows, known pages, and new ones."""

    def __init__(self) -> None:
        self._rng = random.Random(1)
        words = [f"{self._rng.getrandbits(40):x}" for _ in range(2_000)]
        text = " ".join(self._rng.choice(words) for _ in range(BODY_BYTES // 10))
        self._body = f"<html><body><p>{text}</p></body></html>".encode()
        self._made = 0

    def answer(self, url: str, known: int, new: int) -> tuple[Fetched, Page]:
        """Return a page with so many links to known pages of its site, and to new ones."""
        site = self._made // 500
        first = site * 500
        targets = [first + self._rng.randrange(40) for _ in range(known // 2)]
        targets += [
            first + self._rng.randrange(max(1, self._made - first)) for _ in range(known - known // 2)
        ]
        targets += range(self._made, self._made + new)
        self._made += new
        links = tuple(
            Link(self._url(number), "what a link says", NOWHERE, NOWHERE, NOWHERE, 0, 0, "", (), position)
            for position, number in enumerate(targets)
        )
        body = b"%s<!-- %d -->" % (self._body, self._made)
        fetched = Fetched(url, 200, (("content-type", "text/html"),), body, fetched_at=time.time())
        return fetched, Page(url, title="A title of a usual length", language="en", flow="x", links=links)

    def _url(self, number: int) -> str:
        return f"https://www.site-{number // 500:06}.example/archive/some-longer-title-{number:09}.html"


class Bench:
    """A crawl that is stored, with the time that takes."""

    def __init__(self, folder: Path) -> None:
        strategy = Lots(Topic.from_keywords(["flood"]))
        self.store = Store(folder)
        self.crawl = Crawl(strategy, Frontier(strategy.evidence, urls=self.store.urls))
        self.store.begin(self.crawl, ["https://www.example/"])
        self.site = MadeSite()
        self.store_s = self.warc_s = 0.0
        self._write, self.store._archive.write = self.store._archive.write, self._timed_write

    def step(self, known: int, new: int) -> None:
        """Take, settle and store one page."""
        link = self.crawl.next(0.0)
        assert link is not None
        fetched, page = self.site.answer(link.url, known, new)
        step = self.crawl.settle(link, fetched, page, 0.0)
        assert step is not None
        started = time.process_time()
        self.store.record(step)
        self.store_s += time.process_time() - started

    def _timed_write(self, *args: object) -> object:
        started = time.process_time()
        place = self._write(*args)
        self.warc_s += time.process_time() - started
        return place


def rss_bytes() -> int:
    """Return the resident memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def time_steps(folder: Path, steps: int) -> float:
    """Print and return the microseconds a step costs besides its WARC records: the median of batches."""
    bench = Bench(folder)
    rests, warcs = [], []
    for _ in range(BATCHES):
        bench.store_s = bench.warc_s = 0.0
        for _ in range(steps // BATCHES):
            bench.step(known=60, new=20)
        rests.append((bench.store_s - bench.warc_s) / (steps // BATCHES) * 1e6)
        warcs.append(bench.warc_s / (steps // BATCHES) * 1e6)
    rest = median(rests)
    size = sum(file.stat().st_size for file in folder.glob("state.sqlite*"))
    print(
        f"{'step of 80 links, 20 new':<34}{rest:>14,.0f} us, best {min(rests):.0f} (limit {STEP_US_MAX:.0f})"
    )
    print(f"{'its WARC records, 34 KB of text':<34}{median(warcs):>14,.0f} us")
    print(f"{'database':<34}{size / steps:>14,.0f} bytes a step")
    return rest


def fill(folder: Path, links: int) -> float:
    """Print and return the memory that links beyond the first need."""
    bench = Bench(folder)
    while len(bench.store.urls) < FIRST_LINKS:
        bench.step(known=60, new=500)
    before = rss_bytes()
    while len(bench.store.urls) < links:
        bench.step(known=60, new=500)
    more = rss_bytes() - before
    print(f"{'memory at ' + format(FIRST_LINKS, ','):<34}{before / 1e6:>14,.0f} MB")
    print(f"{'and at ' + format(links, ','):<34}{(before + more) / 1e6:>14,.0f} MB (+{more / 1e6:.0f})")
    bench.store.close()
    return more


def resume(folder: Path) -> None:
    """Print how long it takes to resume."""
    strategy = Lots(Topic.from_keywords(["flood"]))
    started = time.process_time()
    with Store(folder) as store:
        crawl = Crawl(strategy, Frontier(strategy.evidence, urls=store.urls))
        store.resume(crawl)
        spent = time.process_time() - started
        print(f"{'resume':<34}{spent:>14,.1f} s for {len(store.urls):,} links")


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=3_000)
    parser.add_argument("--links", type=int, default=2_000_000)
    parser.add_argument("--folder", type=Path, help="where to write; a temporary folder by default")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(dir=options.folder))
    try:
        step_us = time_steps(folder / "steps", options.steps)
        more = fill(folder / "links", options.links)
        resume(folder / "links")
    finally:
        shutil.rmtree(folder)
    allowed = MEMORY_BYTES_MAX * (options.links - FIRST_LINKS) / 1_900_000
    return int(step_us > STEP_US_MAX or more > allowed)


if __name__ == "__main__":
    sys.exit(main())
