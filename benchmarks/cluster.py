"""Two shards against one process, on the synthetic web served on this machine.

    python -m benchmarks.cluster [--topic music …] [--pages 3000] [--hosts 250] [--shards 2] [--runs 2]

Both crawl the same web from the same seeds with the same settings, through real sockets. All pages are asked
for once beforehand, so that the server has its answers ready: then it takes a few hundredths of what a
crawler takes, and the cores are left to the crawlers. What Ray and the leader take is on the same cores and
counts. The pace is that between the first and the last request; the start of Ray, the last judging and the
gathering at the end do not count in it, the seconds of the whole command are printed beside. Harvest is by
the labels of the web, which no crawl sees.

Without `--topic` there are four: the two whose pages are spread most evenly over the shards, and the two of
which one shard has the most. Ends with 1 if a harvest is more than two points below that of one process, or
if shards are less than 1.6 times as fast; the pace means something on idle cores only.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from benchmarks.markdown_table import table
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
_HEADER = (
    *("topic", "pages of it in one shard", "run", "harvest of one process", "of the shards", "points behind"),
    *("pages a second", "of the shards", "times", "cores busy", "with the shards", "pages by shard"),
)


class Crawled(NamedTuple):
    """What came of a crawl."""

    pages: int
    on_topic: int
    seconds: float
    whole_s: float
    """With its start and its end."""
    cores: float
    """Cores that were busy while it ran, with everything else on the machine."""
    shares: list[int]

    @property
    def harvest(self) -> float:
        return 100 * self.on_topic / max(1, self.pages)

    @property
    def pace(self) -> float:
        return self.pages / max(self.seconds, 1e-9)


def read(folders: list[Path], on_topic: frozenset[str], whole_s: float, cores: float) -> Crawled:
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
    return Crawled(len(urls), on, max(times) - min(times), whole_s, cores, shares)


def crawl(args: argparse.Namespace, described: list[str], folder: Path, on_topic: frozenset[str]) -> Crawled:
    """Crawl with so many shards as the folder is named for; `0` is a plain crawl."""
    shards = int(folder.name)
    options = [
        *(*described, "--pages", str(args.pages), "--out", str(folder)),
        *("--allow-private", "--delay", "0", "--politeness-address-delay-s", "0", "--no-sitemaps-follow"),
        *("--concurrency", "16", "--strategy", args.strategy, "--no-keep-search"),
    ]
    command = ["cluster", "crawl", "--shards", str(shards)] if shards else ["crawl"]
    began, busy = time.monotonic(), _busy_s()
    done = subprocess.run(
        [*LYCOSA, *command, *options],
        env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0"},
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    whole_s = time.monotonic() - began
    folders = [folder / "shards" / str(number) for number in range(shards)] if shards else [folder]
    return read(folders, on_topic, whole_s, (_busy_s() - busy) / whole_s)


def _busy_s() -> float:
    """Return for how many seconds cores of this machine have been busy."""
    user, nice, system, _, _, irq, soft, *_ = map(int, Path("/proc/stat").read_text().split()[1:11])
    return (user + nice + system + irq + soft) / os.sysconf("SC_CLK_TCK")


def compare(args: argparse.Namespace, topic: str, web: Web, port: int) -> Iterator[tuple[Crawled, Crawled]]:
    """Crawl for one topic with one process and with several, in turns."""
    on_topic = web.on_topic(topic)
    seeds = sorted(on_topic)[:: max(1, len(on_topic) // SEEDS)][:SEEDS]
    described = [topic, "--resolve", f"*:127.0.0.1:{port}"]
    described += [word for seed in seeds for word in ("--seed", seed)]
    for _ in range(args.runs):
        with tempfile.TemporaryDirectory() as scratch:
            alone = crawl(args, described, Path(scratch) / "0", on_topic)
            yield alone, crawl(args, described, Path(scratch) / str(args.shards), on_topic)


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


def show(topic: str, share: float, run: int, alone: Crawled, together: Crawled) -> list[str]:
    """Return a row of the table; print it with all that is known."""
    behind, times = alone.harvest - together.harvest, together.pace / alone.pace
    print(json.dumps([topic, run, alone._asdict(), together._asdict()]), file=sys.stderr, flush=True)
    return [
        *(topic, f"{share:.0%}", str(run + 1), f"{alone.harvest:.1f} %", f"{together.harvest:.1f} %"),
        *(f"{behind:+.1f}", f"{alone.pace:.0f}", f"{together.pace:.0f}", f"{times:.2f}"),
        *(f"{alone.cores:.2f}", f"{together.cores:.2f}", " + ".join(map(str, together.shares))),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--topic", action="append", help="default: the two most even and the two most skewed")
    parser.add_argument("--pages", type=int, default=3000)
    parser.add_argument("--web-pages", type=int, default=60_000)
    parser.add_argument("--hosts", type=int, default=250)
    parser.add_argument("--shards", type=int, default=2)
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--strategy", default="lycosa")
    parser.add_argument("--times", type=float, default=TIMES_MIN, help="0: whatever the pace")
    args = parser.parse_args()
    name = f"synth:pages={args.web_pages},hosts={args.hosts}"
    rows: list[list[str]] = []
    holds = True
    with closing(web_from(name)) as web:
        known = {topic: shares(web, topic, args.shards) for topic in web.labels() if ":" not in topic}
        by_skew = sorted(known, key=lambda topic: known[topic])
        with served(name, web) as port:
            for topic in args.topic or [*by_skew[:2], *by_skew[-2:]]:
                for run, (alone, together) in enumerate(compare(args, topic, web, port)):
                    rows.append(show(topic, known[topic], run, alone, together))
                    holds = holds and alone.harvest - together.harvest <= POINTS_MAX
                    holds = holds and together.pace >= args.times * alone.pace
    print(table(_HEADER, rows))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
