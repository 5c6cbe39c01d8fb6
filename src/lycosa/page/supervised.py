"""Parsing in a process of its own: for pages that are not proven cheap, so that none can harm a crawl.

A call goes to a process that may take so much memory and processor time and no more
(`lycosa.page.child`). It is started when first needed, kept, and replaced when it ends. What broke the
bounds has broken them for good; a process that ended for no known reason is given one more try.
"""

from __future__ import annotations

import atexit
import io
import os
import pickle
import signal
import socket
import struct
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

from lycosa.page.isolation.bounds import Call, ChildOutcome, ParseFailed, TooCostly
from lycosa.page.isolation.frames import Frames
from lycosa.page.packed import PackedPage, unpacked

_WALL_S = 60.0
"""No answer within this time: the process is stuck, or the machine is."""
_WALL = struct.pack("@ll", int(_WALL_S), 0)
_ANSWER_BYTES = 256 << 20
_TRIES = 2
_END_S = 1.0


class _Values(pickle.Unpickler):
    """Reads the columns that pages are made of and nothing else: what comes back has met a hostile page."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _VALUES:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a page")
        return super().find_class(module, name)


_VALUES = frozenset(
    {
        (PackedPage.__module__, PackedPage.__name__),
        ("lycosa.page.content", "Content"),
        ("lycosa.errors", "Kind"),
        (ChildOutcome.__module__, ChildOutcome.__name__),
    }
)


class ParserProcess:
    """One process that answers calls, one at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Frames | None = None
        self._closed = False

    def call(self, call: Call) -> Any:
        """Return what the function returns; `TooCostly` or `ParseFailed` if it does not."""
        ended = ""
        for _ in range(_TRIES):
            try:
                outcome, value = self._exchange(call)
            except (EOFError, OSError, pickle.UnpicklingError) as error:
                ended = self._end() or str(error)
                if ended == signal.SIGPROF.name:
                    raise TooCostly(f"takes more than {call.cpu_s:g} s of processor time to parse") from None
                if self._closed:
                    break
            else:
                if outcome is ChildOutcome.DONE:
                    return value
                raise (TooCostly if outcome is ChildOutcome.TOO_COSTLY else ParseFailed)(value)
        raise TooCostly(f"ended the process that parsed it ({ended})")

    def _exchange(self, call: Call) -> tuple[ChildOutcome, Any]:
        """Send a call and wait for its answer; whatever breaks raises."""
        process, connection = self._running()
        connection.send(pickle.dumps(call, pickle.HIGHEST_PROTOCOL))
        if not connection.ready(_WALL_S):
            process.kill()
        outcome, value = _Values(io.BytesIO(connection.receive(_ANSWER_BYTES))).load()
        if not isinstance(value, PackedPage):
            return outcome, value
        try:
            return outcome, unpacked(value)
        except (AttributeError, TypeError, ValueError) as error:
            raise pickle.UnpicklingError(f"not the columns of a page: {error}") from None

    def _running(self) -> tuple[subprocess.Popen[bytes], Frames]:
        if self._process is not None and self._process.poll() is not None:
            self._end()
        if self._process is None or self._connection is None:
            ours, theirs = socket.socketpair()
            ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, _WALL)
            self._connection = Frames(ours.detach())
            with theirs:
                self._process = subprocess.Popen(  # noqa: S603  # our own program, and no page in the command
                    [sys.executable, "-m", "lycosa.page.child", str(theirs.fileno())],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()],
                    env=_environment(),
                )
        return self._process, self._connection

    def _end(self) -> str:
        """Let go of the process; return how it ended."""
        process, self._process = self._process, None
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()  # which ends the process if nothing else has
        if process is None:
            return ""
        try:
            code = process.wait(_END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        return signal.Signals(-code).name if code < 0 else f"exit code {code}"

    def close(self) -> None:
        """End the process; a call under way ends too."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()
            process.wait()


def _environment() -> dict[str, str]:
    """Return an environment in which the process finds the same modules, and has one thread."""
    path = os.pathsep.join(filter(None, sys.path))
    return {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


class ParserPool:
    """A number of processes; a call waits until one of them is free."""

    def __init__(self, size: int = 1) -> None:
        self._processes = [ParserProcess() for _ in range(size)]
        self._free: SimpleQueue[ParserProcess] = SimpleQueue()
        for process in self._processes:
            self._free.put(process)
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="parser")

    def call(self, call: Call) -> Any:
        """Return what the function returns; `TooCostly` or `ParseFailed` if it does not."""
        process = self._free.get()
        try:
            return process.call(call)
        finally:
            self._free.put(process)

    def submit(self, call: Call) -> Future[Any]:
        """Do the same without waiting for it."""
        return self._threads.submit(self.call, call)

    def close(self) -> None:
        """End the processes, whatever they do."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in self._processes:
            process.close()
        self._threads.shutdown()


_shared: ParserPool | None = None


def shared_pool() -> ParserPool:
    """Return the pool of this process, of one process."""
    global _shared  # noqa: PLW0603  # one for all who read pages
    if _shared is None:
        _shared = ParserPool()
    return _shared


def close_shared_pool() -> None:
    """End the process of the shared pool; the next call starts another."""
    global _shared  # noqa: PLW0603
    if _shared is not None:
        _shared.close()
        _shared = None


def _forget_shared_pool() -> None:
    """Leave the pool to the process that was forked: two may not talk to one parser."""
    global _shared  # noqa: PLW0603
    _shared = None


atexit.register(close_shared_pool)
os.register_at_fork(after_in_child=_forget_shared_pool)
