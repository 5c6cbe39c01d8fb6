"""Lycosa: following links only, or judging, ranking and storing by the default or another strategy.

python -m benchmarks.crawlers.with_lycosa links|default|STRATEGY PORT SEEDS
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.crawlers.output import cpu_s, say
from lycosa.config import Settings, build
from lycosa.session import Session


def main() -> None:
    mode, port, seeds = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]).read_text(encoding="utf-8").split()
    focused = mode != "links"
    settings = build(
        Settings,
        {
            "topic": {"sentence": "databases, queries, indexes and transactions"},
            "seeds": seeds,
            **({} if mode == "default" else {"strategy": mode if focused else "bfs"}),
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
        pages, start_s, stage_ns = asyncio.run(_read(session))
    stages_ms = {"start": 1000 * start_s / len(seeds), "fetch": 0.0}
    stages_ms.update({name: ns / 1e6 / len(seeds) for name, ns in stage_ns.items() if name != "fetch"})
    stages_ms["fetch"] = 1000 * cpu_s() / len(seeds) - sum(stages_ms.values())  # the network, and the loop
    say(pages, stages_ms)


async def _read(session: Session) -> tuple[int, float, dict[str, Any]]:
    """Crawl; return how many pages were read, also copies and pages that only lead on, and what it cost.

    That is the CPU time before the crawl began, and of each stage.
    """
    pages, stage_ns = 0, {}
    start_s = cpu_s()
    async for step in session.steps():
        pages += step.visit.fetched.status == 200
        stage_ns = step.counts["stage_ns"]
    return pages, start_s, stage_ns


if __name__ == "__main__":
    main()
