"""Runs the benchmarks that have floors, one after the other: `python -m benchmarks [--shared DIR] [NAME…]`.

The folder holds the real webs (`webs/`); it is `shared` next to the checkout, or where LYCOSA_SHARED
says. Run on a quiet machine. Ends with 1 if one of them is below a floor.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DEPARTMENTS = (
    *("http://www.cs.cornell.edu/", "http://www.cs.utexas.edu/"),
    *("http://www.cs.washington.edu/", "http://www.cs.wisc.edu/"),
)
"""Where a crawl of WebKB has to start to get anywhere."""


def programs(webs: Path) -> dict[str, list[str]]:
    """Return each benchmark with the words it is called with."""
    wpcd = str(webs / "wpcd")
    return {
        "parse": ["benchmarks.parse", "--web", wpcd],
        "replay": [
            *("benchmarks.replay", "--web", str(webs / "webkb"), "--topic", "course", "--pages", "3000"),
            *(word for place in DEPARTMENTS for word in ("--start", place)),
        ],
        "webs": ["benchmarks.webs", "--synthetic"],
        "frontier": ["benchmarks.frontier"],
        "rescore": ["benchmarks.rescore"],
        "queue_length": ["benchmarks.queue_length"],
        "fetch": ["benchmarks.fetch"],
        "store": ["benchmarks.store"],
        "judges": ["benchmarks.judges", "--web", wpcd],
        "lattice": ["benchmarks.lattice"],
        "strategies": [
            *("benchmarks.strategies", "--web", str(webs / "asfweb"), "--topic", "topic:database"),
            *("--pages", "15000"),
        ],
        "crawl": [
            "benchmarks.crawl",
            *(word for web in ("asfweb", "wpcd", "webkb") for word in ("--web", str(webs / web))),
        ],
        "hosts": ["benchmarks.hosts"],
        "live_view": ["benchmarks.live_view"],
        "search": ["benchmarks.search", "--web", wpcd, "--web", str(webs / "webkb")],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--shared", type=Path, default=os.environ.get("LYCOSA_SHARED", ROOT.parent / "shared")
    )
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    known = programs(Path(args.shared) / "webs")
    unknown = set(args.names) - set(known)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(known)}")
    failed = []
    for name in args.names or known:
        print(f"\n== {name}", flush=True)
        if subprocess.run([sys.executable, "-m", *known[name]], cwd=ROOT, check=False).returncode:
            failed.append(name)
    print(f"\nbelow a floor: {', '.join(failed)}" if failed else "\nall floors held")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
