"""Calls between shards, over a line or through Ray: whoever is gone, or does not answer, is `Unreachable`.

Only Ray knows whether a process has ended. So where a line breaks, the same is asked once more through Ray:
to be asked twice changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import ray
from ray.exceptions import RayError

from lycosa.cluster.calls.line import Line, LineBroken
from lycosa.cluster.mail import Batch, Receipt
from lycosa.cluster.member import Allowance, Lessons, Report, Unreachable
from lycosa.engine.budget import Stop

ANSWER_S = 20.0
"""Longest wait for an answer: a shard that checks in a page of a megabyte is busy for a second."""
STOP_S = 120.0
"""Longest wait for a shard to end: it judges its pages once more."""


class RayMember:
    """A shard in another process; a `Member`.

    Parameters
    ----------
    shard
        Its number.
    actor
        Its actor of Ray.
    address
        Where it answers calls from its own machine; empty if it does not.
    """

    def __init__(self, shard: int, actor: Any, address: str = "") -> None:
        self.shard = shard
        self.actor = actor
        self._line = Line(address) if address else None
        self.gone = False
        """Whether its process has ended."""

    async def _call(self, method: str, *question: Any) -> Any:
        """Call a method of which the answer is at hand: over the line, if there is one."""
        if self._line is not None:
            try:
                async with asyncio.timeout(ANSWER_S):
                    return await self._line.ask(method, *question)
            except LineBroken:
                self._line = None  # Ray knows whether the process has ended
            except TimeoutError as error:
                raise Unreachable(f"shard {self.shard} does not answer") from error
        return await self.ask(method, *question)

    async def ask(self, method: str, *question: Any, within_s: float = ANSWER_S) -> Any:
        """Call a method through Ray; errors of the shard itself are raised as they are."""
        try:
            answer = getattr(self.actor, method).remote(*question)
            return await asyncio.wait_for(asyncio.wrap_future(answer.future()), within_s)
        except ray.exceptions.ActorDiedError as error:
            self.gone = True
            raise Unreachable(f"shard {self.shard} is gone") from error
        except ray.exceptions.RayTaskError:
            raise
        except (RayError, TimeoutError) as error:
            raise Unreachable(f"shard {self.shard} does not answer: {type(error).__name__}") from error

    async def deliver(self, batch: Batch) -> Receipt:
        """Take in links."""
        receipt: Receipt = await self._call("deliver", batch)
        return receipt

    async def turn(self, address: str) -> float:
        """Give a turn at an address."""
        return float(await self._call("turn", address))

    async def report(self, turn: int, best: int) -> Report:
        """Say how it stands."""
        report: Report = await self._call("report", turn, best)
        return report

    async def allow(self, allowance: Allowance) -> int | None:
        """Go by an allowance."""
        pages: int | None = await self._call("allow", allowance)
        return pages

    async def lessons(self) -> Lessons | None:
        """Say what it has learned."""
        lessons: Lessons | None = await self._call("lessons")
        return lessons

    async def merge(self, lessons: Sequence[Lessons]) -> Lessons:
        """Put lessons together."""
        merged: Lessons = await self._call("merge", list(lessons))
        return merged

    async def adopt(self, lessons: Lessons) -> None:
        """Go by what all have learned."""
        await self._call("adopt", lessons)

    async def stop(self, reason: Stop) -> None:
        """End."""
        await self.ask("stop", reason, within_s=STOP_S)

    def close(self) -> None:
        """Let go of the line."""
        if self._line is not None:
            self._line.close()
