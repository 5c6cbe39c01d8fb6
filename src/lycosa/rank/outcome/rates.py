"""How often links were worth it: on the same page, in the same block, on the same host or directory.

In go the outcomes of visits, out come rates. A rate with few outcomes behind it leans on a wider one: that
of a block on that of its page, that of a page on that of the crawl, that of a host or a directory on that
of the pages that show the link. So nothing is ruled out, or in, by the first page read.

Outcomes are kept in thousandths as integers, whose sums do not depend on the order of addition.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lycosa.frontier.base import Columns, View
from lycosa.graph import Sightings
from lycosa.rank.outcome.column import GrowingColumn

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

SHOWN_PAGES = 16
"""The latest pages that show a link are looked at; what more of them say changes little."""
COUNTED_PAGES = 256
"""The latest pages that show a link for which its outcome counts; what more pages show is navigation."""
LEAN_SHOWN = 1.0
"""Outcomes that the wider rate counts for beside the pages that show a link …"""
LEAN_NEIGHBOURS = 3.0
"""… beside the links of a page or of a block …"""
LEAN_PLACE = 3.0
"""… and beside the pages of a host or of a directory."""
_DIRECTORIES = 1 << 18
"""Directories are told apart by so many values of their hash: of a thousand, two share one."""
_THOUSAND = 1000
_ID_BITS = 32
_ID_MASK = (1 << _ID_BITS) - 1


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
    pages: Floats
    """Number of pages that show the link, as far as they are looked at."""


class Tried(NamedTuple):
    """Outcomes by id: how many, and their sum in thousandths."""

    outcomes: GrowingColumn
    total: GrowingColumn

    def add(self, ids: npt.NDArray[Any], thousandths: npt.NDArray[Any]) -> None:
        """Count outcomes."""
        self.outcomes.add(ids, 1)
        self.total.add(ids, thousandths)

    def rate(self, ids: npt.NDArray[Any], wider: npt.ArrayLike, lean: float) -> Floats:
        """Return the rate of each id, leaning on a wider one."""
        count, total = self.outcomes.at(ids), self.total.at(ids) / _THOUSAND
        rates: Floats = ((total + lean * np.asarray(wider)) / (count + lean)).astype(np.float32)
        return rates


def _tried() -> Tried:
    return Tried(GrowingColumn(np.int32), GrowingColumn(np.int64))


class Rates:
    """Outcomes by link, and their sums by page, block, host and directory."""

    def __init__(self) -> None:
        self._known = GrowingColumn(np.uint8)
        """Whether anything came of a link."""
        self._worth = GrowingColumn(np.int16)
        """What came of a link, in thousandths."""
        self._outcomes, self._sum = 0, 0
        self._first_block = GrowingColumn(np.int64)
        """Number of a page's first block, by the id of its link; blocks are numbered through."""
        self._blocks = 0
        self._page, self._block, self._host, self._directory = _tried(), _tried(), _tried(), _tried()

    @property
    def base(self) -> float:
        """The mean of all outcomes, leaning on one half: before the first page nothing is known."""
        return (self._sum / _THOUSAND + 1.0) / (self._outcomes + 2.0)

    def outcome(self, link: int, worth: float, view: View) -> None:
        """Take in what came of a visit, and, where it is a page, the links on it."""
        thousandths = round(_THOUSAND * min(1.0, max(0.0, worth)))
        ids = np.array([link])
        self._known.put(ids, 1)
        self._worth.put(ids, thousandths)
        self._outcomes += 1
        self._sum += thousandths
        self._count_page(ids, view.out_links(ids))
        self._count(view.in_links(ids, COUNTED_PAGES))
        self._count_places(view.columns(ids))

    def _count_page(self, pages: npt.NDArray[Any], links: Sightings) -> None:
        """Give the blocks of pages their numbers, and count what is known of the links on them."""
        if not len(links.page):
            return
        read = np.diff(links.starts) > 0
        lasts = np.maximum.reduceat(links.block.astype(np.int64), links.starts[:-1][read]) + 1
        self._first_block.put(pages[read], self._blocks + np.cumsum(lasts) - lasts)
        self._blocks += int(lasts.sum())
        self._count(links)

    def _count(self, links: Sightings) -> None:
        """Count the outcomes of links for the pages and blocks that show them, once for each.

        Pages are left out whose own outcome comes later, as they do when a crawl goes over its visits again.
        """
        known = (links.target >= 0) & (self._known.at(np.maximum(links.target, 0)) > 0)
        known &= self._known.at(links.page) > 0
        targets = links.target[known].astype(np.int64)
        for tried, places in ((self._page, links.page[known]), (self._block, self._blocks_of(links)[known])):
            pairs = np.unique((places.astype(np.int64) << _ID_BITS) | targets)
            tried.add(pairs >> _ID_BITS, self._worth.at(pairs & _ID_MASK))

    def _count_places(self, columns: Columns) -> None:
        worth = self._worth.at(columns.ids)
        self._host.add(columns.host, worth)
        self._directory.add(columns.directory % _DIRECTORIES, worth)

    def _blocks_of(self, shown: Sightings) -> Ints:
        return np.asarray(self._first_block.at(shown.page) + shown.block, np.int64)

    def of(self, columns: Columns, view: View) -> Rated:
        """Return what outcomes say of some links."""
        shown = view.in_links(columns.ids, SHOWN_PAGES)
        counts = np.diff(shown.starts)
        page_rate = self._page.rate(shown.page, self.base, LEAN_NEIGHBOURS)
        block_rate = self._block.rate(self._blocks_of(shown), page_rate, LEAN_NEIGHBOURS)
        worth = (self._worth.at(shown.page) / _THOUSAND).astype(np.float32)
        by_pages = (_sums(worth, shown.starts) + LEAN_SHOWN * self.base) / (counts + LEAN_SHOWN)
        host = self._host.rate(columns.host, by_pages, LEAN_PLACE)
        directory = self._directory.rate(columns.directory % _DIRECTORIES, by_pages, LEAN_PLACE)
        return Rated(
            by_pages.astype(np.float32),
            _means(page_rate, shown.starts, self.base),
            _means(block_rate, shown.starts, self.base),
            host,
            directory,
            counts.astype(np.float32),
        )

    def neighbours(self, link: int, view: View, pages: int) -> Ints:
        """Return the links that stand beside a link on the latest pages that show it."""
        shown = np.unique(view.in_links(np.array([link]), pages).page)
        targets = np.unique(view.out_links(shown).target)
        found: Ints = targets[targets >= 0].astype(np.int64)
        return found

    def state(self) -> dict[str, Any]:
        """Return what came of links, and the sums."""
        return {
            "outcomes": self._outcomes,
            "sum": self._sum,
            "known": self._known.state(),
            "worth": self._worth.state(),
            "blocks": self._blocks,
            "first_block": self._first_block.state(),
            "tried": {
                name: {"outcomes": tried.outcomes.state(), "total": tried.total.state()}
                for name, tried in self._sums().items()
            },
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from there."""
        self._outcomes, self._sum = state["outcomes"], state["sum"]
        self._known.restore(state["known"])
        self._worth.restore(state["worth"])
        self._blocks = state["blocks"]
        self._first_block.restore(state["first_block"])
        for name, tried in self._sums().items():
            tried.outcomes.restore(state["tried"][name]["outcomes"])
            tried.total.restore(state["tried"][name]["total"])

    def _sums(self) -> dict[str, Tried]:
        return {"page": self._page, "block": self._block, "host": self._host, "directory": self._directory}


def _sums(values: Floats, starts: Ints) -> npt.NDArray[np.float64]:
    """Return the sum of each run of values."""
    total = np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))
    sums: npt.NDArray[np.float64] = np.diff(total[starts])
    return sums


def _means(values: Floats, starts: Ints, missing: float) -> Floats:
    """Return the mean of each run of values; `missing` for an empty one."""
    counts = np.diff(starts)
    means = np.where(counts > 0, _sums(values, starts) / np.maximum(counts, 1), missing)
    return means.astype(np.float32)
