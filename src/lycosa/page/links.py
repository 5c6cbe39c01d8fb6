# cython: annotation_typing=False
"""The links of a page: what a walk wrote down in, columns out."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from typing import NamedTuple

from lycosa.page.blocks import Partition
from lycosa.page.limits import PageLimits
from lycosa.page.paths import Paths
from lycosa.page.walk import Outline
from lycosa.places import PageLinks
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
    offsets: list[int],
    blocks: Partition,
    segments: Partition | None,
    *,
    limits: PageLimits,
) -> PageLinks:
    """Return the links of a page with everything a ranker may want to know of each.

    `offsets` says where the tokens of each piece begin. Without `segments` the layout is not asked for,
    and links have no path either.
    """
    numbers, anchors = _placed(outline, found.elements, offsets, (blocks, segments), limits)
    rels = [tuple(rel[:_REL_CHARS].lower().split()) for rel in found.rels] if any(found.rels) else ()
    paths = list(map(Paths(outline, limits.path_labels).of, found.elements)) if segments else ()
    return PageLinks(found.urls, anchors, array("i", numbers), rels, paths)


def _placed(
    outline: Outline,
    elements: list[int],
    offsets: list[int],
    cut: tuple[Partition, Partition | None],
    limits: PageLimits,
) -> tuple[list[int], list[str]]:
    """Return the numbers of links (see `PageLinks`), and their anchors."""
    blocks, segments = cut
    starts, stops, parents, pieces = outline.starts, outline.stops, outline.parents, outline.pieces
    owners, number, spans = blocks.owners, blocks.number, blocks.spans
    chars, most, reach = limits.anchor_chars, limits.anchor_tokens, limits.around_tokens
    numbers: list[int] = []
    anchors: list[str] = []
    for element in elements:
        first, last, parent, owner = starts[element], stops[element], parents[element], owners[element]
        low, high = offsets[first], offsets[last]
        if high - low > most:
            high = low + most
        start, stop = _around(low, high, spans.get(owner), reach)
        before, after = offsets[starts[parent]], offsets[stops[parent]]
        segment = segments.number[segments.owners[element]] if segments is not None else -1
        numbers += (low, high, start, stop, before, after, number[owner], segment)
        if last == first + 1:
            anchors.append(" ".join(pieces[first][:chars].split()))
        else:
            anchors.append(_anchor(pieces, first, last, chars))
    return numbers, anchors


def _anchor(pieces: list[str], first: int, last: int, chars_max: int) -> str:
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


def _around(low: int, high: int, block: list[int] | None, reach: int) -> tuple[int, int]:
    """Return an anchor's tokens and up to `reach` on each side, as far as its block goes without a gap."""
    if block is None:
        return low, high
    # The last span that begins no later; where all begin later it is the last of all, and does not hold it.
    place = 2 * bisect_right(block[::2], low) - 2 if len(block) > 2 else 0
    start, stop = block[place], block[place + 1]
    if start <= low and high <= stop:  # nearly all
        low, high = low - reach, high + reach
        return (low if low > start else start), (high if high < stop else stop)
    place = 2 * bisect_right(block[::2], high) - 2
    if start <= low <= stop:
        low = max(start, low - reach)
    if block[place] <= high <= block[place + 1]:
        high = min(block[place + 1], high + reach)
    return low, high
