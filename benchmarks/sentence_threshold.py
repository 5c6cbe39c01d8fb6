"""Where should the threshold be when a topic is a sentence and there are no examples to estimate it from?

Crawls the tuning topics from three pages each, told nothing but a sentence, and compares rules that make a
threshold of the scores of the first pages. Writes a Markdown page:

    python -m benchmarks.sentence_threshold --shared DIR --out FILE.md [--draws 3] [--pages 300]
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.markdown_table import table
from benchmarks.reproduce_thresholds import make
from lycosa.engine.budget import Budget
from lycosa.engine.crawl import Crawl
from lycosa.engine.engine import Engine
from lycosa.engine.step import Step
from lycosa.fetch.replay import ReplayFetcher
from lycosa.judge.scored import FIRST_PAGES, Scored
from lycosa.lab.web.base import Web
from lycosa.lab.web.frozen import open_web
from lycosa.model import Fetched, Page
from lycosa.page import analyse
from lycosa.registry import strategies
from lycosa.topic import Topic
from lycosa.topic.threshold import Floats, Method, estimate

SENTENCES = {
    "wpcd": {
        "Science.Biology.Birds": ("birds", "birds: their species, plumage, nests, eggs and songs"),
        "History.World_War_II": (
            "World War II",
            "the Second World War: its battles, armies, generals, bombing and occupied countries",
        ),
        "IT": (
            "information technology",
            "computers and information technology: hardware, software, programming and networks",
        ),
        "Everyday_life.Food_and_agriculture": (
            "food and agriculture",
            "food and agriculture: crops, fruit, vegetables, cooking and farming",
        ),
        "Geography.European_Geography": (
            "European geography",
            "European geography: countries, cities, rivers, mountains and regions of Europe",
        ),
    },
    "webkb": {
        "course": (
            "courses",
            "university courses: lectures, homework assignments, syllabus, exams and grading",
        ),
    },
    "asfweb": {
        "topic:database": (
            "databases",
            "database systems: tables, queries, transactions, indexes and storage",
        ),
        "topic:messaging": (
            "messaging",
            "message brokers: queues, topics, producers, consumers and delivery",
        ),
    },
}
"""A few words and a sentence for each tuning topic, written down before anything was measured."""
LENGTHS = ("words", "sentence")
JUDGES = ("vsm", "page-score", "semantic")
ORDERS = ("best-first", "bfs")
"""Orders of pages; neither looks at the threshold."""
MANY = 30
SHARES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)

INTRODUCTION = """\
# The threshold of a topic without examples

