"""The contract checks over everything in the registry, third-party plug-ins included."""

from __future__ import annotations

from typing import Any

import pytest

from lycosa.checks import (
    BrokenContract,
    check_judge,
    check_ranker,
    check_selector,
    check_strategy,
    check_tunnel,
)
from lycosa.frontier.base import Evidence, Part
from lycosa.model import JSON, Expansion, Judgement, Page, Proposal, Queued
from lycosa.registry import judges, rankers, selectors, strategies, tunnels
from lycosa.strategy.recipe import Recipe


@pytest.mark.parametrize("name", strategies.classes)
def test_strategy_keeps_the_contract(name: str) -> None:
    check_strategy(strategies.get(name))


@pytest.mark.parametrize("name", judges.classes)
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


@pytest.mark.parametrize("strategy", [Forgetful, Restless, Secretive])
def test_the_checks_catch_broken_strategies(strategy: Any) -> None:
    with pytest.raises(BrokenContract):
        check_strategy(strategy)
