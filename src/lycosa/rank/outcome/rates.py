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
from lycosa.graph import NO_BLOCK, Sightings
from lycosa.rank.outcome.column import GrowingColumn
from lycosa.rank.outcome.tried import THOUSAND, Floats, Tried

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

    shown: Floats
    """Worth of the pages that show the link."""
    page: Floats
    """Worth of the links that stand on the same pages."""
    block: Floats
    """Worth of the links that stand in the same blocks."""
    host: Floats
    directory: Floats
    sightings: Floats
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
        ids = np.array([page])
        self._first_block.put(ids, self._blocks)
        numbers = self._blocks + blocks
        self._blocks += int(blocks.max(initial=0)) + 1
        known = np.flatnonzero(self._known.at(targets))
        if len(known):
            found = np.unique(targets[known])
            self._page.add(np.full(len(found), page), 1, self._worth.at(found))
            pairs = np.unique(numbers[known] << 32 | targets[known])
            self._block.add(pairs >> 32, 1, self._worth.at(pairs & 0xFFFFFFFF))
        self._shown.add(targets, np.tile((1.0, worth), len(targets)))
        self._neighbours.add(targets, self._evidence_of(np.full(len(targets), page), numbers))

    def outcome(self, link: int, worth: float, view: View) -> Sightings | None:
        """Take in what came of a visit: for the places it belongs to, and for the pages that show it.

        Return the links that stand on those pages, the latest page first; None if there is no such page.
        """
        thousandths = round(THOUSAND * worth)
        ids = np.array([link])
        self._known.put(ids, 1)
        self._worth.put(ids, thousandths)
        self._outcomes += 1
        self._sum += thousandths
        columns = view.columns(ids)
        self._host.add(columns.host, 1, thousandths)
        self._directory.add(columns.directory % _DIRECTORIES, 1, thousandths)
        return self._count(link, 1, thousandths, view)

    def revise(self, link: int, more: float, view: View) -> Sightings | None:
        """Take in that a link visited earlier is worth more, or less, than was thought.

        Return the links beside it, as `outcome` does.
        """
        ids, thousandths = np.array([link]), round(THOUSAND * more)
        if not self._known.at(ids)[0]:
            return None
        self._worth.put(ids, self._worth.at(ids) + thousandths)
        self._sum += thousandths
        columns = view.columns(ids)
        self._host.add(columns.host, 0, thousandths)
        self._directory.add(columns.directory % _DIRECTORIES, 0, thousandths)
        return self._count(link, 0, thousandths, view)

    def rejudge(self, page: int, more: float, view: View) -> None:
        """Take in that a page read earlier is more, or less, likely on topic: so are the links on it."""
        ids = np.array([page])
        if self._first_block.at(ids)[0]:
            targets = view.out_links(ids).target.astype(np.int64)
            targets = targets[targets >= 0]
            self._shown.add(targets, np.tile((0.0, more), len(targets)))

    def _count(self, link: int, outcomes: int, thousandths: int, view: View) -> Sightings | None:
        """Count an outcome once for each page, and for each block, that shows the link."""
        pages = self.showing(link, view)
        if not len(pages):
            return None
        shown = view.out_links(pages)
        blocks = self._blocks_of(shown)
        before = self._evidence_of(shown.page, blocks)
        self._page.add(pages, outcomes, thousandths)
        self._block.add(np.unique(blocks[shown.target == link]), outcomes, thousandths)
        proposed = shown.target >= 0
        self._neighbours.add(
            shown.target[proposed], (self._evidence_of(shown.page, blocks) - before)[proposed]
        )
        return shown

    def _blocks_of(self, shown: Sightings) -> Ints:
        """Return the numbers of the blocks that sightings stand in; those in none stand in the first."""
        inside = np.where(shown.block == NO_BLOCK, 0, shown.block)
        return np.asarray(self._first_block.at(shown.page) + inside, np.int64)

    def _evidence_of(self, pages: npt.NDArray[Any], blocks: Ints) -> npt.NDArray[np.float64]:
        """Return what sightings say by their pages and blocks: for each a rate, and a share of the base."""
        page, page_lean = self._page.parts(pages, LEAN_NEIGHBOURS)
        block, block_lean = self._block.parts(blocks, LEAN_NEIGHBOURS)
        return np.column_stack((page, page_lean, block + block_lean * page, block_lean * page_lean))

    def showing(self, link: int, view: View) -> Ints:
        """Return the latest pages that show a link, of those taken in.

        A crawl that goes over its visits again knows of later pages already.
        """
        counted = (page for page in view.showing(link) if self._first_block.value(page))
        return np.fromiter(islice(counted, SHOWING_PAGES), np.int64)

    def of(self, columns: Columns) -> Rated:
        """Return what outcomes say of some links."""
        base, neighbours = self.base, self._neighbours.at(columns.ids)
        directories = columns.directory % _DIRECTORIES
        count, worth = self._shown.at(columns.ids).T
        shown = (worth + LEAN_SHOWN * base) / (count + LEAN_SHOWN)
        by_page, by_block = (
            np.where(count > 0, (own + base * leaning) / np.maximum(count, 1.0), base)
            for own, leaning in (neighbours[:, :2].T, neighbours[:, 2:].T)
        )
        return Rated(
            shown.astype(np.float32),
            by_page.astype(np.float32),
            by_block.astype(np.float32),
            self._host.rate(columns.host, shown, LEAN_PLACE),
            self._directory.rate(directories, shown, LEAN_PLACE),
            count.astype(np.float32),
        )

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
