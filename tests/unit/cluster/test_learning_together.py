"""Crawls for one topic learn from each other: sums add up, seeds of all count, nothing is counted twice."""

from __future__ import annotations

import asyncio
import pickle
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from tests.unit.cluster.localcluster import LocalCluster, MadeWeb, settings, url_of

from lycosa import Topic
from lycosa.cluster import learning
from lycosa.cluster.run import _EMBEDDED
from lycosa.judge.contrast import Contrast
from lycosa.judge.contrast_model.training import LEARN_UNTIL
from lycosa.page import parse_html
from lycosa.rank.outcome.adding import added, without
from lycosa.rank.outcome.words import LinkWords
from lycosa.registry import fetchers
from lycosa.strategy.lycosa import Lycosa
from lycosa.url import canonical, host_of

TOWARDS = np.array([0.0, 0.0, 1.0, 0.0], np.float32)
GOOD, BAD = np.array([[1.0, 0, 0, 0]], np.float32), np.array([[0, 1.0, 0, 0]], np.float32)


def learned(*outcomes: tuple[bool, float]) -> LinkWords:
    words = LinkWords(4)
    words.describe(np.array([100, 101]), np.concatenate((GOOD, BAD)))
    for link, (good, worth) in enumerate(outcomes):
        words.describe(np.array([link]), GOOD if good else BAD)
        words.outcome(link, worth)
    return words


def test_two_crawls_together_know_what_one_crawl_would_know() -> None:
    first = learned((True, 1.0), (False, 0.0), (True, 0.8))
    second = learned((False, 0.1), (True, 0.9))
    one = learned((True, 1.0), (False, 0.0), (True, 0.8), (False, 0.1), (True, 0.9))
    own = first.lessons()
    first.adopt(without(added([own, second.lessons()]), own))
    links = np.array([100, 101])
    assert first.promise(links, TOWARDS) == pytest.approx(one.promise(links, TOWARDS), abs=1e-5)


def test_what_is_learned_after_that_counts_once() -> None:
    first, second = learned((True, 1.0)), learned((False, 0.0))
    own = first.lessons()
    first.adopt(without(added([own, second.lessons()]), own))
    first.describe(np.array([7]), GOOD)
    first.outcome(7, 0.5)
    one = learned((True, 1.0), (True, 0.5), (False, 0.0))
    links = np.array([100, 101])
    assert first.promise(links, TOWARDS) == pytest.approx(one.promise(links, TOWARDS), abs=1e-5)
    assert first.lessons()["outcomes"] == 2


def test_what_was_learned_beside_others_is_kept_and_told_as_if_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("lycosa.rank.outcome.words._WAITING", 2)
    first, alone = learned((True, 1.0)), learned((True, 1.0))
    first.adopt(without(added([first.lessons(), learned((False, 0.0)).lessons()]), first.lessons()))
    for words in (first, alone):
        words.describe(np.arange(7, 10), np.concatenate((GOOD, BAD, GOOD)))
        for link, worth in ((7, 0.5), (8, 0.1), (9, 0.7)):
            words.outcome(link, worth)
    links = np.array([100, 101])
    told, known = (np.frombuffer(words.lessons()["products"]) for words in (first, alone))
    assert told == pytest.approx(known)
    again = LinkWords(4)
    again.restore(first.state())
    assert again.promise(links, TOWARDS) == pytest.approx(alone.promise(links, TOWARDS), abs=1e-5)


def read(judge: Contrast, *words: str) -> None:
    for number, word in enumerate(words):
        html = f"<html lang=en><title>{word}</title><p>{f'{word} water river rain ' * 30}</p>"
        judge.judge(parse_html(html.encode(), f"http://{word}{number}.test/"))


def test_all_that_shards_tell_each_other_is_small_enough_to_go_as_messages() -> None:
    strategy = Lycosa(Topic.from_keywords(["flood", "water"]))
    words = [f"dam{number}" for number in range(LEARN_UNTIL)]
    read(cast("Contrast", strategy.judge_of_pages), *words)
    lessons = [strategy.lessons(), strategy.lessons()]
    assert 2 * len(pickle.dumps(lessons)) < int(_EMBEDDED["RAY_max_direct_call_object_size"])


