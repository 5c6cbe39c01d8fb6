"""A small fuzzer guided by coverage: inputs that reach new lines are kept and changed further."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from tests.fuzz.targets import Target

import lycosa

CORPUS = Path(__file__).with_name("corpus")
PACKAGE = str(Path(lycosa.__file__).parent)
CPU_S = 2.0
"""What no input may take."""
BYTES_MAX = 1_000_000
_INTERESTING = (
    b"\0",
    b"\xff",
    b"<",
    b">",
    b"&",
    b'"',
    b"'",
    b"=",
    b"/",
    b"\r\n",
    b"\n",
    b":",
    b"*",
    b"-1",
    b"1e999",
)
_INTERESTING += (b"9" * 40, b"\xef\xbb\xbf", b"\xff\xfe", b"]]>", b"<!--", b"%00", b"[", b"{", "é洪".encode())

Arcs = set[tuple[CodeType, int]]


def corpus(name: str) -> list[bytes]:
    """Return the saved inputs of a target."""
    return [file.read_bytes() for file in sorted((CORPUS / name).iterdir())]


def changed(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Return an input with a few changes; one in eight is long."""
    for _ in range(rng.randint(1, 4)):
        data = rng.choice(_CHANGES)(rng, data, others)[:65_536]
    if data and rng.random() < 1 / 8:
        data = _much(rng, data)
    return data


def _span(rng: random.Random, data: bytes) -> tuple[int, int]:
    start = rng.randint(0, len(data))
    return start, min(len(data), start + rng.randint(0, 1 << rng.randint(0, 8)))


def _insert(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + rng.choice(_INTERESTING) + data[at:]


def _delete(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, stop = _span(rng, data)
    return data[:start] + data[stop:]


def _overwrite(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, stop = _span(rng, data)
    return data[:start] + rng.randbytes(min(stop - start, 8)) + data[stop:]


def _repeat(rng: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, stop = _span(rng, data)
    return data[:stop] + data[start:stop] * rng.randint(1, 64) + data[stop:]


def _splice(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    other = rng.choice(others)
    return data[: rng.randint(0, len(data))] + other[rng.randint(0, len(other)) :]


_CHANGES: tuple[Callable[[random.Random, bytes, Sequence[bytes]], bytes], ...] = (
    _insert,
    _delete,
    _overwrite,
    _repeat,
    _splice,
)


def _much(rng: random.Random, data: bytes) -> bytes:
    """Repeat one part of an input until it is long: what is not linear shows."""
    start, stop = _span(rng, data)
    part = data[start:stop] or b"<"
    return data[:stop] + part * ((BYTES_MAX - len(data)) // len(part)) + data[stop:]


def run(target: Target, data: bytes, arcs: Arcs | None = None) -> float:
    """Read one input; return the CPU time it took. Without `arcs` nothing is traced."""
    started = time.process_time()
    if arcs is not None:
        sys.settrace(_tracer(arcs))
    try:
        target.read(data)
    except target.may_raise:
        pass
    finally:
        sys.settrace(None)
    return time.process_time() - started


def _tracer(arcs: Arcs) -> Callable[[FrameType, str, Any], Any]:
    def line(frame: FrameType, event: str, _: Any) -> Any:
        arcs.add((frame.f_code, frame.f_lineno))
        return line

    def call(frame: FrameType, event: str, _: Any) -> Any:
        return line if frame.f_code.co_filename.startswith(PACKAGE) else None

    return call


def fuzz(target: Target, inputs: Sequence[bytes], seed: int, rounds: int) -> Iterator[bytes]:
    """Give every input that reaches lines none before it has reached; raise for one that breaks its target.

    Long inputs are read untraced, for their time: tracing would be most of it.
    """
    rng = random.Random(seed)
    kept = list(inputs)
    arcs: Arcs = set()
    for data in kept:
        run(target, data, arcs)
    for _ in range(rounds):
        data = changed(rng, rng.choice(kept), kept)
        before = len(arcs)
        cpu_s = run(target, data, None if len(data) > 4_096 else arcs)
        if cpu_s > CPU_S:
            raise AssertionError(f"{cpu_s:.1f} s for {data[:200]!r} … of {len(data)} bytes")
        if len(arcs) > before:
            kept.append(data)
            yield data
