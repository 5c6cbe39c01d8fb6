"""A page as two numbers: its words in, a signature and a SimHash out.

Pages with the same words have the same signature. The SimHash is Charikar's, over all different runs
of three words: of its 64 bits about three differ between two texts that differ in one run of a hundred,
and about half between texts that have none in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest

from lycosa.engine.duplicates.runs import BASE, majority, outside_links, run_hashes
from lycosa.model import Page, PageLinks
from lycosa.tokens import StemNumbers, Tokens
from lycosa.tokens import packed as packed_after


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
    tokens, links = Tokens.of(page.tokens), PageLinks.of(page.links)
    close = simhash(tokens, outside_links(links.spans(), len(tokens)), short_tokens)
    addresses = links.urls if close is None else ()
    return Fingerprint(signature(page.title, packed(tokens), *addresses), close)


def packed(words: Iterable[str]) -> bytes:
    """Return words with a NUL before, between and after them."""
    if isinstance(words, Tokens):
        return b"\0" + packed_after(words)
    return "\0".join(("", *words, "")).encode("utf-8", "surrogatepass")


def signature(title: str, words: bytes, *addresses: str) -> int:
    """Return 64 bits that stand for a title, packed words and addresses."""
    return xxh3_64_intdigest(packed((title, *addresses)) + words)


def simhash(tokens: Tokens, text: bytes, fewest: int) -> int | None:
    """Return the SimHash of the tokens that `text` picks; None if these have too few different runs.

    Of very long texts only the start is looked at; what follows is left to the signature.
    """
    runs = run_hashes(_stem_hashes.of(tokens.numbering), tokens.numbers, text)
    runs.sort()
    return majority(runs, fewest)


class _StemHashes:
    """What each stem adds to the hash of a run, worked out when it is first met.

    Crawls in different threads share it: what they see is one numbering with its rows, changed at once.
    """

    def __init__(self) -> None:
        self._known = StemNumbers(), 0, np.zeros((0, 3), np.uint64)

    def of(self, numbering: StemNumbers) -> NDArray[np.uint64]:
        """Return for each stem its polynomial, the power that moves what follows behind it, its bytes."""
        known, filled, rows = self._known
        if known is not numbering:
            filled, rows = 0, rows[:0]
        count = len(numbering.stems)
        if filled < count:
            if count > len(rows):
                rows = np.concatenate([rows[:filled], np.zeros((count, 3), np.uint64)])
            rows[filled:count] = _hashed(numbering.stems[filled:count])
            self._known = numbering, count, rows
        return rows


def _hashed(stems: Sequence[str]) -> NDArray[np.uint64]:
    """Return for each stem the polynomial over its bytes, the power behind it and a NUL, its bytes."""
    texts = [stem.encode("utf-8", "surrogatepass") for stem in stems]
    sizes = np.fromiter(map(len, texts), np.intp, len(texts))
    powers = np.multiply.accumulate(np.full(int(sizes.max()) + 1, BASE, np.uint64))
    starts = sizes.cumsum() - sizes
    places = np.arange(int(sizes.sum())) - starts.repeat(sizes)
    terms = np.frombuffer(b"".join(texts), np.uint8) * powers[places]
    polynomials = np.zeros(len(stems), np.uint64)
    polynomials[sizes > 0] = np.add.reduceat(terms, starts[sizes > 0]) if len(terms) else 0
    return np.stack((polynomials, powers[sizes], (sizes + 1).astype(np.uint64)), axis=1)


_stem_hashes = _StemHashes()
