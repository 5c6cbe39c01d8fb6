"""A topic told by one word and some seeds is known, whichever seeds they are and in whatever order."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from lycosa.judge.contrast import Contrast
from lycosa.judge.contrast_model.features import stack
from lycosa.judge.contrast_model.given import Anchor, Given
from lycosa.judge.contrast_model.lexicon import read as features_of
from lycosa.judge.contrast_model.model import learned
from lycosa.judge.contrast_model.seeds import ROUNDS, _as_chosen, weighed
from lycosa.lab.synth import SynthParams, SynthWeb
from lycosa.lab.web.analysis import read_page
from lycosa.model import Page
from lycosa.topic import Topic


@pytest.fixture(scope="module")
def web() -> SynthWeb:
    return SynthWeb(SynthParams(pages=3000, hosts=60))


def read(web: SynthWeb, url: str) -> Page:
    page = read_page(web, url)
    assert isinstance(page, Page)
    return page


@pytest.mark.parametrize("draw", range(6))
def test_few_seeds_and_a_word_that_stands_on_few_pages_tell_a_topic(web: SynthWeb, draw: int) -> None:
    drawn = Random(draw).sample(sorted(web.on_topic("medicine")), 24)
    seeds, others = drawn[:4], drawn[4:]
    judge = Contrast(replace(Topic.from_sentence("medicine"), seeds=tuple(seeds)))
    for seed in seeds:
        judge.judge(read(web, seed))
    found = judge.rejudge([judge.features(read(web, url)) for url in others])
    assert (found >= judge.cut).mean() >= 0.8


def test_seeds_weigh_what_models_with_room_for_all_words_make_them_weigh(web: SynthWeb) -> None:
    other = features_of(read(web, Random(8).choice(sorted(web.on_topic("sports")))))
    given = replace(Given.of(Topic.from_sentence("medicine")), others=(other,))
    pages = [features_of(read(web, url)) for url in Random(7).sample(sorted(web.urls()), 5)]
    expected = seeds = [Anchor(page, 0.0, "", "seed", 0.9) for page in pages]
    for _ in range(ROUNDS):
        models = [learned(given.with_seeds(expected[:i] + expected[i + 1 :])) for i in range(len(pages))]
        likely = [float(model.probabilities(stack([p]))[0]) for model, p in zip(models, pages, strict=True)]
        expected = [
            seed._replace(weight=0.9 * _as_chosen(one)) for seed, one in zip(seeds, likely, strict=True)
        ]
    assert [seed.weight for seed in weighed(given, seeds)] == [seed.weight for seed in expected]
    assert len({seed.weight for seed in expected}) == 5
