"""FCTS step by step on a web worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tinyweb import TinyWeb, crawl_of
from tests.tracing import hinted, trace_of

from lycosa import Topic
from lycosa.errors import LycosaError
from lycosa.strategy.fcts import FCTS

ROOT = "http://site.test/"
FLOOD = Topic.from_keywords(["flood"])

# With weights (0, 0.5, 0.5) a link is worth half the relevance of the pages that show it and half
# that of its anchor; both are 1 with the word and 0 without it. Above beta = 0.1 are:
# a 1.0 and b 0.5 on the root, c 0.5 on a (d has 0 and is discarded), e 1.0 on b.
WEB = TinyWeb(
    {
        ROOT: hinted("a|flood", "b|dry", text="flood"),
        ROOT + "a": hinted("c|flood", "d|dull", text="dry"),
        ROOT + "b": hinted("e|flood", text="flood"),
        ROOT + "c": hinted(text="dry"),
        ROOT + "d": hinted(text="flood"),
        ROOT + "e": hinted(text="flood"),
    }
)


@pytest.fixture
def strategy() -> FCTS:
    return FCTS(FLOOD, threshold=0.5, beta=0.1, weights=(0.0, 0.5, 0.5))


def test_the_walk_and_its_tabu_list_step_by_step(strategy: FCTS) -> None:
    def tabu() -> dict[str, int]:
        return {strategy.ranker.url(node)[-1]: term for node, term in strategy.walk.tabu.items()}

    assert trace_of(strategy, WEB, ROOT, note=tabu) == [
        # The only queued link; no page shows it, so P(root) = 0; Hlink = root.
        (ROOT, {}),
        # The best of the page, and 1.0 > P(Hlink): Hlink = a. It enters the list with 5, less 1.
        (ROOT + "a", {"a": 4}),
        # The best that is not tabu, though 0.5 is less than P(a).
        (ROOT + "c", {"a": 3, "c": 4}),
        # c's page shows nothing: a random link of the queue, which holds b alone.
        (ROOT + "b", {"a": 3, "c": 4}),
        (ROOT + "e", {"a": 2, "c": 3, "e": 4}),
    ]


def test_beta_is_a_quarter_of_the_relevance_threshold_unless_it_is_given() -> None:
    assert FCTS(FLOOD, threshold=0.62).least_priority == 0.25 * 0.62
    assert FCTS(FLOOD, threshold=0.62, beta=0.19).least_priority == 0.19


def test_many_requests_at_once_visit_the_same_pages(strategy: FCTS) -> None:
    notebook, _ = crawl_of(strategy, WEB, ROOT, concurrency=64)
    assert {url.removeprefix(ROOT) for url in notebook.visited} == {"", "a", "b", "c", "e"}


def test_a_link_that_cannot_be_read_leaves_the_walk_where_it_was(strategy: FCTS) -> None:
    pages = {
        ROOT: hinted("gone|flood", "a|flood", "b|dry", text="flood"),
        ROOT + "a": hinted(),
        ROOT + "b": hinted(),
    }
    # gone and a are worth 1.0 each, and gone stands first; b is worth 0.5.
    notebook, _ = crawl_of(strategy, TinyWeb(pages), ROOT)
    assert [step.visit.url.removeprefix(ROOT) for step in notebook.steps] == ["", "gone", "a", "b"]


def test_a_literal_search_reads_a_random_link_and_then_its_best(strategy: FCTS) -> None:
    strategy.restart = "always"
    visited = [url.removeprefix(ROOT) for url, _ in trace_of(strategy, WEB, ROOT, note=lambda: None)]
    # root is drawn and read, then its best link, a. The next search draws b or c; b leads to e.
    assert visited[:2] == ["", "a"]
    assert sorted(visited) == ["", "a", "b", "c", "e"]


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        ({"restart": "never"}, "restart is 'never'; it must be one of stuck, always"),
        ({"weights": [0.5, 0.5]}, "there must be three"),
        ({"beta": "low"}, "beta is 'low'; it must be a number or auto"),
    ],
)
def test_wrong_parameters_are_named(parameters: dict[str, Any], complaint: str) -> None:
    with pytest.raises(LycosaError, match=complaint):
        crawl_of(FCTS(FLOOD, **parameters), WEB, ROOT)
