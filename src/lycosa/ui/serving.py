"""Serves the live view on this machine: from a command of its own, or from a process beside a crawl."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import uvicorn

from lycosa.errors import LycosaError
from lycosa.ui.app import LiveView
from lycosa.ui.safety import LOOPBACK

SECRET_BYTES = 24
_END_S = 5.0
_LAST_WORDS_S = 2
"""Time for pages to get the last snapshot."""


def listening(port: int = 0) -> socket.socket:
    """Return a socket of this machine only; port 0 is any free one."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((LOOPBACK, port))
        made.listen()
    except OSError as error:
        made.close()
        raise LycosaError(f"port {port} of {LOOPBACK} cannot be used: {error.strerror}") from error
    return made


def address(place: socket.socket, secret: str) -> str:
    """Return the URL of the view."""
    return f"http://{LOOPBACK}:{place.getsockname()[1]}/{secret}/"


def serve(view: LiveView, place: socket.socket, until: Callable[[Callable[[], None]], None]) -> None:
    """Serve until interrupted; `until` is given a function that ends it from another thread."""
    asyncio.run(_serve(view, place, until))


async def _serve(view: LiveView, place: socket.socket, until: Callable[[Callable[[], None]], None]) -> None:
    config = uvicorn.Config(
        view.app,
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_LAST_WORDS_S,
    )
    server = _Server(config)
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, over.set)

    def end() -> None:
        loop.call_soon_threadsafe(over.set)

    until(end)
    serving = asyncio.create_task(server.serve(sockets=[place]))
    ended = asyncio.create_task(over.wait())
    await asyncio.wait({serving, ended}, return_when=asyncio.FIRST_COMPLETED)
    await view.broadcast.end()
    server.should_exit = True
    ended.cancel()
    await serving


class _Server(uvicorn.Server):
    """Leaves signals to whoever runs it."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


def interrupted_only(end: Callable[[], None]) -> None:
    """Let a view run until it is interrupted."""


def at_end_of_input(end: Callable[[], None]) -> None:
    """Let a view run until whoever started it closes its input, or is gone."""

    def wait() -> None:
        with suppress(OSError):
            while os.read(sys.stdin.fileno(), 1024):
                pass
        with suppress(RuntimeError):
            end()

    threading.Thread(target=wait, daemon=True).start()


@contextmanager
def view_alongside(folder: Path, *, control: bool, port: int = 0) -> Iterator[str]:
    """Serve the view of a crawl from a process beside this one until the block ends; give its address.

    The process has its own interpreter, so that it costs the crawl nothing but what is kept once a second. It
    ends with this one, however that ends.
    """
    secret = secrets.token_urlsafe(SECRET_BYTES)
    with listening(port) as place:
        command = [sys.executable, "-m", "lycosa", "ui", str(folder), "--inherit", str(place.fileno())]
        process = subprocess.Popen(  # noqa: S603  # our own command
            command + ["--control"] * control,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[place.fileno()],
            start_new_session=True,
        )
        where = address(place, secret)
    if process.stdin is None:
        raise LycosaError("the live view has no input")
    try:
        process.stdin.write(f"{secret}\n".encode())
        process.stdin.flush()
        yield where
    finally:
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(_END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
