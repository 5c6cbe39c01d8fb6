"""Two shards against one process, on the synthetic web served on this machine.

    python -m benchmarks.cluster [--topic rainstorm …] [--pages 5000] [--hosts 250] [--shards 2]

Both crawl the same web from the same seeds with the same settings, through real sockets. Harvest is by the
labels of the web, which no crawl sees; the pace is that between the first and the last request, so that the
start of Ray does not count. Every crawl is made twice. The server works on the same machine: with two cores
it takes its share from both. Ends with 1 if a harvest is more than two points below that of one process.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from lycosa.lab.web.named import web_from
from lycosa.store import read_state

POINTS_MAX = 2.0
LYCOSA = [sys.executable, "-m", "lycosa"]
_VISITS = "SELECT url, fetched_at, relevant IS NOT NULL FROM visits JOIN links ON links.id = link"


class Crawled(NamedTuple):
    """What came of a crawl."""

    pages: int
    on_topic: int
    seconds: float
    shares: list[int]

    @property
    def harvest(self) -> float:
        return 100 * self.on_topic / max(1, self.pages)

    @property
    def pace(self) -> float:
        return self.pages / max(self.seconds, 1e-9)


def crawled(folders: list[Path], on_topic: frozenset[str]) -> Crawled:
    """Read what shards have read."""
    urls: list[str] = []
    times: list[float] = []
    shares: list[int] = []
    for folder in folders:
        with closing(read_state(folder)) as state:
            rows = state.execute(_VISITS).fetchall()
        times += [at for _, at, _ in rows]
        shares.append(sum(read for _, _, read in rows))
        urls += [url for url, _, read in rows if read]
    return Crawled(len(urls), len(on_topic.intersection(urls)), max(times) - min(times), shares)


def crawl(args: argparse.Namespace, described: list[str], folder: Path, shards: int) -> None:
    """Crawl with so many shards; 0 is a plain crawl."""
    command = ["cluster", "crawl"] if shards else ["crawl"]
    options = [
        *(*described, "--pages", str(args.pages), "--out", str(folder)),
        *("--allow-private", "--delay", "0", "--politeness-address-delay-s", "0", "--no-sitemaps-follow"),
        *("--concurrency", "16", "--strategy", args.strategy, "--no-keep-search"),
        *(["--shards", str(shards)] if shards else []),
    ]
    subprocess.run(
        [*LYCOSA, *command, *options],
        env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0"},
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def compare(args: argparse.Namespace, topic: str, web: Any, port: int) -> bool:
    """Crawl for one topic with one process and with several; return whether the harvest holds."""
    on_topic = web.on_topic(topic)
    seeds = sorted(on_topic)[:: max(1, len(on_topic) // 8)][:8]
    described = [topic, "--resolve", f"*:127.0.0.1:{port}"]
    described += [word for seed in seeds for word in ("--seed", seed)]
    holds = True
    for run in range(args.runs):
        with tempfile.TemporaryDirectory() as scratch:
            one, many = Path(scratch) / "one", Path(scratch) / "many"
            crawl(args, described, one, 0)
            crawl(args, described, many, args.shards)
            alone = crawled([one], on_topic)
            together = crawled([many / "shards" / str(n) for n in range(args.shards)], on_topic)
        behind = alone.harvest - together.harvest
        holds = holds and behind <= POINTS_MAX
        row = {
            "topic": topic,
            "run": run,
            "pages": [alone.pages, together.pages],
            "harvest": [round(alone.harvest, 2), round(together.harvest, 2)],
            "points behind": round(behind, 2),
            "pages a second": [round(alone.pace, 1), round(together.pace, 1)],
            "times as fast": round(together.pace / alone.pace, 2),
            "pages by shard": together.shares,
        }
        print(json.dumps(row), flush=True)
    return holds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--topic", action="append", help="default: four of the web's topics")
    parser.add_argument("--pages", type=int, default=5000)
    parser.add_argument("--web-pages", type=int, default=40_000)
    parser.add_argument("--hosts", type=int, default=250)
    parser.add_argument("--shards", type=int, default=2)
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--strategy", default="lycosa")
    args = parser.parse_args()
    name = f"synth:pages={args.web_pages},hosts={args.hosts}"
    with closing(web_from(name)) as web:
        serve = [*LYCOSA, "lab", "serve", name, "--json"]
        server = subprocess.Popen(serve, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            port = json.loads(server.stdout.readline())["port"]
            topics = args.topic or list(web.labels())[:4]
            return 0 if all([compare(args, topic, web, port) for topic in topics]) else 1
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    sys.exit(main())
