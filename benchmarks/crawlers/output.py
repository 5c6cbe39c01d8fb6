"""What a crawler says at its end: pages, and the CPU time of its process and children, as a line of JSON."""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Mapping


def cpu_s() -> float:
    """Return the CPU time of this process and of the children that have ended."""
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def say(pages: int, stages_ms: Mapping[str, float] | None = None) -> None:
    print(json.dumps({"pages": pages, "cpu_s": cpu_s(), "stages_ms": dict(stages_ms or {})}))
    sys.stdout.flush()
