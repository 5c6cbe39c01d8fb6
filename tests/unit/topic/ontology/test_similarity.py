"""Five-factor similarity: each factor worked out by hand, and what holds on every ontology."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa.errors import LycosaError
from lycosa.topic.ontology.graph import Concept, Ontology
from lycosa.topic.ontology.similarity import Factors, Similarity

#            hazard
#         /     |     \
#     flood   storm   fire        depth 1
#     /   \     |
# coastal flash hail              depth 2, so D = 2; at most 3 children
#   surge is part of coastal, below hail: depth 3, so D = 3
IS_A = {
    ("flood", "hazard"),
    ("storm", "hazard"),
    ("fire", "hazard"),
    ("coastal", "flood"),
    ("flash", "flood"),
    ("hail", "storm"),
    ("surge", "hail"),
}
NAMES = ("hazard", "flood", "storm", "fire", "coastal", "flash", "hail", "surge")
HAZARDS = Ontology(
    tuple(Concept(name, name.title()) for name in NAMES),
    is_a=frozenset(IS_A),
    part_of=frozenset({("surge", "coastal")}),
    related=frozenset({("fire", "hail")}),
    equivalent=frozenset({("flash", "hail")}),
)
SIMILARITY = Similarity(HAZARDS)


def test_distance_factor_falls_with_the_path() -> None:
    # flash - flood - hazard - storm - hail: 4 edges, D = 3
    assert SIMILARITY.factors("flash", "hail").distance == pytest.approx(1 - 4 / 6)


def test_density_factor_compares_children_with_the_most_fertile_concept() -> None:
    # flood has 2 children, storm 1, hazard the most: 3
    assert SIMILARITY.factors("flood", "storm").density == pytest.approx((2 + 1) / (2 * 3))


def test_depth_factor_grows_with_depth_and_falls_with_difference() -> None:
    # flood at 1, surge at 3, D = 3
    assert SIMILARITY.factors("flood", "surge").depth == pytest.approx((1 + 3) / (6 + 2))


def test_coincidence_factor_is_the_share_of_common_ancestors() -> None:
    # {coastal, flood, hazard} and {surge, hail, storm, hazard}
    assert SIMILARITY.factors("coastal", "surge").coincidence == pytest.approx(1 / 6)


@pytest.mark.parametrize(
    ("a", "b", "value"),
    [
        ("flash", "hail", 1.0),  # equivalent
        ("flood", "coastal", 0.8),  # parent
        ("surge", "coastal", 0.6),  # part of
        ("hazard", "surge", 0.6),  # ancestor
        ("coastal", "flash", 0.4),  # siblings
        ("fire", "hail", 0.2),  # otherwise related
        ("fire", "coastal", 0.0),  # none
    ],
)
def test_relation_factor(a: str, b: str, value: float) -> None:
    assert SIMILARITY.factors(a, b).relation == value
    assert SIMILARITY.factors(b, a).relation == value


def test_sem_is_the_weighted_sum_of_the_factors() -> None:
    # flood, coastal: distance 1 - 1/6, density (2+0)/6, depth (1+2)/(6+1), coincidence 2/3, relation 0.8
    weights = Factors(0.1, 0.2, 0.3, 0.15, 0.25)
    by_hand = 0.1 * 5 / 6 + 0.2 / 3 + 0.3 * 3 / 7 + 0.15 * 2 / 3 + 0.25 * 0.8
    assert Similarity(HAZARDS, weights).sem("flood", "coastal") == pytest.approx(by_hand)


def test_a_concept_is_wholly_similar_to_itself_whatever_the_weights() -> None:
    assert Similarity(HAZARDS, Factors(0, 1, 0, 0, 0)).sem("fire", "fire") == 1.0


def test_roots_under_a_virtual_root_are_not_siblings() -> None:
    forest = Ontology((Concept("a", "A"), Concept("b", "B")))
    factors = Similarity(forest).factors("a", "b")
    assert factors.relation == 0.0
    assert factors.distance == 0.0
    assert factors.density == 0.0


def test_a_single_concept_is_like_itself() -> None:
    assert Similarity(Ontology((Concept("a", "A"),))).to_all("a", {"a"}) == {"a": 1.0}


@pytest.mark.parametrize("weights", [(0.5, 0.5, 0.5, 0, 0), (1.5, -0.5, 0, 0, 0), (float("nan"), 1, 0, 0, 0)])
def test_weights_that_are_negative_or_do_not_sum_to_1_are_refused(weights: tuple[float, ...]) -> None:
    with pytest.raises(LycosaError, match="must sum to 1"):
        Similarity(HAZARDS, Factors(*weights))


def test_similarity_to_many_concepts_is_that_to_each() -> None:
    assert SIMILARITY.to_all("flood", {"flood", "flash", "hail"}) == {
        "flood": 1.0,
        "flash": SIMILARITY.sem("flood", "flash"),
        "hail": SIMILARITY.sem("flood", "hail"),
    }


def test_an_unknown_topic_concept_is_named() -> None:
    with pytest.raises(LycosaError, match="no concept 'sports'"):
        SIMILARITY.to_all("sports", {"flood"})


@st.composite
def ontologies(draw: st.DrawFn) -> Ontology:
    count = draw(st.integers(1, 12))
    pairs = [(str(child), str(parent)) for child in range(count) for parent in range(child)]
    some = st.frozensets(st.sampled_from(pairs), max_size=20) if pairs else st.just(frozenset())
    return Ontology(
        tuple(Concept(str(i), f"c{i}") for i in range(count)), draw(some), draw(some), draw(some), draw(some)
    )


@st.composite
def weightings(draw: st.DrawFn) -> Factors:
    raw = draw(st.lists(st.floats(0, 1), min_size=5, max_size=5).filter(lambda values: sum(values) > 0.1))
    return Factors(*(value / sum(raw) for value in raw))


@given(ontologies(), weightings())
@settings(max_examples=150)
def test_similarity_is_symmetric_and_within_0_and_1(ontology: Ontology, weights: Factors) -> None:
    similarity = Similarity(ontology, weights)
    ids = [concept.id for concept in ontology.concepts]
    for a in ids:
        assert similarity.sem(a, a) == 1.0
        to_all = similarity.to_all(a, ids)
        for b in ids:
            assert all(0 <= factor <= 1 for factor in similarity.factors(a, b))
            assert similarity.sem(a, b) == similarity.sem(b, a) == to_all[b]
            assert 0 <= similarity.sem(a, b) <= 1
