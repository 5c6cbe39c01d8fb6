"""Calls between processes of one machine: a question in, its answer out, over a socket that is no file.

Ray takes 2 to 3 ms of processor time for a message, and several turns of a busy shard's loop; this takes a
tenth of both. The socket has a name in memory that nobody can guess, and the kernel says whose process asks:
only those of the same user are answered. Where there are no such sockets, or the other process is on another
machine, the line is broken, and Ray carries the message.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import secrets
import socket
import struct
import sys
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any, TypeAlias, cast

from lycosa.cluster.member import Unreachable
from lycosa.errors import LycosaError

_SIZE = struct.Struct("!Q")
_CREDENTIALS = struct.Struct("3i")
"""Process, user and group at the other end."""
Answers: TypeAlias = Callable[..., Awaitable[Any]]


class LineBroken(Exception):
    """There is no line, or no more; whatever was asked may have been done."""


class _End(asyncio.Protocol):
    """One end of a line: whole messages in and out."""

    def __init__(self) -> None:
        self._received = bytearray()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, unless another user's process is at the other end."""
        self._transport = cast("asyncio.Transport", transport)
        if _user_of(transport.get_extra_info("socket")) != os.getuid():
            self.close()

    def close(self) -> None:
        """End at once."""
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take in what has come."""
        received = self._received
        received += data
        while len(received) >= _SIZE.size:
            stop = _SIZE.size + _SIZE.unpack_from(received)[0]
            if len(received) < stop or self._transport is None or self._transport.is_closing():
                return
            message = pickle.loads(received[_SIZE.size : stop])  # noqa: S301  # of the same user's process
            del received[:stop]
            self.heard(*message)

    def say(self, *message: Any) -> None:
        """Send a message, if the line is still there."""
        if self._transport is not None and not self._transport.is_closing():
            packed = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
            self._transport.write(_SIZE.pack(len(packed)) + packed)

    def heard(self, number: int, *message: Any) -> None:
        """Take in a whole message."""
        raise NotImplementedError


class _Answering(_End):
    """The end that is asked."""

    def __init__(self, answers: Answers, ends: set[_End]) -> None:
        super().__init__()
        self._answers = answers
        self._ends = ends
        self._under_way: set[asyncio.Task[None]] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._ends.add(self)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """End; what is under way is done all the same."""
        self._ends.discard(self)

    def heard(self, number: int, *question: Any) -> None:
        """Begin to answer."""
        task = asyncio.create_task(self._answer(number, *question))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _answer(self, number: int, *question: Any) -> None:
        try:
            self.say(number, None, await self._answers(*question))
        except Unreachable as error:
            self.say(number, Unreachable, str(error))
        except LycosaError as error:  # of which kind is its own business: some cannot be packed
            self.say(number, LycosaError, str(error))
        except Exception as error:  # a bug, raised where it was asked
            self.say(number, RuntimeError, f"{type(error).__name__}: {error}")


class _Asking(_End):
    """The end that asks."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers = count()
        self._waiting: dict[int, asyncio.Future[Any]] = {}

    async def ask(self, *question: Any) -> Any:
        """Return the answer to a question, or raise what came of it."""
        if self._transport is None or self._transport.is_closing():
            raise LineBroken
        number = next(self._numbers)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            self.say(number, *question)
            return await answer
        finally:
            del self._waiting[number]

    def heard(self, number: int, *message: Any) -> None:
        """Hand an answer to who waits for it."""
        failure, value = message
        answer = self._waiting.get(number)
        if answer is None or answer.done():
            return  # nobody waits any more
        if failure is None:
            answer.set_result(value)
        else:
            answer.set_exception(failure(value))

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell all who wait that no answer will come."""
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(LineBroken())


class Line:
    """A way to a process of this machine, opened when it is first asked.

    Parameters
    ----------
    address
        Of the reception there.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._opened: asyncio.Task[_Asking] | None = None

    async def ask(self, method: str, *question: Any) -> Any:
        """Call a method there; raises `LineBroken` if there is no way."""
        if self._opened is None:
            self._opened = asyncio.create_task(self._open())
        end = self._opened.result() if self._opened.done() else await asyncio.shield(self._opened)
        return await end.ask(method, *question)

    async def _open(self) -> _Asking:
        try:
            loop = asyncio.get_running_loop()
            _, end = await loop.create_unix_connection(_Asking, self._address)
        except (OSError, AttributeError) as error:  # not every system has such sockets
            raise LineBroken from error
        return end

    def close(self) -> None:
        """End at once."""
        if self._opened is not None and self._opened.done() and self._opened.exception() is None:
            self._opened.result().close()


class Reception:
    """Answers calls from this machine.

    Parameters
    ----------
    answers
        Called with the name of a method and what it is asked.
    """

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._ends: set[_End] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> str:
        """Begin; return the address, or nothing if it cannot be."""
        if sys.platform != "linux":
            return ""
        address, loop = f"\0lycosa-{secrets.token_hex(16)}", asyncio.get_running_loop()
        self._server = await loop.create_unix_server(lambda: _Answering(self._answers, self._ends), address)
        return address

    def close(self) -> None:
        """End at once."""
        if self._server is not None:
            self._server.close()
        for end in [*self._ends]:
            end.close()


def _user_of(connected: socket.socket) -> int:
    """Return whose process is at the other end."""
    if sys.platform != "linux":
        return -1
    told = connected.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    return int(_CREDENTIALS.unpack(told)[1])
