"""The parts of the strategy lycosa in a crawl: each one counts for something, none for everything."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import numpy as np
import pytest
from benchmarks.judges_on_webs import drawn

from lycosa.engine.budget import Budget
from lycosa.engine.crawl import Crawl
from lycosa.engine.engine import Engine
from lycosa.lab.experiment.prepared_web import prepare_web
from lycosa.lab.web.analysis import AnalysedReplay
from lycosa.strategy.lycosa import WEIGHTS, Lycosa
from lycosa.topic import Topic

pytestmark = pytest.mark.slow
LEAST, MOST = 0.01, 0.5


@pytest.fixture(scope="module")
def spreads() -> dict[str, float]:
    """How far each part, times its weight, sets the queued links of a crawl apart: a standard deviation."""
    web = prepare_web("synth:pages=1500,hosts=20")
    pages = drawn(web, "astronomy", 0)
    topic = replace(Topic.from_pages(pages), seeds=tuple(page.url for page in pages[:3]))
    crawl = Crawl(Lycosa(topic))
    crawl.seed(topic.seeds)
    asyncio.run(Engine(crawl, AnalysedReplay(web.web, web.pages), Budget(60)).run())
    queued, _, _ = crawl.frontier.queue_from(0, 0, 10_000)
    spread = crawl.frontier.columns(queued).parts.std(axis=0) * np.array(list(WEIGHTS.values()))
    return dict(zip(WEIGHTS, spread.tolist(), strict=True))


@pytest.mark.parametrize("part", [part for part in WEIGHTS if part != "same depth"])
def test_a_part_counts_for_something_and_not_for_everything(part: str, spreads: dict[str, float]) -> None:
    """A weight says nothing by itself: 0.5 was next to none for `words`, which spread by a hundredth."""
    assert LEAST < spreads[part] < MOST
