from __future__ import annotations

from dataclasses import replace
from math import log10, sqrt

import pytest

from lycosa.errors import LycosaError
from lycosa.model import Page
from lycosa.topic import GenreTerms, Topic, TopicVector
from lycosa.topic.ontology import Concept, Ontology
from lycosa.topic.reading import text_page
from lycosa.topic.sentence import sentence_terms, written_forms


def page(words: str, url: str = "http://a.example/", group: int = 4) -> Page:
    tokens = tuple(words.split())
    return Page(url, tokens=tokens, groups=bytes([group]) * len(tokens), language="en")


WATER = Ontology(
    (Concept("w", "water"), Concept("f", "flood", ("floods",)), Concept("r", "flash flood")),
    frozenset({("f", "w"), ("r", "f")}),
)


def test_weight_is_share_times_idf_over_background_and_examples() -> None:
    topic = Topic.from_pages([page("levee levee levee dyke"), page("dyke polder polder polder")])
    weights = topic.vector.weights
    assert weights["levee"] == pytest.approx(3 / 8 * log10(1002 / 1 + 0.01))
    assert weights["dyke"] == pytest.approx(2 / 8 * log10(1002 / 2 + 0.01))


def test_attribute_text_gives_no_terms() -> None:
    assert set(Topic.from_pages([page("levee"), page("dyke", group=0)]).vector.weights) == {"levee"}


def test_authors_terms_weigh_as_much_as_the_heaviest_learned_one() -> None:
    topic = Topic("t", {"storm": 2.0, "wind": 1.0}, (page("levee levee dyke"),))
    top = topic.vector.weights["levee"]
    assert topic.vector.weights["storm"] == top
    assert topic.vector.weights["wind"] == top / 2


def test_sentence_gives_its_telling_words() -> None:
    topic = Topic.from_sentence("The history of windmills in the Netherlands")
    assert {"windmil", "netherland", "histori"} == set(topic.vector.weights)
    assert topic.vector.weights["windmil"] > topic.vector.weights["histori"]


def test_words_of_a_sentence_weigh_by_how_rare_they_are() -> None:
    assert sentence_terms("Windmills") == {"Windmills": 1.0}
    terms = sentence_terms("new windmills")
    assert 0 < terms["new"] < 0.5 < terms["windmills"] == 1.0


def test_chinese_sentence_is_cut_into_words() -> None:
    assert set(Topic.from_sentence("暴雨洪水灾害").vector.weights) == {"暴雨", "洪水", "灾害"}


def test_phrases_are_kept_whole() -> None:
    assert set(Topic.from_keywords(["flash floods"]).vector.weights) == {"flash flood"}


@pytest.mark.parametrize(
    ("topic", "named"),
    [
        (Topic("nothing"), "nothing"),
        (Topic.from_keywords(["the"]), "'the'"),
        (Topic.from_sentence("and of the"), "and of the"),
    ],
)
def test_topic_without_terms_is_an_error_that_names_it(topic: Topic, named: str) -> None:
    with pytest.raises(LycosaError, match="no terms") as error:
        topic.check()
    assert named in str(error.value)


def test_genre_and_content_terms_alone_make_a_topic() -> None:
    topic = Topic("t", genre=GenreTerms(("syllabus",), ("relational model",)))
    assert set(topic.vector.weights) == {"syllabus", "relat model"}


def test_ontology_alone_makes_a_topic() -> None:
    assert "flood" in Topic("water", ontology=WATER).vector.weights


def test_semantic_vector_holds_the_similarity_of_each_term_to_the_concept() -> None:
    vector = Topic("water", ontology=WATER).ontology_vector
    # water - flood, D = 2: distance 1 - 1/4, density (1 + 1)/(2*1), depth (0 + 1)/(4 + 1),
    # common ancestors 1 of 2, parent and child 0.8
    assert vector.weights["flood"] == pytest.approx(0.2 * (0.75 + 1.0 + 0.2 + 0.5 + 0.8))
    assert vector.weights["water"] == 1.0
    assert "flash flood" in vector.weights


def test_concept_is_found_by_label_or_is_the_root() -> None:
    assert Topic("x", ontology=WATER, concept="floods").concept_id == "f"
    assert Topic("anything", ontology=WATER).concept_id == "w"


def test_concept_is_the_first_that_a_keyword_names() -> None:
    assert Topic("anything", {"storm": 1.0, "floods": 1.0}, ontology=WATER).concept_id == "f"


