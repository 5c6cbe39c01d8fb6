"""FCOITS: what the ontology makes of pages and anchors."""

from __future__ import annotations

import pytest
from tests.tinyweb import TinyWeb, crawl_of, page

from lycosa import Topic
from lycosa.strategy.fcits import FCITS
from lycosa.strategy.fcoits import FCOITS
from lycosa.topic.ontology import Concept, Ontology

ROOT = "http://site.test/"
WATER = Topic(
    "water",
    {"water": 1.0, "road": 1.0},
    ontology=Ontology((Concept("w", "water"), Concept("f", "flood")), frozenset({("f", "w")})),
)


def test_relevance_is_the_cosine_with_the_semantic_vector() -> None:
    # Of water and flood: distance 1 - 1/2, density 1/2, depth 1/3, coincidence 1/2, relation 0.8,
    # each times 0.2: 0.52667. W_T = (1, 0.52667) has length 1.13022, and flood alone scores 0.46599.
    web = TinyWeb({ROOT: page("a|flood", text="flood")})
    notebook, engine = crawl_of(FCOITS(WATER, threshold=0.4), web, ROOT, pages=1)
    assert notebook.steps[0].visit.score == pytest.approx(0.46599, abs=1e-4)
    frontier = engine.crawl.frontier
    assert frontier.get(frontier.find(ROOT + "a")).parts == pytest.approx((1.0, 0.46599, 0.46599), abs=1e-4)


def test_without_the_ontology_the_same_page_is_irrelevant() -> None:
    web = TinyWeb({ROOT: page(text="flood")})
    notebook, _ = crawl_of(FCITS(WATER, threshold=0.4), web, ROOT)
    assert notebook.steps[0].visit.score == 0.0


def test_terms_serve_where_there_is_no_ontology_to_build() -> None:
    topic = Topic.from_keywords(["flood"])
    assert FCOITS(topic).judge_of_pages.vector.weights == topic.vector.weights


def test_the_walk_is_that_of_fcits() -> None:
    web = TinyWeb({ROOT: page("a|water", text="water"), ROOT + "a": page("b|water"), ROOT + "b": page()})
    notebook, _ = crawl_of(FCOITS(WATER, threshold=0.4), web, ROOT)
    assert notebook.visited == [ROOT, ROOT + "a", ROOT + "b"]


def test_the_five_factors_and_the_weights_of_tags_can_be_set() -> None:
    by_relation = FCOITS(WATER, factors=(0.0, 0.0, 0.0, 0.0, 1.0), tag_weights=(0, 1, 1, 1, 1, 1))
    assert set(by_relation.vector.weights.values()) <= {1.0, 0.8, 0.6, 0.4, 0.2}
    assert by_relation.vector.weights != FCOITS(WATER).vector.weights
    assert by_relation.judge_of_pages.tag_weights == (0, 1, 1, 1, 1, 1)  # type: ignore[attr-defined]
