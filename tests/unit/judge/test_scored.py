from __future__ import annotations

import pytest

from lycosa.errors import LycosaError
from lycosa.judge.ontology_vsm import OntologyVSM
from lycosa.judge.scored import ALONE, AUTO, FIRST_PAGES
from lycosa.judge.vsm import TagWeightedVSM
from lycosa.model import Page
from lycosa.topic import Topic
from lycosa.topic.ontology import Concept, Ontology
from lycosa.topic.threshold import estimate


def page(words: str, group: int = 4) -> Page:
    tokens = tuple(words.split())
    return Page("http://a.example/", tokens=tokens, groups=bytes([group]) * len(tokens), language="en")


EXAMPLES = [page("flood levee dyke"), page("flood levee rain"), page("flood storm rain"), page("flood surge")]


def test_given_threshold_decides() -> None:
    topic = Topic.from_keywords(["flood", "rain"])
    verdict = TagWeightedVSM(topic, 0.8).judge(page("flood"))
    assert (verdict.relevant, verdict.reason) == (False, "threshold 0.800: given")
    assert TagWeightedVSM(topic, 0.7).judge(page("flood")).relevant


def test_auto_threshold_rests_on_each_example_against_the_others() -> None:
    topic = Topic.from_pages(EXAMPLES)
    alone = [TagWeightedVSM(topic.without(each), 0.0).judge(each).score for each in EXAMPLES]
    expected = estimate(alone, AUTO[0], subset=AUTO[1]).value
    verdict = TagWeightedVSM(topic).judge(page("flood"))
    assert verdict.reason == f"threshold {expected:.3f}: {AUTO[0]} of 4 examples"


def test_method_can_be_named() -> None:
    judge = TagWeightedVSM(Topic.from_pages(EXAMPLES), "kmeans")
    assert "kmeans of 4 examples" in judge.judge(page("flood")).reason


@pytest.mark.parametrize("threshold", ["best", ""])
def test_unknown_method_is_named(threshold: str) -> None:
    with pytest.raises(LycosaError, match=f"threshold '{threshold}' is not a number, auto, or one of mean"):
        TagWeightedVSM(Topic.from_keywords(["flood"]), threshold).judge(page("flood"))


def test_single_example_sets_the_threshold_at_half_its_own_score() -> None:
    judge = TagWeightedVSM(Topic.from_pages(EXAMPLES[:1]))
    assert judge.cut.value == pytest.approx(ALONE * judge.measure(EXAMPLES[0])[0])


def test_without_examples_the_first_pages_with_a_score_make_the_threshold() -> None:
    judge = TagWeightedVSM(Topic.from_keywords(["flood", "rain"]))
    pages = [page("guitar"), page("flood"), page("flood rain"), page("rain")]
    reasons = [judge.judge(each).reason for each in pages]
    assert all("default until" in reason for reason in reasons)
    expected = estimate([0.5**0.5, 1.0, 0.5**0.5], AUTO[0], subset=AUTO[1]).value
    assert (
        judge.judge(page("flood")).reason
        == f"threshold {expected:.3f}: mean of the first {FIRST_PAGES} pages"
    )


def test_restored_judge_keeps_its_threshold() -> None:
    topic = Topic.from_keywords(["flood", "rain"])
    first, second = TagWeightedVSM(topic), TagWeightedVSM(topic)
    for words in ("flood", "flood rain", "rain"):
        first.judge(page(words))
    for _ in range(FIRST_PAGES):
        second.judge(page("flood rain"))
    assert second.cut != first.cut
    second.restore(first.state())
    assert second.cut == first.cut


def test_page_without_any_term_scores_nothing() -> None:
    assert TagWeightedVSM(Topic.from_keywords(["flood"]), 0.5).judge(page("guitar")).score == 0.0


def test_words_in_the_title_count_for_more() -> None:
    judge = TagWeightedVSM(Topic.from_keywords({"flood": 3.0, "rain": 1.0}))
    both = ("flood", "rain")
    assert judge.score(both, bytes([1, 5])) > judge.score(both, bytes([5, 1]))


def test_explanation_adds_up_to_the_score() -> None:
    judge = TagWeightedVSM(Topic.from_pages(EXAMPLES))
    rows = judge.explain(EXAMPLES[0])
    assert sum(row.amount for row in rows) == pytest.approx(judge.measure(EXAMPLES[0])[0])
    assert {row.term for row in rows} == {"flood", "levee", "dyke"}


def test_ontology_judge_by_hand() -> None:
    water = Ontology((Concept("w", "water"), Concept("f", "flood")), frozenset({("f", "w")}))
    # Sem(water, flood), D = 1: distance 1/2, density 1/2, depth 1/3, ancestors 1/2, parent 0.8
    sem = 0.2 * (0.5 + 0.5 + 1 / 3 + 0.5 + 0.8)
    judge = OntologyVSM(Topic("water", ontology=water))
    assert judge.measure(page("flood"))[0] == pytest.approx(sem / (1 + sem**2) ** 0.5)
    assert judge.measure(page("water"))[0] == pytest.approx(1 / (1 + sem**2) ** 0.5)
