"""How links come in that are new: each gets an id, its row in every column, and its place in a queue.

A strategy may ask for the ids of links before it proposes them; such links are numbered and no more than
that until they are completed.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import compress, repeat

import numpy as np
import numpy.typing as npt

from lycosa.frontier.entry import QUEUED
from lycosa.frontier.seen import directory_of, hash_of
from lycosa.frontier.table import State
from lycosa.frontier.view import LinkView
from lycosa.frontier.worth import Ranked
from lycosa.model import Queued, queued_of
from lycosa.url import host_of

_NUMBERED = State.NUMBERED
"""Looked up once: Python 3.11 takes longer to find a member of an enumeration than to compare it."""


class NewLinks(LinkView):
    """The links of a crawl, to which others are added."""

    def reserve(self, url: str) -> int:
        """Return the id of a link; one never seen gets the next, and must be `append`ed soon."""
        return self._numbered[url] if url in self._numbered else self._seen.add(hash_of(url, self.key))

    def reserve_all(self, urls: Sequence[str]) -> list[int]:
        """Do what `reserve` does for the links of a page."""
        asked, numbers = self._asked
        if asked == urls:  # a strategy has just asked for the same
            return numbers[:]
        recent = self._recent
        return [recent[url] if url in recent else self._reserved(url) for url in urls]

    def _reserved(self, url: str) -> int:
        link, states = self.reserve(url), self._table.state
        if link < len(states) and states[link] != _NUMBERED:
            self._recent.remember(url, link)
        return link

    def number(self, url: str) -> int:
        """Return the id of a link; one never seen gets the next, and is unknown in all other respects."""
        link = self._recent.get(url)
        return self.numbers([url])[0] if link is None else link

    def numbers(self, urls: Sequence[str]) -> list[int]:
        """Do what `number` does for many links at once."""
        links = self.reserve_all(urls)
        self._asked = list(urls), links[:]
        first = len(self._table)
        if not links or max(links) < first:
            return links
        new = {link: url for link, url in zip(links, urls, strict=True) if link >= first}  # in order of id
        hosts = [host_of(url) for url in new.values()]
        worth = self._worth.unknown(len(new))
        self._append_rows(list(new.values()), hosts, [_NUMBERED] * len(new), worth, depth=0, parent=-1)
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
        table: npt.NDArray[np.float32] | None = None,
    ) -> list[Queued]:
        """Do what `append` does for links that have been numbered; `table` has the same parts in columns."""
        worth = self._worth.ranked(parts, urls, table)
        self._table.complete_all(np.array(links, np.intp), depth, parent, states=states, worth=worth)
        return self._queued(links, urls, hosts, states, worth)

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
        links = range(len(self._table), len(self._table) + len(urls))
        worth = self._worth.ranked(parts, urls)
        self._append_rows(urls, hosts, states, worth, depth=depth, parent=parent)
        return self._queued(links, urls, hosts, states, worth)

    def _append_row(
        self, url: str, host: str, depth: int, parent: int, *, state: State, rank: int, parts: array[float]
    ) -> None:
        self._urls.append(url)
        number = self._schedule.host(host).number
        self._table.append(number, depth, parent, state=state, rank=rank, parts=parts)
        if self._directories is not None:
            self._directories.append(directory_of(url))

    def _append_rows(
        self,
        urls: Sequence[str],
        hosts: Sequence[str],
        states: Sequence[int],
        worth: Ranked,
        *,
        depth: int,
        parent: int,
    ) -> None:
        numbers = self._schedule.numbers_of(hosts)
        self._table.append_all(numbers, depth, parent, states=states, worth=worth)
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
        worth: Ranked,
    ) -> list[Queued]:
        """Queue those of some new links, found in one place, whose state says so; return all of them."""
        self._recent.remember_all(urls, links)
        self._schedule.enter_all(compress(links, [state == QUEUED for state in states]))
        found_in = repeat(self._table.depth[links[0]]), repeat(self._table.parent[links[0]])
        told = worth.priorities, worth.values
        return list(map(queued_of, zip(links, urls, hosts, *found_in, *told, strict=False)))

    def only_numbered(self) -> list[int]:
        """Return the links that have got an id since the last time, and have not been proposed."""
        numbered, self._numbered = self._numbered, {}
        return [link for link in numbered.values() if self._table.state[link] == _NUMBERED]
