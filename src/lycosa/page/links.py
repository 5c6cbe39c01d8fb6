"""The links of a page: what a walk wrote down in, `Link` values out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from sys import maxsize
from typing import NamedTuple

from lycosa.model import Link, Span, link_of, span_of
from lycosa.page.blocks import Partition
from lycosa.page.limits import PageLimits
from lycosa.page.paths import Paths
from lycosa.page.walk import Outline
from lycosa.url import canonical, link_targets

_REL_CHARS = 256


class Targets(NamedTuple):
    """The links of a page that lead somewhere, in document order, one column a fact."""

    elements: list[int]
    urls: list[str]
    rels: list[str]


def targets(outline: Outline, url: str, base: str) -> Targets:
    """Return the links that lead to another page over HTTP."""
    own = canonical(url)
    found = Targets([], [], [])
    elements, urls, rels = found
    resolved = link_targets([href for _, href, _ in outline.links], base)
    for (element, _, rel), target in zip(outline.links, resolved, strict=True):
        if target is not None and target != own:
            elements.append(element)
            urls.append(target)
            rels.append(rel)
    return found


def links(
    outline: Outline,
    found: Targets,
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
    starts, stops, parents, pieces = outline.starts, outline.stops, outline.parents, outline.pieces
    owners, numbers, cut = blocks.owners, blocks.number, blocks.blocks
    paths = Paths(outline, limits.path_labels) if segments else None
    chars, most, reach = limits.anchor_chars, limits.anchor_tokens, limits.around_tokens
    made: list[Link] = []
    for position, (element, url, rel) in enumerate(zip(found.elements, found.urls, found.rels, strict=True)):
        first, last, parent = starts[element], stops[element], parents[element]
        low, high = offsets[first], offsets[last]
        if high - low > most:
            high = low + most
        block = numbers[owners[element]]
        made.append(
            link_of(
                (
                    url,
                    " ".join(pieces[first][:chars].split())
                    if last == first + 1
                    else _anchor(pieces, first, last, chars),
                    span_of((low, high)),
                    _around(low, high, cut[block].spans, reach),
                    span_of((offsets[starts[parent]], offsets[stops[parent]])),
                    block,
                    segments.number[segments.owners[element]] if segments else -1,
                    paths.of(element) if paths else "",
                    tuple(rel[:_REL_CHARS].lower().split()) if rel else (),
                    position,
                )
            )
        )
    return tuple(made)


def _anchor(pieces: Sequence[str], first: int, last: int, chars_max: int) -> str:
    """Join pieces until there are enough: links may nest, and their text must not be read for each."""
    words: list[str] = []
    chars = 0
    for piece in range(first, last):
        text = pieces[piece][:chars_max]
        words += text.split()
        chars += len(text) + 1
        if chars > chars_max:
            break
    return " ".join(words)[:chars_max]


def _around(low: int, high: int, block: Sequence[Span], reach: int) -> Span:
    """Return an anchor's tokens and up to `reach` on each side, as far as its block goes without a gap."""
    if not block:
        return span_of((low, high))
    # The last span that begins no later; where all begin later it is the last of all, and does not hold it.
    start, stop = block[bisect_right(block, (low, maxsize)) - 1] if len(block) > 1 else block[0]
    if start <= low and high <= stop:  # nearly all
        low, high = low - reach, high + reach
        return span_of((low if low > start else start, high if high < stop else stop))
    after = block[bisect_right(block, (high, maxsize)) - 1]
    if start <= low <= stop:
        low = max(start, low - reach)
    if after.start <= high <= after.stop:
        high = min(after.stop, high + reach)
    return span_of((low, high))
