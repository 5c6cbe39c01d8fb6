from __future__ import annotations

from math import log10

import pytest

from lycosa.judge.semantic import Semantic
from lycosa.model import Page
from lycosa.text.semantics import unit
from lycosa.topic import Topic


def page(words: str) -> Page:
    tokens = tuple(words.split())
    return Page("http://a.example/", tokens=tokens, groups=bytes([4]) * len(tokens), language="en")


WEATHER = Topic.from_keywords(["storm", "rain"])


def test_score_mixes_meaning_and_words() -> None:
    verdict = Semantic(WEATHER, 0.5, mix=0.25).judge(page("storm wind"))
    parts = dict(verdict.parts)
    assert verdict.score == pytest.approx(0.25 * parts["meaning"] + 0.75 * parts["words"])


def test_meaning_by_hand() -> None:
    judge = Semantic(WEATHER, 0.5)
    storm, rain, wind = judge.vectors.of(["storm", "rain", "wind"])
    idf = WEATHER.frequencies.idf
    centre = unit(unit(idf("storm") * storm + idf("rain") * rain))
    expected = float(unit(2 * idf("wind") * wind + idf("storm") * storm) @ centre)
    assert dict(judge.judge(page("wind wind storm")).parts)["meaning"] == pytest.approx(expected, abs=1e-5)
    assert idf("zyx") == pytest.approx(log10(1000.01))


def test_related_word_scores_where_no_term_matches() -> None:
    judge = Semantic(WEATHER, 0.5)
    assert judge.score(["wind"]) > judge.score(["guitar"])


def test_examples_and_terms_together_make_the_centre() -> None:
    topic = Topic("t", {"storm": 1.0}, (page("rain wind"),))
    judge = Semantic(topic, 0.5)
    text = judge.vectors.mean({word: topic.frequencies.idf(word) for word in ("rain", "wind")})
    term = judge.vectors.mean({"storm": 1.0})
    assert judge.centre == pytest.approx(unit(text + term), abs=1e-5)


def test_semantic_explanation_adds_up() -> None:
    judge = Semantic(WEATHER, 0.5)
    text = page("storm wind guitar")
    assert sum(row.amount for row in judge.explain(text)) == pytest.approx(judge.measure(text)[0], abs=1e-4)
