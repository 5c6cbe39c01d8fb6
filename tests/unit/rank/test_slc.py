"""The texts that speak for a link, and what the ranker of paper 002 makes of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.blockweb import TOPIC, page

from lycosa.judge.wvc import WVCJudge
from lycosa.model import Judgement, Page
from lycosa.page import parse_html
from lycosa.rank.slc import UNIT_TOKENS, SelectiveLinkContext
from lycosa.strategy.judged_texts import Hyperplane, JudgedTexts

VERDICT = Judgement(False, 0.0)
WORDS = ["flood", "storm", "rain", "goal", "match", "team"]


def documents(*texts: str) -> tuple[Page, ...]:
    return tuple(read(page(text), f"http://{i}.test/") for i, text in enumerate(texts))


def read(html: str, url: str = "http://site.test/") -> Page:
    return parse_html(html.encode(), url)


@pytest.fixture(scope="module")
def judge() -> WVCJudge:
    weather = ["flood storm rain", "flood flood storm", "rain storm road", "rain rain flood people"] * 3
    sport = ["goal match team", "team team road", "match goal people", "goal goal match"] * 3
    topic = replace(
        TOPIC, name="weather", classes={"weather": documents(*weather), "sport": documents(*sport)}
    )
    judge = WVCJudge(topic)
    judge.judge(read(page("flood")))
    return judge


@pytest.mark.parametrize(
    "text", ["flood", "goal", "flood flood goal", "rain team match", "road", "storm rain road people cake"]
)
def test_the_hyperplane_scores_as_its_judge_does(judge: WVCJudge, text: str) -> None:
    tokens = read(page(text)).tokens
    assert Hyperplane(judge).score(tokens) == pytest.approx(judge.score(tokens), abs=1e-9)


def test_a_text_without_a_known_word_scores_0(judge: WVCJudge) -> None:
    assert Hyperplane(judge).score(("cake",)) == Hyperplane(judge).score(()) == 0.0


def test_contexts_of_a_link_that_stands_in_two_places_are_put_together(judge: WVCJudge) -> None:
    ranker = SelectiveLinkContext(JudgedTexts(judge), ("context",))
    first, second = ranker.rank(read(page("x", "goal [a|one]", "flood storm rain [a|two]")), VERDICT)
    apart = ranker.rank(read(page("x", "goal [a|one]", "flood storm rain [b|two]")), VERDICT)
    assert first.parts == second.parts == (pytest.approx(judge.score(("goal", "flood", "storm", "rain"))),)
    assert apart[0].parts < first.parts < apart[1].parts


def test_of_a_long_context_the_part_around_the_anchor_counts(judge: WVCJudge) -> None:
    ranker = SelectiveLinkContext(JudgedTexts(judge), ("context",))
    far = "goal " * 2 * UNIT_TOKENS
    found = ranker.rank(
        read(f"<p>{far} {'flood ' * UNIT_TOKENS}<a href=/a>one</a>{'rain ' * UNIT_TOKENS} {far}"), VERDICT
    )
    assert found[0].keep


def test_a_threshold_given_as_a_number_holds_for_texts_too(judge: WVCJudge) -> None:
    score = judge.score(("flood",))
    strict = WVCJudge(judge.topic, threshold=score + 0.01)
    strict.judge(read(page("flood")))
    anchors = read(page("x", "[a|flood]"))
    rankers = [SelectiveLinkContext(JudgedTexts(each), ("anchor",)) for each in (judge, strict)]
    keeps = [ranker.rank(anchors, VERDICT)[0].keep for ranker in rankers]
    assert keeps == [True, False]
