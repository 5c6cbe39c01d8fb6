"""A topic told by one word and some seeds is known, whichever seeds they are and in whatever order."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from lycosa.judge.contrast import Contrast
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
