"""Calls between processes of one machine: answers, failures, many at once, and lines that break."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from lycosa.cluster.calls import line
from lycosa.cluster.calls.line import Line, LineBroken, Reception
from lycosa.cluster.calls.messages import RayMember
from lycosa.cluster.fence import Fenced
from lycosa.cluster.member import Report, Unreachable
from lycosa.errors import LycosaError

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has sockets without files")
LARGE = b"x" * 3_000_000


async def answers(method: str, *question: Any) -> Any:
    if method == "report":
        return Report(*question)
    if method == "late":
        await asyncio.sleep(question[0])
    elif method == "unreachable":
        raise Unreachable("shard 1 does not run")
    elif method == "fenced":
        raise Fenced("taken over")
    elif method == "bug":
        raise ZeroDivisionError("a bug")
    return question


def asked(calls: Callable[[Line], Awaitable[Any]]) -> Any:
    async def whole() -> Any:
        reception = Reception(answers)
        one = Line(await reception.open())
        try:
            return await calls(one)
        finally:
            one.close()
            reception.close()

    return asyncio.run(whole())


def test_answers_come_back_whatever_their_size() -> None:
    assert asked(lambda one: one.ask("report", 1, 20)) == Report(1, 20)
    assert asked(lambda one: one.ask("deliver", LARGE, (1.5, None))) == (LARGE, (1.5, None))


def test_who_asks_later_may_be_answered_first() -> None:
    async def both(one: Line) -> list[Any]:
        first = asyncio.create_task(one.ask("late", 0.05))
        await asyncio.sleep(0)
        second = asyncio.create_task(one.ask("early"))
        done, _ = await asyncio.wait((first, second), return_when=asyncio.FIRST_COMPLETED)
        return [done == {second}, await first, await second]

    assert asked(both) == [True, (0.05,), ()]


def test_what_went_wrong_is_raised_where_it_was_asked() -> None:
    with pytest.raises(Unreachable, match="shard 1 does not run"):
        asked(lambda one: one.ask("unreachable"))
    with pytest.raises(LycosaError, match="taken over") as raised:
        asked(lambda one: one.ask("fenced"))
    assert not isinstance(raised.value, Unreachable)
    with pytest.raises(RuntimeError, match="ZeroDivisionError: a bug"):
        asked(lambda one: one.ask("bug"))


def test_a_line_to_nobody_is_broken() -> None:
    with pytest.raises(LineBroken):
        asyncio.run(Line("\0lycosa-nobody").ask("report"))


def test_who_waits_when_the_other_ends_is_told() -> None:
    async def end() -> None:
        reception = Reception(answers)
        one = Line(await reception.open())
        waits = asyncio.create_task(one.ask("late", 60))
        await one.ask("early")
        reception.close()
        with pytest.raises(LineBroken):
            await asyncio.wait_for(waits, 5)
        with pytest.raises(LineBroken):
            await one.ask("early")

    asyncio.run(end())


def test_processes_of_other_users_are_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "_user_of", lambda _: os.getuid() + 1)
    with pytest.raises(LineBroken):
        asked(lambda one: asyncio.wait_for(one.ask("early"), 5))


def test_no_answer_in_time_is_unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lycosa.cluster.calls.messages.ANSWER_S", 0.05)

    async def wait() -> None:
        async def never(method: str, *question: Any) -> None:
            await asyncio.sleep(60)

        reception = Reception(never)
        member = RayMember(1, None, await reception.open())
        try:
            with pytest.raises(Unreachable, match="does not answer"):
                await member.report(1, 1)
        finally:
            member.close()
            reception.close()

    asyncio.run(wait())


def test_where_a_line_breaks_ray_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    through_ray: list[tuple[Any, ...]] = []

    async def ask(self: RayMember, method: str, *question: Any, **_: Any) -> float:
        through_ray.append((method, *question))
        return 0.5

    monkeypatch.setattr(RayMember, "ask", ask)

    async def turns() -> None:
        member = RayMember(1, None, "\0lycosa-nobody")
        assert [await member.turn("192.0.2.1"), await member.turn("192.0.2.2")] == [0.5, 0.5]

    asyncio.run(turns())
    assert through_ray == [("turn", "192.0.2.1"), ("turn", "192.0.2.2")]
