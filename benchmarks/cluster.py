"""Two shards against one process, on the synthetic web served on this machine.

    python -m benchmarks.cluster [--topic music …] [--pages 3000] [--hosts 250] [--shards 2] [--runs 3]

Both crawl the same web from the same seeds with the same settings, through real sockets. All pages are asked
for once beforehand, so that the server has its answers ready: then it takes a few hundredths of what a
crawler takes, and the cores are left to the crawlers. What Ray and the leader take is on the same cores and
counts. The pace is that between the first and the last request; the start of Ray, the last judging and the
gathering at the end do not count in it. Harvest is by the labels of the web, which no crawl sees.

Each run is a pair, one process and shards right after each other, in turns one and the other first: a machine
whose speed varies falls on both. A topic's pace is the median of its pairs. The second table says where the
processor's time went while pages were read, by the counts of the kernel, and what others used of it.

Without `--topic` there are four: the two whose pages are spread most evenly over the shards, and the two of
which one shard has the most. Ends with 1 if a harvest is more than two points below that of one process, or
if shards are less than 1.6 times as fast; the pace means something on idle cores only.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from benchmarks.markdown_table import table
from benchmarks.processor_time import CRAWL, LEADER, RAY, SERVER, SHARD, ProcessorTime, Spent, Use
from lycosa.cluster.ownership import Ownership
from lycosa.lab.web.base import Web
from lycosa.lab.web.named import web_from
from lycosa.store import read_state
from lycosa.url import host_of

POINTS_MAX = 2.0
TIMES_MIN = 1.6
SEEDS = 8
LYCOSA = [sys.executable, "-m", "lycosa"]
_VISITS = "SELECT url, fetched_at, relevant IS NOT NULL FROM visits JOIN links ON links.id = link"
_PACE = (
    *("topic", "pages of it in one shard", "harvest of one process", "of the shards", "points behind"),
    *("pages a second", "of the shards", "times", "pages by shard"),
)
_TIME = (
    *("topic", "crawled by", "ms a page", "Ray's threads", "Ray and leader", "server"),
    *("idle", "kept waiting", "others", "stolen"),
)
WARM_UP_PAGES = 100


class Crawled(NamedTuple):
    """What came of a crawl."""

    pages: int
    on_topic: int
    shares: list[int]
    whole_s: float
    """With its start and its end."""
    spent: Spent
    """Between the first request and the last."""

    @property
    def harvest(self) -> float:
        return 100 * self.on_topic / max(1, self.pages)

    @property
    def pace(self) -> float:
        return self.pages / max(self.spent.seconds, 1e-9)


class Pair(NamedTuple):
    """One process and shards, one after the other."""

    alone: Crawled
    together: Crawled

    @property
    def times(self) -> float:
        return self.together.pace / self.alone.pace

    @property
    def behind(self) -> float:
        return self.alone.harvest - self.together.harvest


def read(folders: list[Path], on_topic: frozenset[str], whole_s: float, watch: ProcessorTime) -> Crawled:
    """Read what one crawl, or all shards of a cluster, have read."""
    urls: list[str] = []
    times: list[float] = []
    shares: list[int] = []
    for folder in folders:
        with closing(read_state(folder)) as state:
            rows = state.execute(_VISITS).fetchall()
        times += [at for _, at, _ in rows]
        shares.append(sum(page for _, _, page in rows))
        urls += [url for url, _, page in rows if page]
    if len(set(urls)) < len(urls):
        raise SystemExit("a page was read twice")
    on = len(on_topic.intersection(urls))
    return Crawled(len(urls), on, shares, whole_s, watch.spent(min(times), max(times)))


def crawl(
    args: argparse.Namespace, described: list[str], folder: Path, on_topic: frozenset[str], pages: int
) -> Crawled:
    """Crawl with so many shards as the folder is named for; `0` is a plain crawl."""
    shards = int(folder.name)
    options = [
        *(*described, "--pages", str(pages), "--out", str(folder)),
        *("--allow-private", "--delay", "0", "--politeness-address-delay-s", "0", "--no-sitemaps-follow"),
        *("--concurrency", "16", "--strategy", args.strategy, "--no-keep-search"),
    ]
    command = ["cluster", "crawl", "--shards", str(shards)] if shards else ["crawl"]
    began, watch = time.monotonic(), ProcessorTime()
    with watch.watched():
        done = subprocess.run(
            [*LYCOSA, *command, *options],
            env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0"},
            check=False,
            capture_output=True,
            text=True,
        )
    if done.returncode:
        raise SystemExit(done.stderr)
    folders = [folder / "shards" / str(number) for number in range(shards)] if shards else [folder]
    return read(folders, on_topic, time.monotonic() - began, watch)


def compare(args: argparse.Namespace, topic: str, web: Web, port: int) -> Iterator[Pair]:
    """Crawl for one topic with one process and with several, in turns."""
    on_topic = web.on_topic(topic)
    seeds = sorted(on_topic)[:: max(1, len(on_topic) // SEEDS)][:SEEDS]
    described = [topic, "--resolve", f"*:127.0.0.1:{port}"]
    described += [word for seed in seeds for word in ("--seed", seed)]
    warm_up = [WARM_UP_PAGES] if args.pages > WARM_UP_PAGES else []
    for run, pages in enumerate([*warm_up, *[args.pages] * args.runs]):
        with tempfile.TemporaryDirectory() as scratch:
            order = ["0", str(args.shards)][:: -1 if run % 2 else 1]
            came = {name: crawl(args, described, Path(scratch) / name, on_topic, pages) for name in order}
        if pages == args.pages:
            yield Pair(came["0"], came[str(args.shards)])


def shares(web: Web, topic: str, shards: int) -> float:
    """Return the share of a topic's pages that the shard with the most of them has."""
    shard_of = Ownership(shards).shard_of
    counts = Counter(shard_of(host_of(url)) for url in web.on_topic(topic))
    return max(counts.values()) / counts.total()


