"""Memory and speed of the frontier: builds N links, takes some, loads them again, prints a table.

Exit status 1 when the frontier needs more than 2 GiB for ten million links (scaled to N), or the
seen set more than 16 bytes for a URL. The reload runs on at most a million of the links.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from lycosa.frontier import Evidence, Frontier, Part

EVIDENCE = Evidence((Part("page", 0.5), Part("anchor", 0.3, "mean"), Part("path", 0.2, "sum")))
LINKS_PER_HOST = 100
BYTES_PER_LINK = 2 * 1024**3 / 10_000_000
BYTES_PER_URL = 16.0
LEAST_FOR_LIMITS = 1_000_000


def rss_bytes() -> int:
    """Return the resident memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def links(count: int) -> Iterator[tuple[str, str, tuple[float, float, float]]]:
    """Make links with URLs of about 70 bytes, spread unevenly over hosts, a hundred a host on average."""
    rng = random.Random(1)
    hosts = max(1, count // LINKS_PER_HOST)
    for number in range(count):
        host = f"www.site-{int(hosts * rng.random() ** 1.5):06}.example"
        url = f"https://{host}/archive/{number % 997:03}/some-longer-title-{number:09}.html"
        yield url, host, (rng.random(), rng.random(), rng.random())


def rate(count: int, seconds: float) -> str:
    return f"{count / seconds:>14,.0f} /s"


def build(frontier: Frontier, count: int) -> tuple[float, float]:
    """Push the links; return the seconds spent pushing, and the mean length of a URL."""
    source, spent_s, length = links(count), 0.0, 0
    while batch := list(islice(source, 5_000)):
        started = time.process_time()
        for url, host, parts in batch:
            frontier.push(url, host, parts, 1, -1)
        spent_s += time.process_time() - started
        length += sum(len(url) for url, _, _ in batch)
    return spent_s, length / count


def take_all(frontier: Frontier, count: int) -> float:
    """Take and release, live: one request a host, a second apart, 32 in flight, time as it comes."""
    started, now, flying = time.process_time(), 0.0, []
    for _ in range(count):
        now += 0.001
        frontier.tick(now)
        best = frontier.best()
        if best is not None:
            flying.append(frontier.take(best, now).id)
        if len(flying) > 32 or best is None:
            frontier.release(flying.pop(0), now)
    for link in flying:
        frontier.release(link, now)
    return time.process_time() - started


def timed(call: object, repeats: int) -> float:
    assert callable(call)
    started = time.process_time()
    for _ in range(repeats):
        call()
    return (time.process_time() - started) / repeats


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--links", type=int, default=10_000_000)
    count = parser.parse_args().links
    before = rss_bytes()
    frontier = Frontier(EVIDENCE, delay_s=1.0, max_active=1)
    push_s, url_bytes = build(frontier, count)
    per_link = (rss_bytes() - before) / count
    per_url = frontier._seen.size_bytes / count
    print(f"{'links':<34}{count:>14,}   on {frontier.hosts():,} hosts, URLs of {url_bytes:.0f} bytes")
    print(f"{'resident memory':<34}{rss_bytes() / 2**20:>14,.0f} MiB")
    print(f"{'memory per link':<34}{per_link:>14.1f} bytes (limit {BYTES_PER_LINK:.1f})")
    print(f"{'seen set per URL':<34}{per_url:>14.2f} bytes (limit {BYTES_PER_URL:.0f})")
    print(f"{'push, new links':<34}{rate(count, push_s)}")

    again = list(islice(links(count), 100_000))
    probes = [url for url, _, _ in again]
    print(f"{'find (hash and look up)':<34}{rate(100_000, timed(lambda: [*map(frontier.find, probes)], 1))}")
    again_s = timed(lambda: [frontier.push(*link) for link in again], 1)
    print(f"{'push, known links':<34}{rate(len(again), again_s)}")
    taken = min(count // 2, 200_000)
    print(f"{'take and release':<34}{rate(taken, take_all(frontier, taken))}")
    rng = np.random.default_rng(1)
    best = frontier.best()
    print(f"{'count better links':<34}{timed(lambda: frontier.better(best), 1000) * 1e6:>14.1f} us")
    print(f"{'top 10':<34}{timed(lambda: frontier.top(10), 1000) * 1e6:>14.1f} us")
    print(f"{'sample 1':<34}{timed(lambda: frontier.sample(1, rng), 1000) * 1e6:>14.1f} us")
    print(f"{'reweigh, all links':<34}{rate(count, timed(lambda: frontier.reweigh(EVIDENCE), 1))}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{'highest resident memory so far':<34}{peak:>14,.0f} MiB")
    kept = list(islice(frontier.rows(), 16))
    rows = sum(len(batch.urls) for batch in kept)
    print(f"{'load':<34}{rate(rows, timed(lambda: Frontier(EVIDENCE).load(kept), 1))}")
    over = per_url > BYTES_PER_URL or per_link > BYTES_PER_LINK
    return int(over and count >= LEAST_FOR_LIMITS)


if __name__ == "__main__":
    sys.exit(main())
