"""The contract checks over everything in the registry, third-party plug-ins included."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lycosa import Topic
from lycosa.checks import (
    BrokenContract,
    check_judge,
    check_ranker,
    check_selector,
    check_strategy,
    check_tunnel,
)
from lycosa.frontier.base import Columns, Evidence, Part
from lycosa.model import JSON, Expansion, Judgement, Outcome, Page, Proposal, Queued
from lycosa.registry import judges, rankers, selectors, strategies, tunnels
from lycosa.strategy.recipe import Recipe


@pytest.mark.parametrize("name", strategies.classes)
def test_strategy_keeps_the_contract(name: str) -> None:
    check_strategy(strategies.get(name))


@pytest.mark.parametrize(
    "name", [name for name, cls in judges.classes.items() if not getattr(cls, "needs", ())]
)
def test_judge_keeps_the_contract(name: str) -> None:
    check_judge(judges.get(name))


@pytest.mark.parametrize("name", rankers.classes)
def test_ranker_keeps_the_contract(name: str) -> None:
    check_ranker(rankers.get(name))


@pytest.mark.parametrize("name", selectors.classes)
def test_selector_keeps_the_contract(name: str) -> None:
    check_selector(selectors.get(name))


@pytest.mark.parametrize("name", tunnels.classes)
def test_tunnel_rule_keeps_the_contract(name: str) -> None:
    check_tunnel(tunnels.get(name))


@pytest.mark.parametrize(
    "family", [strategies, judges, rankers, selectors, tunnels], ids=lambda family: family.kind
)
def test_every_plug_in_says_what_it_is(family: Any) -> None:
    for name, cls in family.classes.items():
        assert cls.name == name
        assert cls.__doc__, name


class Forgetful(Recipe):
    """Loses its place when restored."""

    name = "forgetful"
    evidence = Evidence((Part("order", 1.0, "first"),))
    order = 0

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        self.order += 1
        return Expansion(tuple(Proposal(target, (-1.0 * self.order,)) for target in page.links))

    def state(self) -> dict[str, JSON]:
        return {}


class Restless(Recipe):
    """Gives a part that is no number."""

    name = "restless"
    evidence = Evidence((Part("worth"),))

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        return Expansion(tuple(Proposal(target, (float("nan"),)) for target in page.links))


class Secretive(Recipe):
    """Reads the layout without saying so."""

    name = "secretive"
    evidence = Evidence((Part("depth"),))

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        return Expansion(tuple(Proposal(to, (len(to.path) * (7 + to.segment),)) for to in page.links))


class Rescorer(Recipe):
    """Scores queued links by what it has learned, and keeps it as bytes."""

    name = "rescorer"
    evidence = Evidence((Part("page"), Part("learned", 1.0, "last")))
    rescores = ("learned",)

    def __init__(self, topic: Topic, seed: int = 0) -> None:
        super().__init__(topic, seed)
        self.sums = np.zeros(16)

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        return Expansion(tuple(Proposal(target, (judgement.score, 0.0)) for target in page.links))

    def learn(self, outcome: Outcome) -> bool:
        self.sums[outcome.number % 16] += 0.5 if outcome.kind == "page" else -1.0
        return outcome.number % 5 == 0

    def rescore(self, columns: Columns) -> Any:
        return self.sums[columns.ids % 16].astype(np.float32)

    def state(self) -> dict[str, Any]:
        return {**super().state(), "sums": self.sums.tobytes()}

    def restore(self, state: dict[str, Any]) -> None:
        super().restore(state)
        self.sums = np.frombuffer(state["sums"]).copy()


def test_a_strategy_that_learns_and_rescores_keeps_the_contract() -> None:
    check_strategy(Rescorer)


class Afraid(Rescorer):
    """Cannot bear errors."""

    def learn(self, outcome: Outcome) -> bool:
        return bool(outcome.page.links)  # type: ignore[union-attr]


class Wild(Rescorer):
    """Gives scores that are no numbers."""

    def rescore(self, columns: Columns) -> Any:
        return np.full(len(columns.ids), np.nan, np.float32)


class Grasping(Rescorer):
    """Writes into what it is given."""

    def rescore(self, columns: Columns) -> Any:
        columns.parts[:] = 0.0
        return np.zeros(len(columns.ids), np.float32)


class Envious(Rescorer):
    """Scores a link by the others it happens to come with."""

    def rescore(self, columns: Columns) -> Any:
        return (columns.ids - columns.ids.mean()).astype(np.float32)


class Unsaved(Rescorer):
    """Has a state that nothing can hold."""

    def state(self) -> dict[str, Any]:
        return {"sums": self.sums}


class Amnesiac(Rescorer):
    """Forgets what it has learned."""

    def restore(self, state: dict[str, Any]) -> None:
        pass


@pytest.mark.parametrize("strategy", [Wild, Grasping, Envious, Unsaved, Amnesiac])
def test_the_checks_catch_strategies_that_rescore_badly(strategy: Any) -> None:
    with pytest.raises(BrokenContract):
        check_strategy(strategy)


def test_the_checks_give_a_strategy_outcomes_without_a_page() -> None:
    with pytest.raises(AttributeError):
        check_strategy(Afraid)


@pytest.mark.parametrize("strategy", [Forgetful, Restless, Secretive])
def test_the_checks_catch_broken_strategies(strategy: Any) -> None:
    with pytest.raises(BrokenContract):
        check_strategy(strategy)
