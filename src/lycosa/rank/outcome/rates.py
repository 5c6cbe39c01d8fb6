"""How often links were worth it: on the same page, in the same block, on the same host or directory.

In go pages with their links and the outcomes of visits, out come rates. A rate with few outcomes behind it
leans on a wider one: that of a block on that of its page, that of a page on that of the crawl, that of a
host or a directory on that of the pages that show the link. So nothing is ruled out, or in, by one page.

What the pages that show a link say of it is kept as sums by link, and an outcome changes the sums of the
links beside it. To rate a link is then to look at its row, however many pages show it and however many wait.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from lycosa.frontier.base import Columns, View
from lycosa.graph import NO_BLOCK, ShownLinks
from lycosa.rank.outcome.column import GrowingColumn
from lycosa.rank.outcome.link_rows import add_outcome, add_sightings, rated
from lycosa.rank.outcome.tried import THOUSAND, Doubles, Ints, Tried, sighting_rows

ReadPage: TypeAlias = tuple[int, float, "array[int]"]
"""A page, its worth, and the blocks in which its links stand."""
MANY = 4
"""Pages that are faster taken in together than one by one."""

RATES = 5
"""Rates of a link: who shows it, its neighbours on pages and in blocks, its host, its directory."""
SHOWING_PAGES = 16
"""The latest pages that show a link for which its outcome counts; what more pages show is navigation."""
LEAN_PLACE = 3.0
"""Outcomes that the wider rate counts for beside the pages of a host or of a directory."""
_DIRECTORIES = 1 << 18
"""Directories are told apart by so many values of their hash: of a thousand, two share one."""


class Rated(NamedTuple):
    """What outcomes say of some links, a row each."""

    rates: Doubles
    """By pages that show the link, links on the same pages, in the same blocks, by host, and by directory."""
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
        self._shown = GrowingColumn(np.float64, 6)
        """By link: sightings, and the sum of the worth of their pages; then sums over its sightings of the
        rate of the page, and of the block, each in two parts: one that stands for itself, and one that the
        crawl's own rate multiplies."""
        self._page, self._block = Tried(), Tried()
        self._host, self._directory = Tried(LEAN_PLACE), Tried(LEAN_PLACE)

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
        """Take in a page just judged, with the links on it and the blocks they stand in, if in any."""
        blocks = np.where((blocks < 0) | (blocks >= NO_BLOCK), 0, blocks)
        self._first_block.one(page)[0] = self._blocks
        numbers = self._blocks + blocks
        self._blocks += int(blocks.max(initial=0)) + 1
        (known,) = self._known.at(targets).nonzero()
        if len(known):
            self._take_in_known(page, targets[known], numbers[known])
        (of_page,) = self._page.at(np.array([page])).tolist()
        last = int(targets.max(initial=-1))
        sums, by_block = self._shown.touching(last), self._block.touching(self._blocks)
        add_sightings(sums, targets, (worth, *of_page), by_block, numbers)

    def read_all(self, pages: Sequence[ReadPage], targets: Ints) -> None:
        """Take in pages just judged, whose links follow each other in `targets`, one page after another."""
        pages = [page for page in pages if len(page[2])]
        numbers = [page for page, _, _ in pages]
        if len(pages) < MANY or len(set(numbers)) < len(pages):
            end = 0
            for page, worth, blocks in pages:
                begin, end = end, end + len(blocks)
                self.read(page, worth, targets[begin:end], np.array(blocks, np.int64))
            return
        owners = np.arange(len(pages)).repeat([len(blocks) for _, _, blocks in pages])
        blocks_of = self._number_blocks(np.array(numbers), [blocks for _, _, blocks in pages], owners)
        (known,) = self._known.at(targets).nonzero()
        owners_known = owners[known]
        for owner in set(owners_known.tolist()):
            of_it = known[owners_known == owner]
            self._take_in_known(numbers[owner], targets[of_it], blocks_of[of_it])
        worths, of_pages = np.array([worth for _, worth, _ in pages]), self._page.at(np.array(numbers))
        self._shown.add(targets, sighting_rows(worths[owners], of_pages[owners].T, self._block.at(blocks_of)))

    def _number_blocks(self, pages: Ints, blocks: Sequence[array[int]], owners: Ints) -> Ints:
        """Return the numbers of the blocks in which the links of some pages stand, pages in a row."""
        each = np.concatenate([np.array(of_page, np.int64) for of_page in blocks])
        each = np.where((each < 0) | (each >= NO_BLOCK), 0, each)
        begins = np.searchsorted(owners, np.arange(len(pages)))
        after = self._blocks + np.cumsum(np.maximum.reduceat(each, begins) + 1)
        firsts = np.concatenate(([self._blocks], after[:-1]))
        self._first_block.put(pages, firsts)
        self._blocks = int(after[-1])
        return np.asarray(firsts[owners] + each, np.int64)

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
            rows = np.zeros((len(targets), 6))
            rows[:, 1] = more
            self._shown.add(targets, rows)

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
        last_block = self._blocks
        tables = self._shown.reaching(0), self._page.touching(max(pages)), self._block.touching(last_block)
        add_outcome(tables, numbers, self._first_block.at(numbers), shown, (link, outcomes, thousandths))
        return shown

    def showing(self, link: int, view: View) -> list[int]:
        """Return the latest pages that show a link, of those taken in.

        A crawl that goes over its visits again knows of later pages already.
        """
        first_block = self._first_block.touched()
        counted = (page for page in view.showing(link) if page < len(first_block) and first_block[page])
        return list(islice(counted, SHOWING_PAGES))

    def of(self, columns: Columns) -> Rated:
        """Return what outcomes say of some links."""
        try:
            return self._rated(columns, 0, 0)
        except IndexError:  # links or hosts of which nothing was ever told
            return self._rated(columns, int(columns.ids.max()), int(columns.host.max()))

    def _rated(self, columns: Columns, last_link: int, last_host: int) -> Rated:
        by_host = self._host.all_rates(last_host), columns.host
        directories = columns.directory & np.uint32(_DIRECTORIES - 1)
        by_directory = self._directory.all_rates(_DIRECTORIES - 1), directories
        sums = self._shown.reaching(last_link)
        rows = rated(sums, columns.ids, self.base, by_host, by_directory)
        return Rated(rows[:, :RATES], rows[:, RATES])

    def state(self) -> dict[str, Any]:
        """Return what came of links, and the sums."""
        return {
            "outcomes": self._outcomes,
            "sum": self._sum,
            "blocks": self._blocks,
            "columns": {name: column.state() for name, column in self._columns().items()} | self._sums(),
            "tried": {name: tried.state() for name, tried in self._tried().items()},
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from there."""
        self._outcomes, self._sum, self._blocks = state["outcomes"], state["sum"], state["blocks"]
        for name, column in self._columns().items():
            column.restore(state["columns"][name])
        said = (np.frombuffer(state["columns"][name]) for name in ("shown", "neighbours"))
        self._shown.restore(_side_by_side(*said).tobytes())
        for name, tried in self._tried().items():
            tried.restore(state["tried"][name])

    def _columns(self) -> dict[str, GrowingColumn]:
        return {
            "known": self._known,
            "worth": self._worth,
            "first_block": self._first_block,
        }

    def _sums(self) -> dict[str, bytes]:
        """Return what pages say of links, as it was kept when it lay in two columns."""
        sums = self._shown.touched()
        return {"shown": sums[:, :2].tobytes(), "neighbours": sums[:, 2:].tobytes()}

    def _tried(self) -> dict[str, Tried]:
        return {
            "page": self._page,
            "block": self._block,
            "host": self._host,
            "directory": self._directory,
        }


def _side_by_side(shown: Doubles, neighbours: Doubles) -> Doubles:
    """Return the rows of two columns, 2 and 4 numbers wide, as rows of one."""
    rows = np.zeros((max(len(shown) // 2, len(neighbours) // 4), 6))
    rows[: len(shown) // 2, :2] = shown.reshape(-1, 2)
    rows[: len(neighbours) // 4, 2:] = neighbours.reshape(-1, 4)
    return rows
