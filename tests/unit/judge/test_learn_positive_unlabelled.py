from __future__ import annotations

import json
import pickle

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone

from lycosa.errors import LycosaError
from lycosa.judge.learn import PEBL, WVC, OneClass, err, idf, one_dnfc, scores, tfc, tfipndf

POSITIVE = sparse.csr_array([[2, 1, 0, 1], [1, 0, 0, 1], [3, 0, 0, 1], [1, 0, 0, 1], [1, 0, 0, 1.0]])
UNLABELLED = sparse.csr_array([[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1], [0, 0, 0, 1.0]])
LEARNERS = (WVC, PEBL, OneClass)


def corpus(seed=0, positives=60, hidden=40, negatives=300):
    """Positive documents speak of terms 0-9, others of terms 10-19, both of terms 20-39."""
    rng = np.random.default_rng(seed)
    rates = np.full((2, 40), 0.3)
    rates[0, :10], rates[0, 10:20] = 1.0, 0.02
    rates[1, :10], rates[1, 10:20] = 0.02, 1.0
    truth = np.repeat([True, True, False], [positives, hidden, negatives])
    counts = sparse.csr_array(rng.poisson(rates[np.where(truth, 0, 1)]).astype(float))
    labels = (np.arange(len(truth)) < positives).astype(int)
    return counts, labels, truth


def test_one_dnf_takes_terms_more_frequent_among_positives():
    # Shares among positives 1, 0.2, 0, 1 against 0.25, 0.25, 0.25, 1.
    found = one_dnfc(POSITIVE, UNLABELLED, lam=0.0)
    assert found.features.tolist() == [0]
    assert found.negatives.tolist() == [1, 2, 3]


def test_one_dnfc_demands_a_minimum_share_of_the_positives():
    positive = sparse.csr_array([[1, 1.0], [1, 0], [1, 0], [1, 0], [1, 0]])
    unlabelled = sparse.csr_array([[0, 1.0]] + [[0, 0.0]] * 9)
    assert one_dnfc(positive, unlabelled, lam=0.0).negatives.tolist() == list(range(1, 10))
    assert one_dnfc(positive, unlabelled, lam=0.2).negatives.tolist() == list(range(10))


def test_the_share_must_exceed_lambda():
    assert one_dnfc(POSITIVE, UNLABELLED, lam=0.99).features.tolist() == [0]
    positive = sparse.csr_array([[1.0], [0.0]])
    assert not len(one_dnfc(positive, sparse.csr_array([[0.0]]), lam=0.5).features)


def test_larger_lambda_never_finds_fewer_negatives():
    counts, labels, _ = corpus()
    positive, unlabelled = counts[labels == 1], counts[labels == 0]
    found = [len(one_dnfc(positive, unlabelled, step / 10).negatives) for step in range(10)]
    assert found == sorted(found)


def test_tfc_is_computed_by_hand():
    counts = sparse.csr_array([[3.0, 1, 1], [0, 1, 1], [0, 0, 1]])
    weights = idf(counts, min_documents=1)
    assert weights == pytest.approx(np.log([3, 1.5, 1]))
    first = np.array([3 * np.log(3), np.log(1.5), 0])
    assert tfc(counts, weights).toarray()[0] == pytest.approx(first / np.linalg.norm(first))


def test_tfipndf_is_computed_by_hand():
    counts = sparse.csr_array([[3.0, 1], [0, 1], [2, 0], [0, 0]])
    positive = np.array([True, True, False, False])
    vectors = tfipndf(counts, positive, np.array([2.0, 1.0])).toarray()
    first = np.array([3 * 1 / 2 * 2.0, 1 * 2 / 2 * 1.0])
    assert vectors[0] == pytest.approx(first / np.linalg.norm(first))
    assert vectors[2] == pytest.approx([1, 0])
    assert vectors[3] == pytest.approx([0, 0])


def test_rare_terms_weigh_nothing():
    counts = sparse.csr_array(np.array([[1.0, 1]] * 4 + [[1, 0]] * 6))
    assert idf(counts, min_documents=5)[1] == 0
    assert idf(counts, min_documents=4)[1] > 0


def test_weighting_leaves_the_counts_as_they_are():
    counts, labels, _ = corpus()
    before = counts.copy()
    tfipndf(counts, labels == 1, idf(counts))
    WVC().fit(counts, labels)
    assert (counts != before).nnz == 0


def test_err_is_the_share_of_hidden_positives_lost():
    assert err([1, 2], [True, True, False, False]) == 0.5
    assert err([], [True]) == 0.0


def test_err_without_hidden_positives_is_refused():
    with pytest.raises(LycosaError, match="at least one positive"):
        err([0], [False])


def test_scores_are_computed_by_hand():
    found = scores([1, 1, 1, 0], [1, 0, 0, 1])
    assert found == pytest.approx((1 / 2, 1 / 3, 0.4))
    assert scores([1, 1, 1, 0], [1, 0, 0, 1], beta=2).f == pytest.approx(5 / 6 / (4 / 2 + 1 / 3))


def test_scores_without_a_hit_are_zero():
    assert scores([0, 1], [1, 0]) == (0, 0, 0)
    assert scores([0], [0]) == (0, 0, 0)


@pytest.mark.parametrize("weighting", ["tfipndf", "tfidf"])
@pytest.mark.parametrize("learner", [WVC, PEBL])
def test_topics_that_differ_are_told_apart(learner, weighting):
    counts, labels, _ = corpus()
    unseen, _, truth = corpus(seed=1)
    model = learner(weighting=weighting).fit(counts, labels)
    assert scores(truth, model.predict(unseen)).f > 0.9


