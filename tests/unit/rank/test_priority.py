"""P(l) of paper 001: anchors by BM25, PageRank that heeds anchors, and their sum, by hand."""

from __future__ import annotations

from math import log10, sqrt

import pytest
from tests.tinyweb import page as html

from lycosa import Topic
from lycosa.checks.contract import stored
from lycosa.model import Judgement, Page
from lycosa.page import parse_html
from lycosa.rank.anchor import AnchorRelevance
from lycosa.rank.graph import ReadWeb
from lycosa.rank.pagerank import AnchorPageRank
from lycosa.rank.priority import LinkPriority
from lycosa.topic import TopicVector

ROOT = "http://site.test/"
FLOOD = Topic.from_keywords(["flood"])


def read(name: str, *links: str, text: str = "words") -> Page:
    return parse_html(html(*links, text=text).encode(), ROOT + name)


# Anchors


def test_anchor_relevance_is_the_cosine_of_bm25_weights_with_the_topic() -> None:
    relevance = AnchorRelevance(TopicVector({"flood": 2.0, "rain": 1.0}, lambda term: 1.0))
    relevance.add(["flood", "rain", "river", "river"])
    relevance.add(["flood", "road"])
    # N = 2, N_flood = 2, N_rain = 1; both occur once in the anchor, so their saturation is the same.
    flood, rain = log10(1.01), log10(2.01)
    cosine = (2 * flood + rain) / (sqrt(flood**2 + rain**2) * sqrt(5))
    assert relevance.score(["flood", "rain", "map"], page_length=4) == pytest.approx(cosine)


def test_an_anchor_without_a_term_of_the_topic_is_irrelevant() -> None:
    relevance = AnchorRelevance(FLOOD.vector)
    relevance.add(["flood"])
    assert relevance.score(["here"], page_length=1) == 0.0


def test_phrases_of_the_topic_count_in_anchors() -> None:
    relevance = AnchorRelevance(TopicVector({"flash flood": 1.0}, lambda term: 1.0))
    relevance.add(["flash", "flood"])
    assert relevance.score(["flash", "flood"], page_length=2) == pytest.approx(1.0)


# PageRank


def ranked(*pages: tuple[str, dict[str, float]], growth: float = 0.0, omega: float = 0.6) -> AnchorPageRank:
    pagerank = AnchorPageRank(ReadWeb(), growth=growth, omega=omega)
    for url, links in pages:
        pagerank.add(pagerank.web.add(url, links))
    return pagerank


def test_ranks_of_two_pages_by_hand() -> None:
    # a = 0.15 + 0.85 b, b = 0.15 + 0.85 a / 2: a = 0.43444, b = 0.33464, and b / a = 0.77027.
    pagerank = ranked(("a", {"b": 0.0, "c": 0.0}), ("b", {"a": 0.0}))
    assert pagerank.ranks.tolist() == pytest.approx([1.0, 0.77027], abs=1e-3)


def test_a_relevant_anchor_passes_on_more() -> None:
    # b = 0.15 + 0.85 * a / 2 * 1.6: a = 0.65758, b = 0.59716, and b / a = 0.90811.
    pagerank = ranked(("a", {"b": 1.0, "c": 0.0}), ("b", {"a": 0.0}))
    assert pagerank.ranks.tolist() == pytest.approx([1.0, 0.90811], abs=1e-3)


def test_ranks_settle_where_the_equation_has_no_solution() -> None:
    # Every anchor is relevant and no link leads out: each round multiplies everything by 1.36.
    # Only the ratios are left: a passes half to b and half to c, both pass all to a.
    pagerank = ranked(("a", {"b": 1.0, "c": 1.0}), ("b", {"a": 1.0}), ("c", {"a": 1.0}))
    assert pagerank.ranks[0] == pytest.approx(1.0, abs=0.01)
    assert pagerank.ranks[1] == pytest.approx(pagerank.ranks[2])


def test_pages_nobody_links_to_fade_where_the_equation_has_no_solution() -> None:
    loop = (("a", {"b": 1.0}), ("b", {"a": 1.0}))
    alone = tuple((f"p{i}", {"x": 0.0}) for i in range(40))
    assert ranked(*loop, *alone).ranks[-1] < 0.01


def test_between_computations_a_new_page_is_ranked_by_the_links_known() -> None:
    pagerank = ranked(("a", {"b": 0.0, "c": 0.0}), growth=9.0)
    # Alone, a has the largest rank, 1; its two links pass on 0.85 / 2 each, and 1 is the most there is.
    pagerank.add(pagerank.web.add("z", {"b": 0.0}))
    assert pagerank.ranks.tolist() == [1.0, 1.0]


def test_ranks_of_all_pages_are_computed_ever_more_rarely() -> None:
    pagerank = AnchorPageRank(ReadWeb())
    anew = sum(
        pagerank.add(pagerank.web.add(str(number), {str(number + 1): 0.0, "0": 0.0}))
        for number in range(1_000)
    )
    assert anew < 70


