"""The judge behind HTTP, against a real server with a real small model on loopback."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from tests.modelserver import ModelServer, served

from lycosa import Topic
from lycosa.assembly import PartChoice, StrategyChoice
from lycosa.config import Settings, to_toml
from lycosa.errors import LycosaError
from lycosa.judge.http import PAUSE_PAGES, HttpJudge
from lycosa.model import Page
from lycosa.plugin import check_judge
from lycosa.topic.reading import text_page

TOPIC = Topic.from_sentence("Birds, their plumage, nests and songs")
BIRD = text_page("birds sing by the nest, and every egg is theirs", "http://a.example/")
CAR = text_page("the engine of the car and the gearbox", "http://b.example/")
KEY = "s3cret-key-of-nobody"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with served() as model:
        yield model


def judge_of(server: ModelServer, **parameters: Any) -> HttpJudge:
    return HttpJudge(TOPIC, **{"url": f"{server.url}/score", "timeout_s": 5.0, **parameters})


def pages(count: int) -> list[Page]:
    return [text_page(f"birds sing in nest number {i}", f"http://a.example/{i}") for i in range(count)]


def test_an_endpoint_tells_the_topic_from_others(server: ModelServer) -> None:
    judge = judge_of(server)
    bird, car = judge.judge(BIRD), judge.judge(CAR)
    assert (bird.relevant, car.relevant) == (True, False)
    assert bird.reason == "http; threshold 0.500"
    assert server.asked[0]["topic"] == TOPIC.sentence


def test_chat_completions_tell_the_topic_from_others(server: ModelServer) -> None:
    url = f"{server.url}/v1/chat/completions"
    judge = judge_of(server, url=url, protocol="chat", model="small")
    assert [j.relevant for j in judge.judge_many([BIRD, CAR])] == [True, False]
    asked = server.asked[0]
    assert (asked["model"], asked["temperature"], asked["messages"][0]["role"]) == ("small", 0, "system")


def test_a_topic_of_examples_is_told_by_its_telling_words(server: ModelServer) -> None:
    HttpJudge(Topic.from_pages([BIRD]), url=f"{server.url}/score").judge(CAR)
    assert "nest" in server.asked[0]["topic"]


def test_pages_judged_together_are_asked_for_in_batches(server: ModelServer) -> None:
    judge = judge_of(server, batch=4)
    assert all(judgement.relevant for judgement in judge.judge_many(pages(10)))
    assert [len(asked["texts"]) for asked in server.asked] == [4, 4, 2]


def test_a_text_is_asked_for_once(server: ModelServer) -> None:
    judge = judge_of(server)
    scores = {judge.judge(BIRD).score for _ in range(3)}
    assert (len(scores), len(server.asked)) == (1, 1)


def test_a_page_without_text_costs_no_request(server: ModelServer) -> None:
    assert judge_of(server).judge(Page("http://a.example/")).score == 0.0
    assert server.asked == []


def test_a_cache_file_serves_the_next_crawl(server: ModelServer, tmp_path: Path) -> None:
    cache = str(tmp_path / "answers.sqlite")
    first = judge_of(server, cache=cache).judge(BIRD)
    assert judge_of(server, cache=cache).judge(BIRD) == first
    assert len(server.asked) == 1


def test_a_resumed_crawl_knows_its_answers_and_what_it_spent(server: ModelServer) -> None:
    judge, again = judge_of(server), judge_of(server)
    judge.judge(BIRD)
    again.restore(judge.state())
    assert again.judge(BIRD).score == judge.judge(BIRD).score
    assert (again.asked, len(server.asked)) == (1, 1)


def test_long_texts_are_cut(server: ModelServer) -> None:
    judge_of(server, text_chars=20).judge(text_page("birds " * 1000, "http://a.example/"))
    assert len(server.asked[0]["texts"][0]) <= 20


def test_blocks_and_anchors_are_scored_by_the_fallback_without_a_request(server: ModelServer) -> None:
    judge = judge_of(server)
    assert judge.score(BIRD.tokens) > judge.score(CAR.tokens)
    assert server.asked == []


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("error", "the endpoint answered 500"),
        ("moved", "the endpoint answered 302"),
        ("no json", "the endpoint's answer is not JSON"),
        ("fewer", "the endpoint gave 0 scores for 1 texts"),
        ("wild", "a score that is not in [0, 1]"),
        ("endless", "longer than 1048576 bytes"),
    ],
)
def test_where_the_endpoint_fails_the_fallback_judges_and_says_why(
    server: ModelServer, fault: str, why: str
) -> None:
    server.fault = fault
    judgement = judge_of(server).judge(BIRD)
    assert judgement.relevant
    assert judgement.reason.startswith("contrast judged, not http: ")
    assert why in judgement.reason


def test_an_endpoint_that_is_not_there_is_replaced_by_the_fallback() -> None:
    with served() as gone:
        pass
    assert "cannot be asked (curl error 7)" in judge_of(gone).judge(BIRD).reason


def test_no_request_takes_longer_than_its_limit(server: ModelServer) -> None:
    server.fault = "slow"
    judge = judge_of(server, timeout_s=0.3)
    judge.score(BIRD.tokens)  # the fall-back loads its words
    began = perf_counter()
    assert "no answer within 0.3 s" in judge.judge(BIRD).reason
    assert perf_counter() - began < 1.2


def test_an_endpoint_that_keeps_failing_is_left_alone_for_a_while(server: ModelServer) -> None:
    server.fault = "error"
    judge = judge_of(server)
    reasons = [judge.judge(page).reason for page in pages(3 + PAUSE_PAGES)]
    assert len(server.asked) == 3
    assert "is left alone for 50 pages" in reasons[-1]
    server.fault = ""
    assert judge.judge(BIRD).reason == "http; threshold 0.500"


def test_a_spent_budget_leaves_pages_to_the_fallback(server: ModelServer) -> None:
    judge = judge_of(server, requests=2)
    reasons = [judge.judge(page).reason for page in pages(4)]
    assert len(server.asked) == 2
    assert "its budget of 2 requests is spent" in reasons[3]


def test_trouble_is_logged_when_it_begins_and_when_it_ends(
    server: ModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    judge = judge_of(server)
    for fault in ("error", "error", "", ""):
        server.fault = fault
        judge.judge(text_page(f"birds {len(server.asked)}", "http://a.example/"))
    told = [record.getMessage() for record in caplog.records if record.name == "lycosa.judge"]
    assert told == [
        "judge http: contrast judges instead: the endpoint answered 500",
        "judge http: it judges again",
    ]


def test_the_key_comes_from_the_environment_and_goes_nowhere_else(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    monkeypatch.setenv("MODEL_KEY", KEY)
    caplog.set_level(logging.DEBUG)
    cache = tmp_path / "answers.sqlite"
    judge = judge_of(server, key_env="MODEL_KEY", cache=str(cache))
    judgement = judge.judge(BIRD)
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"
    server.fault = "error"
    failed = judge.judge(CAR)
    part = PartChoice("http", {"url": server.url, "key_env": "MODEL_KEY"})
    settings = to_toml(Settings(strategy=StrategyChoice(judge=part)), tmp_path)
    kept = (repr(judge.state()), repr(judgement), repr(failed), repr(vars(judge)), caplog.text, settings)
    assert not [text for text in kept if KEY in text]
    assert KEY.encode() not in cache.read_bytes()


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        ({"url": ""}, "needs the parameter url"),
        ({"url": "ftp://a.example/"}, "not an http or https URL"),
        ({"url": "https://me:word@a.example/"}, "holds a password"),
        ({"key_env": KEY}, "names no environment variable"),
        ({"key_env": "NOT_SET_ANYWHERE"}, "names no environment variable"),
        ({"protocol": "smoke"}, "none of scores, chat"),
        ({"timeout_s": 0.0}, "more than 0"),
        ({"threshold": "mean"}, "not a number or auto"),
        ({"batch": 0}, "at least 1"),
    ],
)
def test_wrong_parameters_are_errors_that_tell_no_secret(
    server: ModelServer, parameters: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(LycosaError, match=complaint) as raised:
        judge_of(server, **parameters).judge(BIRD)
    assert KEY not in str(raised.value)
    assert "word@" not in str(raised.value)


def test_a_key_is_not_sent_unencrypted_to_another_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MODEL_KEY", KEY)
    with pytest.raises(LycosaError, match="unencrypted: use https"):
        HttpJudge(TOPIC, url="http://model.example/", key_env="MODEL_KEY").judge(BIRD)


def test_the_http_judge_keeps_the_contract(server: ModelServer) -> None:
    check_judge(partial(HttpJudge, url=f"{server.url}/score"))
