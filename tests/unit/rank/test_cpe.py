"""Comprehensive priority is that of each link's own words, however they are found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from lycosa.model import Judgement, Page
from lycosa.page import parse_html
from lycosa.rank.cpe import ComprehensivePriority
from lycosa.topic import Topic

WORDS = draw.lists(draw.sampled_from(["flood", "rain", "river", "goal", "<a href=/x>", "</a>", "<div>"]))


@pytest.mark.parametrize("keywords", [["flood", "rain"], ["flood rain", "river"]], ids=["words", "phrases"])
@given(words=WORDS)
def test_parts_are_the_cosines_of_anchor_and_context(keywords: list[str], words: list[str]) -> None:
    page = parse_html(" ".join(words).encode(), "http://a.test/")
    ranker = ComprehensivePriority(Topic.from_keywords(keywords))
    cosine = ranker.topic.vector.cosine
    for link, parts, keep in ranker.rank(page, Judgement(True, 0.25)):
        assert keep
        assert parts == (0.25, cosine(page.at(link.words)), cosine(page.at(link.around)))


def test_a_page_without_links_has_no_proposals() -> None:
    ranker = ComprehensivePriority(Topic.from_keywords(["flood"]))
    assert ranker.rank(Page("http://a.test/"), Judgement(False, 0.0)) == ()
