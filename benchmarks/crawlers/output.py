"""What a crawler says at its end: pages and the CPU time of its process, as a line of JSON."""

from __future__ import annotations

import json
import resource
import sys


def say(pages: int) -> None:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({"pages": pages, "cpu_s": usage.ru_utime + usage.ru_stime}))
    sys.stdout.flush()
