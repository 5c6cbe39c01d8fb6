"""The chaos suite for as long as wanted: one crawl through kills, outages, full disks and hostile hosts.

    python -m benchmarks.soak --hours 1 [--seed 1] [--hosts 40] [--json FILE]

The crawl is paced so that its pages last for the time given. Ends with 1 unless every page of the healthy
hosts is there once, archives and database agree, and memory and descriptors stayed flat.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from tests.chaos.chaos import Outcome, Plan, Sample, run

DELAY_S = 1.0
EVENT_S = (5.0, 45.0)
PACE = 0.9
"""Share of the time that is left for asking: after a kill, a crawl needs seconds to go on."""
GROWTH_MAX = 1.5
"""Memory at the end against the beginning, by medians: what the crawl knows of its links may grow."""
DESCRIPTORS_MAX = 256


def plan_for(hours: float, seed: int, hosts: int) -> Plan:
    seconds = hours * 3600
    return Plan(seed, seconds, hosts, max(20, int(PACE * seconds / DELAY_S)), DELAY_S, EVENT_S)


def summary(plan: Plan, outcome: Outcome) -> dict[str, Any]:
    quarter = max(1, len(outcome.samples) // 4)
    first, last = outcome.samples[:quarter], outcome.samples[-quarter:]
    return {
        "seconds of chaos": plan.seconds,
        "hosts": plan.hosts,
        "pages of healthy hosts": plan.hosts * plan.pages,
        "missing": len(outcome.missing),
        "twice": len(outcome.twice),
        "archive and database disagree": len(outcome.disagreements),
        "runs": outcome.runs,
        "events": dict(outcome.events),
        "failures": dict(outcome.errors),
        "tracebacks": len(outcome.tracebacks),
        "parsers left behind": len(outcome.orphans),
        "memory MB, first quarter": _median(first, "memory_bytes") / 1e6,
        "memory MB, last quarter": _median(last, "memory_bytes") / 1e6,
        "memory MB, most": max(sample.memory_bytes for sample in outcome.samples) / 1e6,
        "descriptors, most": max(sample.descriptors for sample in outcome.samples),
        "ended": outcome.endings[-1],
    }


def _median(samples: Sequence[Sample], name: str) -> float:
    return float(median(getattr(sample, name) for sample in samples))


def holds(found: dict[str, Any]) -> bool:
    nothing = ("missing", "twice", "archive and database disagree", "tracebacks", "parsers left behind")
    return (
        not any(found[name] for name in nothing)
        and found["ended"] == "no links left"
        and found["memory MB, last quarter"] <= GROWTH_MAX * found["memory MB, first quarter"]
        and found["descriptors, most"] <= DESCRIPTORS_MAX
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hosts", type=int, default=40)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    plan = plan_for(options.hours, options.seed, options.hosts)
    with tempfile.TemporaryDirectory(prefix="soak") as folder:
        outcome = asyncio.run(run(plan, Path(folder)))
    found = summary(plan, outcome)
    for name, value in found.items():
        print(f"{name}: {value}")
    print(*outcome.tracebacks[:3], sep="\n", file=sys.stderr)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0 if holds(found) else 1


if __name__ == "__main__":
    sys.exit(main())
