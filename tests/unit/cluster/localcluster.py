"""A cluster without Ray: all shards in one event loop, over a made-up web, with a post that may misbehave."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from lycosa.assembly import StrategyChoice
from lycosa.cluster.coordinator import Coordinator
from lycosa.cluster.ledger import Ledger, open_ledger
from lycosa.cluster.mail import Batch, Receipt
from lycosa.cluster.member import Allowance, Lessons, Member, Report, Unreachable
from lycosa.cluster.ownership import Ownership
from lycosa.cluster.shard import Shard
from lycosa.config import Settings, to_toml
from lycosa.config.settings import NetworkSettings
from lycosa.engine.budget import Budget, Stop
from lycosa.engine.pacing.politeness import Politeness
from lycosa.engine.work import Work
from lycosa.errors import Kind, LycosaError
from lycosa.fetch.limits import SitemapLimits
from lycosa.model import Fetched
from lycosa.store import read_state
from lycosa.topic import topic_from
from lycosa.topic.settings import TopicSettings

HOSTS = 24
PAGES = 160
SLOTS = 512
CLUSTER = "0b7f3c52-0000-4000-8000-000000000000"
SEED = "http://host0.test/0"


def url_of(number: int) -> str:
    return f"http://host{number % HOSTS}.test/{number}"


class MadeWeb:
    """Pages that link forward and at random over many domains; every ninth URL redirects."""

    name: ClassVar[str] = "made"

    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    async def fetch(self, url: str, *, etag: str = "", last_modified: str = "") -> Fetched:
        await asyncio.sleep(0)
        if url.endswith("/robots.txt"):
            return Fetched(url, 404, error=Kind.HTTP_CLIENT)
        number = int(url.rpartition("/")[2])
        if number % 9 == 8:
            return Fetched(url, 301, location=url_of(number * 7 % PAGES))
        if number >= PAGES or number % 11 == 10:
            return Fetched(url, 404, error=Kind.HTTP_CLIENT)
        return Fetched(url, 200, (("content-type", "text/html; charset=utf-8"),), html_of(number))

    async def close(self) -> None:
        pass


def html_of(number: int) -> bytes:
    rng = random.Random(number)
    targets = [number + 1, number + 2, *(rng.randrange(PAGES) for _ in range(6))]
    links = "".join(f'<div><a href="{url_of(target)}">flood {target}</a></div>' for target in targets)
    words = "flood water river" if number % 3 else "kitchen bread music"
    text = f"{words} {number} " * rng.randrange(3, 30)
    return f"<html lang=en><title>Page {number}</title><p>{text}</p>{links}".encode()


def settings(pages: int | None = None, strategy: str = "lycosa") -> Settings:
    return Settings(
        topic=TopicSettings(keywords=("flood", "water", "river")),
        seeds=(SEED,),
        strategy=StrategyChoice(name=strategy),
        budget=Budget(pages=pages),
        work=Work(concurrency=4),
        politeness=Politeness(delay_s=0.0, address_delay_s=0.0),
        sitemaps=SitemapLimits(follow=False),
        find_duplicates=False,
        network=NetworkSettings(fetcher="made"),
    )


class Post:
    """The way to a shard; loses, repeats and delays what it carries."""

    def __init__(self, shard: Shard, rng: random.Random | None = None) -> None:
        self.shard = shard
        self.rng = rng
        self.older: list[Batch] = []
        self.carried = 0
        self.cut_from: set[int] = set()
        """Shards that cannot reach this one for now."""
        self.broken_for = 0
        """Batches that are answered with the error on which the shard broke off."""

    async def deliver(self, batch: Batch) -> Receipt:
        if batch.sender in self.cut_from:
            raise Unreachable("the network is cut")
        if self.broken_for:
            self.broken_for -= 1
            raise LycosaError(f"shard {self.shard.number} broke off")
        self.carried += 1
        if self.rng is None:
            return await self.shard.deliver(batch)
        if self.rng.random() < 0.2:
            raise Unreachable("lost on the way")
        for _ in range(2):
            receipt = await self.shard.deliver(batch)
        self.older.append(batch)
        await self.shard.deliver(self.rng.choice(self.older))
        if self.rng.random() < 0.2:
            raise Unreachable("the receipt is lost")
        return receipt

    async def turn(self, address: str) -> float:
        return await self.shard.turn(address)

    async def report(self, turn: int, best: int) -> Report:
        return await self.shard.report(turn, best)

    async def allow(self, allowance: Allowance) -> int | None:
        return await self.shard.allow(allowance)

    async def lessons(self) -> Lessons | None:
        return await self.shard.lessons()

    async def merge(self, lessons: Sequence[Lessons]) -> Lessons:
        return await self.shard.merge(lessons)

    async def adopt(self, lessons: Lessons) -> None:
        await self.shard.adopt(lessons)

    async def stop(self, reason: Stop) -> None:
        await self.shard.stop(reason)


class LocalCluster:
    """Shards in folders of their own, begun or resumed."""

    def __init__(self, folder: Path, chosen: Settings, shards: int, rng: random.Random | None = None) -> None:
        self.folder = folder
        self.settings = chosen
        self.posts: dict[int, Post] = {}
        self._describe(shards)
        ownership = Ownership(shards, SLOTS)
        self.shards = [
            Shard(number, chosen, shard_folder(folder, number), ownership, members=self.members)
            for number in range(shards)
        ]
        self.posts = {shard.number: Post(shard, rng) for shard in self.shards}
        self.ledger: Ledger = open_ledger(folder, chosen.budget.pages)

    def _describe(self, shards: int) -> None:
        """Write what `lycosa cluster` keeps in the folder."""
        (self.folder / "shards").mkdir(parents=True, exist_ok=True)
        (self.folder / "crawl.toml").write_text(to_toml(self.settings))
        (self.folder / "cluster.toml").write_text(f'id = "{CLUSTER}"\nshards = {shards}\nslots = {SLOTS}\n')
        topic_from(self.settings.topic, {}.get).save(self.folder / "topic")

    def members(self) -> Mapping[int, Member]:
        return self.posts

    async def run(self, rounds: int | None = None) -> Stop | None:
        """Crawl to the end; with `rounds`, break off after so many, as a kill would."""
        crawls = [asyncio.create_task(shard.run()) for shard in self.shards]
        leader = Coordinator(
            len(self.shards),
            self.members,
            self.ledger,
            budget=self.settings.budget,
            work=self.settings.work,
        )
        stop: Stop | None = None
        try:
            while stop is None and rounds != 0:
                rounds = None if rounds is None else rounds - 1
                await asyncio.sleep(0.02)
                stop = await leader.round()
                for crawl in crawls:
                    if crawl.done() and crawl.exception() is not None:
                        crawl.result()
            if stop is not None:
                await leader.stop(stop)
                await asyncio.gather(*crawls)
        finally:
            for crawl in crawls:
                crawl.cancel()
            await asyncio.gather(*crawls, return_exceptions=True)
        self.leader = leader
        return stop


def shard_folder(folder: Path, number: int) -> Path:
    return folder / "shards" / str(number)


def visited(folder: Path) -> list[str]:
    """Return the URLs of the pages read, each as often as it was."""
    with closing(read_state(folder)) as state:
        query = "SELECT url FROM visits JOIN links ON links.id = link WHERE relevant IS NOT NULL ORDER BY url"
        return [url for (url,) in state.execute(query)]


def asked(folder: Path) -> list[str]:
    """Return the URLs asked for, each as often as it was."""
    with closing(read_state(folder)) as state:
        return [
            url
            for (url,) in state.execute("SELECT url FROM visits JOIN links ON links.id = link ORDER BY url")
        ]


def everything(folder: Path, shards: int) -> list[str]:
    return sorted(url for shard in range(shards) for url in asked(shard_folder(folder, shard)))


def with_pages(chosen: Settings, pages: int) -> Settings:
    return replace(chosen, budget=Budget(pages=pages))
