from __future__ import annotations

import json
from math import log10

import pytest

from lycosa.text import BM25


@pytest.fixture
def weigher() -> BM25:
    made = BM25()
    made.add(["wolf", "spider"])
    made.add(["spider"] * 4)
    return made


def test_weight_of_paper_001_equation_5(weigher: BM25) -> None:
    # N = 2, N_wolf = 1, avgdl = 3, f = 2, dl = 6: log10(2.01) * 2*3 / (2 + 2*(0.25 + 0.75*2))
    assert weigher.weights(["wolf", "wolf"], page_length=6) == pytest.approx({"wolf": log10(2.01) * 6 / 5.5})


def test_an_average_page_is_assumed(weigher: BM25) -> None:
    assert weigher.weights(["wolf"]) == pytest.approx({"wolf": log10(2.01)})


def test_pages_that_hold_the_anchor_add_up(weigher: BM25) -> None:
    parts = [weigher.weights(["wolf"], 6)["wolf"], weigher.weights(["wolf", "web"], 2)["wolf"]]
    assert weigher.total([(["wolf"], 6), (["wolf", "web"], 2)])["wolf"] == pytest.approx(sum(parts))


def test_repetition_saturates(weigher: BM25) -> None:
    assert weigher.saturation(1000, 3) < weigher.k + 1


def test_words_of_every_page_weigh_almost_nothing(weigher: BM25) -> None:
    assert 0 < weigher.weights(["spider"])["spider"] < 0.01


def test_weights_are_finite_before_the_first_page() -> None:
    assert BM25().weights(["wolf"]) == pytest.approx({"wolf": log10(1.01)})
    blank = BM25()
    blank.add([])
    assert blank.weights(["wolf"]) == pytest.approx({"wolf": log10(1.01)})


def test_statistics_survive_json(weigher: BM25) -> None:
    again = BM25()
    again.restore(json.loads(json.dumps(weigher.state())))
    assert again.weights(["wolf", "spider"]) == weigher.weights(["wolf", "spider"])
