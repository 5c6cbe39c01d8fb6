"""Lycosa, following links only or doing everything: judging, ranking and storing.

python -m benchmarks.crawlers.with_lycosa links|focused PORT PAGES SEED...
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from benchmarks.crawlers.said import say
from lycosa.config import Settings, build
from lycosa.session import Session


def main() -> None:
    mode, port, wanted, seeds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    focused = mode == "focused"
    settings = build(
        Settings,
        {
            "topic": {"sentence": "databases, queries, indexes and transactions"},
            "seeds": seeds,
            "strategy": "best-first" if focused else "bfs",
            "judge": focused,
            "budget": {"pages": wanted},
            "manners": {"delay_s": 0.0, "address_delay_s": 0.0, "requests_per_host": 64},
            "work": {"concurrency": 64},
            "network": {"resolve": [f"*:127.0.0.1:{port}"]},
        },
        "benchmark",
    )
    with tempfile.TemporaryDirectory() as folder:
        session = Session(settings, Path(folder) / "crawl" if focused else None)
        asyncio.run(_run(session))
        assert session.engine is not None
        say(session.engine.crawl.tally.pages)


async def _run(session: Session) -> None:
    async for _ in session.steps():
        pass


if __name__ == "__main__":
    main()
