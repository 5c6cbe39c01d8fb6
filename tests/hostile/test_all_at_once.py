"""One crawl over all hostile hosts at once, beside twenty healthy ones."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest
from tests.hostile.crawling import (
    HEALTHY,
    Crawled,
    assert_every_link_has_an_end,
    everywhere,
    finish,
    hostile_web,
    html,
    linking,
    polite,
    read_crawl,
)
from tests.hostile.servers import CASES, MIB, Handler, answer, redirect

from lycosa.engine.step import Step
from lycosa.session import Session

pytestmark = [pytest.mark.slow, pytest.mark.timed]

HEALTHY_HOSTS = [f"good{number}.test" for number in range(20)]
PAGES_PER_HOST = 10
DEADLINE_S = 8.0
DEADLINES = {"connect_s": 4.0, "first_byte_s": DEADLINE_S, "idle_s": DEADLINE_S, "total_s": DEADLINE_S}
MEMORY_BYTES = 200 * MIB


def chain(path: str) -> bytes:
    """Return the page of a healthy host at that path, which leads to the next."""
    return linking(f"{path}x") if len(path) < PAGES_PER_HOST else html()


def spiral(path: str) -> bytes:
    return linking(f"{path.rstrip('/')}/a/", f"{path.rstrip('/')}/b/")


MORE: dict[str, Handler] = {
    "spiral": everywhere(spiral),
    "deep": everywhere(lambda _: answer(b"<p>flood" + b"<div>" * 300_000)),
    "links": everywhere(lambda _: answer(b"".join(b"<a href=/%x>flood</a>" % n for n in range(10_000)))),
    "title": everywhere(lambda _: answer(b"<title>" + b"flood " * 1_000_000)),
    "loop": everywhere(lambda path: redirect("/a" if path != "/a" else "/b")),
    "private": everywhere(lambda _: redirect("http://169.254.169.254/")),
    "cookies": everywhere(lambda _: answer(b"<p>flood", headers=["Set-Cookie: a=1"] * 500)),
    "binary": everywhere(lambda _: answer(bytes(range(256)) * 4000)),
}


def hosts() -> dict[str, Handler]:
    """Return a host for every case, and the healthy ones."""
    hostile = {f"{name.lower()}.bad.test": polite(handler) for name, handler in {**CASES, **MORE}.items()}
    unruly = {f"{name.lower()}.worse.test": handler for name, handler in CASES.items()}
    return {**hostile, **unruly, **dict.fromkeys(HEALTHY_HOSTS, polite(everywhere(chain)))}


class Clock:
    """Notes when each host was last heard of."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.last: dict[str, float] = {}

    def record(self, step: Step) -> None:
        self.last[step.visit.link.host] = time.monotonic() - self.began


class Outcome(NamedTuple):
    """What one crawl of them all gave."""

    crawled: Crawled
    last: Mapping[str, float]
    """When each host was last heard of, in seconds from the start."""
    grown_bytes: int
    """By how much the memory of the process grew, servers included."""


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    return asyncio.run(crawl_all(tmp_path_factory.mktemp("all")))


async def crawl_all(folder: Path) -> Outcome:
    process = psutil.Process()
    async with hostile_web(hosts()) as web:
        before = process.memory_info().rss
        clock = Clock()
        settings = web.settings(
            *(f"http://{host}/" for host in web.servers),
            fetch={**DEADLINES, "wire_bytes": 1 << 18},
            work={"concurrency": 256},
            budget={"seconds": 60},
            politeness={"longest_wait_s": 10.0},
            shares={"pages_per_host": PAGES_PER_HOST},
            retries={"limit": 1, "delay_s": 0.1, "host_failures": 3},
        )
        await finish(Session(settings, folder, [clock]))
        grown = process.memory_info().rss - before
    return Outcome(read_crawl(folder), clock.last, grown)


def test_every_page_of_the_healthy_hosts_was_read(outcome: Outcome) -> None:
    wanted = {f"http://{host}/{'x' * number}" for host in HEALTHY_HOSTS for number in range(PAGES_PER_HOST)}
    assert wanted <= set(outcome.crawled.pages())
    assert outcome.crawled.error(HEALTHY) is None


def test_healthy_hosts_did_not_wait_for_the_others(outcome: Outcome) -> None:
    healthy_s, all_s = max(outcome.last[host] for host in HEALTHY_HOSTS), max(outcome.last.values())
    assert all_s > DEADLINE_S
    assert healthy_s < all_s / 2


def test_every_url_has_its_reason(outcome: Outcome) -> None:
    assert_every_link_has_an_end(outcome.crawled)


def test_memory_stays_within_its_budget(outcome: Outcome) -> None:
    assert outcome.grown_bytes < MEMORY_BYTES