# Priority


def test_priority_of_a_link_by_hand() -> None:
    ranker = LinkPriority(FLOOD)
    (proposal,) = ranker.rank(read("", "x|flood", text="flood"), Judgement(True, 0.8))
    # The only page has the largest rank; its anchor is the topic's only term.
    assert proposal.parts == pytest.approx((1.0, 0.8, 1.0))
    assert ranker.evidence.priority(proposal.parts) == pytest.approx(0.55 + 0.25 * 0.8 + 0.20)


def test_a_link_on_two_pages_takes_means_of_the_pages_and_its_best_anchor() -> None:
    ranker = LinkPriority(FLOOD)
    ranker.rank(read("a", "x|flood", "b|more", text="flood"), Judgement(True, 1.0))
    (proposal,) = ranker.rank(read("b", "x|here"), Judgement(False, 0.0))
    # a = 0.15; b = 0.15 + 0.85 * 0.15 / 2 = 0.21375, the larger: a / b = 0.70175; their mean is 0.85088.
    assert proposal.parts == pytest.approx((0.85088, 0.5, 1.0), abs=1e-3)


def test_queued_links_learn_of_changed_ranks() -> None:
    ranker = LinkPriority(FLOOD)
    ranker.rank(read("a", "x|here", "b|more"), Judgement(True, 1.0))
    ranker.rank(read("b", "y|there"), Judgement(True, 1.0))
    # x stands on a, whose rank fell from 1 to 0.70175; b has been read and y was proposed just now.
    assert ranker.news() == {ROOT + "x": pytest.approx((0.70175, 1.0, 0.0), abs=1e-3)}
    assert ranker.news() == {ROOT + "x": pytest.approx((0.70175, 1.0, 0.0), abs=1e-3)}


def test_news_come_with_every_page_a_few_at_a_time() -> None:
    ranker = LinkPriority(FLOOD)
    ranker.rank(read("a", *(f"x{i}|here" for i in range(120))), Judgement(True, 1.0))
    ranker.rank(read("b", "k"), Judgement(True, 1.0))
    ranker.rank(read("c", "k"), Judgement(True, 1.0))
    ranker.rank(read("k", "y"), Judgement(True, 1.0))
    # k has the largest rank from now on, so that of a falls and the 120 links of a with it.
    told = [ranker.news()]
    for name in ("l", "m"):
        ranker.rank(read(name, "z"), Judgement(True, 1.0))
        told.append(ranker.news())
    assert [len(news) for news in told] == [50, 50, 20]


def test_links_up_to_beta_are_not_kept() -> None:
    ranker = LinkPriority(FLOOD, weights=(0.0, 0.5, 0.5), beta=0.5)
    good, bad = ranker.rank(read("", "x|flood", "y|dry", text="flood"), Judgement(True, 1.0))
    assert (good.keep, bad.keep) == (True, False)


def test_a_queued_link_that_falls_below_beta_stays_queued_and_is_told() -> None:
    ranker = LinkPriority(FLOOD, weights=(0.0, 1.0, 0.0), beta=0.5)
    ranker.rank(read("a", "x"), Judgement(True, 0.9))
    (proposal,) = ranker.rank(read("b", "x"), Judgement(False, 0.0))
    assert not proposal.keep
    assert ranker.news()[ROOT + "x"][1] == pytest.approx(0.45)


def test_a_page_is_not_a_link_of_itself_and_a_url_counts_once() -> None:
    ranker = LinkPriority(FLOOD)
    proposals = ranker.rank(read("a", "a|me", "x|here", "x|flood"), Judgement(True, 1.0))
    assert [(p.link.url, p.parts[2]) for p in proposals] == [(ROOT + "x", 1.0)]


def test_neighbours_of_a_link_come_best_first() -> None:
    ranker = LinkPriority(FLOOD, beta=0.0)
    ranker.rank(read("a", "x|dry", "y|flood", text="flood"), Judgement(True, 1.0))
    names = [ranker.url(node).removeprefix(ROOT) for node in ranker.below(ranker.number(ROOT + "a"))]
    assert names == ["y", "x"]
    assert [ranker.url(node) for node in ranker.siblings(ranker.number(ROOT + "y"))] == [ROOT + "x"]
    assert ranker.below(ranker.number(ROOT + "x")) == []


def test_a_restored_ranker_goes_on_alike() -> None:
    ranker, again = LinkPriority(FLOOD, beta=0.1), LinkPriority(FLOOD)
    for number in range(15):
        ranker.rank(
            read(f"p{number}", f"p{number * 7 % 11}|flood", f"x{number}"), Judgement(True, number / 15)
        )
    again.restore(stored(ranker.state()))
    assert again.state() == ranker.state()
    new = read("new", "p3|flood", "x3|dry")
    assert again.rank(new, Judgement(True, 0.7)) == ranker.rank(new, Judgement(True, 0.7))
    assert again.news() == ranker.news()
