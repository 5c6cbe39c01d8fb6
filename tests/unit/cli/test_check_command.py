"""`lycosa check`: what it says of plug-ins that hold and of plug-ins that do not, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from click.testing import CliRunner

from lycosa.assembly import REQUIRED
from lycosa.cli.check import check
from lycosa.errors import LycosaError
from lycosa.frontier.base import Evidence, Part, View
from lycosa.judge.function import judge_from
from lycosa.model import Judgement, Page, Proposal
from lycosa.rank.base import Ranker
from lycosa.registry import fetchers, judges, rankers, selectors, strategies, tunnels
from lycosa.strategy.bfs import BreadthFirst


class Wild(Ranker):
    """Gives values that are no numbers."""

    name = "wild"
    evidence = Evidence((Part("worth"),))

    def __init__(self, topic: object) -> None:
        pass

    def rank(self, page: Page, judgement: Judgement) -> tuple[Proposal, ...]:
        return tuple(Proposal(link, (float("nan"),)) for link in page.links)


class Raising(Wild):
    """Cannot rank at all."""

    name = "raising"

    def rank(self, page: Page, judgement: Judgement) -> tuple[Proposal, ...]:
        raise ZeroDivisionError("division by zero")


class Bare:
    name = "bare"

    def __init__(self, topic: object) -> None:
        pass


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    for cls in (Wild, Raising, Bare):
        monkeypatch.setitem(rankers.classes, cls.name, cls)


def run(*args: str) -> Any:
    return CliRunner().invoke(check, list(args))


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        *(("selector", name) for name in selectors.classes),
        *(("tunnel", name) for name in tunnels.classes),
        ("judge", "vsm"),
        ("fetcher", "http"),
        ("ranker", "link-priority"),
        ("strategy", "fcits-oh"),
    ],
)
def test_every_selector_and_tunnel_rule_holds(kind: str, name: str) -> None:
    ran = run(name, "--kind", kind)
    assert (ran.exit_code, "FAILS" in ran.output) == (0, False), ran.output


def test_a_name_of_two_families_is_checked_in_both() -> None:
    reports = json.loads(run("genre-aware", "--json").output)
    assert [report["kind"] for report in reports] == ["strategy", "judge"]


def test_a_breach_is_named_and_ends_with_1(installed: None) -> None:
    ran = run("wild")
    assert ran.exit_code == 1
    assert "FAILS  every link gets a finite value for each part of its worth" in ran.output
    assert "parts (nan,) are not finite" in ran.output


def test_whatever_a_plug_in_raises_is_a_breach_and_does_not_stop_the_others(installed: None) -> None:
    ran = run("raising", "--json")
    breaches = [each["breach"] for each in json.loads(ran.output)[0]["checks"] if each["breach"]]
    assert ran.exit_code == 1
    assert len(breaches) > 1
    assert set(breaches) == {"ZeroDivisionError: division by zero"}


def test_what_is_missing_is_named(installed: None) -> None:
    ran = run("bare")
    assert ran.exit_code == 1
    assert "it has no docstring" in ran.output
    assert f"it has no {', '.join(REQUIRED['ranker'])}" in ran.output


class Raw:
    """Lets what the network does through as an exception."""

    name = "raw"

    def __init__(self, limits: object, agent: str) -> None:
        pass

    async def fetch(self, url: str, *, etag: str = "", last_modified: str = "") -> None:
        raise ConnectionRefusedError(url)

    async def close(self) -> None:
        pass


def test_a_fetcher_that_raises_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(fetchers.classes, "raw", Raw)
    ran = run("raw")
    assert ran.exit_code == 1
    assert "FAILS  failures are values" in ran.output
    assert "ConnectionRefusedError" in ran.output


def test_an_unknown_name_is_bad_input() -> None:
    with pytest.raises(LycosaError, match="no plug-in is named 'vms'; did you mean vsm"):
        CliRunner().invoke(check, ["vms"], catch_exceptions=False, standalone_mode=False)


class Counting:
    """Scores by the number of pages seen, and forgets it."""

    name = "counting"

    def __init__(self, topic: object) -> None:
        self.seen = 0

    def judge(self, page: Page) -> Judgement:
        self.seen += 1
        return Judgement(True, 1.0 / self.seen)

    def score(self, tokens: Sequence[str], groups: bytes = b"") -> float:
        return 0.5

    def state(self) -> dict[str, Any]:
        return {}

    def restore(self, state: dict[str, Any]) -> None:
        pass


def test_a_judge_that_forgets_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(judges.classes, "counting", Counting)
    ran = run("counting")
    assert ran.exit_code == 1
    assert "FAILS  saved and restored, it judges alike" in ran.output


class Idle(BreadthFirst):
    """Chooses nothing, ever."""

    name = "idle"

    def choose(self, frontier: View) -> int | None:
        return None


def test_a_strategy_that_never_chooses_a_link_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(strategies.classes, "idle", Idle)
    ran = run("idle")
    assert ran.exit_code == 1
    assert "it chose none of the links to start from" in ran.output


def never(page: Page) -> float:
    """Has no answer."""
    raise RuntimeError("no model")


def test_a_function_whose_fall_back_does_all_the_judging_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(judges.classes, "never", judge_from(never))
    ran = run("never")
    assert ran.exit_code == 1
    assert "FAILS  it judges itself, and not its fall-back only" in ran.output
    assert "it raised RuntimeError: no model" in ran.output


class Keeper(BreadthFirst):
    """Keeps an array for each site."""

    name = "keeper"

    def state(self) -> dict[str, Any]:
        return {**super().state(), "sites": {"http://a.test/": {"pages": b"1"}}}


def test_a_state_that_cannot_be_found_again_says_which_name_is_to_blame(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(strategies.classes, "keeper", Keeper)
    ran = run("keeper")
    assert ran.exit_code == 1
    assert "on the way to an array, ['sites', 'http://a.test/', 'pages'], a name holds '/'" in ran.output
