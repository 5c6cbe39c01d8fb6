"""Lycosa: following links only, or judging, ranking and storing by the default or another strategy.

python -m benchmarks.crawlers.with_lycosa links|scored|default|STRATEGY PORT SEEDS

`scored` is the work of version 0.1.0, to compare with it: best first, the vector judge, no search index.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

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
            **_strategy(mode),
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


def _strategy(mode: str) -> dict[str, object]:
    if mode == "scored":
        return {"strategy": {"name": "best-first", "judge": {"name": "vsm"}}, "keep": {"search": False}}
    return {} if mode == "default" else {"strategy": "bfs" if mode == "links" else mode}


async def _read(session: Session) -> tuple[int, float, dict[str, int]]:
    """Crawl; return how many pages were read, also copies and pages that only lead on, and what it cost.

    That is the CPU time before the crawl began, and of each stage.
    """
    pages, start_s = 0, cpu_s()
    async for step in session.steps():
        pages += step.visit.fetched.status == 200
    assert session.engine is not None
    return pages, start_s, session.engine.crawl.tally.stage_ns


if __name__ == "__main__":
    main()
