"""What the contrast judge keeps of a page: its words, hashed and weighted, and one vector for its meaning.

In: tokens and tag groups. Out: `Features`, at most 3.3 KB, enough to judge the page again at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from struct import calcsize, pack, unpack_from
from typing import NamedTuple, TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

BUCKETS = 1 << 18
"""Numbers that words are hashed to. A topic fills a few thousand, so a foreign word rarely meets one."""
MOST_WORDS = 512
"""Words of a page kept, the heaviest ones; with half as many, average precision falls by 0.02."""
LEAST_LENGTH = 30.0
"""Length to which the weights of a page are scaled at least, that of some forty words: on a page of three
words each would else decide."""
DIMENSIONS = 128
"""Of the 256 of the word vectors, which are ordered by importance; all of them gain less than 0.01."""
_HEAD = "<8sH"

Floats: TypeAlias = NDArray[np.float32]
Places: TypeAlias = NDArray[np.intp]


class Features(NamedTuple):
    """A page or a text in both views."""

    buckets: NDArray[np.uint32]
    weights: Floats
    """TF-IDF of the words in the buckets, scaled to length 1 together; to less if there are few."""
    vector: Floats
    """The mean of the words' vectors, of length 1; all zeros where no word has one."""
    language: str

    def halved(self) -> Features:
        """Return the features that packing and unpacking would leave."""
        weights, vector = (values.astype("<f2").astype(np.float32) for values in (self.weights, self.vector))
        return self._replace(weights=weights, vector=vector)

    def packed(self) -> bytes:
        """Return the features in little space: half precision is plenty."""
        head = pack(_HEAD, self.language.encode()[:8], len(self.buckets))
        halves = self.weights.astype("<f2").tobytes() + self.vector.astype("<f2").tobytes()
        return head + self.buckets.astype("<u4").tobytes() + halves


def unpacked(data: bytes, start: int = 0) -> Features:
    """Return the features that `packed` wrote, from where they start."""
    language, words = unpack_from(_HEAD, data, start)
    start += calcsize(_HEAD)
    buckets = np.frombuffer(data, "<u4", words, start)
    halves = np.frombuffer(data, "<f2", words + DIMENSIONS, start + 4 * words).astype(np.float32)
    return Features(buckets, halves[:words], halves[words:], language.rstrip(b"\0").decode())


def packed_all(data: bytes) -> Iterator[bytes]:
    """Return the packed features of each of many pages, written one after the other."""
    start = 0
    while start < len(data):
        _, words = unpack_from(_HEAD, data, start)
        stop = start + calcsize(_HEAD) + 6 * words + 2 * DIMENSIONS
        yield data[start:stop]
        start = stop


def unpacked_all(data: bytes) -> Iterator[Features]:
    """Return the features of many pages, written one after the other."""
    return map(unpacked, packed_all(data))


def heaviest(weights: Floats) -> Places:
    """Return the places of as many words as are kept of a page, in order."""
    chosen = np.argpartition(-weights, MOST_WORDS)[:MOST_WORDS]
    chosen.sort()
    return chosen


def features(
    buckets: NDArray[np.uint32], weights: Floats, vector: Floats, language: str, least: float = LEAST_LENGTH
) -> Features:
    """Put features together, with lengths 1."""
    length = max(least, float(np.sqrt(weights @ weights)))
    return Features(buckets, weights / np.float32(length), unit(vector), language)


def unit(vector: Floats) -> Floats:
    """Scale a vector to length 1; zero stays zero."""
    length = float(np.sqrt(vector @ vector))
    return vector / np.float32(length) if length > 0 else vector


def units(rows: Floats) -> Floats:
    """Scale each row to length 1; zeros stay zeros."""
    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    lengths[lengths == 0] = 1.0
    scaled: Floats = rows / lengths
    return scaled


def bucket(stem: str) -> int:
    """Return the number a word is hashed to."""
    return crc32(stem.encode("utf-8", "surrogatepass")) % BUCKETS


def buckets(stems: Sequence[str]) -> list[int]:
    """Return the number of each of many words."""
    return [crc32(stem.encode("utf-8", "surrogatepass")) % BUCKETS for stem in stems]


class Stack(NamedTuple):
    """Many texts, ready to be scored at once."""

    buckets: NDArray[np.uint32]
    weights: Floats
    starts: Places
    """Where the words of each text begin; each has one, if need be one that weighs nothing."""
    vectors: Floats
    languages: tuple[str, ...]


def stack(pages: Sequence[Features]) -> Stack:
    """Put pages together."""
    if not pages:
        return Stack(_NO_BUCKET[:0], _NO_WEIGHT[:0], np.zeros(0, np.intp), _NO_VECTORS, ())
    filled = [
        page if len(page.buckets) else page._replace(buckets=_NO_BUCKET, weights=_NO_WEIGHT) for page in pages
    ]
    buckets, weights, vectors, languages = zip(*filled, strict=True)
    starts = np.cumsum([0, *map(len, buckets)], dtype=np.intp)[:-1]
    rows = np.concatenate(vectors).reshape(-1, DIMENSIONS)
    return Stack(np.concatenate(buckets), np.concatenate(weights), starts, rows, languages)


def joined(first: Stack, second: Stack) -> Stack:
    """Put the pages of two stacks together."""
    return Stack(
        np.concatenate([first.buckets, second.buckets]),
        np.concatenate([first.weights, second.weights]),
        np.concatenate([first.starts, second.starts + len(first.buckets)]),
        np.concatenate([first.vectors, second.vectors]),
        first.languages + second.languages,
    )


_NO_BUCKET, _NO_WEIGHT = np.zeros(1, np.uint32), np.zeros(1, np.float32)
_NO_VECTORS = np.zeros((0, DIMENSIONS), np.float32)