def test_unknown_concept_is_an_error_that_names_it() -> None:
    with pytest.raises(LycosaError, match=r"'fire'.*water"):
        Topic("x", ontology=WATER, concept="fire").check()


def test_ontology_is_built_from_examples_where_none_is_given() -> None:
    pages = [
        page(f"{more} levee surge storm rain wind") for more in ("dyke " * 9, "dyke " * 9, "polder", "sluice")
    ]
    domain = Topic.from_pages(pages, "water").domain
    assert domain.concept(domain.roots[0]).label == "water"
    assert [concept.label for concept in domain.concepts] == ["water", "dyke"]


def test_a_topic_that_nobody_named_adds_no_term_of_its_own() -> None:
    pages = [page("water dyke topic"), page("water dyke topic")]
    named, unnamed = Topic.from_pages(pages, "holiday"), Topic.from_pages(pages)
    assert "holiday" in named.ontology_vector.weights
    assert set(unnamed.ontology_vector.weights) == set(named.ontology_vector.weights) - {"holiday"}
    assert unnamed.domain.concept(unnamed.concept_id).label == "⊤"


def test_the_weights_of_the_five_factors_can_be_set() -> None:
    topic = Topic("water", ontology=WATER)
    by_relation = topic.semantic_vector((0.0, 0.0, 0.0, 0.0, 1.0)).weights
    assert set(by_relation.values()) <= {1.0, 0.8, 0.6, 0.4, 0.2}
    assert by_relation != topic.ontology_vector.weights
    with pytest.raises(LycosaError, match="five factors"):
        topic.semantic_vector((0.5, 0.5))


def test_ontology_of_keywords_alone_is_an_error() -> None:
    with pytest.raises(LycosaError, match="no ontology, and no example pages"):
        _ = Topic.from_keywords(["flood"]).domain


def test_one_class_is_an_error_that_names_it() -> None:
    with pytest.raises(LycosaError, match="one class of documents, 'flood'"):
        Topic("flood", classes={"flood": (page("levee"),)}).check()


def test_topic_must_be_one_of_its_classes() -> None:
    classes = {"flood": (page("levee"),), "sport": (page("goal"),)}
    with pytest.raises(LycosaError, match="set own_class to one of flood, sport"):
        Topic("water", classes=classes).check()
    assert Topic("water", classes=classes, own_class="flood").positives == classes["flood"]


def test_class_without_documents_is_an_error_that_names_it() -> None:
    with pytest.raises(LycosaError, match="'sport' has no documents"):
        Topic("flood", classes={"flood": (page("levee"),), "sport": ()}).check()


def test_leaving_out_an_example_leaves_the_others() -> None:
    first, second = page("levee"), page("dyke")
    assert Topic.from_pages([first, second]).without(first).examples == (second,)


def test_stems_are_written_as_on_the_pages_or_as_by_the_author() -> None:
    assert written_forms([text_page("Flooding, flooding and floods", "u", "en")])["flood"] == "flooding"
    topic = replace(Topic.from_keywords(["Floods"]), examples=(text_page("flooding", "u", "en"),))
    assert topic.written["flood"] == "Floods"


def test_cosine_by_hand() -> None:
    vector = TopicVector({"a": 3.0, "b": 4.0}, {"a": 1.0, "b": 0.5}.__getitem__)
    # a once, b twice: (1, 1); topic (3, 4)
    assert vector.cosine(["a", "b", "b", "x"]) == pytest.approx((3 + 4) / (sqrt(2) * 5))


def test_tag_weighted_cosine_by_hand() -> None:
    vector = TopicVector({"a": 3.0, "b": 4.0}, lambda term: 1.0)
    # a twice in the title and four times in paragraphs: (2*2.0 + 4*1.0)/4 = 2; b once elsewhere: 0.2
    tokens, groups = ["a"] * 6 + ["b"], bytes([1, 1, 4, 4, 4, 4, 5])
    expected = (3 * 2 + 4 * 0.2) / (5 * sqrt(2**2 + 0.2**2))
    assert vector.tag_weighted(tokens, groups) == pytest.approx(expected)


def test_contributions_add_up_to_the_cosine() -> None:
    vector = TopicVector({"a": 3.0, "b": 4.0}, lambda term: 1.0)
    tokens, groups = ["a", "b", "a"], bytes([1, 4, 5])
    rows = vector.contributions(vector.found_by_tag(tokens, groups))
    assert sum(row.amount for row in rows) == pytest.approx(vector.tag_weighted(tokens, groups))
    assert rows == sorted(rows, key=lambda row: -row.amount)
