from __future__ import annotations

from math import log10, sqrt

import pytest

from lycosa.judge.genre_aware import GenreAwareJudge
from lycosa.judge.page_score import PageScore
from lycosa.model import Page
from lycosa.topic import GenreTerms, Topic


def page(words: str, url: str = "http://a.example/") -> Page:
    tokens = tuple(words.split())
    return Page(url, tokens=tokens, groups=bytes([4]) * len(tokens), language="en")


SYLLABI = Topic("", genre=GenreTerms(("syllabus", "schedule"), ("databases",), ("courses",), ("db",)))


def test_page_score_by_hand() -> None:
    judge = PageScore(Topic.from_keywords({"flood": 1.0, "rain": 0.5}))
    idf = judge.topic.frequencies.plain_idf
    flood, rain = 2 * idf("flood"), 1 * idf("rain")
    expected = (1.0 * flood + 0.5 * rain) / (sqrt(1.25) * sqrt(flood**2 + rain**2))
    assert idf("flood") == pytest.approx(log10(1000))
    assert judge.measure(page("flood flood rain guitar"))[0] == pytest.approx(expected)


def test_table_takes_up_words_of_relevant_pages() -> None:
    judge = PageScore(Topic.from_keywords(["flood"]), 0.5, grow_every=2)
    for _ in range(2):
        assert judge.judge(page("flood levee")).relevant
    assert judge.score(["levee"]) > 0
    assert [change.term for change in judge.table.changes] == ["levee"]


def test_table_of_growth_zero_stays_as_it_is() -> None:
    judge = PageScore(Topic.from_keywords(["flood"]), 0.5, grow_every=0)
    for _ in range(100):
        judge.judge(page("flood levee"))
    assert judge.table.weights == {"flood": 1.0}


def test_restored_page_score_goes_on_alike() -> None:
    topic = Topic.from_keywords(["flood"])
    first, second = PageScore(topic, 0.5, grow_every=2), PageScore(topic, 0.5, grow_every=2)
    for words in ("flood levee", "guitar", "flood dyke", "flood surge"):
        first.judge(page(words))
    second.restore(first.state())
    for words in ("flood surge", "surge dyke", "levee"):
        assert first.judge(page(words)) == second.judge(page(words))


def test_page_score_explains_itself() -> None:
    judge = PageScore(Topic.from_keywords(["flood", "rain"]))
    text = page("flood rain rain")
    assert sum(row.amount for row in judge.explain(text)) == pytest.approx(judge.measure(text)[0])


def test_genre_aware_score_by_hand() -> None:
    judge = GenreAwareJudge(SYLLABI, 0.5)
    # one of two genre terms, the content term, one of two URL terms
    genre, content, url = sqrt(0.5), 1.0, sqrt(0.5)
    verdict = judge.judge(page("syllabus databas", "http://a.example/courses/"))
    assert verdict.score == pytest.approx(0.2 * url + 0.8 * (0.5 * genre + 0.5 * content))
    assert dict(verdict.parts) == pytest.approx({"genre": genre, "content": content, "url": url})


def test_weights_of_the_sides_are_parameters() -> None:
    judge = GenreAwareJudge(SYLLABI, 0.5, url_weight=0.0, genre_weight=1.0)
    assert judge.judge(page("databas", "http://a.example/db")).score == 0.0


def test_url_terms_default_to_all_terms() -> None:
    topic = Topic("", genre=GenreTerms(("syllabus",), ("databases",)))
    assert GenreAwareJudge(topic).measure(page("", "http://a.example/syllabus"))[1][2] == (
        "url",
        pytest.approx(sqrt(0.5)),
    )


def test_topic_without_genre_is_judged_by_content_and_url() -> None:
    judge = GenreAwareJudge(Topic.from_keywords(["flood"]), 0.5)
    assert judge.judge(page("flood", "http://a.example/flood")).score == pytest.approx(1.0)
    assert judge.judge(page("flood", "http://a.example/")).score == pytest.approx(0.8)


def test_genre_terms_alone_suffice() -> None:
    judge = GenreAwareJudge(Topic("", genre=GenreTerms(("syllabus",))), 0.5)
    assert judge.judge(page("syllabus", "http://a.example/syllabus")).score == pytest.approx(1.0)


def test_genre_explanation_adds_up_and_names_the_side() -> None:
    judge = GenreAwareJudge(SYLLABI, 0.5)
    text = page("syllabus databas", "http://a.example/db")
    rows = judge.explain(text)
    assert sum(row.amount for row in rows) == pytest.approx(judge.measure(text)[0])
    assert {row.term for row in rows} == {"genre: syllabus", "content: databas", "url: db"}
