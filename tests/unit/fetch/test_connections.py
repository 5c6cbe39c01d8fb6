"""Kept connections that have spoken out of turn."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from lycosa.fetch.connections import KeptConnections

ORIGIN = "http://example.org"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def test_quiet_connection_may_be_used_again(pair: tuple[socket.socket, socket.socket]) -> None:
    kept = KeptConnections(8, Clock())
    kept.keep(ORIGIN, pair[0].fileno())
    assert not kept.spoilt(ORIGIN)


def test_connection_with_waiting_bytes_is_spoilt_until_libcurl_looks_itself(
    pair: tuple[socket.socket, socket.socket],
) -> None:
    clock = Clock()
    kept = KeptConnections(8, clock)
    kept.keep(ORIGIN, pair[0].fileno())
    pair[1].send(b"unasked")
    assert kept.spoilt(ORIGIN)
    kept.keep(ORIGIN, None)
    assert kept.spoilt(ORIGIN)
    clock.now = 2.5
    assert not kept.spoilt(ORIGIN)


def test_unknown_origin_is_not_spoilt() -> None:
    assert not KeptConnections(8, Clock()).spoilt(ORIGIN)


def test_closed_descriptor_does_no_harm() -> None:
    ours, theirs = socket.socketpair()
    kept = KeptConnections(8, Clock())
    kept.keep(ORIGIN, ours.fileno())
    ours.close()
    theirs.close()
    assert not kept.spoilt(ORIGIN)


def test_oldest_is_forgotten_first(pair: tuple[socket.socket, socket.socket]) -> None:
    kept = KeptConnections(1, Clock())
    kept.keep("http://a.example", pair[0].fileno())
    kept.keep("http://b.example", pair[0].fileno())
    pair[1].send(b"unasked")
    assert (kept.spoilt("http://a.example"), kept.spoilt("http://b.example")) == (False, True)
