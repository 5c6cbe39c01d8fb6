"""Every link on every page read, in columns: in go pages with their links, out come in-links and out-links.

A sighting is one link on one page: the page, the target, the block it stands in, its position and its `rel`.
The sightings of a page lie side by side in the order of the page, so its position needs no column; each
sighting knows how far back the target was seen before, so in-links need no sorting. A sighting costs 11 bytes
and a link 12. Anchors are kept by the store alone.

Pages and targets go by the ids that the frontier gives to links. A link on a page that no strategy has
proposed so far is no link of the frontier: it is a *stray*, with an id below -1, until it is proposed. From
then on the graph gives its id in the frontier, for earlier sightings as well.

Memory is bounded: of many sightings the oldest pages are let go. The store has them all.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import sub

import numpy as np
import numpy.typing as npt

from lycosa.graph.csr import Ints, joined, looked_up
from lycosa.graph.look_back import FIRST_STRAY, ages, look_back
from lycosa.graph.shown import ShownLinks, Sightings

SIGHTINGS_MAX = 4_000_000
"""Sightings remembered: 44 MB, the links of some 50,000 pages."""
NO_BLOCK = 0xFFFF
"""Stands for a link outside of every block."""
_KEPT_SHARE = 0.75
_FEW = 4
"""Links whose sightings are followed one by one, because some have thousands."""


class LinkGraph:
    """The pages read, and the links on them.

    Parameters
    ----------
    sightings_max
        Sightings remembered; the oldest pages are forgotten first.

    Examples
    --------
    >>> graph = LinkGraph()
    >>> graph.add(0, [1, 2]); graph.add(1, [2, 0, 2])
    >>> graph.in_links([2, 0]).page.tolist(), graph.in_links([2, 0]).starts.tolist()
    ([0, 1, 1, 1], [0, 3, 4])
    >>> graph.out_links([1]).target.tolist()
    [2, 0, 2]
    """

    def __init__(self, sightings_max: int = SIGHTINGS_MAX) -> None:
        self._max = sightings_max
        self._target: array[int] = array("i")
        self._block: array[int] = array("H")
        self._rel: array[int] = array("B")
        self._back: array[int] = array("I")
        """How many sightings ago the target was seen before; 0 if it was not, or is forgotten. Of the latest
        sightings it is not known until somebody asks for in-links: in many crawls nobody does."""
        self._forgotten = 0
        """Sightings let go: the number of the oldest one held."""
        self._page: array[int] = array("i")
        self._start: array[int] = array("q")
        self._pages_forgotten = 0
        self._page_number: array[int] = array("i")
        """Number of a link's page, by id; -1 while it is unread."""
        self._last: array[int] = array("q")
        """Number of a link's latest sighting, by id; -1 if there is none."""
        self._stray_last: array[int] = array("q")
        self._stray_link: array[int] = array("i")
        """What a stray has become, by its number; -1 while it is one."""

    # What is there

    def __len__(self) -> int:
        """Return the number of sightings ever added."""
        return self._forgotten + len(self._target)

    @property
    def pages(self) -> int:
        """The number of pages ever added."""
        return self._pages_forgotten + len(self._page)

    @property
    def strays(self) -> int:
        """The number of links that were ever strays."""
        return len(self._stray_link)

    def page_numbers(self, links: npt.ArrayLike) -> Ints:
        """Return the number of each link's page, in order of reading; -1 if it was not read."""
        return looked_up(self._page_number, np.asarray(links, np.int64))

    def ages(self, links: npt.NDArray[np.int32]) -> Ints:
        """Return how many pages were read since that of each link, itself included."""
        return ages(self._page_number, links, self.pages)

    # Pages come in

    def add(
        self, page: int, targets: Sequence[int], blocks: Sequence[int] = (), rels: Iterable[int] = ()
    ) -> None:
        """Take in a page with its links in their order; without blocks all stand in block 0."""
        count = len(targets)
        number = len(self)
        self._page.append(page)
        self._start.append(number)
        _grow(self._page_number, page)
        self._page_number[page] = self.pages - 1
        self._target.extend(targets)
        if any(blocks):
            if min(blocks) < 0 or max(blocks) >= NO_BLOCK:
                blocks = [block if 0 <= block < NO_BLOCK else NO_BLOCK for block in blocks]
            self._block.extend(blocks)
        else:
            self._block.frombytes(bytes(count * self._block.itemsize))
        self._rel.frombytes(bytes(rels or count))
        if len(self._target) > self._max:
            self._forget()

    def _look_back(self) -> None:
        """Find for the sightings that came in since the last time where their targets were seen before."""
        if len(self._back) == len(self._target):
            return
        targets, number = self._target[len(self._back) :], self._forgotten + len(self._back)
        _grow(self._last, max(targets))
        self._back.frombytes(look_back(targets, number, self._last, self._stray_last, self._forgotten))

    def new_stray(self) -> int:
        """Return the id of a further link that is not the frontier's; strays are numbered from -2 down."""
        self._stray_link.append(-1)
        self._stray_last.append(-1)
        return FIRST_STRAY + 1 - len(self._stray_link)

    def adopt(self, stray: int, link: int) -> None:
        """Let a stray be a link of the frontier from now on."""
        self._look_back()
        number = FIRST_STRAY - stray
        self._stray_link[number] = link
        _grow(self._last, link)
        self._last[link] = max(self._last[link], self._stray_last[number])

    def begin(self, pages: Sequence[int], sightings: int) -> None:
        """Take note, before the first page, of pages with so many sightings that are forgotten already."""
        self._pages_forgotten, self._forgotten = len(pages), sightings
        for number, page in enumerate(pages):
            _grow(self._page_number, page)
            self._page_number[page] = number

    def forgets(self, counts: Sequence[int]) -> int:
        """Return how many of the oldest pages are forgotten after pages with so many links each."""
        first = held = 0
        for last, count in enumerate(counts):
            held += count
            if held > self._max:
                while first < last and held > int(self._max * _KEPT_SHARE):
                    held -= counts[first]
                    first += 1
        return first

    def _forget(self) -> None:
        """Let go of the oldest pages, until a quarter of the room is free again; the newest is kept."""
        self._look_back()
        starts = [*self._start, len(self)]
        pages = self.forgets(list(map(sub, starts[1:], starts)))
        cut = self._start[pages] - self._forgotten
        for column in (self._target, self._block, self._rel, self._back):
            del column[:cut]
        del self._page[:pages], self._start[:pages]
        self._forgotten += cut
        self._pages_forgotten += pages

    # What is asked

    def in_links(self, links: npt.ArrayLike, limit: int | None = None) -> Sightings:
        """Return the sightings of each link, oldest first; with a limit, the latest so many of each."""
        wanted = np.asarray(links, np.int64)
        if len(wanted) <= _FEW:
            chains = [self._chain(number, limit) for number in self._latest(wanted).tolist()]
            starts = np.cumsum([0, *map(len, chains)], dtype=np.int64)
            return self._sightings(starts, np.fromiter(chain.from_iterable(chains), np.int64))
        rows, found = np.arange(len(wanted)), self._latest(wanted)
        back = np.asarray(self._back)
        all_rows, all_found = [rows[:0]], [found[:0]]
        rounds = 0
        while True:
            held = found >= self._forgotten
            rows, found = rows[held], found[held]
            if not len(found) or rounds == limit:
                break
            all_rows.append(rows)
            all_found.append(found)
            steps = back[found - self._forgotten].astype(np.int64)
            found = np.where(steps > 0, found - steps, -1)
            rounds += 1
        places, owners = np.concatenate(all_found), np.concatenate(all_rows)
        order = np.lexsort((places, owners))
        counts = np.bincount(owners, minlength=len(wanted))
        return self._sightings(np.concatenate(([0], np.cumsum(counts))), places[order])

    def showing(self, link: int) -> Iterator[int]:
        """Give the pages that show a link, latest first, each once."""
        self._look_back()
        numbers, back, forgotten = self._start, self._back, self._forgotten
        last = -1
        number = self._last[link] if 0 <= link < len(self._last) else -1
        while number >= forgotten:
            page = self._page[bisect_right(numbers, number) - 1]
            if page != last:
                yield page
            last, step = page, back[number - forgotten]
            if not step:
                return
            number -= step

    def _chain(self, number: int, limit: int | None) -> list[int]:
        """Return the numbers of a link's sightings up to the one given, oldest first."""
        found: list[int] = []
        while number >= self._forgotten and len(found) != limit:
            found.append(number)
            step = self._back[number - self._forgotten]
            number = number - step if step else -1
        return found[::-1]

    def out_links(self, pages: npt.ArrayLike) -> Sightings:
        """Return the links on the page of each link, in their order; none if it was not read."""
        wanted = np.asarray(pages, np.int32)
        links = wanted.tolist()
        counts, target, block = self.shown_on(links)
        starts = np.cumsum([0, *counts], dtype=np.int64)
        position = np.arange(starts[-1]) - np.repeat(starts[:-1], counts)
        rel = joined(self._rel, map(self._place_of, links))
        return Sightings(starts, np.repeat(wanted, counts), target, block, position.astype(np.uint32), rel)

    def shown_on(self, pages: Sequence[int]) -> ShownLinks:
        """Return the links on some pages and their blocks; in half the time of `out_links`."""
        places = list(map(self._place_of, pages))
        counts = [place.stop - place.start for place in places]
        targets = self.current(joined(self._target, places))
        return ShownLinks(counts, targets, joined(self._block, places))

    def _place_of(self, link: int) -> slice:
        """Return where the sightings on the page of a link are held, side by side."""
        known = 0 <= link < len(self._page_number)
        number = self._page_number[link] - self._pages_forgotten if known else -1
        if number < 0:
            return slice(0, 0)
        after = self._start[number + 1] if number + 1 < len(self._start) else len(self)
        return slice(self._start[number] - self._forgotten, after - self._forgotten)

    def current(self, targets: npt.ArrayLike) -> npt.NDArray[np.int32]:
        """Return ids with those of strays replaced by what they have become."""
        ids = np.array(targets, np.int32)
        if not self._stray_link:
            return ids
        (strays,) = (ids <= FIRST_STRAY).nonzero()
        if len(strays):
            links = np.asarray(self._stray_link)[FIRST_STRAY - ids[strays]]
            ids[strays] = np.where(links >= 0, links, ids[strays])
        return ids

    def _latest(self, links: Ints) -> Ints:
        self._look_back()
        links = self.current(links).astype(np.int64)
        latest = looked_up(self._last, links)
        strays = np.flatnonzero(links <= FIRST_STRAY)
        if len(strays):
            latest[strays] = np.asarray(self._stray_last)[FIRST_STRAY - links[strays]]
        return latest

    def _sightings(self, starts: Ints, numbers: Ints) -> Sightings:
        """Return the sightings of some numbers, row by row."""
        places = numbers - self._forgotten
        first = np.asarray(self._start)
        pages = np.searchsorted(first, numbers, side="right") - 1
        return Sightings(
            starts,
            np.asarray(self._page)[pages],
            self.current(np.asarray(self._target)[places]),
            np.asarray(self._block)[places],
            (numbers - first[pages]).astype(np.uint32),
            np.asarray(self._rel)[places],
        )


def _grow(column: array[int], row: int) -> None:
    missing = row + 1 - len(column)
    if missing > 0:
        column.extend([-1] * missing)
