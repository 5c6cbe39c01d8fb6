"""Live crawls against replay: harvest by label through real sockets, and the time it took.

    python -m benchmarks.focus --web DIR --topic LABEL… [--pages 300 1000] [--delay 0 0.2] [--repeats 3]

Every topic is described by ten of its pages, three of which are the seeds, drawn anew in every repeat.
The same crawl is run in replay, one request at a time, and live: the web is served on loopback, with TLS,
and crawled with 64 requests at once and one to a host. Prints a line of a table for each, and means over the
draws; exits with 1 if live crawls of one kind harvest less than 90 % of what their replays do, all draws
together: single crawls take other ways and differ by a tenth in both directions.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.markdown_table import table
from lycosa.assembly import assemble
from lycosa.config import NetworkSettings, Settings, build
from lycosa.engine import Crawl, Engine, Step
from lycosa.fetch.replay import ReplayFetcher
from lycosa.lab.serve.authority import Authority
from lycosa.lab.serve.server import serve
from lycosa.lab.web.base import Web
from lycosa.lab.web.named import web_from
from lycosa.model import Page
from lycosa.page import analyse
from lycosa.session import Session
from lycosa.topic import topic_from

SHARE_MIN = 0.9
HEAD = ("topic", "pages", "draw", "delay", "patience", "replay", "live", "share", "requests", "time")


class Run(NamedTuple):
    """What one crawl came to."""

    harvest: float
    seconds: float
    requests: int


class Labels:
    """Counts the pages read, and those of them that have the label."""

    def __init__(self, web: Web, topic: str) -> None:
        self.pages = self.hits = self.requests = 0
        self._on_topic = web.on_topic(topic)

    def record(self, step: Step) -> None:
        self.requests += 1
        if step.visit.page is not None:
            self.pages += 1
            self.hits += step.visit.url in self._on_topic


def settings_for(web: Web, topic: str, pages: int, repeat: int, **more: object) -> Settings:
    """Describe a crawl by ten examples of a topic; it starts at three of them."""
    on_topic = sorted(web.on_topic(topic))
    drawn = [on_topic[i] for i in np.random.default_rng(repeat).choice(len(on_topic), 10, replace=False)]
    data = {
        "topic": {"name": topic, "examples": drawn},
        "seeds": drawn[:3],
        "budget": {"pages": pages},
        "find_duplicates": False,
        **more,
    }
    return build(Settings, data, "benchmark")


def replayed(web: Web, topic: str, settings: Settings) -> Run:
    """Crawl a web in replay, one request at a time."""
    fetcher = ReplayFetcher(web)

    def read(url: str) -> Page | None:
        page = analyse(asyncio.run(fetcher.fetch(url)))
        return page if isinstance(page, Page) else None

    strategy = assemble(settings.strategy, topic_from(settings.topic, read), settings.random_seed)
    crawl = Crawl(strategy, duplicates=None)
    crawl.seed(settings.seeds)
    labels, began = Labels(web, topic), time.monotonic()
    asyncio.run(Engine(crawl, fetcher, settings.budget, listeners=[labels]).run())
    return Run(labels.hits / max(1, labels.pages), time.monotonic() - began, labels.requests)


def live(web: Web, topic: str, settings: Settings, folder: Path) -> Run:
    """Serve a web on loopback and crawl it."""
    labels = Labels(web, topic)

    async def run() -> float:
        authority, ca_file = Authority(), folder / "authority.pem"
        authority.save(ca_file)
        async with serve(web, tls=authority.context()) as served:
            network = NetworkSettings(resolve=(f"*:127.0.0.1:{served.port}",), ca_file=str(ca_file))
            session = Session(replace(settings, network=network), folder / "crawl", [labels])
            began = time.monotonic()
            async for _ in session.steps():
                pass
            return time.monotonic() - began

    seconds = asyncio.run(run())
    return Run(labels.hits / max(1, labels.pages), seconds, labels.requests)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--web", required=True)
    parser.add_argument("--topic", nargs="+", required=True)
    parser.add_argument("--pages", type=int, nargs="+", default=[300, 1000])
    parser.add_argument("--delay", type=float, nargs="+", default=[0.0, 0.2])
    parser.add_argument("--patience", type=float, nargs="+", default=[0.9])
    parser.add_argument("--repeats", type=int, default=3)
    args = parser.parse_args()
    web, rows = web_from(args.web), []
    runs: dict[tuple[str, ...], list[tuple[Run, Run]]] = {}
    for topic, pages, repeat in product(args.topic, args.pages, range(args.repeats)):
        alone = replayed(web, topic, settings_for(web, topic, pages, repeat))
        for delay_s, patience in product(args.delay, args.patience):
            live_like = {
                "politeness": {"delay_s": delay_s, "address_delay_s": 0.0},
                "work": {"concurrency": 64, "patience": patience},
            }
            settings = settings_for(web, topic, pages, repeat, **live_like)
            with tempfile.TemporaryDirectory() as folder:
                found = live(web, topic, settings, Path(folder))
            kind = (topic, f"{pages:,}", f"{delay_s:g} s", f"{patience:g}")
            runs.setdefault(kind, []).append((alone, found))
            rows.append(_row(kind, str(repeat), alone, found))
            print(*rows[-1], flush=True)
    means = {kind: list(map(_mean, zip(*pairs, strict=True))) for kind, pairs in runs.items()}
    print(table(HEAD, [*rows, *(_row(kind, "mean", *sides) for kind, sides in means.items())]))
    poor = [kind for kind, (alone, found) in means.items() if found.harvest < SHARE_MIN * alone.harvest]
    return int(any(float(patience) > 0 for *_, patience in poor))


def _mean(runs: Sequence[Run]) -> Run:
    harvest, seconds, requests = (sum(column) / len(runs) for column in zip(*runs, strict=True))
    return Run(harvest, seconds, round(requests))


def _row(kind: tuple[str, ...], draw: str, alone: Run, found: Run) -> tuple[str, ...]:
    topic, pages, delay, patience = kind
    share = found.harvest / alone.harvest if alone.harvest else 1.0
    came = (f"{alone.harvest:.3f}", f"{found.harvest:.3f}", f"{share:.0%}")
    return (topic, pages, draw, delay, patience, *came, f"{found.requests:,}", f"{found.seconds:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
