"""Two ways to cut a page into blocks: innermost divisions (CBS) and content blocks (CBP).

Each is a rule that names for every element the element whose block it lies in. `partition` turns the
answer into blocks; either way each token and each link of the body lies in exactly one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from sys import intern
from typing import NamedTuple

from lycosa.model import Block, Span
from lycosa.page.walk import Outline

NOWHERE = -1
"""Owner of what lies outside the body, such as the title."""

_BLOCK_TAGS = "h1 h2 h3 h4 h5 h6 p address center ul dl dt table th tr td"
BLOCK_TAGS = frozenset(map(intern, _BLOCK_TAGS.split()))
"""Elements that count for the height of a tree (Peng and Liu 2013, section 3.1).

One entry of the paper's list did not survive printing; `ul` and `dl` stand for it.
"""


class Partition(NamedTuple):
    """The blocks of a page, and how to find the one that something lies in."""

    blocks: tuple[Block, ...]
    number: dict[int, int]
    """Index in `blocks` by owning element."""
    owners: list[int]
    """Owning element by element."""


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
    outline: Outline, owners: list[int], links: Sequence[int], offsets: Sequence[int], blocks_max: int
) -> Partition:
    """Return the blocks that have tokens or links, in document order.

    `links` names the element of each link; `offsets` says where the tokens of each piece begin. What lies
    beyond the last block allowed counts as the body's.
    """
    owners = _bounded(outline, owners, links, blocks_max)
    runs, run_owners = _runs(outline, owners)
    spans: dict[int, list[Span]] = {}
    for place, owner in enumerate(run_owners):
        start = offsets[runs[place]]
        stop = offsets[runs[place + 1]] if place + 1 < len(runs) else offsets[-1]
        if start < stop and owner != NOWHERE:
            own = spans.setdefault(owner, [])
            if own and own[-1].stop == start:
                start = own.pop().start
            own.append(Span(start, stop))
    positions: dict[int, list[int]] = {}
    for position, element in enumerate(links):
        positions.setdefault(owners[element], []).append(position)
    found = sorted(spans.keys() | positions.keys())
    blocks = tuple(Block(tuple(spans.get(owner, ())), tuple(positions.get(owner, ()))) for owner in found)
    return Partition(blocks, {owner: number for number, owner in enumerate(found)}, owners)


def _bounded(outline: Outline, owners: list[int], links: Sequence[int], blocks_max: int) -> list[int]:
    if len(owners) <= blocks_max:
        return owners
    used = {owners[element] for element in outline.piece_elements}
    used.update(owners[element] for element in links)
    if len(used) <= blocks_max:
        return owners
    last = sorted(used)[blocks_max - 1]
    return [owner if owner <= last else outline.body for owner in owners]


def _runs(outline: Outline, owners: list[int]) -> tuple[list[int], list[int]]:
    """Return where in the pieces the owner changes, and to which."""
    runs: list[int] = []
    run_owners: list[int] = []
    previous = None
    for piece, element in enumerate(outline.piece_elements):
        if (owner := owners[element]) != previous:
            runs.append(piece)
            run_owners.append(owner)
            previous = owner
    return runs, run_owners
