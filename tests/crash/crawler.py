"""The crash loop: crawls a made-up web, is killed at random moments, resumes, until the crawl is done.

Each life is a process of its own, forked from one that has imported everything already: it lasts
a few steps, and is ended by SIGKILL while it opens the folder, resumes, fetches or stores.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lycosa import Fetched, Topic
from lycosa.engine import Crawl, Engine, Listener, Step, Stop, Work
from lycosa.engine.duplicates.duplicates import DuplicateRules
from lycosa.fetch.replay import ReplayFetcher
from lycosa.frontier import Frontier
from lycosa.store import Keep, Store
from lycosa.strategy.shark_search import SharkSearch
from lycosa.url import registrable_domain

PAGES = 500
HOSTS = 12
SEED = "http://host0.test/0"
ARCHIVE_BYTES = 60_000


@dataclass(frozen=True)
class Made:
    html: bytes
    content_type: str = "text/html; charset=utf-8"


class MadeWeb:
    """Pages that link forward and at random; every ninth URL redirects, every eleventh is missing."""

    def page(self, url: str) -> Made | None:
        number = int(url.rpartition("/")[2])
        if number % 9 == 8 or number % 11 == 10 or number >= PAGES:
            return None
        rng = random.Random(number)
        targets = [number + 1, number + 2, *(rng.randrange(PAGES) for _ in range(8))]
        links = "".join(f'<p><a href="{url_of(target)}">flood {target}</a></p>' for target in targets)
        text = "the same everywhere" if number % 13 == 12 else f"flood water {number} " * rng.randrange(1, 40)
        links = "" if number % 13 == 12 else links
        return Made(f"<title>Page</title><p>{text}</p>{links}".encode())

    def redirect(self, url: str) -> str | None:
        number = int(url.rpartition("/")[2])
        return url_of(number * 7 % PAGES) if number % 9 == 8 else None


def url_of(number: int) -> str:
    return f"http://host{number % HOSTS}.test/{number}"


class Jittery(ReplayFetcher):
    """Answers after a moment, so that a kill may come anywhere."""

    async def fetch(self, url: str) -> Fetched:
        await asyncio.sleep(random.random() * 0.002)
        return await super().fetch(url)


class Ticker:
    """Reports every step down a pipe."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe

    def record(self, step: Step) -> None:
        os.write(self._pipe, b".")


def crawl_into(
    folder: Path, concurrency: int, rules: DuplicateRules | None = None, listeners: Sequence[Listener] = ()
) -> Stop:
    """Begin or resume the crawl in a folder, and crawl to the end.

    Which of two copies is the original depends on the order of answers; without rules nothing does.
    """
    strategy = SharkSearch(Topic.from_keywords(["flood"]))
    with Store(folder, Keep(archive_bytes=ARCHIVE_BYTES)) as store:
        crawl = Crawl(strategy, Frontier(strategy.evidence, urls=store.urls), duplicates=rules)
        if store.begun:
            store.resume(crawl)
        else:
            store.begin(crawl, [SEED])
        engine = Engine(crawl, Jittery(MadeWeb()), work=Work(concurrency), listeners=[store, *listeners])
        stop = asyncio.run(engine.run())
        store.finish(stop)
        return stop


def live(crawl: Callable[[Listener], Stop], steps: int, grace_s: float) -> bool:
    """Crawl in a process that is killed after some steps and a moment; return whether it was done before."""
    out, into = os.pipe()
    child = os.fork()
    if not child:
        crawl(Ticker(into))
        os._exit(0)
    os.close(into)
    while steps and os.read(out, 1):
        steps -= 1
    time.sleep(grace_s)
    os.kill(child, signal.SIGKILL)
    os.close(out)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def crawl_killed(crawl: Callable[[Listener], Stop]) -> int:
    """Crawl to the end, whatever happens; return how often it was killed."""
    registrable_domain("host0.test")  # reads the suffix list once for all lives
    rng, kills = random.Random(), 0
    while not live(crawl, rng.randrange(8), rng.random() * rng.choice([0.002, 0.02])):
        kills += 1
    return kills


if __name__ == "__main__":
    folder, concurrency = Path(sys.argv[1]), int(sys.argv[2])
    rules = DuplicateRules() if concurrency == 1 else None
    crawl_into(folder / "whole", 1, rules)
    print(crawl_killed(lambda ticker: crawl_into(folder / "killed", concurrency, rules, [ticker])))
