"""The links of a page: what a walk wrote down in, `Link` values out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from sys import maxsize
from typing import NamedTuple

from lycosa.model import Link, Span
from lycosa.page.blocks import Partition
from lycosa.page.limits import PageLimits
from lycosa.page.paths import Paths
from lycosa.page.walk import Outline
from lycosa.url import canonical, link_targets

_REL_CHARS = 256


class Target(NamedTuple):
    """A link that leads somewhere."""

    element: int
    url: str
    rel: str


def targets(outline: Outline, url: str, base: str) -> list[Target]:
    """Return the links that lead to another page over HTTP, in document order."""
    own = canonical(url)
    resolved = link_targets([link.href for link in outline.links], base)
    return [
        Target(element, target, rel)
        for (element, _, rel), target in zip(outline.links, resolved, strict=True)
        if target is not None and target != own
    ]


def links(
    outline: Outline,
    found: Sequence[Target],
    offsets: Sequence[int],
    blocks: Partition,
    segments: Partition | None,
    *,
    limits: PageLimits,
) -> tuple[Link, ...]:
    """Return the links of a page with everything a ranker may want to know of each.

    `offsets` says where the tokens of each piece begin. Without `segments` the layout is not asked for,
    and links have no path either.
    """
    starts, stops, parents = outline.starts, outline.stops, outline.parents
    paths = Paths(outline, limits.path_labels) if segments else None
    made = []
    for position, (element, url, rel) in enumerate(found):
        first, last, parent = starts[element], stops[element], parents[element]
        words = Span(offsets[first], min(offsets[last], offsets[first] + limits.anchor_tokens))
        block = blocks.number[blocks.owners[element]]
        made.append(
            Link(
                url,
                _anchor(outline.pieces, first, last, limits.anchor_chars),
                words,
                _around(words, blocks.blocks[block].spans, limits.around_tokens),
                Span(offsets[starts[parent]], offsets[stops[parent]]),
                block,
                segments.number[segments.owners[element]] if segments else -1,
                paths.of(element) if paths else "",
                tuple(rel[:_REL_CHARS].lower().split()) if rel else (),
                position,
            )
        )
    return tuple(made)


def _anchor(pieces: Sequence[str], first: int, last: int, chars_max: int) -> str:
    """Join pieces until there are enough: links may nest, and their text must not be read for each."""
    if last == first + 1:
        return " ".join(pieces[first][:chars_max].split())
    words: list[str] = []
    chars = 0
    for piece in range(first, last):
        text = pieces[piece][:chars_max]
        words += text.split()
        chars += len(text) + 1
        if chars > chars_max:
            break
    return " ".join(words)[:chars_max]


def _around(words: Span, block: Sequence[Span], reach: int) -> Span:
    """Return an anchor's tokens and up to `reach` on each side, as far as its block goes without a gap."""
    low, high = words
    if len(block) == 1:
        start, stop = block[0]
        if start <= low and high <= stop:
            return Span(max(start, low - reach), min(stop, high + reach))
    if block:
        before = block[max(bisect_right(block, (low, maxsize)) - 1, 0)]
        after = block[max(bisect_right(block, (high, maxsize)) - 1, 0)]
        if before.start <= low <= before.stop:
            low = max(before.start, low - reach)
        if after.start <= high <= after.stop:
            high = min(after.stop, high + reach)
    return Span(low, high)
