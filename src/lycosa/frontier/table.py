"""Everything known of every link but its URL, one column a fact: in go links, out come their facts by id.

The columns are arrays of the standard library. They grow in place by a sixteenth, and the
room they keep costs no memory until it is used.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lycosa.frontier.worth import Ranked

_DEEPEST = 0xFFFF


class State(IntEnum):
    """Where a link is in its life."""

    QUEUED = 0
    LEASED = 1
    """Handed out, not yet finished."""
    DONE = 2
    SKIPPED = 3
    """Not queued for a reason of the engine's: scope, robots, budget."""
    DISCARDED = 4
    """Not queued because the strategy would not have it."""
    NUMBERED = 5
    """Has an id because the strategy asked for one; not proposed so far."""


class Rows(NamedTuple):
    """A run of links in order of id, column by column: what the store keeps and resume needs."""

    urls: Sequence[str]
    hosts: Sequence[str]
    depths: npt.NDArray[np.uint16]
    parents: npt.NDArray[np.int32]
    shown: npt.NDArray[np.uint32]
    """How many pages have shown the link."""
    states: npt.NDArray[np.uint8]
    parts: npt.NDArray[np.float32]
    """One row a link, one column a part."""


class LinkValues(NamedTuple):
    """What may change of some links, column by column."""

    ids: npt.NDArray[np.uint32]
    shown: npt.NDArray[np.uint32]
    states: npt.NDArray[np.uint8]
    parts: npt.NDArray[np.float32]

    def but_the_last(self) -> LinkValues:
        """Return all rows but the last."""
        return LinkValues(self.ids[:-1], self.shown[:-1], self.states[:-1], self.parts[:-1])


class Table:
    """The columns; a link's id is its row in each of them."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.host = array("I")
        self.depth = array("H")
        self.parent = array("i")
        self.shown = array("I")
        self.state = array("B")
        self.rank = array("I")
        self._parts = array("f")

    def __len__(self) -> int:
        return len(self.state)

    def append(
        self, host: int, depth: int, parent: int, *, state: State, rank: int, parts: array[float]
    ) -> None:
        """Add the next link."""
        self.host.append(host)
        self.depth.append(min(depth, _DEEPEST))
        self.parent.append(parent)
        self.shown.append(1)
        self.state.append(state)
        self.rank.append(rank)
        self._parts.extend(parts)

    def append_all(
        self,
        hosts: array[int],
        depth: int,
        parent: int,
        *,
        states: Sequence[int],
        worth: Ranked,
    ) -> None:
        """Add the next links, all found in one place."""
        count = len(hosts)
        self.host.extend(hosts)
        self.depth.extend((min(depth, _DEEPEST),) * count)
        self.parent.extend((parent,) * count)
        self.shown.extend((1,) * count)
        self.state.extend(states)
        self.rank.frombytes(worth.ranks)
        self._parts.frombytes(worth.parts)

    def complete(
        self, link: int, depth: int, parent: int, *, state: State, rank: int, parts: array[float]
    ) -> None:
        """Fill in a link that only had its place."""
        self.depth[link] = min(depth, _DEEPEST)
        self.parent[link] = parent
        self.state[link] = state
        self.rank[link] = rank
        self.set_parts(link, parts)

    def complete_all(
        self,
        links: npt.NDArray[np.intp],
        depth: int,
        parent: int,
        *,
        states: npt.ArrayLike,
        worth: Ranked,
    ) -> None:
        """Fill in links that only had their places, all found in one place."""
        np.asarray(self.depth)[links] = min(depth, _DEEPEST)
        np.asarray(self.parent)[links] = parent
        np.asarray(self.state)[links] = states
        np.asarray(self.rank)[links] = np.frombuffer(worth.ranks, np.uint32)
        self.all_parts()[links] = np.frombuffer(worth.parts, np.float32).reshape(len(links), self.width)

    def extend(self, rows: Rows, hosts: array[int], ranks: npt.NDArray[np.uint32]) -> None:
        """Add many links; those handed out when the rows were written are queued again."""
        states = np.where(rows.states == State.LEASED, State.QUEUED, rows.states)
        self.host.extend(hosts)
        self.depth.frombytes(rows.depths.astype(np.uint16).tobytes())
        self.parent.frombytes(rows.parents.astype(np.int32).tobytes())
        self.shown.frombytes(rows.shown.astype(np.uint32).tobytes())
        self.state.frombytes(states.astype(np.uint8).tobytes())
        self.rank.frombytes(ranks.tobytes())
        self._parts.frombytes(rows.parts.astype(np.float32).tobytes())

    def rows(self, start: int, stop: int, urls: Sequence[str], hosts: Sequence[str]) -> Rows:
        """Return a copy of the columns from one link up to another, with the URLs and hosts given."""
        return Rows(
            urls,
            hosts,
            np.array(self.depth[start:stop]),
            np.array(self.parent[start:stop]),
            np.array(self.shown[start:stop]),
            np.array(self.state[start:stop]),
            self.all_parts()[start:stop].copy(),
        )

    def values(self, links: npt.NDArray[np.intp]) -> LinkValues:
        """Return a copy of what may change of some links."""
        return LinkValues(
            links.astype(np.uint32),
            np.asarray(self.shown).take(links),
            np.asarray(self.state).take(links),
            self.all_parts().take(links, axis=0),
        )

    def parts(self, link: int) -> array[float]:
        """Return the parts of a link."""
        return self._parts[link * self.width : (link + 1) * self.width]

    def set_parts(self, link: int, parts: array[float]) -> None:
        """Replace the parts of a link."""
        self._parts[link * self.width : (link + 1) * self.width] = parts

    def all_parts(self) -> npt.NDArray[np.float32]:
        """Return the parts of all links, one row a link; no link can be added while the array lives."""
        return np.asarray(self._parts).reshape(len(self), self.width)
