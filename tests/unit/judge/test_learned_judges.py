from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from lycosa.errors import LycosaError
from lycosa.judge.bcw import BCWJudge
from lycosa.judge.learn import BCW, WVC, grouped_count_matrix
from lycosa.judge.learn.weighting import tfc
from lycosa.judge.sample import Sample, matrix_of
from lycosa.judge.trained import BEFORE, WARM_UP, TrainedJudge
from lycosa.judge.wvc import STEEPNESS, WVCJudge, midway
from lycosa.model import Page
from lycosa.topic import Topic

WATER = ["flood", "levee", "dyke", "polder", "surge", "river", "dam"]
MUSIC = ["guitar", "piano", "violin", "song", "melody", "drum"]
SHARED = ["year", "people", "city", "north", "large", "small"]


def page(kind: list[str], number: int, url: str = "") -> Page:
    rng = random.Random(f"{kind[0]}{number}")
    tokens = tuple(rng.choice(kind if rng.random() < 0.6 else SHARED) for _ in range(60))
    groups = bytes(rng.choice((1, 4, 4, 4, 5, 0)) for _ in tokens)
    return Page(url or f"http://{kind[0]}.example/{number}", tokens=tokens, groups=groups, language="en")


EXAMPLES = tuple(page(WATER, 1000 + i) for i in range(5))
BY_EXAMPLES = Topic.from_pages(EXAMPLES, "water")
BY_CLASSES = Topic(
    "water", classes={"water": EXAMPLES, "music": tuple(page(MUSIC, 1000 + i) for i in range(5))}
)
BOTH = pytest.mark.parametrize("judge", [BCWJudge, WVCJudge])


def crawl(judge: TrainedJudge, pages: int) -> list[Any]:
    return [judge.judge(page(WATER if i % 3 == 0 else MUSIC, i)) for i in range(pages)]


@BOTH
def test_before_the_first_training_the_vector_space_judge_decides(judge: type[TrainedJudge]) -> None:
    made = judge(BY_EXAMPLES)
    verdict = made.judge(page(WATER, 1))
    assert verdict.reason.endswith("; vsm, for want of pages to learn from")
    assert verdict[:3] == made.fallback.judge(page(WATER, 1))[:3]


@BOTH
def test_after_the_warm_up_it_tells_the_topic_from_the_rest(judge: type[TrainedJudge]) -> None:
    made = judge(BY_EXAMPLES)
    crawl(made, WARM_UP)
    on, off = made.judge(page(WATER, 500)), made.judge(page(MUSIC, 500))
    assert (on.relevant, off.relevant) == (True, False)
    assert on.score > 0.5 > off.score
    assert f"trained on 5 examples and {WARM_UP} other pages" in on.reason


@BOTH
def test_it_is_trained_again_after_twice_as_many_pages(judge: type[TrainedJudge]) -> None:
    made = judge(BY_EXAMPLES, warm_up=10)
    trained = [verdict.reason.partition("examples and ")[2] for verdict in crawl(made, 41)]
    assert trained[9] == ""
    assert trained[10] == trained[19] == "10 other pages"
    assert trained[20] == "20 other pages"
    assert trained[40] == "40 other pages"


@BOTH
def test_examples_met_in_the_crawl_are_not_learned_from_twice(judge: type[TrainedJudge]) -> None:
    made = judge(BY_EXAMPLES)
    for each in EXAMPLES:
        made.judge(each)
    assert len(made.sample) == 0


@BOTH
def test_labelled_classes_are_used_instead(judge: type[TrainedJudge]) -> None:
    made = judge(BY_CLASSES)
    on, off = made.judge(page(WATER, 1)), made.judge(page(MUSIC, 1))
    assert (on.relevant, off.relevant) == (True, False)
    assert "10 documents in 2 classes" in on.reason
    assert made.state() == {}


@BOTH
def test_unlabelled_pages_of_the_topic_spare_the_warm_up(judge: type[TrainedJudge]) -> None:
    unlabelled = tuple(page(WATER if i % 3 == 0 else MUSIC, i) for i in range(WARM_UP))
    made = judge(replace(BY_EXAMPLES, unlabelled=unlabelled))
    assert "trained on 5 examples" in made.judge(page(WATER, 77)).reason


@BOTH
def test_without_examples_the_first_relevant_pages_stand_in(judge: type[TrainedJudge]) -> None:
    made = judge(Topic.from_keywords(WATER[:4], "water"), warm_up=20)
    crawl(made, 60)
    verdict = made.judge(page(WATER, 99))
    assert verdict.relevant
    assert "trained on" in verdict.reason


@BOTH
def test_restored_judge_goes_on_alike(judge: type[TrainedJudge]) -> None:
    first, second = judge(BY_EXAMPLES, warm_up=10), judge(BY_EXAMPLES, warm_up=10)
    crawl(first, 25)
    second.restore(json.loads(json.dumps(first.state())))
    more = [page(WATER if i % 2 else MUSIC, 300 + i) for i in range(40)]
    assert [first.judge(each) for each in more] == [second.judge(each) for each in more]


