"""The four parts of paper 003's link score, on links whose relevance can be worked out by hand."""

from __future__ import annotations

from math import sqrt

import pytest

from lycosa import Topic
from lycosa.checks import check_ranker
from lycosa.model import Judgement
from lycosa.page import parse_html
from lycosa.rank.link_score import LinkScore, url_tokens
from lycosa.topic import KeywordTable

TOPIC = Topic.from_keywords(["flood", "storm", "rain"])
ONE_OF_THREE = 1 / sqrt(3)
"""Cosine of a text with one of three equal terms, however often."""


def parts_of(html: str, score: float = 0.0) -> tuple[float, ...]:
    page = parse_html(f"<html lang=en>{html}".encode(), "http://site.test/")
    return LinkScore(TOPIC).rank(page, Judgement(False, score))[0].parts


@pytest.mark.parametrize(
    ("html", "parts"),
    [
        ("<a href='/storm-warning'>news</a>", (ONE_OF_THREE, 0, 0, 0)),
        ("<a href='/x'>flood</a>", (0, ONE_OF_THREE, 0, ONE_OF_THREE)),
        ("<p>rain, rain <a href='/x'>news</a>", (0, 0, 0, ONE_OF_THREE)),
        ("<a href='/x' title='flood'>news</a>", (0, ONE_OF_THREE, 0, ONE_OF_THREE)),
        ("<a href='/x'>news</a>", (0, 0, 0, 0)),
    ],
)
def test_each_part_is_the_cosine_of_its_text(html: str, parts: tuple[float, ...]) -> None:
    assert parts_of(html) == pytest.approx(parts)


def test_the_parent_part_is_the_score_of_the_page() -> None:
    assert parts_of("<a href='/x'>news</a>", score=0.4) == (0, 0, 0.4, 0)


def test_all_four_together_make_at_most_four() -> None:
    everything = "flood storm rain"
    page = parse_html(f"<a href='/flood-storm-rain'>{everything}</a>".encode(), "http://site.test/")
    proposal = LinkScore(TOPIC).rank(page, Judgement(True, 1.0))[0]
    assert 3.9 < LinkScore.evidence.priority(proposal.parts) <= 4.0


def test_links_are_scored_by_the_table_as_it_is_now() -> None:
    page = parse_html(b"<title>levee</title><p>levee levee</p><a href='/x'>levee</a>", "http://site.test/")
    table = KeywordTable(TOPIC, grow_every=1)
    ranker = LinkScore(TOPIC, table)
    before = ranker.rank(page, Judgement(True, 1.0))[0].parts[1]
    table.see(page, relevant=True)
    after = ranker.rank(page, Judgement(True, 1.0))[0].parts[1]
    assert before == 0 < after


def test_words_of_a_url_are_stemmed_like_those_of_a_page() -> None:
    assert url_tokens("http://www.site.test/The-Floods.html", "en")[:2] == ("site", "flood")


def test_the_ranker_keeps_the_contract() -> None:
    check_ranker(LinkScore)
