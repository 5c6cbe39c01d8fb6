"""Runs of three words as numbers: what each word adds to them in, one hash for each run out.

`runs.pyx` goes over the words once, for where there is a compiler. A test holds the two against each other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

RUN_WORDS = 3
READ_BYTES = 1 << 17
"""Bytes of words that are looked at, about 18,000 words."""
BASE = 0x9E3779B97F4A7C15
"""Of the polynomials, modulo 2**64, over the bytes of words."""
_LAST_POWER = np.uint64(pow(BASE, READ_BYTES + 1, 1 << 64))
_MIX = np.uint64(0xD6E8FEB86659FD93)
_HALF = np.uint64(32)


def outside_links(spans: NDArray[np.int32], count: int) -> bytes:
    """Say of each of so many tokens whether it is not part of a link: a byte of 1, or of 0.

    In: a row for each link, where its words begin and end first.
    """
    text = bytearray(b"\1") * count
    for start, stop in spans[:, :2].tolist():
        if start < stop:
            text[start:stop] = bytes(stop - start)
    return bytes(text)


def run_hashes(stems: NDArray[np.uint64], numbers: NDArray[np.int32], text: bytes) -> NDArray[np.uint64]:
    """Hash every run of words that `text` picks, a NUL after each, as a polynomial over its bytes.

    In: what is known of stems, a row for each: its polynomial, the power that moves what follows behind it,
    and its bytes; then the numbers of the words. A run's polynomial is put together from those of its words.
    """
    words, powers, sizes = stems.take(numbers, axis=0).T
    count = int(sizes.cumsum().searchsorted(READ_BYTES))
    first, second, third = (slice(i, max(0, count - RUN_WORDS + 1) + i) for i in range(RUN_WORDS))
    runs: NDArray[np.uint64] = words[second] + powers[second] * words[third]
    runs = (words[first] + powers[first] * runs) * _LAST_POWER
    picked = np.frombuffer(text, np.bool_)
    runs = runs[picked[first] & picked[second] & picked[third]]
    runs ^= runs >> _HALF  # the low bits of a polynomial are weak
    runs *= _MIX
    runs ^= runs >> _HALF
    return runs


def majority(runs: NDArray[np.uint64], fewest: int) -> int | None:
    """Return the bits that most of the different hashes have, which are sorted; None if they are too few."""
    distinct = runs[np.append(True, runs[1:] != runs[:-1])[: len(runs)]]  # np.unique takes four times as long
    if len(distinct) < fewest:
        return None
    bits = np.unpackbits(distinct.astype("<u8").view(np.uint8)).view(np.uint64).reshape(-1, 8)
    # Eight bytes are added at a time, as one number, which goes well for 255 rows.
    sums = np.add.reduceat(bits, np.arange(0, len(bits), 255), axis=0).view(np.uint8).reshape(-1, 64)
    return int(np.packbits(sums.sum(axis=0) * 2 > len(distinct)).view("<u8")[0])
