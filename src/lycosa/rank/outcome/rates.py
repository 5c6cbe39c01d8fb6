"""How often links were worth it: on the same page, in the same block, on the same host or directory.

In go pages with their links and the outcomes of visits, out come rates. A rate with few outcomes behind it
leans on a wider one: that of a block on that of its page, that of a page on that of the crawl, that of a
host or a directory on that of the pages that show the link. So nothing is ruled out, or in, by one page.

What the pages that show a link say of it is kept as sums by link, and an outcome changes the sums of the
links beside it. To rate a link is then to look at its row, however many pages show it and however many wait.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lycosa.frontier.base import Columns, View
from lycosa.graph import NO_BLOCK, ShownLinks
from lycosa.rank.outcome.column import GrowingColumn
from lycosa.rank.outcome.tried import THOUSAND, Doubles, Tried, rate_parts

Ints = npt.NDArray[np.int64]

SHOWING_PAGES = 16
"""The latest pages that show a link for which its outcome counts; what more pages show is navigation."""
LEAN_SHOWN = 1.0
"""Outcomes that the wider rate counts for beside the pages that show a link …"""
LEAN_NEIGHBOURS = 3.0
"""… beside the links of a page or of a block …"""
LEAN_PLACE = 3.0
"""… and beside the pages of a host or of a directory."""
_DIRECTORIES = 1 << 18
"""Directories are told apart by so many values of their hash: of a thousand, two share one."""


class Rated(NamedTuple):
    """What outcomes say of some links, one value each."""

    shown: Doubles
    """Worth of the pages that show the link."""
    neighbours: Doubles
    """Worth of the links that stand on the same pages, and of those in the same blocks."""
    host: Doubles
    directory: Doubles
    sightings: Doubles
    """How often pages show the link."""


class Rates:
    """Outcomes by link, and their sums by page, block, host and directory."""

    def __init__(self) -> None:
        self._known = GrowingColumn(np.uint8)
        """Whether anything came of a link."""
        self._worth = GrowingColumn(np.int16)
        """What came of a link, in thousandths."""
        self._outcomes, self._sum = 0, 0
        self._others = {"outcomes": 0, "sum": 0}
        """What came of the links of other crawls."""
        self._first_block = GrowingColumn(np.int64)
        """Number of a page's first block, by the id of its link; blocks are numbered through from 1."""
        self._blocks = 1
        self._shown = GrowingColumn(np.float64, 2)
        """By link: sightings, and the sum of the worth of their pages."""
        self._neighbours = GrowingColumn(np.float64, 4)
        """By link: sums over its sightings of the rate of the page, and of the block, each in two parts: one
        that stands for itself, and one that the crawl's own rate multiplies."""
        self._page, self._block, self._host, self._directory = Tried(), Tried(), Tried(), Tried()

    @property
    def base(self) -> float:
        """The mean of all outcomes, leaning on one half: before the first page nothing is known."""
        outcomes, total = self._outcomes + self._others["outcomes"], self._sum + self._others["sum"]
        return (total / THOUSAND + 1.0) / (outcomes + 2.0)

    def lessons(self) -> dict[str, Any]:
        """Return what came of all links together."""
        return {"outcomes": self._outcomes, "sum": self._sum}

    def adopt(self, others: dict[str, Any]) -> None:
        """Let the outcomes of other crawls count for what is usual."""
        self._others = others

    def read(self, page: int, worth: float, targets: Ints, blocks: Ints) -> None:
        """Take in a page just judged, with the links on it and the blocks they stand in."""
        self._first_block.one(page)[0] = self._blocks
        numbers = self._blocks + blocks
        self._blocks += int(blocks.max(initial=0)) + 1
        (known,) = self._known.at(targets).nonzero()
        if len(known):
            self._take_in_known(page, targets[known], numbers[known])
        self._shown.add(targets, np.full((len(targets), 2), (1.0, worth)))
        outcomes = self._page.at(np.array([page])), self._block.at(numbers)
        self._neighbours.add(targets, _evidence(*outcomes))

    def _take_in_known(self, page: int, links: Ints, blocks: Ints) -> None:
        """Count what came of links before this page was read, once each, and once for each block."""
        shown = links.tolist()
        worth = dict(zip(shown, self._worth.at(links).tolist(), strict=True))
        self._page.add(page, len(worth), sum(worth.values()))
        by_block: dict[int, list[int]] = {}
        for block, link in set(zip(blocks.tolist(), shown, strict=True)):
            by_block.setdefault(block, []).append(worth[link])
        for block, worths in by_block.items():
            self._block.add(block, len(worths), sum(worths))

    def outcome(self, link: int, worth: float, view: View) -> ShownLinks | None:
        """Take in what came of a visit: for the places it belongs to, and for the pages that show it.

        Return the links that stand on those pages, the latest page first; None if there is no such page.
        """
        thousandths = round(THOUSAND * worth)
        self._known.one(link)[0] = 1
        self._worth.one(link)[0] = thousandths
        return self._count(link, 1, thousandths, view)

    def revise(self, link: int, more: float, view: View) -> ShownLinks | None:
        """Take in that a link visited earlier is worth more, or less, than was thought.

        Return the links beside it, as `outcome` does.
        """
        if not self._known.value(link):
            return None
        thousandths = round(THOUSAND * more)
        self._worth.one(link)[0] += thousandths
        return self._count(link, 0, thousandths, view)

    def rejudge(self, page: int, more: float, view: View) -> None:
        """Take in that a page read earlier is more, or less, likely on topic: so are the links on it."""
        if self._first_block.value(page):
            targets = view.shown_on([page]).target.astype(np.int64)
            targets = targets[targets >= 0]
            self._shown.add(targets, np.full((len(targets), 2), (0.0, more)))

    def _count(self, link: int, outcomes: int, thousandths: int, view: View) -> ShownLinks | None:
        """Count an outcome for the places of a link, and once for each page and each block that shows it."""
        self._outcomes += outcomes
        self._sum += thousandths
        place = view.place(link)
        self._host.add(place.host, outcomes, thousandths)
        self._directory.add(place.directory % _DIRECTORIES, outcomes, thousandths)
        pages = self.showing(link, view)
        if not pages:
            return None
        shown, numbers = view.shown_on(pages), np.array(pages)
        first = self._first_block.at(numbers).repeat(shown.counts)
        blocks = first + np.where(shown.block == NO_BLOCK, 0, shown.block)
        of_pages, of_blocks = self._page.at(numbers), self._block.at(blocks)
        more_pages = of_pages + np.array((outcomes, thousandths))
        self._page.put(numbers, more_pages)
        for block in set(blocks[shown.target == link].tolist()):
            self._block.add(block, outcomes, thousandths)
        rows = np.array((of_pages, more_pages)), np.array((of_blocks, self._block.at(blocks)))
        before, after = _evidence(*rows, shown.counts)
        more = after - before
        if shown.target.min(initial=0) < 0:  # strays were never proposed
            proposed = shown.target >= 0
            self._neighbours.add(shown.target[proposed], more[proposed])
        else:
            self._neighbours.add(shown.target, more)
        return shown

    def showing(self, link: int, view: View) -> list[int]:
        """Return the latest pages that show a link, of those taken in.

        A crawl that goes over its visits again knows of later pages already.
        """
        counted = (page for page in view.showing(link) if self._first_block.value(page))
        return list(islice(counted, SHOWING_PAGES))

    def of(self, columns: Columns) -> Rated:
        """Return what outcomes say of some links."""
        base, neighbours = self.base, self._neighbours.at(columns.ids)
        count, worth = self._shown.at(columns.ids).T
        shown = (worth + LEAN_SHOWN * base) / (count + LEAN_SHOWN)
        beside = (neighbours[:, ::2] + base * neighbours[:, 1::2]) / np.maximum(count, 1.0)[:, None]
        beside[count == 0] = base
        directories = self._directory.at(columns.directory % _DIRECTORIES)
        own, share = rate_parts(np.array((self._host.at(columns.host), directories)), LEAN_PLACE)
        host, directory = own + share * shown
        return Rated(shown, beside, host, directory, count)

    def state(self) -> dict[str, Any]:
        """Return what came of links, and the sums."""
        return {
            "outcomes": self._outcomes,
            "sum": self._sum,
            "blocks": self._blocks,
            "columns": {name: column.state() for name, column in self._columns().items()},
            "tried": {name: tried.state() for name, tried in self._tried().items()},
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from there."""
        self._outcomes, self._sum, self._blocks = state["outcomes"], state["sum"], state["blocks"]
        for name, column in self._columns().items():
            column.restore(state["columns"][name])
        for name, tried in self._tried().items():
            tried.restore(state["tried"][name])

    def _columns(self) -> dict[str, GrowingColumn]:
        return {
            "known": self._known,
            "worth": self._worth,
            "first_block": self._first_block,
            "shown": self._shown,
            "neighbours": self._neighbours,
        }

    def _tried(self) -> dict[str, Tried]:
        return {
            "page": self._page,
            "block": self._block,
            "host": self._host,
            "directory": self._directory,
        }


def _evidence(pages: Ints, blocks: Ints, links: list[int] | None = None) -> Doubles:
    """Return what sightings say by their pages and blocks: for each a rate, and a share of the base.

    In: outcomes of pages, with as many `links` on each, and of the block of each sighting.
    """
    page, page_lean = rate_parts(pages, LEAN_NEIGHBOURS)
    if links is not None:
        page, page_lean = page.repeat(links, axis=-1), page_lean.repeat(links, axis=-1)
    block, block_lean = rate_parts(blocks, LEAN_NEIGHBOURS)
    evidence = np.empty((*block.shape, 4))
    evidence[..., 0] = page
    evidence[..., 1] = page_lean
    evidence[..., 2] = block + block_lean * page
    evidence[..., 3] = block_lean * page_lean
    return evidence
