"""FCPSO step by step."""

from __future__ import annotations

import numpy as np
import pytest
from tests.tinyweb import TinyWeb
from tests.tracing import hinted, trace_of

from lycosa import Topic
from lycosa.model import Expansion, Judgement, Page, Queued
from lycosa.strategy.fcpso import FCPSO

ROOT = "http://site.test/"
FLOOD = Topic.from_keywords(["flood"])

WEB = TinyWeb(
    {
        ROOT: hinted("a|flood", "b|dry", text="flood"),
        ROOT + "a": hinted("c|flood", text="dry"),
        ROOT + "b": hinted(text="flood"),
        ROOT + "c": hinted(text="flood river"),
    }
)


def test_the_front_and_what_the_swarm_remembers_step_by_step() -> None:
    strategy = FCPSO(FLOOD, threshold=0.5, particles=1)
    trace = trace_of(strategy, WEB, ROOT, note=lambda: [list(visit) for visit in strategy.swarm.visits])
    # Parts are PageRank, page, anchor. The root alone has rank 1, so a = (1, 1, 1), b = (1, 1, 0):
    # a dominates b. With a read, PR(a) = 0.15 + 0.85 * 0.15 / 2 * 1.6 = 0.252 is the largest, and
    # PR(root) = 0.15 is 0.5952 of it: b = (0.5952, 1, 0), c = (1, 0, 1), neither dominates.
    # c has the higher priority, 0.75 against 0.5774, and so the first of the largest ranks.
    assert [url.removeprefix(ROOT) for url, _ in trace] == ["", "a", "c", "b"]
    # With c read PR(c) = 0.15 + 0.85 * 0.252 * 1.6 = 0.4927, and PR(root) = 0.15 is 0.3044 of that.
    a, c, b = [1.0, 1.0, 1.0, 0.0], [1.0, 0.0, 1.0, 1.0], [0.3044, 1.0, 0.0, 1.0]
    assert [visits for _, visits in trace] == [
        [],  # a seed has no parts to learn from
        [pytest.approx(a)],
        [pytest.approx(a), pytest.approx(c)],
        [pytest.approx(a), pytest.approx(c), pytest.approx(b, abs=1e-3)],
    ]


def test_a_swarm_of_one_keeps_the_weights_of_the_paper() -> None:
    strategy = FCPSO(FLOOD, particles=1)
    trace_of(strategy, WEB, ROOT, note=lambda: None)
    assert [part.weight for part in strategy.evidence.parts] == [0.55, 0.25, 0.20]


def visits(strategy: FCPSO, count: int) -> list[Expansion]:
    """Let links be as relevant as their anchors; nothing else tells."""
    rng = np.random.default_rng(0)
    expansions = []
    for number in range(count):
        parts = tuple(rng.random(3).tolist())
        link = Queued(number, "", "h.test", 1, 0, 0.0, parts)
        expansions.append(strategy.expand(Page(f"{ROOT}{number}"), Judgement(True, parts[2]), link))
    return expansions


def test_weights_move_to_the_part_that_tells_and_the_queue_is_ranked_anew() -> None:
    strategy = FCPSO(FLOOD)
    expansions = visits(strategy, 100)
    assert strategy.evidence.parts[2].weight > 0.8
    # Not with every page: only when a weight has moved by 0.05 and the crawl has grown by a twentieth.
    assert 1 <= sum(expansion.reweigh for expansion in expansions) < 40


def test_the_weights_shown_are_those_the_queue_is_ranked_by() -> None:
    strategy = FCPSO(FLOOD)
    for expansion in visits(strategy, 100):
        if expansion.reweigh:
            ranked_by = strategy.swarm.weights
    weights = [part.weight for part in strategy.evidence.parts]
    moved = np.abs(np.array(weights) - strategy.swarm.weights).max()
    assert strategy.ranked_by == tuple(weights)
    assert moved < 0.05 or len(ranked_by) == 3
