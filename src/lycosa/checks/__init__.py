"""Contract checks for plug-ins, to run on your own: `check_strategy(MyStrategy)` raises on the first breach.

The same checks run in this project's tests over everything in the registry, and `lycosa check NAME` runs
them on anything installed.
"""

from __future__ import annotations

from collections.abc import Iterator

from lycosa.checks.contract import BrokenContract, Check, Maker
from lycosa.checks.parts import JUDGE, RANKER, SELECTOR, TUNNEL
from lycosa.checks.samples import sample_topic
from lycosa.checks.strategy import STRATEGY
from lycosa.topic import Topic

__all__ = [
    "CHECKS",
    "BrokenContract",
    "check_judge",
    "check_ranker",
    "check_selector",
    "check_strategy",
    "check_tunnel",
    "findings",
    "sample_topic",
]

CHECKS: dict[str, tuple[Check, ...]] = {
    "strategy": STRATEGY,
    "judge": JUDGE,
    "ranker": RANKER,
    "selector": SELECTOR,
    "tunnel": TUNNEL,
}
"""What is checked, by kind of plug-in."""


def check_strategy(make: Maker, topic: Topic | None = None) -> None:
    """Check a strategy; `make` is its class, or anything else that takes a topic and a seed."""
    _all("strategy", make, topic)


def check_judge(make: Maker, topic: Topic | None = None) -> None:
    """Check a judge; `make` is its class, or anything else that takes a topic."""
    _all("judge", make, topic)


def check_ranker(make: Maker, topic: Topic | None = None) -> None:
    """Check a ranker; `make` is its class, or anything else that takes a topic."""
    _all("ranker", make, topic)


def check_selector(make: Maker, topic: Topic | None = None) -> None:
    """Check a selector; `make` is its class, or anything else that makes one."""
    _all("selector", make, topic)


def check_tunnel(make: Maker, topic: Topic | None = None) -> None:
    """Check a tunnel rule; `make` is its class, or anything else that makes one."""
    _all("tunnel", make, topic)


def _all(kind: str, make: Maker, topic: Topic | None) -> None:
    for check in CHECKS[kind]:
        check.run(make, topic or sample_topic())


def findings(kind: str, make: Maker, topic: Topic | None = None) -> Iterator[tuple[str, str]]:
    """Run every check; yield what each claims, and what is wrong with the claim: nothing, if it holds."""
    for check in CHECKS[kind]:
        try:
            check.run(make, topic or sample_topic())
        except BrokenContract as breach:
            yield check.claim, str(breach)
        except Exception as error:  # whatever another's code may raise
            yield check.claim, f"{type(error).__name__}: {error}"
        else:
            yield check.claim, ""