@contextmanager
def served(name: str, web: Web) -> Iterator[int]:
    """Serve a web, all its answers ready, while the block runs; give the port."""
    server = subprocess.Popen([*LYCOSA, "lab", "serve", name, "--json"], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    # It answers between pages, not in the middle of one, and is not kept waiting when both cores are busy.
    os.sched_setscheduler(server.pid, os.SCHED_BATCH, os.sched_param(0))
    try:
        port = json.loads(server.stdout.readline())["port"]
        with closing(socket.create_connection(("127.0.0.1", port))) as connection:
            answers = connection.makefile("rb")
            for url in web.urls():
                parts = urlsplit(url)
                path = parts.path + (f"?{parts.query}" if parts.query else "")
                head = f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nAccept-Encoding: gzip\r\n\r\n"
                connection.sendall(head.encode())
                lines = list(iter(answers.readline, b"\r\n"))
                length = next(line for line in lines if line.lower().startswith(b"content-length"))
                answers.read(int(length.split(b":")[1]))
        yield port
    finally:
        server.terminate()
        server.wait()


def spread(values: Sequence[float], form: str) -> str:
    """Return the median of some values, with the lowest and the highest."""
    middle, low, high = (
        format(value, form) for value in (statistics.median(values), min(values), max(values))
    )
    return middle if len(values) == 1 else f"{middle} ({low} to {high})"


def pace_row(topic: str, share: float, pairs: Sequence[Pair]) -> list[str]:
    """Return what came of a topic."""
    alone, together = [pair.alone for pair in pairs], [pair.together for pair in pairs]
    return [
        *(topic, f"{share:.0%}"),
        *(spread([one.harvest for one in crawls], ".1f") for crawls in (alone, together)),
        ", ".join(f"{pair.behind:+.1f}" for pair in pairs),
        *(spread([one.pace for one in crawls], ".0f") for crawls in (alone, together)),
        spread([pair.times for pair in pairs], ".2f"),
        ", ".join(" + ".join(map(str, one.shares)) for one in together),
    ]


def time_row(topic: str, kind: str, crawls: Sequence[Crawled]) -> list[str]:
    """Return where the processor's time went: ms a page, and cores for the rest, medians."""

    def cores(seconds: Callable[[Spent], float]) -> str:
        return f"{statistics.median(seconds(one.spent) / one.spent.seconds for one in crawls):.2f}"

    def threads(spent: Spent, of: Callable[[Use], float]) -> float:
        return sum(of(use) for use in spent.uses if use.kind == kind)

    a_page = [1000 * threads(one.spent, lambda use: use.thread_s) / one.pages for one in crawls]
    return [
        *(topic, kind, spread(a_page, ".2f")),
        cores(lambda spent: threads(spent, lambda use: max(0.0, use.cpu_s - use.thread_s))),
        *(cores(lambda spent: spent.of(RAY, LEADER)), cores(lambda spent: spent.of(SERVER))),
        cores(lambda spent: threads(spent, lambda use: use.idle_s)),
        cores(lambda spent: threads(spent, lambda use: use.kept_s)),
        *(cores(lambda spent: spent.others_s), cores(lambda spent: spent.stolen_s)),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--topic", action="append", help="default: the two most even and the two most skewed")
    parser.add_argument("--pages", type=int, default=3000)
    parser.add_argument("--web-pages", type=int, default=60_000)
    parser.add_argument("--hosts", type=int, default=250)
    parser.add_argument("--shards", type=int, default=2)
    parser.add_argument("--runs", type=int, default=3, help="pairs for each topic")
    parser.add_argument("--strategy", default="lycosa")
    parser.add_argument("--times", type=float, default=TIMES_MIN, help="0: whatever the pace")
    args = parser.parse_args()
    name = f"synth:pages={args.web_pages},hosts={args.hosts}"
    paces: list[list[str]] = []
    times: list[list[str]] = []
    holds = True
    with closing(web_from(name)) as web:
        known = {topic: shares(web, topic, args.shards) for topic in web.labels() if ":" not in topic}
        by_skew = sorted(known, key=lambda topic: known[topic])
        with served(name, web) as port:
            for topic in args.topic or [*by_skew[:2], *by_skew[-2:]]:
                pairs = []
                for pair in compare(args, topic, web, port):
                    pairs.append(pair)
                    print(json.dumps([topic, *pair]), file=sys.stderr, flush=True)
                paces.append(pace_row(topic, known[topic], pairs))
                times.append(time_row(topic, CRAWL, [pair.alone for pair in pairs]))
                times.append(time_row(topic, SHARD, [pair.together for pair in pairs]))
                holds = holds and max(pair.behind for pair in pairs) <= POINTS_MAX
                holds = holds and statistics.median(pair.times for pair in pairs) >= args.times
    print(
        table(_PACE, paces), "\nProcessor time of the busiest thread a page; all else in cores:\n", sep="\n"
    )
    print(table(_TIME, times))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
