"""Paper 000's Algorithm 1, and what is left of it without one of its parts, on a tiny web."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from tests.blockweb import LABELLED, ONE, ROOT, TOPIC, documents, named, page
from tests.tinyweb import TinyWeb, crawl_of

from lycosa import LycosaError
from lycosa.model import Queued
from lycosa.page import parse_html
from lycosa.strategy.bcw_cc import BCWCC
from lycosa.strategy.fcbcw import FCBCW
from lycosa.strategy.fccbs import FCCBS

PRINTED = partial(BCWCC, tau=0.70, lam=0.30, tunnels="class")


# R(page): root 0.996 (flood 1.2, storm 1, rain 1, by tags); a ONE = 0.577; t1 ONE; b ONE; tau = 0.70.
# Class by BCW: weather for root, a, c; sport for t1, t2, b.
#                           E = 0.5 R(page) + 0.3 R(anchor) + 0.2 R(context); lambda = 0.30
# root (relevant) -> a      0.498 + 0.173 + 0.115 = 0.787
#                 -> b      0.498                 = 0.498
# a (weather, R <= tau)     block 1 has R = ONE > lambda: t1 and t2 are fetched at once
#                           block 2 has R = 0: z is not extracted
# t1 (block-page) -> c      0.289 + 0.173 + 0.115 = 0.577
#                 -> d      0.289                 : dropped
# b (sport) -> e            discarded with b; without the classifier its block has R = ONE > lambda
WEB = TinyWeb(
    {
        ROOT: page("flood storm rain", "[a|flood]", "[b|tea]"),
        ROOT + "a": page("flood", "flood [t1|milk] [t2|egg]", "cake [z|jam]"),
        ROOT + "t1": page("goal match goal", "[c|flood]", "[d|news]"),
        ROOT + "t2": page("team team"),
        ROOT + "b": page("match team", "[e|storm]"),
        ROOT + "c": page("rain storm"),
        ROOT + "d": page("flood storm d"),
        ROOT + "e": page("flood storm e"),
        ROOT + "z": page("flood storm z"),
    }
)


def queued(strategy: BCWCC, url: str, pages: int) -> Queued | None:
    frontier = crawl_of(strategy, WEB, ROOT, pages=pages)[1].crawl.frontier
    link = frontier.find(ROOT + url)
    return None if link is None else frontier.get(link)


@pytest.mark.parametrize(
    ("strategy", "order"),
    [
        (PRINTED, "root a t1 t2 c b"),
        (partial(FCCBS, tau=0.70, lam=0.30), "root a t1 t2 c b e"),
        (partial(FCBCW, tau=0.70, lam=0.30), "root a b"),
    ],
    ids=["bcw-cc", "fccbs", "fcbcw"],
)
def test_the_order_of_visits_is_that_of_algorithm_1(strategy: Callable[..., BCWCC], order: str) -> None:
    notebook, _ = crawl_of(strategy(LABELLED), WEB, ROOT)
    assert named(notebook.visited) == order


def test_only_pages_of_the_class_above_tau_are_relevant() -> None:
    notebook, _ = crawl_of(PRINTED(LABELLED), WEB, ROOT)
    assert named([step.visit.url for step in notebook.steps if step.visit.relevant]) == "root c"


def test_links_of_a_relevant_page_have_their_comprehensive_priority() -> None:
    a, b = (queued(PRINTED(LABELLED), url, pages=1) for url in "ab")
    assert a is not None
    assert b is not None
    assert a.parts == pytest.approx((0.9961, ONE, ONE, 0), abs=1e-4)
    assert b.priority == pytest.approx(0.498, abs=1e-3)


def test_links_of_a_relevant_block_outrank_everything_else() -> None:
    t1 = queued(PRINTED(LABELLED), "t1", pages=2)
    assert t1 is not None
    assert t1.priority > 1.0


def test_a_block_page_hands_on_links_above_lambda_whatever_its_class() -> None:
    c = queued(PRINTED(LABELLED), "c", pages=3)
    assert c is not None
    assert c.priority == pytest.approx(ONE)
    assert queued(PRINTED(LABELLED), "d", pages=3) is None


def test_a_page_of_another_class_is_discarded_with_its_links() -> None:
    notebook, engine = crawl_of(PRINTED(LABELLED), WEB, ROOT)
    assert notebook.steps[-1].visit.url == ROOT + "b"
    assert engine.crawl.frontier.lookup(ROOT + "e") is None


def test_thresholds_can_be_set() -> None:
    # At tau = 0.5 page a is relevant itself: its links need E > lambda, and have 0.404 and 0.289.
    notebook, _ = crawl_of(PRINTED(LABELLED, tau=0.5), WEB, ROOT)
    assert named(notebook.visited) == "root a b t1 t2"


def test_a_redirected_seed_is_no_block_page() -> None:
    web = TinyWeb({ROOT: f"-> {ROOT}b", **{ROOT + k: WEB.pages[ROOT + k] for k in "be"}})
    notebook, _ = crawl_of(PRINTED(LABELLED), web, ROOT)
    assert named(notebook.visited) == "b"


def test_many_requests_at_a_time_reach_the_same_pages() -> None:
    alone, _ = crawl_of(PRINTED(LABELLED), WEB, ROOT)
    together, _ = crawl_of(PRINTED(LABELLED), WEB, ROOT, concurrency=64)
    assert set(together.visited) == set(alone.visited)


def test_lambda_can_follow_tau() -> None:
    assert BCWCC(LABELLED, tau=0.35, lam="auto").least == pytest.approx(0.15)


def test_until_the_classifier_is_trained_the_best_link_is_next_and_none_is_let_go() -> None:
    # b 0.498 is better than t1 and t2 0.404; then c 0.577, e 0.462, z and d 0.289.
    strategy = BCWCC(TOPIC, tau=0.70, lam=0.30)
    notebook, _ = crawl_of(strategy, WEB, ROOT)
    assert strategy.classifier.model is None
    assert named(notebook.visited) == "root a b e t1 c t2 z d"


# s1 and s2 are about sport but for one block each; both other blocks of s1 lead nowhere: the first is not
# relevant, and the second, which has as much of R as the way on, is about sport.
TUNNEL = TinyWeb(
    {
        ROOT: page("flood storm rain", "[s1|news]"),
        ROOT + "s1": page(
            "goal match team", "[x|tea]", "goal match team goal match flood [y|egg]", "rain [s2|more]"
        ),
        ROOT + "s2": page("goal match team", "storm [c|more]"),
        **{ROOT + name: page(f"rain storm {name}") for name in "cxy"},
    }
)


def test_a_tunnel_of_pages_of_another_class_is_crossed_by_blocks_of_the_right_class() -> None:
    notebook, _ = crawl_of(BCWCC(LABELLED, tau=0.70, lam=0.30), TUNNEL, ROOT)
    assert named(notebook.visited) == "root s1 s2 c"


def test_as_printed_a_tunnel_of_pages_of_another_class_ends_at_the_first() -> None:
    notebook, _ = crawl_of(PRINTED(LABELLED), TUNNEL, ROOT)
    assert named(notebook.visited) == "root s1"


def test_a_link_in_a_block_of_a_block_page_is_next_and_has_its_priority_besides() -> None:
    # c is a block-link like t2, with a better anchor. Of b, which is about sport, the block is about weather.
    notebook, _ = crawl_of(BCWCC(LABELLED, tau=0.70, lam=0.30), WEB, ROOT)
    assert named(notebook.visited) == "root a t1 c t2 b e"


def test_thresholds_come_from_the_examples_unless_given() -> None:
    strategy = BCWCC(LABELLED)
    assert strategy.relevance.cut.reason.endswith("mean of 10 examples")
    assert strategy.least == pytest.approx(strategy.relevance.cut.value * 3 / 7)


def test_an_unknown_choice_of_tunnels_is_refused() -> None:
    with pytest.raises(LycosaError, match="tunnels is 'some'; it must be one of all, class"):
        BCWCC(LABELLED, tunnels="some")


def test_pages_close_to_the_topic_teach_the_classifier_only_as_often_as_others() -> None:
    strategy = BCWCC(replace(TOPIC, examples=documents("flood storm rain")), tau=0.70, lam=0.30)
    learned_from = []
    for number, text in enumerate(["flood storm rain", "goal", "flood storm rain", "flood storm rain"]):
        strategy.judge(parse_html(page(text).encode(), f"{ROOT}{number}"))
        learned_from.append(strategy.classifier.sample.seen)
    assert learned_from == [0, 1, 2, 2]


def test_the_shares_of_page_anchor_and_context_can_be_set() -> None:
    # With the anchor alone, b, whose anchor says nothing, is worth nothing: dropped.
    by_anchor = partial(PRINTED, weights=(0.0, 1.0, 0.0))
    found = queued(by_anchor(LABELLED), "a", pages=1)
    assert found is not None
    assert found.priority == pytest.approx(ONE)
    assert queued(by_anchor(LABELLED), "b", pages=1) is None


def test_the_weights_of_tags_can_be_set() -> None:
    # Of the root only its title counts, which is not about the topic.
    titles = BCWCC(LABELLED, tau=0.70, lam=0.30, tag_weights=(0, 1, 0, 0, 0, 0))
    notebook, _ = crawl_of(titles, WEB, ROOT, pages=1)
    assert (
        notebook.steps[0].visit.score < 0.70 < crawl_of(PRINTED(LABELLED), WEB, ROOT)[0].steps[0].visit.score
    )


@pytest.mark.parametrize("weights", [(0.5, 0.5), (1.0, 0.5, -0.5)])
def test_shares_that_are_none_are_refused(weights: tuple[float, ...]) -> None:
    with pytest.raises(LycosaError, match="there must be three"):
        _ = BCWCC(LABELLED, weights=weights).evidence
