"""Paper 004's improved crawler: a first score from anchor, title and URL."""

from __future__ import annotations

from math import sqrt

import pytest
from tests.blockweb import ROOT, named, page
from tests.tinyweb import TinyWeb, crawl_of

from lycosa import Topic
from lycosa.strategy.genre_aware_links import GenreAwareLinks
from lycosa.topic import GenreTerms

TOPIC = Topic("syllabi", genre=GenreTerms(genre=("syllabus",), content=("databases",)))
# First scores: 0.2 * cosine of the URL + 0.8 * (0.5 * genre + 0.5 * content) of the anchor.
# root -> plain           0
#      -> genre           0.8 * 0.5                 = 0.4
#      -> both            0.8                       = 0.8
#      -> syllabus        0.2 / sqrt(2)             = 0.141 (one of two URL terms)
WEB = TinyWeb(
    {
        ROOT: page("start", "[plain|news] [genre|syllabus] [both|databases syllabus] [syllabus|more]"),
        ROOT + "plain": page("first"),
        ROOT + "genre": page("second"),
        ROOT + "both": page("third", "[x|other]"),
        ROOT + "syllabus": page("fourth"),
        ROOT + "x": page("fifth"),
    }
)


@pytest.mark.parametrize(
    ("url", "score"), [("plain", 0.0), ("genre", 0.4), ("both", 0.8), ("syllabus", 0.2 / sqrt(2))]
)
def test_a_new_link_is_scored_by_anchor_and_url(url: str, score: float) -> None:
    _, engine = crawl_of(GenreAwareLinks(TOPIC, threshold=0.5), WEB, ROOT, pages=1)
    link = engine.crawl.frontier.find(ROOT + url)
    assert link is not None
    assert engine.crawl.frontier.get(link).priority == pytest.approx(score)


def test_the_best_first_score_is_visited_first() -> None:
    notebook, _ = crawl_of(GenreAwareLinks(TOPIC, threshold=0.5), WEB, ROOT)
    assert named(notebook.visited) == "root both genre syllabus plain x"


def test_siblings_of_a_relevant_page_overtake_better_first_scores() -> None:
    # both (0.8) is relevant: plain gets 0.8 and overtakes nothing but what scores less, oldest first.
    web = TinyWeb({**WEB.pages, ROOT + "both": page("databases syllabus", "[x|syllabus]")})
    notebook, _ = crawl_of(GenreAwareLinks(TOPIC, threshold=0.5), web, ROOT)
    assert named(notebook.visited) == "root both plain genre syllabus x"


def test_the_title_of_a_link_counts_like_its_anchor() -> None:
    html = f'<html lang=en><p>start</p><a href="{ROOT}a" title="syllabus">more</a>'
    _, engine = crawl_of(GenreAwareLinks(TOPIC, threshold=0.5), TinyWeb({ROOT: html}), ROOT, pages=1)
    link = engine.crawl.frontier.find(ROOT + "a")
    assert link is not None
    assert engine.crawl.frontier.get(link).priority == pytest.approx(0.4)
