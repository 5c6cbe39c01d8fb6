"""Messages over a socket."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from threading import Thread

import pytest

from lycosa.page.isolation.frames import Frames


@pytest.fixture
def ends() -> Iterator[tuple[Frames, Frames]]:
    """Both ends of a connection."""
    ours, theirs = (Frames(end.detach()) for end in socket.socketpair())
    yield ours, theirs
    ours.close()
    theirs.close()


@pytest.mark.parametrize("size", [0, 1, 1 << 16, 5_000_000])
def test_a_message_arrives_whole(ends: tuple[Frames, Frames], size: int) -> None:
    ours, theirs = ends
    message = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    sender = Thread(target=ours.send, args=(message,))
    sender.start()
    assert theirs.ready(10) and theirs.receive(size) == message
    sender.join()


def test_messages_keep_their_order_and_their_bounds(ends: tuple[Frames, Frames]) -> None:
    ours, theirs = ends
    for message in (b"one", b"", b"two"):
        ours.send(message)
    assert [theirs.receive(3) for _ in range(3)] == [b"one", b"", b"two"]
    assert not theirs.ready(0)


def test_a_message_that_is_too_long_is_not_read(ends: tuple[Frames, Frames]) -> None:
    ours, theirs = ends
    ours.send(b"four")
    with pytest.raises(OSError, match="4 bytes"):
        theirs.receive(3)


@pytest.mark.parametrize("sent", [b"", b"\0\0", struct.pack("!Q", 5) + b"half"])
def test_an_end_in_the_middle_of_a_message_is_said(ends: tuple[Frames, Frames], sent: bytes) -> None:
    ours, theirs = ends
    with socket.socket(fileno=ours.fileno()) as raw:
        raw.sendall(sent)
        raw.detach()
    ours.close()
    assert theirs.ready(10)
    with pytest.raises(EOFError):
        theirs.receive(100)


def test_nobody_writes_to_a_connection_that_was_closed(ends: tuple[Frames, Frames]) -> None:
    ours, theirs = ends
    theirs.close()
    theirs.close()
    with pytest.raises(OSError):
        ours.send(b"anybody there?")
