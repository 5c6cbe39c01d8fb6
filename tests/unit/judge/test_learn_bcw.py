from __future__ import annotations

import gzip
import json
import pickle
import warnings
from math import log10

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.model_selection import cross_val_score
from sklearn.utils.estimator_checks import check_estimator

from lycosa.errors import LycosaError
from lycosa.judge.learn import BCW, count_matrix, grouped_count_matrix, vocabulary
from lycosa.text import tokens

FLOOD, GOAL, RAIN = range(3)
DOCUMENTS = [["rain"] * 20 + ["flood"] * 5, ["rain"] * 10, ["goal"] * 8, ["goal"] * 4 + ["rain"]]
CLASSES = ["weather", "weather", "sport", "sport"]
TERMS = vocabulary(DOCUMENTS)
WEATHER_WORDS, SPORT_WORDS = 35 + 3, 13 + 3  # words of the class and distinct words of all
RAIN_IDF, FLOOD_IDF, GOAL_IDF = log10(4 / 3 + 0.01), log10(4 / 1 + 0.01), log10(4 / 2 + 0.01)


def trained(**parameters):
    return BCW(**parameters).fit(count_matrix(DOCUMENTS, TERMS), CLASSES)


def trained_on_groups(**parameters):
    groups = [bytes([4]) * len(document) for document in DOCUMENTS]
    return BCW(grouped=True, **parameters).fit(grouped_count_matrix(DOCUMENTS, groups, TERMS), CLASSES)


def page(*words: tuple[str, int]):
    return grouped_count_matrix([[word for word, _ in words]], [bytes(group for _, group in words)], TERMS)


def random_pages():
    rng = np.random.default_rng(0)
    return sparse.csr_array(rng.poisson(0.7, (200, 6 * len(TERMS))).astype(float))


def test_joint_probability_is_the_one_computed_by_hand():
    joint = trained().joint_log10(count_matrix([["rain", "flood"]], TERMS))
    sport = log10(0.5) + 2 * log10(1 / SPORT_WORDS)  # rain occurs once in sport: the floor
    weather = log10(0.5) + log10(30 * RAIN_IDF / WEATHER_WORDS) + log10(5 * FLOOD_IDF / WEATHER_WORDS)
    assert joint == pytest.approx(np.array([[sport, weather]]))


def test_probabilities_follow_from_the_joint_and_add_up_to_one():
    model, document = trained(), count_matrix([["goal"]], TERMS)
    sport, weather = 0.5 * 12 * GOAL_IDF / SPORT_WORDS, 0.5 / WEATHER_WORDS
    both = sport + weather
    assert model.predict_proba(document)[0] == pytest.approx([sport / both, weather / both])
    assert np.exp(model.predict_log_proba(document)).sum() == pytest.approx(1)


def test_priors_are_shares_of_documents():
    model = BCW().fit(count_matrix([*DOCUMENTS, ["rain"]], TERMS), [*CLASSES, "weather"])
    assert model.class_log_prior_ == pytest.approx(np.log10([0.4, 0.6]))


def test_a_word_of_the_class_is_never_less_likely_than_an_absent_one():
    model = trained()
    floor = -np.log10([[SPORT_WORDS], [WEATHER_WORDS]])
    assert (model.feature_log_prob_ >= floor - 1e-12).all()


def test_as_printed_a_word_of_the_class_would_be_less_likely_than_an_absent_one():
    normalised = trained().feature_count_ / trained().feature_count_.sum(axis=1, keepdims=True)
    idf = np.array([FLOOD_IDF, GOAL_IDF, RAIN_IDF])
    assert (normalised * idf < 1).all()


def test_a_word_in_a_heavy_tag_counts_by_its_weight():
    joint = trained_on_groups().joint_log10(page(("flood", 1), ("goal", 5)))
    weather = log10(0.5) + 2.0 * log10(5 * FLOOD_IDF / WEATHER_WORDS) + 0.2 * log10(1 / WEATHER_WORDS)
    sport = log10(0.5) + 2.0 * log10(1 / SPORT_WORDS) + 0.2 * log10(12 * GOAL_IDF / SPORT_WORDS)
    assert joint == pytest.approx(np.array([[sport, weather]]))


def test_tag_weights_can_change_the_winner():
    mixed = page(("flood", 1), ("goal", 5))
    assert trained_on_groups(label_weighting="none").predict(mixed) == ["sport"]
    assert trained_on_groups().predict(mixed) == ["weather"]


def test_weights_inside_the_logarithm_never_change_the_winner():
    pages = random_pages()
    literal, none = trained_on_groups(label_weighting="literal"), trained_on_groups(label_weighting="none")
    assert (literal.predict(pages) == none.predict(pages)).all()
    assert literal.predict_proba(pages) == pytest.approx(none.predict_proba(pages))


def test_weights_inside_the_logarithm_add_the_same_to_every_class():
    literal, none = trained_on_groups(label_weighting="literal"), trained_on_groups(label_weighting="none")
    document = page(("rain", 1), ("goal", 5))
    added = literal.joint_log10(document) - none.joint_log10(document)
    assert added == pytest.approx(np.full((1, 2), log10(2.0) + log10(0.2)))


