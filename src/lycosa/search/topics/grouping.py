"""Keeps the sub-topics of a crawl: groups appear as pages come, and no page ever changes its group.

Groups come in generations. The first 64 pages are clustered; after that a new page joins the group it is
closest to, if it is as close as the pages that made the group were. Whenever the number of pages has
doubled, those that joined none are clustered among themselves: that is the next generation. Pages count in
the order of their visits, so that the same visits give the same groups, however often a crawl was broken
off.
"""

from __future__ import annotations

from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from lycosa.search.index import SearchIndex
from lycosa.search.meaning import DIMENSIONS, Floats, Vectors, units, unpacked
from lycosa.search.topics.cluster import SMALLEST, clusters

FIRST_PAGES = 64
"""Relevant pages from which they are grouped while a crawl runs."""
FEWEST_PAGES = 3 * SMALLEST
"""Relevant pages from which they are grouped when it ends."""
OUTSIDE = 0.05
"""Share of the pages of a new group that lie too far out to show how close others must be."""
LOOSE = 0.1
"""Share of the pages that must have no group before they are looked at for new ones."""

Ids = NDArray[np.int64]
NONE = -1
"""Number of no group."""


class Topics(NamedTuple):
    """The groups of a crawl, in their order."""

    ids: Ids
    generations: Ids
    centres: Floats
    least: Floats
    """How close a page has to be to each centre."""
    common: Floats
    """What all pages have in common; taken off before anything is compared."""

    def of(self, rows: Floats) -> Ids:
        """Return the group of each page; -1 for none. An earlier generation goes before a later one."""
        found = np.full(len(rows), NONE, dtype=np.int64)
        apart = units(rows - self.common)
        for generation in sorted(set(self.generations.tolist())):
            chosen = np.flatnonzero(self.generations == generation)
            close = apart @ self.centres[chosen].T
            best = close.argmax(axis=1)
            joins = (found == NONE) & (close[np.arange(len(rows)), best] >= self.least[chosen][best])
            found[joins] = self.ids[chosen][best[joins]]
        return found


def read_topics(index: SearchIndex) -> Topics | None:
    """Return the groups that an index has; None if there are none yet."""
    stored = index.select("SELECT id, generation, centre, least FROM topics ORDER BY id")
    if not stored:
        return None
    ids, generations, centres, least = zip(*stored, strict=True)
    return Topics(
        np.array(ids, np.int64),
        np.array(generations, np.int64),
        _floats(b"".join(centres)),
        np.array(least, np.float32),
        _floats(index.meta("common"))[0],
    )


def read_vectors(index: SearchIndex, after: int = 0) -> Vectors:
    """Return the vectors of all pages that have one, of batches after a given one."""
    stored = index.select("SELECT visits, rows FROM vectors WHERE id > ? ORDER BY id", (after,))
    visits = np.frombuffer(b"".join(row[0] for row in stored), dtype="<i8")
    return Vectors(visits, unpacked(b"".join(row[1] for row in stored)))


class Grouping:
    """Groups the pages of one index."""

    def __init__(self, index: SearchIndex, seed: int = 0) -> None:
        self._index = index
        self._seed = seed

    @property
    def due(self) -> bool:
        """Whether there are pages that `finish` has not looked at, as after a kill."""
        pages = self._pages
        if pages >= self._enough or (not self._grouped and pages >= FEWEST_PAGES):
            return True
        last, groups = self._index.select("SELECT (SELECT max(id) FROM vectors), count(*) FROM topics")[0]
        return bool(groups) and int(self._index.meta("joined", 0)) < last

    def update(self) -> None:
        """Give new pages their groups; make new groups whenever the number of pages has doubled."""
        while self._pages >= (enough := self._enough):
            self._grow(enough)
        self._join()

    def finish(self) -> None:
        """Group what there is, if it never was."""
        self.update()
        if not self._grouped and self._pages >= FEWEST_PAGES:
            self._grow(self._pages)
            self._join()

    def anew(self) -> None:
        """Forget all groups and group all pages together."""
        with self._index.all_or_none():
            self._index.connection.execute("DELETE FROM topics")
            self._index.connection.execute("UPDATE pages SET topic = NULL")
            self._index.connection.execute("DELETE FROM meta WHERE key IN ('grouped', 'joined', 'common')")
        if self._pages >= FEWEST_PAGES:
            self._grow(self._pages)
            self._join()

    @property
    def _pages(self) -> int:
        return int(self._index.select("SELECT count(*) FROM pages")[0][0])

    @property
    def _grouped(self) -> int:
        """How many pages there were when groups were last made; 0 if they never were."""
        return int(self._index.meta("grouped", 0))

    @property
    def _enough(self) -> int:
        """How many pages make the next groups."""
        return max(FIRST_PAGES, 2 * self._grouped)

    def _grow(self, pages: int) -> None:
        """Add a generation of groups, made of those of the first pages that have none."""
        rows = read_vectors(self._index).rows[:pages]
        before = read_topics(self._index)
        first = generation = 0
        common = rows.mean(axis=0)
        if before is not None:
            first, generation = int(before.ids.max()) + 1, int(before.generations.max()) + 1
            common = before.common
            rows = rows[before.of(rows) == NONE]
            if len(rows) < max(FEWEST_PAGES, LOOSE * pages):
                rows = rows[:0]
        apart = units(rows - common)
        with self._index.all_or_none():
            for number, (centre, members) in enumerate(clusters(apart, self._seed + generation), start=first):
                least = float(np.quantile(apart[members] @ centre, OUTSIDE))
                self._index.connection.execute(
                    "INSERT INTO topics VALUES (?, ?, ?, ?)", (number, generation, _bytes(centre), least)
                )
            self._set("grouped", pages)
            self._set("common", _bytes(common))
            self._index.connection.execute("DELETE FROM meta WHERE key = 'joined'")

    def _join(self) -> None:
        """Give every page of the batches not yet looked at the group it is close to, if there is one."""
        topics = read_topics(self._index)
        vectors = read_vectors(self._index, int(self._index.meta("joined", 0)))
        if topics is None or not len(vectors.visits):
            return
        found = zip(topics.of(vectors.rows).tolist(), vectors.visits.tolist(), strict=True)
        with self._index.all_or_none():
            self._index.connection.executemany(
                "UPDATE pages SET topic = ? WHERE visit = ? AND topic IS NULL",
                [(topic, visit) for topic, visit in found if topic != NONE],
            )
            self._set("joined", self._index.select("SELECT max(id) FROM vectors")[0][0])

    def _set(self, key: str, value: object) -> None:
        self._index.connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def _bytes(row: Floats) -> bytes:
    return row.astype("<f4").tobytes()


def _floats(data: bytes) -> Floats:
    return cast("Floats", np.frombuffer(data, dtype="<f4").reshape(-1, DIMENSIONS))
