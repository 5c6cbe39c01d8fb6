"""Lycosa, following links only or doing everything: judging, ranking and storing.

python -m benchmarks.crawlers.with_lycosa links|focused PORT SEEDS
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from benchmarks.crawlers.output import say
from lycosa.config import Settings, build
from lycosa.session import Session


def main() -> None:
    mode, port, seeds = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]).read_text(encoding="utf-8").split()
    focused = mode == "focused"
    settings = build(
        Settings,
        {
            "topic": {"sentence": "databases, queries, indexes and transactions"},
            "seeds": seeds,
            "strategy": "best-first" if focused else "bfs",
            "links_only": not focused,
            "budget": {"pages": len(seeds)},
            "politeness": {"delay_s": 0.0, "address_delay_s": 0.0, "requests_per_host": 64},
            "work": {"concurrency": 64},
            "network": {"resolve": [f"*:127.0.0.1:{port}"]},
        },
        "benchmark",
    )
    with tempfile.TemporaryDirectory() as folder:
        session = Session(settings, Path(folder) / "crawl" if focused else None)
        say(asyncio.run(_read(session)))


async def _read(session: Session) -> int:
    """Crawl, and return how many pages were read: also copies and pages that only lead on."""
    pages = 0
    async for step in session.steps():
        pages += step.visit.fetched.status == 200
    return pages


if __name__ == "__main__":
    main()
