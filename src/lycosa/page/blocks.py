# cython: annotation_typing=False
"""Two ways to cut a page into blocks: innermost divisions (CBS) and content blocks (CBP).

Each is a rule that names for every element the element whose block it lies in. `partition` turns the
answer into blocks; either way each token and each link of the body lies in exactly one of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from sys import intern
from typing import NamedTuple

from lycosa.page.walk import Outline
from lycosa.places import PageBlocks

NOWHERE = -1
"""Owner of what lies outside the body, such as the title."""

_BLOCK_TAGS = "h1 h2 h3 h4 h5 h6 p address center ul dl dt table th tr td"
BLOCK_TAGS = frozenset(map(intern, _BLOCK_TAGS.split()))
"""Elements that count for the height of a tree (Peng and Liu 2013, section 3.1).

One entry of the paper's list did not survive printing; `ul` and `dl` stand for it.
"""


_NOTHING: list[int] = []


class Partition(NamedTuple):
    """The blocks of a page, and how to find the one that something lies in."""

    blocks: PageBlocks
    number: dict[int, int]
    """Index in `blocks` by owning element."""
    owners: list[int]
    """Owning element by element."""
    spans: dict[int, list[int]]
    """Where the tokens of a block begin and end, run after run, by owning element."""


def divisions(outline: Outline) -> list[int]:
    """Return the owner of each element by CBS (Liu et al. 2025): the innermost `div` around it, or the body.

    What lies in an outer `div` but in no inner one is that outer `div`'s own block: the paper keeps
    only innermost divisions, and would lose its links.
    """
    body, parents = outline.body, outline.parents
    owners = [NOWHERE] * body
    owners.append(body)
    for element, tag in enumerate(outline.tags[body + 1 :], body + 1):
        owners.append(element if tag == "div" else owners[parents[element]])
    return owners


def content_blocks(outline: Outline, links: Iterable[int], alpha: float, links_min: int) -> list[int]:
    """Return the owner of each element by CBP (Peng and Liu 2013, Algorithm 1).

    `links` names the elements that are links. An element is split into its children while one of them
    holds `links_min` links and its own height is at least `alpha` times the height of the body; text that
    lies directly in a split element is that element's own block. A page without any block tag stays in
    one piece: by the letter of the paper its bar would be zero and every link a block of its own.
    """
    heights, fullest = _heights_and_fullest_child(outline, links)
    body, parents = outline.body, outline.parents
    bar = alpha * heights[body]
    owners = [NOWHERE] * len(parents)
    owners[body] = body
    if not bar:
        links_min = len(parents) + 1
    for element in range(body + 1, len(parents)):
        parent = parents[element]
        owner = owners[parent]
        is_split = owner == parent and fullest[parent] >= links_min and heights[parent] >= bar
        owners[element] = element if is_split else owner
    return owners


def _heights_and_fullest_child(outline: Outline, links: Iterable[int]) -> tuple[list[int], list[int]]:
    """Return for each element its height in block tags, and the most links that one child holds."""
    tags, parents = outline.tags, outline.parents
    heights = [0] * len(tags)
    fullest = [0] * len(tags)
    held = [0] * len(tags)
    for element in links:
        held[element] += 1
    for element in range(len(tags) - 1, outline.body, -1):
        parent = parents[element]
        height = heights[element] + (tags[element] in BLOCK_TAGS)
        if height > heights[parent]:  # noqa: PLR1730  # max() doubled the time of this loop
            heights[parent] = height
        if count := held[element]:
            held[parent] += count
            fullest[parent] = max(fullest[parent], count)
    return heights, fullest


def partition(
    outline: Outline, owners: list[int], links: list[int], offsets: list[int], blocks_max: int
) -> Partition:
    """Return the blocks that have tokens or links, in document order.

    `links` names the element of each link; `offsets` says where the tokens of each piece begin. What lies
    beyond the last block allowed counts as the body's.
    """
    owners = _bounded(outline, owners, links, blocks_max)
    spans = _spans(outline.piece_elements, owners, offsets)
    positions: dict[int, list[int]] = {}
    for position, element in enumerate(links):
        owner = owners[element]
        if owner in positions:
            positions[owner].append(position)
        else:
            positions[owner] = [position]
    found = sorted(spans.keys() | positions.keys())
    number: dict[int, int] = {}
    numbers: list[int] = []
    for owner in found:
        number[owner] = len(number)
        own, held = spans.get(owner, _NOTHING), positions.get(owner, _NOTHING)
        numbers += (len(own) // 2, len(held), *own, *held)
    return Partition(PageBlocks(array("i", numbers), len(found)), number, owners, spans)


def _bounded(outline: Outline, owners: list[int], links: Sequence[int], blocks_max: int) -> list[int]:
    if len(owners) <= blocks_max:
        return owners
    used = {owners[element] for element in outline.piece_elements}
    used.update(owners[element] for element in links)
    if len(used) <= blocks_max:
        return owners
    last = sorted(used)[blocks_max - 1]
    return [owner if owner <= last else outline.body for owner in owners]


def _spans(elements: list[int], owners: list[int], offsets: list[int]) -> dict[int, list[int]]:
    """Return for each owner of pieces where its tokens begin and end, runs that touch as one."""
    spans: dict[int, list[int]] = {}
    previous, start = NOWHERE, 0
    piece = 0
    for element in elements:
        owner = owners[element]
        if owner != previous:
            stop = offsets[piece]
            if start < stop and previous != NOWHERE:
                _add(spans, previous, start, stop)
            previous, start = owner, stop
        piece += 1
    stop = offsets[piece]
    if start < stop and previous != NOWHERE:
        _add(spans, previous, start, stop)
    return spans


def _add(spans: dict[int, list[int]], owner: int, start: int, stop: int) -> None:
    own = spans.setdefault(owner, [])
    if own and own[-1] == start:
        own[-1] = stop
    else:
        own += (start, stop)
