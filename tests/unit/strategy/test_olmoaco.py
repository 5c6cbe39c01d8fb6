"""OLMOACO step by step."""

from __future__ import annotations

import pytest
from tests.tinyweb import TinyWeb, crawl_of
from tests.tracing import hinted, trace_of

from lycosa import Topic
from lycosa.strategy.olmoaco import OLMOACO

ROOT = "http://site.test/"
FLOOD = Topic.from_keywords(["flood"])

WEB = TinyWeb(
    {
        ROOT: hinted("a|flood", "b|dry", text="flood"),
        ROOT + "a": hinted("c|flood", text="dry"),
        ROOT + "b": hinted(text="dry"),
        ROOT + "c": hinted(text="flood river"),
    }
)


def test_ants_and_their_pheromone_step_by_step() -> None:
    strategy = OLMOACO(FLOOD, threshold=0.5, greed=1.0)
    trace = trace_of(strategy, WEB, ROOT, note=lambda: dict(strategy.colony.pheromone))
    # Pages go by the id of their link: root 0, a 1, b 2, c 3. As for FCPSO, a dominates b at first,
    # and later b (priority 0.5774, page root) and c (0.75, page a) are offered.
    assert [url.removeprefix(ROOT) for url, _ in trace] == ["", "a", "c", "b"]
    pheromone = [amounts for _, amounts in trace]
    assert pheromone[0] == {}  # no page showed the seed
    assert pheromone[1] == pytest.approx({0: 0.45})  # a is dry: 0.9 * 0.5 + 0.1 * 0
    # c attracts 0.5 * 0.75^2 = 0.281, b only 0.45 * 0.5774^2 = 0.150. c is relevant: 0.9 * 0.5 + 0.1.
    assert pheromone[2] == pytest.approx({0: 0.45, 1: 0.55})
    assert pheromone[3] == pytest.approx({0: 0.405, 1: 0.55})  # b is dry


def test_many_requests_at_once_visit_the_same_pages() -> None:
    notebook, _ = crawl_of(OLMOACO(FLOOD), WEB, ROOT, concurrency=64)
    assert {url.removeprefix(ROOT) for url in notebook.visited} == {"", "a", "b", "c"}
