"""A live crawl of 200 hosts on four addresses, by one process and by two shards. Prints the server's word."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.cluster.site import Asked, Site, url_of

HOSTS = 200
PAGES = 180
ADDRESSES = tuple(f"127.0.0.{number}" for number in range(1, 5))
DELAY_S = 1.0
ADDRESS_DELAY_S = 0.1
WINDOW_S = 2.0
LYCOSA = [sys.executable, "-m", "lycosa"]
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}


def crawl(site: Site, folder: Path, *command: str) -> dict[str, Any]:
    """Crawl; return how it went and what the server saw."""
    site.log.clear()
    hosts = (f"host{number}.test:{ADDRESSES[number % 4]}:{site.port}" for number in range(HOSTS))
    web = [word for host in hosts for word in ("--resolve", host)]
    pace = ["--delay", str(DELAY_S), "--politeness-address-delay-s", str(ADDRESS_DELAY_S)]
    chosen = ["--pages", str(PAGES), "--concurrency", "16", "--no-find-duplicates", "--no-sitemaps-follow"]
    seeds = [word for number in range(8) for word in ("--seed", url_of(number * 251, HOSTS))]
    ran = subprocess.run(
        [
            *(*LYCOSA, *command, "flood water river", "--out", str(folder), "--allow-private"),
            *(*web, *pace, *chosen, *seeds),
        ],
        env={**os.environ, **QUIET},
        check=True,
        capture_output=True,
        text=True,
    )
    print(ran.stderr, file=sys.stderr)
    pages = [asked for asked in site.log if asked.path != "/robots.txt"]
    times = [asked.at_s for asked in pages]
    return {
        "requests": len(pages),
        "hosts": len({asked.host for asked in pages}),
        "seconds": max(times) - min(times),
        "most at an address": most_within(pages, WINDOW_S),
        "least rest of a host": least_rest(pages),
        "robots.txt at most": max(Counter(asked.host for asked in site.log if asked not in pages).values()),
        "twice": len(pages) - len({(asked.host, asked.path) for asked in pages}),
    }


def most_within(asked: Iterable[Asked], seconds: float) -> int:
    """Return the most requests that any address had within so many seconds."""
    times: dict[str, list[float]] = defaultdict(list)
    for one in asked:
        times[one.address].append(one.at_s)
    return max(sum(first <= other < first + seconds for other in at) for at in times.values() for first in at)


def least_rest(asked: Iterable[Asked]) -> float:
    """Return the shortest time between two requests to one host."""
    last: dict[str, float] = {}
    rests = []
    for one in asked:
        if one.host in last:
            rests.append(one.at_s - last[one.host])
        last[one.host] = one.at_s
    return min(rests)


def main() -> None:
    folder = Path(sys.argv[1])
    with Site(pages=2000, hosts=HOSTS, addresses=ADDRESSES) as site:
        alone = crawl(site, folder / "one", "crawl")
        together = crawl(site, folder / "two", "cluster", "crawl", "--shards", "2")
    print(json.dumps({"alone": alone, "together": together}))


if __name__ == "__main__":
    main()