@BOTH
def test_given_threshold_is_applied_to_the_score(judge: type[TrainedJudge]) -> None:
    made = judge(BY_CLASSES, threshold=0.999999)
    verdict = made.judge(page(WATER, 1))
    assert verdict.relevant == (verdict.score >= 0.999999)
    assert verdict.reason.startswith("threshold 1.000: given")


@BOTH
def test_unknown_threshold_is_named(judge: type[TrainedJudge]) -> None:
    with pytest.raises(LycosaError, match=f"'kmeans' of the judge '{judge.name}'"):
        judge(BY_CLASSES, threshold="kmeans").judge(page(WATER, 1))


@BOTH
def test_text_without_a_known_word_scores_nothing(judge: type[TrainedJudge]) -> None:
    made = judge(BY_CLASSES)
    assert made.score([]) == made.score(["zebra"]) == 0.0


@BOTH
def test_one_class_cannot_be_learned(judge: type[TrainedJudge]) -> None:
    with pytest.raises(LycosaError, match="one class of documents, 'water'"):
        judge(Topic("water", classes={"water": EXAMPLES})).judge(page(WATER, 1))


def test_pages_without_common_words_leave_the_decision_where_it_was() -> None:
    example = Page("u", tokens=("flood",), groups=bytes([4]), language="el")  # no everyday words are listed
    judge = WVCJudge(Topic.from_pages([example]), warm_up=3)
    for number in range(6):
        page = Page(f"http://a.example/{number}", tokens=(f"word{number}",), groups=bytes([4]))
        assert judge.judge(page).reason.endswith("for want of pages to learn from")


def test_bcw_verdict_is_that_of_the_estimator() -> None:
    judge = BCWJudge(BY_CLASSES)
    texts = [page(kind, i) for kind in (WATER, MUSIC) for i in range(10)]
    verdicts = [judge.judge(each).relevant for each in texts]
    documents = [each for pages in BY_CLASSES.classes.values() for each in pages]
    labels = [name for name, pages in BY_CLASSES.classes.items() for _ in pages]
    terms = judge.sample.words
    model = BCW(grouped=True)
    model.fit(
        grouped_count_matrix([d.tokens for d in documents], [d.groups for d in documents], terms), labels
    )
    found = model.predict(grouped_count_matrix([t.tokens for t in texts], [t.groups for t in texts], terms))
    assert verdicts == [label == "water" for label in found]


def test_bcw_score_by_hand() -> None:
    judge = BCWJudge(BY_CLASSES)
    judge.score([])
    model, words = judge.model, judge.sample.words
    own, other = list(model.classes_).index("water"), list(model.classes_).index("music")
    flood, song = words.id("flood"), words.id("song")
    log_prob = model.feature_log_prob_
    # flood in the title weighs 2, song in a paragraph 1: odds of 3 words, tempered by the root of 3
    odds = 2 * (log_prob[own, flood] - log_prob[other, flood]) + (log_prob[own, song] - log_prob[other, song])
    expected = 1 / (1 + 10 ** (-odds / 3**0.5))
    assert judge.score(["flood", "song", "zebra"], bytes([1, 4, 4])) == pytest.approx(expected)


def test_bcw_explanation_adds_up_to_the_odds() -> None:
    judge = BCWJudge(BY_CLASSES)
    text = page(WATER, 1)
    assert sum(row.amount for row in judge.explain(text)) == pytest.approx(judge.judge(text).parts[0][1])


def test_examples_and_negatives_weigh_alike_in_bcw() -> None:
    judge = BCWJudge(BY_EXAMPLES)
    crawl(judge, WARM_UP + 1)
    words = judge.model.feature_count_.sum(axis=1)
    assert words[0] == pytest.approx(words[1])


def test_wvc_margin_is_that_of_the_estimator() -> None:
    judge = WVCJudge(BY_EXAMPLES)
    crawl(judge, WARM_UP + 1)
    text = page(WATER, 7)
    machines = judge.model.machines
    assert isinstance(machines, WVC)
    row = matrix_of([judge.bag(text.tokens, text.groups)], judge.width)
    margin = float(machines.margin(row)[0])
    parts = dict(judge.judge(text).parts)
    assert parts["margin"] == pytest.approx(margin)
    assert 2 * parts["vote"] - 1 == pytest.approx(float(machines.decision_function(row)[0]))
    expected = 1 / (1 + np.exp(-STEEPNESS * (margin - judge.model.border)))
    assert judge.score(text.tokens, text.groups) == pytest.approx(expected)


def test_wvc_explanation_adds_up_to_the_margin() -> None:
    judge = WVCJudge(BY_CLASSES)
    text = page(WATER, 1)
    assert sum(row.amount for row in judge.explain(text)) == pytest.approx(
        dict(judge.judge(text).parts)["margin"]
    )


def test_wvc_vote_is_the_papers_majority() -> None:
    judge = WVCJudge(BY_EXAMPLES, threshold="vote")
    crawl(judge, WARM_UP + 1)
    verdict = judge.judge(page(WATER, 7))
    assert verdict.relevant == (dict(verdict.parts)["vote"] > 0.5)
    assert verdict.reason.startswith("wvc vote")


