"""A page as two numbers: its words in, a signature and a SimHash out.

Pages with the same words have the same signature. The SimHash (Charikar's, over every three words
in a row) of two pages differs in about three of its 64 bits where one per cent of those runs differ,
and in about half of them where all do.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
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
    """64 bits, nearly equal for pages that are nearly the same; None for a short page."""


def fingerprint(page: Page, short_tokens: int) -> Fingerprint:
    """Return the fingerprint of a page.

    A page with fewer than `short_tokens` words is known by its links as well: two menus made of
    pictures may have the same few words.
    """
    words = "\0".join(("", *page.tokens, "")).encode("utf-8", "surrogatepass")
    short = len(page.tokens) < short_tokens
    told_by = "\0".join((page.title, *(link.url for link in page.links if short)))
    signature = xxh3_64_intdigest(told_by.encode("utf-8", "surrogatepass") + words)
    return Fingerprint(signature, None if short else simhash(words))


def simhash(words: bytes) -> int:
    """Return the SimHash of words with a NUL before, between and after them; 0 if they are under three.

    Every run of words is hashed as a polynomial over its bytes, modulo 2**64: the difference of two
    prefix sums, shifted to the same power wherever the run stands.
    """
    text = np.frombuffer(words[:_READ_BYTES], dtype=np.uint8)
    bounds = np.flatnonzero(text == 0)
    prefix = np.cumsum(text * _POWERS[: len(text)])
    starts, stops = bounds[:-_RUN_WORDS], bounds[_RUN_WORDS:]
    runs = (prefix[stops] - prefix[starts]) * _POWERS[-1 - starts]
    runs ^= runs >> _HALF  # the low bits of a polynomial are weak
    runs *= _MIX
    runs ^= runs >> _HALF
    ones = np.unpackbits(runs.astype("<u8").view(np.uint8)).reshape(-1, 64).sum(axis=0)
    return int(np.packbits(ones * 2 > len(runs)).view("<u8")[0])
