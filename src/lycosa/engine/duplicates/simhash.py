"""A page as two numbers: its words in, a signature and a SimHash out.

Pages with the same words have the same signature. The SimHash is Charikar's, over all different runs
of three words: of its 64 bits about three differ between two texts that differ in one run of a hundred,
and about half between texts that have none in common.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest

from lycosa.model import Page

_RUN_WORDS = 3
_READ_BYTES = 1 << 17
"""Bytes of words that a SimHash looks at, about 18,000 words; what follows is left to the signature."""
_POWERS = np.multiply.accumulate(np.full(_READ_BYTES, 0x9E3779B97F4A7C15, dtype=np.uint64))
_MIX = np.uint64(0xD6E8FEB86659FD93)
_HALF = np.uint64(32)


class Fingerprint(NamedTuple):
    """What is remembered of a page."""

    signature: int
    """64 bits, equal for pages with the same title and words."""
    simhash: int | None
    """64 bits, nearly equal for pages with nearly the same text; None for a short page."""


def fingerprint(page: Page, short_tokens: int) -> Fingerprint:
    """Return the fingerprint of a page.

    The SimHash leaves the words of links out, because menus are what different pages of a site have in
    common. A page with little other text has none, and is known by where its links lead as well: two
    menus made of pictures may have the same few words.
    """
    words = packed(page.tokens)
    close = simhash(words, _outside_links(page), short_tokens)
    addresses = (link.url for link in page.links if close is None)
    return Fingerprint(signature(page.title, words, *addresses), close)


def packed(words: Iterable[str]) -> bytes:
    """Return words with a NUL before, between and after them."""
    return "\0".join(("", *words, "")).encode("utf-8", "surrogatepass")


def signature(title: str, words: bytes, *addresses: str) -> int:
    """Return 64 bits that stand for a title, packed words and addresses."""
    return xxh3_64_intdigest(packed((title, *addresses)) + words)


def simhash(words: bytes, text: NDArray[np.bool_], fewest: int) -> int | None:
    """Return the SimHash of the packed words that `text` picks; None if these have too few different runs."""
    runs = _runs(np.frombuffer(words[:_READ_BYTES], dtype=np.uint8), text)
    runs.sort()
    distinct = runs[np.append(True, runs[1:] != runs[:-1])[: len(runs)]]  # np.unique takes four times as long
    if len(distinct) < fewest:
        return None
    bits = np.unpackbits(distinct.astype("<u8").view(np.uint8)).view(np.uint64).reshape(-1, 8)
    # Eight bytes are added at a time, as one number, which goes well for 255 rows.
    sums = np.add.reduceat(bits, np.arange(0, len(bits), 255), axis=0).view(np.uint8).reshape(-1, 64)
    return int(np.packbits(sums.sum(axis=0) * 2 > len(distinct)).view("<u8")[0])


def _outside_links(page: Page) -> NDArray[np.bool_]:
    """Say of each token whether it is not part of a link."""
    text = bytearray(b"\1") * len(page.tokens)
    for link in page.links:
        start, stop = link.words
        if start < stop:
            text[start:stop] = bytes(stop - start)
    return np.frombuffer(text, dtype=np.bool_)


def _runs(words: NDArray[np.uint8], text: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Hash every run of words as a polynomial over its bytes, modulo 2**64.

    It is the difference of two prefix sums, moved to the same power wherever the run stands.
    """
    bounds = np.flatnonzero(words == 0)
    prefix = np.cumsum(words * _POWERS[: len(words)])
    starts, stops = bounds[:-_RUN_WORDS], bounds[_RUN_WORDS:]
    picked = text[: len(starts)] & text[1 : len(starts) + 1] & text[2 : len(starts) + 2]
    starts, stops = starts[picked], stops[picked]
    runs = (prefix[stops] - prefix[starts]) * _POWERS[-1 - starts]
    runs ^= runs >> _HALF  # the low bits of a polynomial are weak
    runs *= _MIX
    runs ^= runs >> _HALF
    return runs
