"""Search in a large crawl: time of queries, size of the index, and what indexing costs. Prints a table.

Pages of real webs are taken in again and again under new numbers until there are so many. Times are of the
processor, which other programs change less. Ends with 1 if a query takes longer than 100 ms, or the index is
larger than 40 % of the visible text.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from lycosa.lab.web.named import web_from
from lycosa.model import Fetched, Page
from lycosa.page import analyse
from lycosa.search.index import FILE, Entry, SearchIndex
from lycosa.search.indexer import BATCH, entry_of
from lycosa.search.query import Query
from lycosa.search.topics.grouping import Grouping, read_vectors
from lycosa.store.lookup.search import search

QUERY_MS_MAX = 100.0
SIZE_MAX = 0.40
RUNS = 5
QUERIES = (
    "river",
    "river bank",
    "world war",
    '"world war"',
    "history",
    "year",
    "kingdom -war",
    "zeppelin airship",
)


def pages_of(web: str, every: int) -> Iterator[Page]:
    """Give the parsed pages of a web, or some of them."""
    opened = web_from(web)
    for number, url in enumerate(opened.urls()):
        stored = opened.page(url)
        if stored is None or number % every:
            continue
        fetched = Fetched(url, 200, (("content-type", stored.content_type),), stored.html)
        page = analyse(fetched, layout=False)
        if isinstance(page, Page):
            yield page


def fill(index: SearchIndex, entries: list[Entry], texts: list[int], pages: int) -> tuple[int, float, float]:
    """Take in so many pages; return bytes of their text, and CPU seconds of writing and of grouping."""
    text, write_s, group_s = 0, 0.0, 0.0
    grouping = Grouping(index)
    for start in range(0, pages, BATCH):
        numbers = range(start, min(start + BATCH, pages))
        batch = [entries[number % len(entries)]._replace(visit=number) for number in numbers]
        text += sum(texts[number % len(entries)] for number in numbers)
        began = time.process_time()
        index.add(batch, numbers[-1])
        written = time.process_time()
        grouping.update()
        write_s += written - began
        group_s += time.process_time() - written
    return text, write_s, group_s


def query_ms(index: SearchIndex, typed: str) -> tuple[int, float]:
    """Return how many pages fit a query, and the median time of ranking them."""
    times = []
    for _ in range(RUNS):
        began = time.process_time()
        found, _ = index.ranked(Query.of(typed).expression(index.languages))
        times.append((time.process_time() - began) * 1e3)
    return found, median(times)


def whole_search_ms(folder: Path) -> float:
    """Return the median time of a search as a user makes it, passages of ten pages included."""
    times = []
    for typed in ("birds", "song of birds", "nest eggs", "owl", "sea"):
        began = time.process_time()
        search(folder, typed)
        times.append((time.process_time() - began) * 1e3)
    return median(times)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--web", action="append", required=True, help="a frozen web; may be given twice")
    parser.add_argument("--every", type=int, default=4, help="take every so-manieth page of it")
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--crawl", type=Path, help="a crawl to search as a user does, with passages")
    args = parser.parse_args()
    pages = [page for web in args.web for page in pages_of(web, args.every)]
    began = time.process_time()
    entries = [entry_of(number, page, relevant=number % 2 == 0) for number, page in enumerate(pages)]
    made_us = (time.process_time() - began) / len(pages) * 1e6
    texts = [len(page.text.encode()) for page in pages]
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        index = SearchIndex.make(Path(folder), "benchmark")
        text, write_s, group_s = fill(index, entries, texts, args.pages)
        index.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = (Path(folder) / FILE).stat().st_size
        print(f"{args.pages:,} pages from {len(pages):,}, {text / args.pages:,.0f} bytes of text each")
        print(
            f"index           {size / 1e6:10,.0f} MB, {size / text:.1%} of the text (at most {SIZE_MAX:.0%})"
        )
        print(f"words of a page {made_us:10,.0f} us   (every second page relevant)")
        print(f"writing it      {write_s / args.pages * 1e6:10,.0f} us   (in a thread beside the crawl)")
        print(f"grouping        {group_s / args.pages * 1e6:10,.0f} us")
        for typed in QUERIES:
            found, took = query_ms(index, typed)
            slowest = max(slowest, took)
            print(f"{typed:<18} {found:>8,} pages fit  {took:7.1f} ms")
        began = time.process_time()
        vectors = read_vectors(index)
        vectors.near(vectors.rows[0])
        took = (time.process_time() - began) * 1e3
        slowest = max(slowest, took)
        print(f"pages like one     {len(vectors.visits):>8,} compared   {took:7.1f} ms")
        index.close()
    if args.crawl is not None:
        print(f"a search with ten passages in {args.crawl}: {whole_search_ms(args.crawl):.1f} ms")
    return int(slowest > QUERY_MS_MAX or size > SIZE_MAX * text)


if __name__ == "__main__":
    sys.exit(main())
