"""Judges judged: how right their verdicts are on the pages that a crawl reads, and whether they drift.

    python -m benchmarks.judges_on_webs --webs DIR [--web wpcd] [--judge contrast] [--draws 3] [--pages 300]
    python -m benchmarks.judges_on_webs --webs DIR --web wpcd --drift

Best-first crawls of the tuning topics, each told in several ways: AP, F1, precision, recall and calibration
(mean distance of probabilities from truth in ten bins) of the scores at the visit, and of the scores that the
judge gives the same pages at the end ("latest"). `--drift` compares average precision and F1 on a fixed
random sample of the web's pages after 300 and after 3,000 pages, bounded and unbounded.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.markdown_table import table
from lycosa.engine.budget import Budget
from lycosa.engine.crawl import Crawl
from lycosa.engine.engine import Engine
from lycosa.engine.links.gate import Gate, GateRules
from lycosa.engine.step import Step
from lycosa.judge.contrast import Contrast
from lycosa.judge.contrast_model import model, training
from lycosa.lab.experiment.prepared_web import PreparedWeb, prepare_web
from lycosa.lab.web.analysis import AnalysedReplay
from lycosa.model import Page
from lycosa.registry import judges
from lycosa.strategy.best_first import BestFirst
from lycosa.topic import Topic

TOPICS = Path(__file__).with_name("judge_topics.toml")
PORTALS = {
    "webkb": (
        "http://www.cs.cornell.edu/",
        "http://www.cs.utexas.edu/",
        "http://www.cs.washington.edu/",
        "http://www.cs.wisc.edu/",
    )
}
"""Where crawls of a web start whose random pages lead nowhere."""
PROTOCOLS = (
    "sentence+seed",
    "sentence",
    "keywords",
    "1 example",
    "3 examples",
    "10 examples",
    "10 examples+sentence",
)
EXAMPLES = 10
SAMPLE = 1_000
CRAWLS = (300, 3_000)
"""Lengths of crawls between which a judge must not drift."""
UNBOUNDED = {
    "FOUND_SHARE": (model, 1.0),
    "FOUND_PAGES": (model, float("inf")),
    "OTHER_SHARE": (model, 1.0),
    "LEARN_UNTIL": (training, sys.maxsize),
    "KEPT_FOUND": (training, sys.maxsize),
}
"""What pages weigh on both sides, how many are learned from and kept, if nothing bounds them."""
MEASURES = ("AP", "F1", "precision", "recall", "calibration", "latest AP", "latest F1", "on topic")


class Verdict(NamedTuple):
    page: Page
    score: float
    relevant: bool


class Judged(BestFirst):
    """Best-first with a judge of our choice."""

    def __init__(self, topic: Topic, judge: Any) -> None:
        super().__init__(topic)
        self.judge_given = judge

    @cached_property
    def judge_of_pages(self) -> Any:
        return self.judge_given


class Log:
    """Keeps verdicts, and calls back after some of the pages."""

    def __init__(self, after: tuple[int, ...] = (), call: Callable[[], None] = lambda: None) -> None:
        self.verdicts: list[Verdict] = []
        self._after, self._call = after, call

    def record(self, step: Step) -> None:
        if step.visit.page is not None and step.visit.judgement is not None:
            judgement = step.visit.judgement
            self.verdicts.append(Verdict(step.visit.page, judgement.score, judgement.relevant))
            if len(self.verdicts) in self._after:
                self._call()


def crawl(web: PreparedWeb, topic: Topic, judge: Any, pages: int, log: Log | None = None) -> list[Verdict]:
    log = log or Log()
    plan = Crawl(Judged(topic, judge), gate=Gate(GateRules(follow_nofollow=True)), duplicates=None)
    plan.seed(topic.seeds)
    replay = AnalysedReplay(web.web, web.pages)
    asyncio.run(Engine(plan, replay, Budget(pages), listeners=[log]).run())
    return log.verdicts


def drawn(web: PreparedWeb, label: str, draw: int) -> list[Page]:
    """Draw example pages that can be read."""
    urls = sorted(web.web.on_topic(label))
    order = np.random.default_rng([draw, 7]).permutation(len(urls))
    readable = (page for place in order if isinstance(page := web.pages[urls[place]], Page) and page.tokens)
    return [page for page, _ in zip(readable, range(EXAMPLES), strict=False)]


def told(protocol: str, label: str, words: dict[str, Any], pages: list[Page]) -> Topic:
    """Describe a topic in one of the ways, with its seeds."""
    sentence = words["sentence"]
    ways = {
        "sentence+seed": lambda: Topic.from_sentence(sentence, label),
        "sentence": lambda: Topic.from_sentence(sentence, label),
        "keywords": lambda: Topic.from_keywords(words["keywords"], label),
        "1 example": lambda: Topic.from_pages(pages[:1], label),
        "3 examples": lambda: Topic.from_pages(pages[:3], label),
        "10 examples": lambda: Topic.from_pages(pages, label),
        "10 examples+sentence": lambda: replace(Topic.from_pages(pages, label), sentence=sentence),
    }
    seeds = pages[:1] if protocol in ("sentence+seed", "sentence", "keywords", "1 example") else pages[:3]
    return replace(ways[protocol](), seeds=tuple(page.url for page in seeds))


def average_precision(scores: np.ndarray, truth: np.ndarray) -> float:
    ordered = truth[np.argsort(-scores, kind="stable")]
    hits = np.cumsum(ordered) / np.arange(1, len(ordered) + 1)
    return float(hits[ordered].mean()) if truth.any() else 0.0


def f1(called: np.ndarray, truth: np.ndarray) -> float:
    return 2 * float((called & truth).sum()) / max(1.0, float(called.sum() + truth.sum()))


def miscalibration(scores: np.ndarray, truth: np.ndarray) -> float:
    bins = np.minimum((scores * 10).astype(int), 9)
    parts = [(bins == place) for place in range(10)]
    away = [
        abs(float(scores[part].mean() - truth[part].mean())) * part.mean() for part in parts if part.any()
    ]
    return float(sum(away))


def measured(judge: Any, verdicts: list[Verdict], on_topic: frozenset[str]) -> list[float]:
    truth = np.array([verdict.page.url in on_topic for verdict in verdicts])
    scores = np.array([verdict.score for verdict in verdicts])
    called = np.array([verdict.relevant for verdict in verdicts])
    latest, now = scores, called
    if isinstance(judge, Contrast):
        latest = judge.rejudge([judge.features(verdict.page) for verdict in verdicts])
        now = latest >= judge.cut
    hits = float((called & truth).sum())
    return [
        average_precision(scores, truth),
        f1(called, truth),
        hits / max(1, int(called.sum())),
        hits / max(1, int(truth.sum())),
        miscalibration(scores, truth),
        average_precision(latest, truth),
        f1(now, truth),
        float(truth.mean()),
    ]


def rows(options: argparse.Namespace) -> Iterator[list[str]]:
    spec = options.web if options.web.startswith("synth") else str(options.webs / options.web)
    web = prepare_web(spec)
    topics = tomllib.loads(TOPICS.read_text(encoding="utf-8"))[options.web.partition(":")[0]]
    for name in options.judge:
        for protocol in options.protocol:
            found = []
            for label, words in topics.items():
                for draw in range(options.draws):
                    topic = told(protocol, label, words, drawn(web, label, draw))
                    if portal := PORTALS.get(options.web):
                        topic = replace(topic, seeds=portal)
                    known = replace(topic, seeds=()) if protocol == "sentence" else topic
                    judge = judges.get(name)(known)
                    verdicts = crawl(web, topic, judge, options.pages)
                    found.append(measured(judge, verdicts, web.web.on_topic(label)))
            values = np.array(found).reshape(len(topics), options.draws, -1).mean(axis=1)
            if options.by_topic:
                for label, value in zip(topics, values, strict=True):
                    yield [f"{name}, {protocol}: {label}", *(f"{v:.2f}" for v in value)]
            yield [f"{name}, {protocol}", *(f"{v:.3f}" for v in values.mean(axis=0))]


def drift(options: argparse.Namespace) -> Iterator[list[str]]:
    """Average precision and F1 on a fixed random sample after a short and a long crawl."""
    spec = options.web if options.web.startswith("synth") else str(options.webs / options.web)
    web = prepare_web(spec)
    topics = tomllib.loads(TOPICS.read_text(encoding="utf-8"))[options.web.partition(":")[0]]
    urls = sorted(web.web.urls())
    places = np.random.default_rng(0).permutation(len(urls))[:SAMPLE]
    sample = [page for place in places if isinstance(page := web.pages[urls[place]], Page)]
    for label, words in topics.items():
        truth = np.array([page.url in web.web.on_topic(label) for page in sample])
        for protocol in options.protocol:
            found = []
            for draw in range(options.draws):
                topic = told(protocol, label, words, drawn(web, label, draw))
                found.append([*sampled(web, topic, sample, truth), *unbounded(web, topic, sample, truth)])
            yield [f"{label}, {protocol}", *(f"{cell:.3f}" for cell in np.mean(found, axis=0))]


def sampled(web: PreparedWeb, topic: Topic, sample: list[Page], truth: np.ndarray) -> list[float]:
    """Return average precision and F1 on the sample after each length of one crawl."""
    judge, cells = Contrast(topic), list[float]()

    def note() -> None:
        scores = judge.rejudge([judge.features(page) for page in sample])
        cells.extend((average_precision(scores, truth), f1(scores >= judge.cut, truth)))

    crawl(web, topic, judge, CRAWLS[-1], Log(CRAWLS, note))
    return cells


def unbounded(web: PreparedWeb, topic: Topic, sample: list[Page], truth: np.ndarray) -> list[float]:
    """Return the same with nothing that bounds what pages found may change."""
    usual = {name: getattr(module, name) for name, (module, _) in UNBOUNDED.items()}
    try:
        for name, (module, value) in UNBOUNDED.items():
            setattr(module, name, value)
        return sampled(web, topic, sample, truth)
    finally:
        for name, (module, _) in UNBOUNDED.items():
            setattr(module, name, usual[name])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--webs", type=Path, required=True, help="folder of frozen webs")
    parser.add_argument("--web", default="wpcd")
    parser.add_argument("--judge", action="append", help="names; default contrast and vsm")
    parser.add_argument("--protocol", action="append", choices=PROTOCOLS)
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--by-topic", action="store_true")
    parser.add_argument("--drift", action="store_true")
    options = parser.parse_args()
    options.judge = options.judge or ["contrast", "vsm"]
    if options.drift:
        options.protocol = options.protocol or ["sentence+seed"]
        kinds = [f"{kind}, {pages:,} pages" for kind in ("bounded", "unbounded") for pages in CRAWLS]
        heads = [f"{kind}: {what}" for kind in kinds for what in ("AP", "F1")]
        print(table([f"{options.web}, {options.draws} draws, on a sample", *heads], list(drift(options))))
        return
    options.protocol = options.protocol or list(PROTOCOLS)
    print(table([f"{options.web}, {options.draws} draws", *MEASURES], list(rows(options))))


if __name__ == "__main__":
    main()
