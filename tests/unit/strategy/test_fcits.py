"""FCITS step by step on a web worked out by hand, against Algorithm 1 of paper 001."""

from __future__ import annotations

import pytest
from tests.tinyweb import TinyWeb, crawl_of
from tests.tracing import hinted, trace_of

from lycosa import Topic
from lycosa.strategy.fcits import FCITS

ROOT = "http://site.test/"
FLOOD = Topic.from_keywords(["flood"])

# Worth of links as for FCTS: a 1.0 and b 0.5 on the root, c 0.5 on a, e 1.0 on b; d is discarded.
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


def strategy(seed: int) -> FCITS:
    return FCITS(FLOOD, seed=seed, threshold=0.5, beta=0.1, weights=(0.0, 0.5, 0.5))


def traced(made: FCITS) -> list[tuple[str, dict[str, int], str]]:
    def note() -> tuple[dict[str, int], str]:
        name = made.ranker.url
        tabu = {name(node)[-1]: term for node, term in made.walk.tabu.items()}
        return tabu, name(made.walk.best or 0).removeprefix(ROOT)

    return [(url.removeprefix(ROOT), *noted) for url, noted in trace_of(made, WEB, ROOT, note=note)]


def test_the_walk_its_tabu_list_and_its_best_link_step_by_step() -> None:
    # With seed 1 the draw from C(root) = {a, b} is a.
    assert traced(strategy(seed=1)) == [
        ("", {}, ""),  # the only queued link; P(root) = 0
        ("a", {}, "a"),  # drawn; 1.0 > P(root): accepted, and 1.0 > P(Hlink): Hlink = a
        # C(a) = {c}: 0.5 is no more than P(a), refused; a becomes tabu, the best of E(a) = {b} is next.
        ("b", {"a": 4}, "a"),
        ("e", {"a": 4}, "a"),  # C(b) = {e}: 1.0 > P(b) = 0.5, accepted; no more than P(Hlink)
        # C(e) and E(e) are empty: e becomes tabu; a random link of the queue, which holds c alone.
        ("c", {"a": 3, "e": 4}, "a"),
    ]


def test_another_draw_leads_another_way() -> None:
    # With seed 0 the draw from C(root) is b: 0.5 > P(root), accepted; Hlink = b.
    assert traced(strategy(seed=0)) == [
        ("", {}, ""),
        ("b", {}, "b"),
        ("e", {}, "e"),  # C(b) = {e}: 1.0 > P(b), and > P(Hlink)
        # C(e) and E(e) are empty: e is tabu; a random link of the queue, which holds a alone.
        ("a", {"e": 4}, "e"),
        # C(a) = {c} is refused; a is tabu; E(a) = {b} is read already, a way and no answer. On b,
        # C(b) = {e} is tabu and no better than Hlink: refused; b is tabu; E(b) = {a} is tabu.
        ("c", {"e": 2, "a": 3, "b": 4}, "e"),
    ]


@pytest.mark.parametrize("concurrency", [2, 64])
def test_many_requests_at_once_visit_the_same_pages(concurrency: int) -> None:
    notebook, _ = crawl_of(strategy(seed=1), WEB, ROOT, concurrency=concurrency)
    assert {url.removeprefix(ROOT) for url in notebook.visited} == {"", "a", "b", "c", "e"}


def test_a_literal_search_begins_at_a_random_link_every_time() -> None:
    made = strategy(seed=1)
    made.restart = "always"
    visited = [url.removeprefix(ROOT) for url, _ in trace_of(made, WEB, ROOT, note=lambda: None)]
    assert visited[0] == ""
    assert sorted(visited) == ["", "a", "b", "c", "e"]
