"""Times judges: pages per CPU-second on pages parsed beforehand, and training on 10,000 documents.

    python -m benchmarks.judges --web DIR [--pages 400] [--repeats 3]

Ends with 1 if a judge is below its floor. Repeats are interleaved; each judge's best round counts, and its
share of the speed of `vsm` in the same run, which a busy machine changes less.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from time import process_time

from lycosa.lab.web.frozen import open_web
from lycosa.model import Page
from lycosa.page import parse_html
from lycosa.registry import judges
from lycosa.topic import GenreTerms, Topic

FLOORS = {
    "vsm": 1000,
    "ontology-vsm": 1000,
    "page-score": 1000,
    "genre-aware": 1000,
    "contrast": 1500,
    "bcw": 500,
    "wvc": 500,
}
"""Pages per CPU-second; a judge that learns as it judges does so meanwhile."""
TOKENS = 2_000
"""Length of the pages measured: longer ones are cut, shorter ones repeated."""
EXAMPLES = 10
TRAINING_DOCUMENTS = 10_000
TRAINING_CPU_S = 30.0


def pages(folder: Path, count: int) -> list[Page]:
    """Return parsed pages spread evenly over a web, each of the same length."""
    web = open_web(folder)
    urls = list(web.urls())
    chosen = urls[:: max(1, len(urls) // (2 * count))]
    parsed = (parse_html(page.html, url, charset="utf-8") for url in chosen if (page := web.page(url)))
    return [of_length(page) for page in parsed if len(page.tokens) >= TOKENS // 4][:count]


def of_length(page: Page) -> Page:
    times = -(-TOKENS // len(page.tokens))
    tokens, groups = (page.tokens * times)[:TOKENS], (page.groups * times)[:TOKENS]
    return replace(page, tokens=tokens, groups=groups, links=(), blocks=(), segments=())


def rate(name: str, topic: Topic, stream: list[Page]) -> float:
    """Judge pages, warm: a judge that learns has been trained on others before."""
    judge = judges.get(name)(topic)
    for page in stream[:60]:
        judge.judge(page)
    started = process_time()
    for page in stream[60:]:
        judge.judge(page)
    return (len(stream) - 60) / (process_time() - started)


def training_s(name: str, stream: list[Page]) -> float:
    half = TRAINING_DOCUMENTS // 2
    documents = (stream * -(-half // len(stream)))[:half]
    middle = len(stream) // 2
    classes = {"topic": (*documents,), "other": (*documents[middle:], *documents[:middle])}
    judge = judges.get(name)(Topic("topic", classes=classes))
    started = process_time()
    judge.score(stream[0].tokens, stream[0].groups)
    return process_time() - started


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--web", type=Path, required=True, help="folder of a frozen web")
    parser.add_argument("--pages", type=int, default=400)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    stream = pages(options.web, options.pages + EXAMPLES)
    examples, stream = stream[:EXAMPLES], stream[EXAMPLES:]
    genre = GenreTerms(("history", "see also", "external links"), ("city", "species", "world war", "river"))
    topic = replace(Topic.from_pages(examples), genre=genre)
    best = {name: 0.0 for name, cls in judges.classes.items() if not getattr(cls, "needs", ())}
    for _ in range(options.repeats):
        best = {name: max(found, rate(name, topic, stream)) for name, found in best.items()}
    print(f"{len(stream)} pages of {TOKENS:,} tokens, {len(topic.vector)} terms")
    below = False
    for name, found in best.items():
        floor = FLOORS.get(name, 0)
        below |= found < floor
        print(
            f"  {name:<14}{found:>9,.0f} pages/CPU-s {found / best['vsm']:>6.2f} of vsm   "
            f"floor {floor or 'none'}"
        )
    for name in ("bcw", "wvc"):
        spent = training_s(name, stream)
        below |= spent > TRAINING_CPU_S
        print(f"  {name:<14}{spent:>9.1f} CPU-s to train on {TRAINING_DOCUMENTS:,} documents")
    return int(below)


if __name__ == "__main__":
    sys.exit(main())