@pytest.mark.parametrize("weighting", ["exponent", "literal", "none"])
def test_attribute_text_never_counts(weighting):
    model = trained_on_groups(label_weighting=weighting)
    with_attribute = model.joint_log10(page(("rain", 4), ("goal", 0)))
    assert with_attribute == pytest.approx(model.joint_log10(page(("rain", 4))))


def test_training_is_unweighted():
    assert trained_on_groups().feature_log_prob_ == pytest.approx(trained().feature_log_prob_)


def test_a_model_trained_on_groups_also_predicts_plain_counts():
    plain = count_matrix([["rain", "goal"]], TERMS)
    assert trained_on_groups().joint_log10(plain) == pytest.approx(trained().joint_log10(plain))


def test_a_term_no_training_document_has_says_nothing():
    wider = sparse.csr_array(np.hstack([count_matrix(DOCUMENTS, TERMS).toarray(), np.zeros((4, 1))]))
    model = BCW().fit(wider, CLASSES)
    assert model.joint_log10([[0, 0, 0, 9]]) == pytest.approx(model.class_log_prior_[None, :])


def test_an_empty_document_gets_the_priors():
    assert trained().predict_proba(count_matrix([[]], TERMS)) == pytest.approx(np.array([[0.5, 0.5]]))


def test_training_on_empty_documents_stays_finite():
    model = BCW().fit(np.zeros((2, 3)), [0, 1])
    assert np.isfinite(model.predict_log_proba(np.ones((1, 3)))).all()


def test_state_is_plain_data_and_restores_the_model():
    model = trained_on_groups()
    copy = BCW(grouped=True).restore(json.loads(json.dumps(model.state())))
    pages = random_pages()
    assert (copy.predict(pages) == model.predict(pages)).all()
    assert (copy.predict_log_proba(pages) == model.predict_log_proba(pages)).all()
    assert copy.state() == model.state()


def test_it_can_be_cloned_and_pickled():
    model = trained_on_groups(tag_weights=(0, 1, 1, 1, 1, 1))
    assert clone(model).get_params() == model.get_params()
    assert (pickle.loads(pickle.dumps(model)).predict(random_pages()) == model.predict(random_pages())).all()


def test_it_works_inside_cross_validation():
    assert cross_val_score(BCW(), count_matrix(DOCUMENTS * 3, TERMS), CLASSES * 3, cv=3).mean() == 1.0


def test_it_keeps_scikit_learn_conventions():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the checks report what they skip as warnings
        check_estimator(BCW())


def test_inputs_are_not_changed():
    pages = random_pages()
    before = pages.copy()
    trained_on_groups().predict(pages)
    BCW(grouped=True).fit(pages, np.arange(200) % 2)
    for part in ("data", "indices", "indptr"):
        assert (getattr(pages, part) == getattr(before, part)).all()


def test_repeated_entries_of_a_cell_are_added_up():
    twice = sparse.csr_array(([1.0, 1.0, 2.0], [0, 0, 1], [0, 2, 3]), shape=(2, 2))
    model = BCW().fit(twice, ["a", "b"])
    assert model.document_frequency_.tolist() == [1, 1]
    assert model.feature_count_.tolist() == [[2, 0], [0, 2]]


@pytest.mark.parametrize(
    ("parameters", "culprit"),
    [
        ({"label_weighting": "sum"}, "sum"),
        ({"tag_weights": (0.0,) * 6}, "tag_weights"),
        ({"tag_weights": (1.0, -1.0)}, "tag_weights"),
        ({"grouped": True}, "3 columns"),
    ],
)
def test_bad_parameters_are_named(parameters, culprit):
    with pytest.raises(LycosaError, match=culprit):
        trained(**parameters)


def test_each_token_needs_a_tag_group():
    with pytest.raises(LycosaError, match="document 2"):
        grouped_count_matrix([["rain"], ["rain", "goal"]], [b"\x01", b"\x01"], TERMS)
    with pytest.raises(LycosaError, match="from 0 to 5"):
        grouped_count_matrix([["rain"]], [b"\x06"], TERMS)


def test_rare_terms_can_be_left_out_of_a_vocabulary():
    assert vocabulary(DOCUMENTS, min_documents=2).terms == ("goal", "rain")


def test_news_is_classified_well(shared):
    documents = {}
    for part in ("train", "test"):
        with gzip.open(shared / f"text/reuters21578/{part}.jsonl.gz", "rt", encoding="utf-8") as lines:
            rows = [row for row in map(json.loads, lines) if row["r8"]]
        documents[part] = [tokens(row["text"]) for row in rows], np.array([row["r8"] for row in rows])
    (texts, classes), (unseen, truth) = documents["train"], documents["test"]
    terms = vocabulary(texts)
    model = BCW().fit(count_matrix(texts, terms), classes)
    assert (model.predict(count_matrix(unseen, terms)) == truth).mean() > 0.94