@pytest.mark.parametrize("weighting", ["tfipndf", "tfidf"])
def test_one_class_finds_positives_with_high_precision(weighting):
    counts, labels, _ = corpus()
    unseen, _, truth = corpus(seed=1)
    found = scores(truth, OneClass(weighting=weighting).fit(counts, labels).predict(unseen))
    assert found.precision > 0.9
    assert found.recall > 0.3


@pytest.mark.parametrize("weighting", ["tfipndf", "tfidf"])
def test_one_class_accepts_the_share_of_positives_it_was_told_to(weighting):
    counts, labels, _ = corpus()
    model = OneClass(nu=0.2, weighting=weighting).fit(counts, labels)
    assert model.predict(counts[labels == 1]).mean() == pytest.approx(0.8, abs=0.1)


def test_negatives_grow_until_none_is_new():
    counts, labels, _ = corpus()
    model = WVC().fit(counts, labels)
    sizes = [each.negatives for each in model.rounds_]
    assert sizes == sorted(set(sizes))
    last = model.rounds_[-1]
    rejected = tfc(counts, model.idf_) @ last.coef + last.intercept <= 0
    assert (rejected & (labels == 0)).sum() <= last.negatives


def test_rounds_are_bounded():
    counts, labels, _ = corpus()
    assert len(WVC(max_rounds=1).fit(counts, labels).rounds_) == 1


def test_precision_on_positives_alone_cannot_weigh_votes():
    truth, calls = np.ones(4, bool), [np.array(call, bool) for call in ([1, 0, 0, 0], [1, 1, 1, 1])]
    assert [scores(truth, call).precision for call in calls] == [1.0, 1.0]


def test_votes_are_the_shares_of_positives_accepted():
    counts, labels, _ = corpus()
    model = WVC().fit(counts, labels)
    accepted = np.array([each.accepted for each in model.rounds_])
    assert model.vote_ == pytest.approx(accepted / accepted.sum())
    planes = tfc(counts, model.idf_) @ model.coef_.T + model.intercept_
    votes = np.where(planes > 0, 1, -1) @ model.vote_
    assert model.decision_function(counts) == pytest.approx(votes)
    assert (model.predict(counts) == (votes > 0)).all()


def test_pebl_is_its_last_machine():
    counts, labels, _ = corpus()
    model = PEBL().fit(counts, labels)
    assert (model.coef_[0] == model.rounds_[-1].coef).all()


def test_without_reliable_negatives_the_least_positive_documents_serve():
    counts, labels, truth = corpus()
    always = sparse.hstack([counts, np.ones((len(labels), 1))]).tolil()
    always[-1, -1] = 0  # in every document but one, so that it is a positive feature
    always[-1, 0] = 1
    model = WVC(lam=0.0).fit(sparse.csr_array(always), labels)
    assert model.fallback_
    assert scores(truth, model.predict(sparse.csr_array(always))).f > 0.9


@pytest.mark.parametrize("learner", LEARNERS)
def test_no_positive_document_is_an_error(learner):
    counts, labels, _ = corpus()
    with pytest.raises(LycosaError, match="no positive"):
        learner().fit(counts, np.zeros_like(labels))


@pytest.mark.parametrize("learner", [WVC, PEBL])
def test_no_unlabelled_document_is_an_error(learner):
    counts, labels, _ = corpus()
    with pytest.raises(LycosaError, match="got 400 and 0"):
        learner().fit(counts, np.ones_like(labels))


@pytest.mark.parametrize("learner", LEARNERS)
def test_documents_without_any_usable_term_are_an_error(learner):
    with pytest.raises(LycosaError, match="min_documents"):
        learner().fit(np.eye(3), [1, 0, 0])


def test_one_class_needs_no_unlabelled_document():
    counts, labels, _ = corpus()
    assert OneClass().fit(counts, np.ones_like(labels)).predict(counts).shape == labels.shape


@pytest.mark.parametrize("learner", LEARNERS)
def test_other_labels_are_refused(learner):
    with pytest.raises(LycosaError, match="labels"):
        learner().fit(np.ones((2, 2)), [1, 2])


BAD_MODELS = [WVC(lam=1.0), WVC(max_rounds=0), WVC(weighting="x"), OneClass(nu=0), OneClass(weighting="x")]


@pytest.mark.parametrize("model", BAD_MODELS)
def test_bad_parameters_are_refused(model):
    counts, labels, _ = corpus()
    with pytest.raises(LycosaError):
        model.fit(counts, labels)


@pytest.mark.parametrize("learner", LEARNERS)
def test_state_is_plain_data_and_restores_the_model(learner):
    counts, labels, _ = corpus()
    model = learner().fit(counts, labels)
    copy = learner().restore(json.loads(json.dumps(model.state())))
    assert (copy.predict(counts) == model.predict(counts)).all()
    assert (copy.margin(counts) == model.margin(counts)).all()


@pytest.mark.parametrize("learner", LEARNERS)
def test_learning_is_deterministic_cloneable_and_picklable(learner):
    counts, labels, _ = corpus()
    model = learner().fit(counts, labels)
    again = clone(model).fit(counts, labels)
    assert again.state() == model.state()
    assert (pickle.loads(pickle.dumps(model)).predict(counts) == model.predict(counts)).all()
