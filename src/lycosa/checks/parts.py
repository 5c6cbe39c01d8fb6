"""What the parts of strategies promise: alone, and put into a strategy."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from lycosa.assembly import REQUIRED
from lycosa.checks.contract import Check, Maker, check_proposals, require, stored
from lycosa.checks.samples import odd_pages, sample_pages
from lycosa.checks.strategy import STRATEGY
from lycosa.judge.base import Judge
from lycosa.judge.outside import OutsideJudge
from lycosa.model import Judgement
from lycosa.rank.priority import LinkPriority
from lycosa.strategy.base import Strategy
from lycosa.strategy.recipe import Combination
from lycosa.topic import Topic


def _judges_pages(make: Maker, topic: Topic) -> None:
    judge: Judge = make(topic)
    for page in [*sample_pages(8), *odd_pages()]:
        score = judge.judge(page).score
        require(math.isfinite(score), f"score of {page.url} is {score}")


def _answers_itself(make: Maker, topic: Topic) -> None:
    """Require of a judge that has a fall-back that it is not the fall-back which is checked."""
    judge = make(topic)
    for page in sample_pages(8) if isinstance(judge, OutsideJudge) else ():
        judge.judge(page)
        require(not judge.trouble, f"{judge.fallback} judged {page.url} instead: {judge.trouble}")


def _scores_texts(make: Maker, topic: Topic) -> None:
    judge: Judge = make(topic)
    for page in [*sample_pages(8), *odd_pages()]:
        for tokens, groups in ((page.tokens, page.groups), (page.tokens[:5], b""), ((), b"")):
            score = judge.score(tokens, groups)
            require(0.0 <= score <= 1.0, f"score of {len(tokens)} tokens is {score}, not in [0, 1]")


def _restored_judge_judges_alike(make: Maker, topic: Topic) -> None:
    judge, restored = make(topic), make(topic)
    for page in sample_pages(8):
        judge.judge(page)
    restored.restore(stored(judge.state()))
    pages = [*sample_pages(8), *odd_pages()]
    same = [restored.judge(page) for page in pages] == [judge.judge(page) for page in pages]
    require(same, "a restored judge judges differently")


def _ranks_links(make: Maker, topic: Topic) -> None:
    ranker = make(topic)
    for page in [*sample_pages(8), *odd_pages()]:
        check_proposals(page, ranker.rank(page, Judgement(True, 0.5)), len(ranker.evidence.parts))


def _complete(kind: str) -> Callable[[Maker, Topic], None]:
    """Return a check that a part has all that its family has."""

    def check(make: Maker, topic: Topic) -> None:
        made = _part(kind, make, topic)
        missing = [name for name in REQUIRED[kind] if not hasattr(made, name)]
        require(not missing, f"it has no {', '.join(missing)}")

    return check


def _within(kind: str, check: Callable[[Maker, Topic], None]) -> Callable[[Maker, Topic], None]:
    """Return a check of a strategy that a part is put into."""

    def checked(make: Maker, topic: Topic) -> None:
        check(lambda topic, seed=0: _strategy_with(kind, make, topic, seed), topic)

    return checked


def _strategy_with(kind: str, make: Maker, topic: Topic, seed: int) -> Strategy:
    strategy = Combination(topic, seed)
    if kind != "ranker":
        strategy.use("ranker", LinkPriority(topic))
    strategy.use(kind, _part(kind, make, topic))
    return strategy


def _part(kind: str, make: Maker, topic: Topic) -> Any:
    return make(topic) if kind in ("judge", "ranker") else make()


def _in_a_crawl(kind: str) -> tuple[Check, ...]:
    return tuple(Check(f"in a crawl: {check.claim}", _within(kind, check.run)) for check in STRATEGY)


JUDGE = (
    Check("it has what judges have", _complete("judge")),
    Check("pages get finite scores", _judges_pages),
    Check("it judges itself, and not its fall-back only", _answers_itself),
    Check("texts get scores in [0, 1]", _scores_texts),
    Check("saved and restored, it judges alike", _restored_judge_judges_alike),
    *_in_a_crawl("judge"),
)
RANKER = (
    Check("it has what rankers have", _complete("ranker")),
    Check("every link gets a finite value for each part of its worth", _ranks_links),
    *_in_a_crawl("ranker"),
)
SELECTOR = (Check("it has what selectors have", _complete("selector")), *_in_a_crawl("selector"))
TUNNEL = (Check("it has what tunnel rules have", _complete("tunnel")), *_in_a_crawl("tunnel"))
