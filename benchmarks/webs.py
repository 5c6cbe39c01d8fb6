"""Times frozen webs: first opening (builds the index), second opening, and reading pages.

Exits with 1 if the second opening of a web of 50,000 pages or more takes longer than 2 seconds.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar

from lycosa.lab.synth import SynthParams, SynthWeb
from lycosa.lab.web.frozen import open_web
from lycosa.lab.web.jsonl import write_web

T = TypeVar("T")
PAGES = 50_000
OPENING_S = 2.0
SAMPLE = 5_000


def timed(action: Callable[[], T]) -> tuple[float, T]:
    start = time.perf_counter()
    result = action()
    return time.perf_counter() - start, result


def measure(folder: Path) -> bool:
    """Print the times of one web; return whether it opens quickly enough."""
    first_s, web = timed(lambda: open_web(folder))
    web.close()
    second_s, web = timed(lambda: open_web(folder))
    urls = list(web.urls())
    sample = Random(0).sample(urls, min(SAMPLE, len(urls)))
    read_s, read_bytes = timed(lambda: sum(len(page.html) for url in sample if (page := web.page(url))))
    print(f"{web.name}: {len(web):,} pages, {read_bytes / len(sample):,.0f} bytes each")
    print(f"  first opening  {first_s:8.3f} s  ({len(web) / first_s:,.0f} pages/s)")
    print(f"  second opening {second_s:8.3f} s  ({first_s / second_s:,.0f} times faster)")
    rate = len(sample) / read_s
    print(f"  random reading {1e6 / rate:8.1f} us per page  ({rate:,.0f} pages/s)")
    return len(web) < PAGES or second_s <= OPENING_S


def make_synthetic(folder: Path) -> Path:
    web = SynthWeb(SynthParams(pages=PAGES, hosts=500))
    made_s, _ = timed(lambda: write_web(folder, (page for url in web.urls() if (page := web.page(url)))))
    print(f"{web.name}: wrote {PAGES:,} pages in {made_s:.1f} s ({PAGES / made_s:,.0f} pages/s)")
    return folder


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--web", action="append", type=Path, default=[], help="folder of a frozen web")
    parser.add_argument("--synthetic", action="store_true", help=f"make and measure a web of {PAGES:,} pages")
    options = parser.parse_args()
    if not options.web and not options.synthetic:
        parser.error("give --web DIR or --synthetic")
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["LYCOSA_CACHE"] = str(Path(scratch, "cache"))
        webs = options.web + ([make_synthetic(Path(scratch, "synthetic"))] if options.synthetic else [])
        return 0 if all([measure(folder) for folder in webs]) else 1


if __name__ == "__main__":
    sys.exit(main())
