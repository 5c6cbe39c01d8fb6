"""Ids for links before they are proposed: a strategy asks for them, and intake completes the links later."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lycosa.frontier.seen import hash_of
from lycosa.frontier.table import State
from lycosa.frontier.view import LinkView
from lycosa.frontier.worth import rank_of
from lycosa.model import Queued
from lycosa.url import host_of


class NumberedLinks(LinkView):
    """The links of a crawl, some of them numbered and no more than that."""

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

    def only_numbered(self) -> list[int]:
        """Return the links that have got an id since the last time, and have not been proposed."""
        numbered, self._numbered = self._numbered, {}
        return [link for link in numbered.values() if self._table.state[link] == State.NUMBERED]
