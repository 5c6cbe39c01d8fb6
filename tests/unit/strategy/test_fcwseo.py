"""FCWSEO step by step."""

from __future__ import annotations

import pytest
from tests.tinyweb import TinyWeb, crawl_of
from tests.tracing import hinted, trace_of

from lycosa import Topic
from lycosa.strategy.fcwseo import FCWSEO

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


def test_regions_step_by_step() -> None:
    strategy = FCWSEO(FLOOD, threshold=0.5)
    trace = trace_of(
        strategy, WEB, ROOT, note=lambda: (list(strategy.regions.centre), strategy.regions.radius)
    )
    # As for FCPSO: a = (1, 1, 1), b = (1, 1, 0); once a is read b = (0.5952, 1, 0), c = (1, 0, 1).
    assert [(url.removeprefix(ROOT), radius) for url, (_, radius) in trace] == [
        ("", 0.1),
        ("a", 0.2),  # a step wider around (1, 1, 1), where seeds are put; b is 1 away
        ("c", 0.1),  # no link within 0.5 of (1, 1, 1): a new region, around the best
        ("b", 0.1),  # and another
    ]
    assert trace[2][1][0] == pytest.approx([1.0, 0.0, 1.0])
    # With c read PR(c) = 0.15 + 0.85 * 0.252 * 1.6 = 0.4927, and PR(root) = 0.15 is 0.3044 of that.
    assert trace[3][1][0] == pytest.approx([0.3044, 1.0, 0.0], abs=1e-3)


def test_a_wider_circle_takes_in_the_next_link() -> None:
    # Within 1.0 of (1, 1, 1) lies c, 1 away; b is 1.08 away.
    strategy = FCWSEO(FLOOD, threshold=0.5, growth=0.45, largest=1.0)
    radii = [strategy.regions.radius] + [
        round(radius, 2) for _, radius in trace_of(strategy, WEB, ROOT, note=lambda: strategy.regions.radius)
    ]
    assert radii == [0.1, 0.1, 0.55, 1.0, 0.1]


def test_many_requests_at_once_visit_the_same_pages() -> None:
    notebook, _ = crawl_of(FCWSEO(FLOOD), WEB, ROOT, concurrency=64)
    assert {url.removeprefix(ROOT) for url in notebook.visited} == {"", "a", "b", "c"}
