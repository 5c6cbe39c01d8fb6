"""What is reckoned for each of some hundred links at once: in go rows by id, out come rates and meanings.

`link_rows.pyx` goes over the links one by one, for where there is a compiler, with the same operations in the
same order. A test holds the two against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from lycosa.graph import NO_BLOCK, ShownLinks
from lycosa.rank.outcome.tried import (
    LEAN_NEIGHBOURS,
    LEAN_SHOWN,
    Doubles,
    Ints,
    rate_parts,
    sighting_rows,
)

Floats: TypeAlias = npt.NDArray[np.float32]
Places: TypeAlias = tuple[Doubles, npt.NDArray[np.uint32]]
_Pairs: TypeAlias = npt.NDArray[np.complex128]
"""Two numbers in one, which are added in half the time."""
_OF_PAGE, _OF_BLOCK = 1, 2
"""Pairs of numbers in the sums of a link."""


def add_sightings(
    sums: Doubles, targets: Ints, page: tuple[float, int, int], by_block: Ints, blocks: Ints
) -> None:
    """Add the sightings on a page to the sums of its links.

    In: sums by link; the links; what the page is worth, and what came of its links before; outcomes by block;
    the block of each link.
    """
    worth, *of_page = page
    rows = sighting_rows(worth, of_page, by_block.take(blocks, axis=0))
    pairs = sums.view(np.complex128)
    for pair, more in enumerate(rows.view(np.complex128).T):
        np.add.at(pairs[:, pair], targets, more)


def add_outcome(
    tables: tuple[Doubles, Ints, Ints],
    pages: Ints,
    first_blocks: Ints,
    shown: ShownLinks,
    outcome: tuple[int, int, int],
) -> None:
    """Count an outcome of a link for pages that show it and for their blocks, and change the sums beside it.

    In: sums by link, outcomes by page and by block; the pages, the number of the first block of each, and the
    links on them, strays among them; the link, how many outcomes more, and of how many thousandths.
    """
    (sums, by_page, by_block), (counts, targets, blocks), (link, *more) = tables, shown, outcome
    numbers = first_blocks.repeat(counts)
    numbers += blocks
    outside = blocks == NO_BLOCK
    if np.count_nonzero(outside):
        numbers[outside] -= NO_BLOCK
    of_pages, of_blocks = by_page.take(pages, axis=0), by_block.take(numbers, axis=0)
    more_pages = of_pages + np.array(more)
    by_page[pages] = more_pages
    by_block[list(set(numbers[targets == link].tolist()))] += np.array(more)
    both = np.array((of_blocks, by_block.take(numbers, axis=0)))
    page_news, block_news = _news(np.array((of_pages, more_pages)), both, counts)
    ids = targets.astype(np.intp)
    proposed = ids >= 0
    if np.count_nonzero(proposed) < len(ids):  # strays were never proposed
        ids, page_news, block_news = ids[proposed], page_news[proposed], block_news[proposed]
    pairs = sums.view(np.complex128)
    np.add.at(pairs[:, _OF_PAGE], ids, page_news)
    np.add.at(pairs[:, _OF_BLOCK], ids, block_news)


def _news(of_pages: Ints, of_blocks: Ints, links: Sequence[int]) -> tuple[_Pairs, _Pairs]:
    """Return what an outcome changes of the sums of links by page, and by block: a pair for each sighting.

    In: outcomes of pages, with as many `links` on each, and of the block of each sighting, before and after.
    """
    page, page_lean = rate_parts(of_pages, LEAN_NEIGHBOURS)
    by_page = _difference(page, page_lean).repeat(links)
    block, block_lean = rate_parts(of_blocks, LEAN_NEIGHBOURS)
    block += block_lean * page.repeat(links, axis=1)
    block_lean *= page_lean.repeat(links, axis=1)
    return by_page, _difference(block, block_lean)


def _difference(own: Doubles, lean: Doubles) -> _Pairs:
    """Return by how much rates have changed, in pairs of the two parts of each."""
    pairs = np.empty(own.shape[1], np.complex128)
    np.subtract(own[1], own[0], out=pairs.real)
    np.subtract(lean[1], lean[0], out=pairs.imag)
    return pairs


def rated(sums: Doubles, links: Ints, base: float, hosts: Places, directories: Places) -> Doubles:
    """Return the rates of some links and how often they were seen, a row for each.

    In: sums by link, the rate of the crawl; of hosts and of directories all rates in two parts, and which are
    asked for.
    """
    own = sums.take(links, axis=0)
    rows = np.empty((len(links), 6))
    count, shown = own[:, 0], rows[:, 0]
    rows[:, 5] = count
    np.divide(own[:, 1] + LEAN_SHOWN * base, count + LEAN_SHOWN, out=shown)
    np.divide(own[:, 2::2] + base * own[:, 3::2], np.maximum(count, 1.0)[:, None], out=rows[:, 1:3])
    if np.count_nonzero(count) < len(count):
        rows[count == 0, 1:3] = base
    for place, (all_rates, numbers) in ((3, hosts), (4, directories)):
        rates = all_rates.take(numbers, axis=0)
        np.add(rates[:, 0], rates[:, 1] * shown, out=rows[:, place])
    return rows


def meanings_of(steps: npt.NDArray[np.int8], links: Ints, most: float) -> Floats:
    """Return the meanings of some links, which are kept as steps of which `most` are 1."""
    found: Floats = steps.take(links, axis=0).astype(np.float32)
    found /= np.float32(most)
    return found


def subtract_product(table: Doubles, column: Doubles, row: Doubles, room: Doubles) -> None:
    """Subtract the product of a column and a row from a table; `room` is as large, to reckon in."""
    table -= np.multiply(column[:, None], row, out=room)