Written by `benchmarks/sentence_threshold.py`; do not edit. The {topics} tuning topics are told once by a
few words and once by a sentence; {orders} crawls of {pages} pages start from {seeds} random
pages of the topic, {draws} draws each. A rule makes a threshold of the first scores above 0 that a judge
gives; until it has them, the threshold is {default}. Tables give the mean over topics of F1: of the
verdicts on the pages of the crawl as they were passed, and of the final threshold on {sample:,} random
pages of the web ("web"). "Best" is the threshold that labels would choose. Labels of `asfweb` are those
of whole sites. The table of `page-score` does not grow here."""


class Stream(NamedTuple):
    """What a judge said of the pages of one crawl, in order, and of others; and what was right."""

    topic: str
    length: str
    judge: str
    scores: Floats
    truth: np.ndarray
    web_scores: Floats
    web_truth: np.ndarray


class Rule(NamedTuple):
    """A threshold made of the scores of the first pages, so many of them."""

    pages: int
    of: Callable[[Floats], float]

    def cuts(self, scores: Floats) -> Floats:
        """Return the threshold in force at each page."""
        cuts = np.full(len(scores), Scored.default_threshold)
        telling = np.flatnonzero(scores > 0)[: self.pages]
        if len(telling) == self.pages:
            last = telling[-1] if self.pages else -1
            cuts[last + 1 :] = self.of(scores[telling])
        return cuts


def share_of_mean(share: float) -> Rule:
    return Rule(FIRST_PAGES, lambda scores: share * float(scores.mean()))


def estimated(method: Method) -> Rule:
    return Rule(MANY, lambda scores: estimate(scores.tolist(), method).value)


def valley(scores: Floats) -> float:
    """Return the middle between the two clusters of scores whose squares are least (Otsu)."""
    higher = estimate(scores.tolist(), "kmeans")
    lower = np.sort(scores)[: len(scores) - higher.used]
    return (higher.value + float(lower.mean())) / 2 if len(lower) else higher.value


RULES = {
    f"always {Scored.default_threshold}": Rule(0, lambda _: Scored.default_threshold),
    **{f"{share} of the mean of {FIRST_PAGES}": share_of_mean(share) for share in SHARES},
    f"least of {FIRST_PAGES}": Rule(FIRST_PAGES, lambda scores: float(scores.min())),
    **{f"{method} of {MANY}": estimated(method) for method in ("mean", "kmeans", "birch", "silhouette")},
    f"valley between two clusters of {MANY}": Rule(MANY, valley),
}
AUTO = f"{SHARES[0]} of the mean of {FIRST_PAGES}"
"""What judges do."""
BY_SITE = "asfweb"
"""The web whose labels are those of whole sites."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, required=True, help="folder with webs/")
    parser.add_argument("--out", type=Path, required=True, help="Markdown file to write")
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--sample", type=int, default=1_000)
    options = parser.parse_args()
    found = [
        stream
        for name, topics in SENTENCES.items()
        for stream in streams(open_web(options.shared / "webs" / name), topics, options)
    ]
    introduction = INTRODUCTION.format(
        topics=sum(map(len, SENTENCES.values())),
        orders=" and ".join(ORDERS),
        pages=options.pages,
        seeds=FIRST_PAGES,
        draws=options.draws,
        default=Scored.default_threshold,
        sample=options.sample,
    )
    sections = [
        introduction,
        by_rule(found),
        choice(found),
        "## By topic, told by a sentence",
        by_topic(found),
    ]
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text("\n\n".join(sections) + "\n", encoding="utf-8")


def streams(web: Web, topics: dict[str, tuple[str, str]], options: argparse.Namespace) -> Iterator[Stream]:
    rng = np.random.default_rng(0)
    urls = list(web.urls())
    chosen = rng.choice(len(urls), min(options.sample, len(urls)), replace=False)
    others = [page for place in chosen if (page := read(web, urls[place])) is not None]
    for label, told in topics.items():
        on_topic = web.on_topic(label)
        web_truth = np.array([page.url in on_topic for page in others])
        for length, text in zip(LENGTHS, told, strict=True):
            topic = Topic.from_sentence(text, label, "en")
            judging = {name: make(name, topic) for name in JUDGES}
            elsewhere = {name: measured(judge, others) for name, judge in judging.items()}
            for pages in crawls(web, topic, sorted(on_topic), options):
                truth = np.array([page.url in on_topic for page in pages])
                for name, judge in judging.items():
                    scores = measured(judge, pages)
                    yield Stream(label, length, name, scores, truth, elsewhere[name], web_truth)


def read(web: Web, url: str) -> Page | None:
    stored = web.page(url)
    assert stored is not None
    page = analyse(Fetched(url, 200, (("content-type", stored.content_type),), stored.html))
    return page if isinstance(page, Page) else None


def measured(judge: Scored, pages: list[Page]) -> Floats:
    return np.array([judge.measure(page)[0] for page in pages])


def crawls(web: Web, topic: Topic, on_topic: list[str], options: argparse.Namespace) -> Iterator[list[Page]]:
    """Yield the pages of each crawl in the order of visits."""
    for draw in range(options.draws):
        seeds = np.random.default_rng([draw, len(on_topic)]).choice(on_topic, FIRST_PAGES, replace=False)
        for order in ORDERS:
            log = Log()
            crawl = Crawl(strategies.get(order)(topic, seed=draw))
            crawl.seed(map(str, seeds))
            asyncio.run(Engine(crawl, ReplayFetcher(web), Budget(options.pages), listeners=[log]).run())
            yield log.pages


class Log:
    """Keeps the pages of a crawl."""

    def __init__(self) -> None:
        self.pages: list[Page] = []

    def record(self, step: Step) -> None:
        if step.visit.page is not None:
            self.pages.append(step.visit.page)


def f1(called: np.ndarray, truth: np.ndarray) -> float:
    hits = int((called & truth).sum())
    return 2 * hits / int(called.sum() + truth.sum()) if hits else 0.0


