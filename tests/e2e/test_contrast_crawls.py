"""Crawls judged by contrast: sensible however the topic is told, honest where there is nothing to find."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from benchmarks.judges_on_webs import Verdict, crawl, drawn, f1

from lycosa.errors import Kind
from lycosa.judge.contrast import Contrast
from lycosa.lab.experiment.prepared_web import PreparedWeb, prepare_web
from lycosa.lab.web.analysis import read_page
from lycosa.lab.web.base import Web
from lycosa.lab.web.named import web_from
from lycosa.model import Page
from lycosa.topic import Topic
from lycosa.topic.ontology import Concept, Ontology

pytestmark = pytest.mark.slow
LABEL = "astronomy"


@pytest.fixture(scope="module")
def synth() -> PreparedWeb:
    return prepare_web("synth:pages=1500,hosts=20")


def told(way: str, web: PreparedWeb) -> Topic:
    pages = drawn(web, LABEL, 0)
    words = {"star": 1.0, "planet": 1.0, "telescope": 1.0, "galaxy": 1.0}
    sentence = "Stars, planets and telescopes"
    topics = {
        "sentence": Topic.from_sentence(sentence),
        "keywords": Topic.from_keywords(words),
        "one example": Topic.from_pages(pages[:1]),
        "ten examples": Topic.from_pages(pages),
        "ontology": Topic(
            LABEL,
            ontology=Ontology(
                (
                    Concept("a", "astronomy"),
                    Concept("s", "star"),
                    Concept("p", "planet"),
                    Concept("t", "telescope"),
                ),
                frozenset({("s", "a"), ("p", "a"), ("t", "a")}),
            ),
        ),
        "sentence and example": replace(Topic.from_pages(pages[:1]), sentence=sentence),
    }
    return replace(topics[way], seeds=(pages[0].url,))


def quality(verdicts: list[Verdict], judge: Contrast, on_topic: frozenset[str]) -> float:
    truth = np.array([verdict.page.url in on_topic for verdict in verdicts])
    latest = judge.rejudge([judge.features(verdict.page) for verdict in verdicts])
    return f1(latest >= 0.5, truth)


@pytest.mark.parametrize(
    "way", ["sentence", "keywords", "one example", "ten examples", "sentence and example", "ontology"]
)
def test_however_the_topic_is_told_verdicts_are_mostly_right(way: str, synth: PreparedWeb) -> None:
    topic = told(way, synth)
    judge = Contrast(topic)
    verdicts = crawl(synth, topic, judge, 150)
    assert quality(verdicts, judge, synth.web.on_topic(LABEL)) > 0.6
    assert not judge.notice


class ReadWhenAsked(dict[str, Page | Kind]):
    """The pages of a web, each read when it is asked for: two crawls need an eighth of them."""

    def __init__(self, web: Web) -> None:
        super().__init__()
        self._web = web

    def __missing__(self, url: str) -> Page | Kind:
        return self.setdefault(url, read_page(self._web, url))


def test_a_topic_that_the_web_does_not_hold_is_not_found(shared: Path) -> None:
    wpcd = web_from(str(shared / "webs" / "wpcd"))
    web = PreparedWeb(wpcd, pages=ReadWhenAsked(wpcd), graph=None)  # type: ignore[arg-type]  # no distances
    topic = Topic.from_sentence("blockchain smart contracts zkrollup")
    for seed in drawn(web, "Science.Biology.Birds", 0)[:2]:
        judge = Contrast(replace(topic, seeds=(seed.url,)))
        verdicts = crawl(web, replace(topic, seeds=(seed.url,)), judge, 300)
        latest = judge.rejudge([judge.features(verdict.page) for verdict in verdicts])
        assert sum(verdict.relevant for verdict in verdicts) <= 0.02 * len(verdicts)
        assert (latest >= 0.5).mean() <= 0.02
        assert "look like the topic" in judge.notice
