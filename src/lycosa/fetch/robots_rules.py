"""What one agent may do at one site: rules of robots.txt in, whether a URL may be asked for out.

A hostile file has tens of thousands of rules, so rules are kept as one text with an index: each is found by
the rarest of some short pieces that a path must have for it to match. Matching takes a bounded amount of
work; where that is not enough to decide, the URL counts as disallowed.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from zlib import crc32

import numpy as np
import numpy.typing as npt

_ESCAPE = re.compile(rb"%[0-9A-Fa-f]{2}|[^A-Za-z0-9._~/?&=:;,+@!()-]")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_ORIGIN = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*")

_FEW = 32
"""Rules that are tried one after the other, without an index."""
_WORK = 40_000
"""Per URL, in steps of about 15 ns."""
_STEPS_PER_RULE = 24
_GRAM_BYTES = 4
_PARTS_LOOKED_AT = 8
_PREFIX = 8 << 32
"""Marks the key of a prefix; the key of a piece is marked with its length, which is 4 at most."""


class Rules:
    """What one agent may do at one site.

    The longest pattern that matches decides, "allow" before "disallow" (RFC 9309, section 2.2.2).

    >>> rules = Rules([(b"/private", False), (b"/*.html$", True)])
    >>> rules.allowed("http://example.org/private"), rules.allowed("/private/a.html")
    (False, True)
    """

    def __init__(self, rules: Iterable[tuple[bytes, bool]] = (), delay_s: float | None = None) -> None:
        self.delay_s = delay_s
        patterns: dict[bytes, bool] = {}
        for path, allow in rules:
            pattern = _pattern(path)
            patterns[pattern] = allow or patterns.get(pattern, False)
        ordered = sorted(patterns, key=lambda pattern: (-len(pattern), not patterns[pattern]))
        self._text = b"".join(ordered)
        self._ends = array("I", np.cumsum([len(pattern) for pattern in ordered], dtype=np.uint32).tobytes())
        self._allow = bytes(patterns[pattern] for pattern in ordered)
        self._index = _Index(ordered) if len(ordered) > _FEW else None

    @property
    def size_bytes(self) -> int:
        """Memory held, more or less."""
        own = sum(map(sys.getsizeof, (self._text, self._ends, self._allow)))
        return own + (self._index.size_bytes if self._index else 0)

    def allowed(self, url: str) -> bool:
        """Whether the URL, or the path of one, may be asked for."""
        if not self._allow:
            return True
        path = _path(url)
        if path == b"/robots.txt":
            return True
        work = _WORK
        candidates = self._index.candidates(path) if self._index else range(len(self._ends))
        for number in candidates:
            pattern = self._text[self._ends[number - 1] if number else 0 : self._ends[number]]
            work -= _STEPS_PER_RULE + 8 * pattern.count(b"*") + (len(pattern) * len(path) >> 6)
            if work < 0:
                return False
            if _matches(pattern, path):
                return bool(self._allow[number])
        return True


class _Index:
    """Finds the rules that may match a path: sorted keys, and the number of the rule that each stands for."""

    def __init__(self, patterns: Sequence[bytes]) -> None:
        choices = [list(_keys(pattern)) for pattern in patterns]
        frequency = Counter(key for keys in choices for key in keys)
        chosen = np.array([min(keys, key=frequency.__getitem__) for keys in choices], dtype=np.uint64)
        order = np.argsort(chosen, kind="stable")
        self._keys = chosen[order]
        self._numbers = order.astype(np.uint32)
        self._least_bytes = np.array([min(_least_bytes(pattern), 0xFFFF) for pattern in patterns], np.uint16)
        prefixes = {pattern.partition(b"*")[0].removesuffix(b"$") for pattern in patterns}
        self._prefix_lengths = array("H", sorted({len(prefix) for prefix in prefixes}))

    @property
    def size_bytes(self) -> int:
        """Memory held, more or less."""
        columns = self._keys.nbytes + self._numbers.nbytes + self._least_bytes.nbytes
        return int(columns + sys.getsizeof(self._prefix_lengths))

    def candidates(self, path: bytes) -> list[int]:
        """Return the numbers of the rules that may match, in order."""
        keys = np.unique(np.concatenate([self._prefixes_of(path), *_grams_of(path)]))
        first = np.searchsorted(self._keys, keys, "left")
        last = np.searchsorted(self._keys, keys, "right")
        counts = last - first
        total = counts.sum()
        if not total:
            return []
        found = self._numbers[np.repeat(last - np.cumsum(counts), counts) + np.arange(total)]
        found = found[self._least_bytes[found] <= len(path)]
        numbers: list[int] = np.sort(found)[: _WORK // _STEPS_PER_RULE + 1].tolist()
        return numbers

    def _prefixes_of(self, path: bytes) -> npt.NDArray[np.uint64]:
        keys = []
        done = checksum = 0
        for length in self._prefix_lengths:
            if length > len(path):
                break
            checksum = crc32(path[done:length], checksum)
            done = length
            keys.append(_PREFIX | checksum)
        return np.array(keys, dtype=np.uint64)


def _least_bytes(pattern: bytes) -> int:
    """Return the length of the shortest path that a pattern matches."""
    return len(pattern.removesuffix(b"$")) - pattern.count(b"*")


def _keys(pattern: bytes) -> Iterator[int]:
    """Give keys of which a path that matches has every one."""
    first, *rest = pattern.removesuffix(b"$").split(b"*")
    yield _PREFIX | crc32(first)
    for part in rest[:_PARTS_LOOKED_AT]:
        if part:
            for gram in {part[:_GRAM_BYTES], part[-_GRAM_BYTES:]}:
                yield len(gram) << 32 | int.from_bytes(gram, "big")


def _grams_of(path: bytes) -> Iterator[npt.NDArray[np.uint64]]:
    letters = np.frombuffer(path, dtype=np.uint8).astype(np.uint64)
    grams = letters
    for size in range(1, _GRAM_BYTES + 1):
        if size > 1:
            grams = grams[:-1] << np.uint64(8) | letters[size - 1 :]
        yield grams | np.uint64(size << 32)
        if len(grams) < 2:
            return


def _pattern(path: bytes) -> bytes:
    """Return a rule in the form it is compared in: stars and a final dollar are all that is special."""
    ends = path.endswith(b"$")
    parts = map(normal, path.removesuffix(b"$").split(b"*"))
    return b"*".join(parts) + (b"$" if ends else b"")


def _matches(pattern: bytes, path: bytes) -> bool:
    """Match from left to right, each part as early as it comes: no step is ever taken back."""
    ends = pattern.endswith(b"$")
    first, *rest = pattern.removesuffix(b"$").split(b"*")
    if not path.startswith(first):
        return False
    if not rest:
        return not ends or len(path) == len(first)
    position = len(first)
    for part in rest[:-1]:
        position = path.find(part, position)
        if position < 0:
            return False
        position += len(part)
    if ends:
        return path.endswith(rest[-1]) and len(path) - len(rest[-1]) >= position
    return path.find(rest[-1], position) >= 0


def _path(url: str) -> bytes:
    """Return path and query in the form rules are compared in."""
    raw = url.encode("utf-8", "replace")
    match = _ORIGIN.match(raw)
    path = (raw[match.end() :] if match else raw).partition(b"#")[0]
    return normal(path if path.startswith(b"/") else b"/" + path)


def normal(path: bytes) -> bytes:
    """Escape what a rule may write either way, and decode escapes that are never needed."""
    return _ESCAPE.sub(_normal_escape, path)


def _normal_escape(match: re.Match[bytes]) -> bytes:
    found = match[0]
    byte = int(found[1:], 16) if len(found) == 3 else found[0]
    return bytes((byte,)) if byte in _UNRESERVED else b"%%%02X" % byte