def test_a_radial_margin_is_that_of_the_library() -> None:
    judge = WVCJudge(BY_EXAMPLES, kernel="rbf")
    crawl(judge, WARM_UP + 1)
    text, machines = page(WATER, 7), judge.model.machines
    row = matrix_of([judge.bag(text.tokens, text.groups)], judge.width)
    trained = [each.machine.decision_function(tfc(row, machines.idf_))[0] for each in machines.rounds_]
    assert float(machines.margin(row)[0]) == pytest.approx(float(np.array(trained) @ machines.vote_))
    assert dict(judge.judge(text).parts)["margin"] == pytest.approx(float(machines.margin(row)[0]))


def test_a_radial_judge_ranks_the_topic_first_and_goes_on_alike_when_restored() -> None:
    judge, again = WVCJudge(BY_EXAMPLES, kernel="rbf"), WVCJudge(BY_EXAMPLES, kernel="rbf")
    crawl(judge, WARM_UP + 1)
    again.restore(json.loads(json.dumps(judge.state())))
    near, far = judge.judge(page(WATER, 7)), judge.judge(page(MUSIC, 7))
    assert near.score > far.score
    assert again.judge(page(WATER, 7)).score == pytest.approx(near.score)


def test_a_radial_explanation_adds_up_to_the_margin() -> None:
    judge = WVCJudge(BY_CLASSES, kernel="rbf")
    text = page(WATER, 1)
    assert sum(row.amount for row in judge.explain(text)) == pytest.approx(
        dict(judge.judge(text).parts)["margin"]
    )


def test_by_precision_all_machines_that_accept_an_example_vote_alike() -> None:
    judge = WVCJudge(BY_EXAMPLES, vote="precision")
    crawl(judge, WARM_UP + 1)
    machines = judge.model.machines
    accepting = np.array([each.accepted > 0 for each in machines.rounds_])
    assert accepting.any()
    assert machines.vote_ == pytest.approx(accepting / accepting.sum())


@pytest.mark.parametrize("wrong", [{"kernel": "poly"}, {"vote": "all"}])
def test_unknown_options_are_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(LycosaError, match="must be one of"):
        WVCJudge(BY_EXAMPLES, **wrong)


def test_border_is_midway_between_two_clusters() -> None:
    assert midway(np.array([1.1, 0.0, 0.9, 0.2])) == pytest.approx((0.1 + 1.0) / 2)
    assert midway(np.array([-3.0, -2.0, 5.0])) == pytest.approx((-2.5 + 5.0) / 2)
    assert midway(np.array([0.4, 0.4])) == 0.4


def test_sample_stays_within_its_size_and_spread_over_the_stream() -> None:
    sample = Sample(4)
    for number in range(20):
        sample.add(Page("u", tokens=(f"word{number}",), groups=bytes([4])))
    kept = [sample.words.terms[int(bag.ids[0])] for bag in sample.bags]
    assert kept == ["word0", "word8", "word16"]
    assert sample.seen == 20


def test_attribute_text_is_not_learned_from() -> None:
    sample = Sample(4)
    sample.add(Page("u", tokens=("flood", "menu"), groups=bytes([4, 0])))
    assert sample.words.terms == ("flood",)


@BOTH
def test_with_examples_it_can_be_trained_before_the_crawl(judge: type[TrainedJudge]) -> None:
    made = judge(BY_EXAMPLES, warm_up=BEFORE)
    first = made.judge(page(WATER, 1))
    assert "trained on 5 examples and texts of everyday words" in first.reason
    assert first.relevant
    assert not made.judge(Page("http://a.example/", tokens=tuple(9 * MUSIC), groups=bytes([4] * 54))).relevant


@BOTH
def test_a_judge_trained_before_the_crawl_is_trained_again_as_it_goes_on(judge: type[TrainedJudge]) -> None:
    made = judge(BY_EXAMPLES, warm_up=BEFORE)
    trained = [verdict.reason.partition("examples and ")[2] for verdict in crawl(made, 2 * WARM_UP + 1)]
    assert trained[0] == trained[WARM_UP - 1] == "texts of everyday words"
    assert trained[WARM_UP] == f"{WARM_UP} other pages"
    assert trained[2 * WARM_UP] == f"{2 * WARM_UP} other pages"


@BOTH
@pytest.mark.parametrize(
    "topic", [Topic.from_keywords(WATER[:4], "water"), replace(BY_EXAMPLES, language="el")]
)
def test_without_examples_or_everyday_words_the_crawl_warms_up(
    judge: type[TrainedJudge], topic: Topic
) -> None:
    made = judge(topic, warm_up=BEFORE)
    verdicts = crawl(made, WARM_UP + 20)
    assert verdicts[0].reason.endswith("for want of pages to learn from")
    assert "trained on" in verdicts[-1].reason


def test_one_example_is_enough_to_train_before_the_crawl() -> None:
    made = WVCJudge(Topic.from_pages(EXAMPLES[:1]), warm_up=BEFORE)
    assert made.judge(page(WATER, 1)).score > made.judge(page(MUSIC, 1)).score
    assert made.trained