def test_a_judge_learns_from_pages_that_others_have_read() -> None:
    topic = Topic.from_keywords(["flood", "water"])
    first, second = Contrast(topic), Contrast(topic)
    read(first, "flood", "levee", "bread", "music", "flood", "dike", "cake")
    read(second, "dam", "sluice", "guitar", "garden", "tide", "gauge", "song")
    before = first.lessons()
    merged = first.merge([dict(before), dict(second.lessons())])
    first.adopt(dict(merged))
    assert first.lessons() == before
    assert len(merged["likely"]) == len(before["likely"]) + len(second.lessons()["likely"])  # type: ignore[arg-type]
    read(first, *(["flood"] * 10))  # learns again
    assert first.restore(dict(first.state())) is None


def test_judges_learn_together_from_as_many_pages_as_one_would() -> None:
    topic = Topic.from_keywords(["flood", "water"])
    first, second = Contrast(topic), Contrast(topic)
    read(first, *(["flood", "levee", "bread"] * (LEARN_UNTIL // 6)))
    read(second, *(["dam", "sluice", "guitar"] * (LEARN_UNTIL // 6)))
    own = first.version
    first.adopt(dict(first.merge([dict(first.lessons())])))
    assert first.version == own  # nothing new
    everything = dict(first.merge([dict(first.lessons()), dict(second.lessons())]))
    for _ in range(2):
        first.adopt(everything)
        assert first.version == own + 1  # at once, and once
    read(first, *(["tide", "song"] * LEARN_UNTIL))
    assert first.version == own + 1


def test_a_judge_learns_from_pages_of_its_own_however_many_others_there_are() -> None:
    judge = Contrast(Topic.from_keywords(["flood", "water"]))
    read(judge, *(["flood", "levee", "bread"] * 2))
    known = judge.version
    judge.adopt({**judge.lessons(), "judged": 64 * LEARN_UNTIL})
    read(judge, *(["dam", "song"] * 5))
    assert judge.version > known


def test_lessons_of_a_crawl_that_gave_none_are_not_its_own() -> None:
    strategy = Lycosa(Topic.from_keywords(["flood"]))
    strategy.adopt({"words": {}, "rates": {}, "judge": {}})
    assert strategy.lessons()["rates"] == {"outcomes": 0, "sum": 0}


def test_a_shard_takes_no_page_for_a_seed_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(fetchers.classes, "made", MadeWeb)
    seeds = tuple(url_of(number).replace("http", "HTTP") for number in range(6))
    cluster = LocalCluster(tmp_path, replace(settings(30), seeds=seeds), 3)
    asyncio.run(cluster.run(rounds=2))
    taken = []
    for shard in cluster.shards:
        assert shard.session.engine is not None
        strategy = shard.session.engine.crawl.strategy
        assert isinstance(strategy, Lycosa)
        assert all(shard.owns(host_of(canonical(seed) or "")) for seed in strategy.topic.seeds)
        taken += strategy.topic.seeds
    assert sorted(taken) == sorted(seeds)


@pytest.mark.slow
def test_shards_learn_from_each_other_while_they_crawl(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(fetchers.classes, "made", MadeWeb)
    monkeypatch.setattr(learning, "LEARN_PAGES", 20)
    cluster = LocalCluster(tmp_path, settings(70), 3)
    asyncio.run(cluster.run())
    usual = []
    for shard in cluster.shards:
        engine = shard.session.engine
        assert engine is not None
        strategy = engine.crawl.strategy
        assert isinstance(strategy, Lycosa)
        own = strategy.rates.lessons()
        alone = (own["sum"] / 1000 + 1.0) / (own["outcomes"] + 2.0)
        usual.append((strategy.rates.base, alone))
    assert all(abs(together - alone) > 1e-6 for together, alone in usual)
    assert np.ptp([together for together, _ in usual]) < np.ptp([alone for _, alone in usual])
