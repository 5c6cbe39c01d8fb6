"""Which strategies let a crawl wait for better links: those that choose by worth alone."""

from __future__ import annotations

from typing import ClassVar

import pytest

from lycosa import Topic
from lycosa.frontier import View
from lycosa.registry import strategies
from lycosa.strategy.best_first import BestFirst
from lycosa.strategy.recipe import Recipe
from lycosa.strategy.select.annealing import Annealing

NOT_BY_WORTH = {"bfs", "dfs", "random"}
OWN_CHOICE = {"fcits", "fcits-oh", "fcits-oh-tunnels", "fcoits", "fcpso", "fcsa", "fcts", "fcwseo", "olmoaco"}
TOPIC = Topic.from_keywords(["flood"])


@pytest.mark.parametrize("name", strategies.classes)
def test_a_strategy_waits_for_better_links_unless_its_choice_is_another(name: str) -> None:
    waits = strategies.get(name)(TOPIC).waits_for_better
    assert waits == (name not in NOT_BY_WORTH | OWN_CHOICE)


def test_another_selector_keeps_its_own_choice() -> None:
    strategy = BestFirst(TOPIC)
    strategy.use("selector", Annealing())
    assert not strategy.waits_for_better


def test_a_strategy_with_a_choice_of_its_own_need_not_say_so() -> None:
    class Picky(Recipe):
        name: ClassVar[str] = "picky"

        def choose(self, frontier: View) -> int | None:
            return frontier.best()

    assert not Picky(TOPIC).waits_for_better
