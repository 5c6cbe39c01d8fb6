"""How links come in that are new: each gets an id, its row in every column, and its place in a queue.

A strategy may ask for the ids of links before it proposes them; such links are numbered and no more than
that until they are completed.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import compress, repeat
from typing import Any

import numpy as np
import numpy.typing as npt

from lycosa.frontier.seen import directory_of, hash_of
from lycosa.frontier.table import State
from lycosa.frontier.view import LinkView
from lycosa.frontier.worth import priorities_of, priority_of, rank_of
from lycosa.model import Queued, queued_of
from lycosa.url import host_of

_FEW = 8
"""Links that are faster recorded one by one than in columns."""


class NewLinks(LinkView):
    """The links of a crawl, to which others are added."""

    def reserve(self, url: str) -> int:
        """Return the id of a link; one never seen gets the next, and must be `append`ed soon."""
        return self._numbered[url] if url in self._numbered else self._seen.add(hash_of(url, self.key))

    def reserve_all(self, urls: Sequence[str]) -> list[int]:
        """Do what `reserve` does for the links of a page."""
        recent = self._recent
        return [recent[url] if url in recent else self._reserved(url) for url in urls]

    def _reserved(self, url: str) -> int:
        link = self.reserve(url)
        if link < len(self._table) and self._table.state[link] != State.NUMBERED:
            self._recent.remember(url, link)
        return link

    def number(self, url: str) -> int:
        """Return the id of a link; one never seen gets the next, and is unknown in all other respects."""
        return self.numbers([url])[0]

    def numbers(self, urls: Sequence[str]) -> list[int]:
        """Do what `number` does for many links at once."""
        links = self.reserve_all(urls)
        first = len(self._table)
        if not links or max(links) < first:
            return links
        new = {link: url for link, url in zip(links, urls, strict=True) if link >= first}  # in order of id
        parts = np.zeros((len(new), self._worth.width), np.float32)
        self._append_rows(
            list(new.values()),
            [host_of(url) for url in new.values()],
            0,
            -1,
            states=[State.NUMBERED] * len(new),
            ranks=np.full(len(new), rank_of(0.0), np.uint32),
            parts=parts,
        )
        self._numbered.update(zip(new.values(), new, strict=True))
        return links

    def complete(
        self,
        links: Sequence[int],
        urls: Sequence[str],
        hosts: Sequence[str],
        parts: Sequence[Sequence[float]],
        states: Sequence[State],
        *,
        depth: int,
        parent: int,
    ) -> list[Queued]:
        """Do what `append` does for links that have been numbered."""
        values, ids = self._worth.table(parts, urls), np.array(links, np.intp)
        ranks = self._worth.ranks(values, urls)
        self._table.complete_all(ids, depth, parent, states=states, ranks=ranks, parts=values)
        return self._queued(links, urls, hosts, states, ranks=ranks, parts=values)

    def append(
        self,
        urls: Sequence[str],
        hosts: Sequence[str],
        parts: Sequence[Sequence[float]],
        states: Sequence[State],
        *,
        depth: int,
        parent: int,
    ) -> list[Queued]:
        """Record links never seen before, reserved in this order, and queue those whose state says so."""
        if len(urls) <= _FEW:
            return self._append_few(list(zip(urls, hosts, parts, states, strict=True)), depth, parent)
        first, values = len(self._table), self._worth.table(parts, urls)
        ranks = self._worth.ranks(values, urls)
        self._append_rows(urls, hosts, depth, parent, states=states, ranks=ranks, parts=values)
        return self._queued(range(first, first + len(urls)), urls, hosts, states, ranks=ranks, parts=values)

    def _append_few(
        self, new: Sequence[tuple[str, str, Sequence[float], State]], depth: int, parent: int
    ) -> list[Queued]:
        values = [self._worth.values(parts, url) for url, _, parts, _ in new]
        ranks = [self._worth.rank(kept, url) for kept, (url, *_) in zip(values, new, strict=True)]
        found = []
        for (url, host, _, state), kept, rank in zip(new, values, ranks, strict=True):
            link = len(self._table)
            self._append_row(url, host, depth, parent, state=state, rank=rank, parts=kept)
            self._recent.remember(url, link)
            if state == State.QUEUED:
                self._schedule.enter(link)
            place = self._table.depth[link], parent
            found.append(queued_of((link, url, host, *place, priority_of(rank), tuple(kept))))
        return found

    def _append_row(
        self, url: str, host: str, depth: int, parent: int, *, state: State, rank: int, parts: array[float]
    ) -> None:
        self._urls.append(url)
        number = self._schedule.host(host).number
        self._table.append(number, depth, parent, state=state, rank=rank, parts=parts)
        if self._directories is not None:
            self._directories.append(directory_of(url))

    def _append_rows(
        self, urls: Sequence[str], hosts: Sequence[str], depth: int, parent: int, **columns: Any
    ) -> None:
        numbers = [self._schedule.host(host).number for host in hosts]
        self._table.append_all(numbers, depth, parent, **columns)
        for url in urls:
            self._urls.append(url)
        if self._directories is not None:
            self._directories.extend(map(directory_of, urls))

    def _queued(
        self,
        links: Sequence[int],
        urls: Sequence[str],
        hosts: Sequence[str],
        states: Sequence[State],
        *,
        ranks: npt.NDArray[np.uint32],
        parts: npt.NDArray[np.float32],
    ) -> list[Queued]:
        """Queue those of some new links, found in one place, whose state says so; return all of them."""
        for link, url in zip(links, urls, strict=True):
            self._recent.remember(url, link)
        queued = State.QUEUED
        self._schedule.enter_all(compress(links, [state == queued for state in states]))
        found_in = repeat(self._table.depth[links[0]]), repeat(self._table.parent[links[0]])
        worth = priorities_of(ranks).tolist(), map(tuple, parts.tolist())
        return list(map(queued_of, zip(links, urls, hosts, *found_in, *worth, strict=False)))

    def only_numbered(self) -> list[int]:
        """Return the links that have got an id since the last time, and have not been proposed."""
        numbered, self._numbered = self._numbered, {}
        return [link for link in numbered.values() if self._table.state[link] == State.NUMBERED]