def best(scores: Floats, truth: np.ndarray) -> float:
    return max(f1(scores >= cut, truth) for cut in np.unique(scores))


def on_crawl(stream: Stream, rule: str) -> float:
    return f1(stream.scores >= RULES[rule].cuts(stream.scores), stream.truth)


def on_web(stream: Stream, rule: str) -> float:
    return f1(stream.web_scores >= RULES[rule].cuts(stream.scores)[-1], stream.web_truth)


def mean_f1(found: list[Stream], value: Callable[[Stream], float]) -> float:
    """Return the mean over streams; every topic has as many."""
    return float(np.mean([value(stream) for stream in found]))


def by_rule(found: list[Stream]) -> str:
    columns = [(judge, length) for judge in JUDGES for length in LENGTHS]
    parts = [[stream for stream in found if (stream.judge, stream.length) == column] for column in columns]
    header = ["threshold", *(f"{judge}, {length}: crawl / web" for judge, length in columns)]
    ideal = [
        f"{mean_f1(part, lambda s: best(s.scores, s.truth)):.3f} / "
        f"{mean_f1(part, lambda s: best(s.web_scores, s.web_truth)):.3f}"
        for part in parts
    ]
    rows = [["best", *ideal]]
    for rule in RULES:
        cells = [
            f"{mean_f1(part, lambda s, rule=rule: on_crawl(s, rule)):.3f} / "  # type: ignore[misc]
            f"{mean_f1(part, lambda s, rule=rule: on_web(s, rule)):.3f}"  # type: ignore[misc]
            for part in parts
        ]
        rows.append([f"**{rule}** (`auto`)" if rule == AUTO else rule, *cells])
    return table(header, rows)


def choice(found: list[Stream]) -> str:
    """Say what the best rule would gain over the one in use, and on topics that had no part in finding it."""
    topics = sorted({stream.topic for stream in found})
    worth = {rule: np.array([worth_of(rule, found, topic) for topic in topics]) for rule in RULES}
    winner = max(RULES, key=lambda rule: worth[rule].mean())
    gains = worth[winner] - worth[AUTO]
    unseen = []
    for place in range(len(topics)):
        elsewhere = {rule: np.delete(values, place).mean() for rule, values in worth.items()}
        unseen.append(worth[max(RULES, key=lambda rule: elsewhere[rule])][place])
    by_page = np.array([topic not in SENTENCES[BY_SITE] for topic in topics])
    error = gains.std(ddof=1) / len(gains) ** 0.5
    return (
        f"**Comparison.** Over all columns, crawl and web alike, `auto` has F1 {worth[AUTO].mean():.3f}. "
        f"The best rule is {winner}: {worth[winner].mean():.3f}, a gain of {gains.mean():.3f} with a "
        f"standard error over topics of {error:.3f}; {int((gains > 0).sum())} of {len(topics)} topics gain. "
        f"Without `{BY_SITE}` the gain is {gains[by_page].mean():.3f}. With the rule chosen on all topics "
        f"but one each time, the topic left out gets {np.mean(unseen):.3f}. `auto` changes only for a gain "
        "well above its error, with and without that web."
    )


def worth_of(rule: str, found: list[Stream], topic: str) -> float:
    own = [stream for stream in found if stream.topic == topic]
    return float(np.mean([(on_crawl(stream, rule) + on_web(stream, rule)) / 2 for stream in own]))


def by_topic(found: list[Stream]) -> str:
    rules = [f"{share} of the mean of {FIRST_PAGES}" for share in SHARES[:3]]
    rows = []
    for topic in dict.fromkeys(stream.topic for stream in found):
        own = [s for s in found if (s.topic, s.judge, s.length) == (topic, JUDGES[0], LENGTHS[-1])]
        values = [np.mean([on_crawl(stream, rule) for stream in own]) for rule in rules]
        ideal = np.mean([best(stream.scores, stream.truth) for stream in own])
        rows.append([topic, *(f"{value:.3f}" for value in (*values, ideal))])
    return table([f"topic, `{JUDGES[0]}`, sentence, crawl", *rules, "best"], rows)


if __name__ == "__main__":
    main()
