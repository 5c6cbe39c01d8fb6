"""What strategies propose on pages, one column a fact: which links, for what worth, and where they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from operator import attrgetter, is_, itemgetter
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from lycosa.frontier import Frontier
from lycosa.model import Link, PageLinks, Proposal, Proposals

FEW = 16
"""Links that are faster taken in one by one than in columns."""
UNKNOWN = -1
_URL, _BLOCK, _REL = attrgetter("url"), attrgetter("block"), attrgetter("rel")
_SHOWN = attrgetter("anchor", "block", "rel")
Table: TypeAlias = npt.NDArray[np.float32]


class Offer(NamedTuple):
    """One of the links that a strategy proposes on a page, and its place among them."""

    url: str
    parts: tuple[float, ...]
    keep: bool
    place: int


class Offered(NamedTuple):
    """The links that a strategy proposes on one page, one column a fact."""

    urls: Sequence[str]
    parts: Sequence[tuple[float, ...]]
    keeps: Iterable[bool]
    shown_at: Callable[[int], tuple[str, int, tuple[str, ...]]]
    """Anchor, block and `rel` of the link at a place."""

    @classmethod
    def of(cls, proposals: Sequence[Proposal]) -> Offered:
        """Return proposals in columns."""
        if isinstance(proposals, Proposals):
            return cls(proposals.links.urls, proposals.parts, repeat(True), proposals.links.shown_at)
        links = list(map(itemgetter(0), proposals))

        def shown_at(place: int) -> tuple[str, int, tuple[str, ...]]:
            return _SHOWN(links[place])

        parts, keeps = list(map(itemgetter(1), proposals)), map(itemgetter(2), proposals)
        return cls(urls_of(links), parts, keeps, shown_at)


class ShownAgain:
    """What pages say of links that are queued already: taken in together, in the order of the pages."""

    def __init__(self, frontier: Frontier) -> None:
        self._frontier = frontier
        self._shown: list[tuple[int, str, tuple[float, ...], int]] = []
        self._tables: list[Table | None] = []
        self.add = self._shown.append
        """Takes note of a link: its id, URL and parts, and which proposal of its page it is."""

    def begin(self, table: Table | None) -> None:
        """Turn to the next page, whose proposals may have their parts in columns."""
        self._tables.append(table)

    def flush(self) -> None:
        """Take in all that was said so far."""
        if not self._shown:
            return
        links, urls, parts, places = zip(*self._shown, strict=True)
        if len(links) > FEW or not parts[0]:
            table = self._tables[0] if len(self._tables) == 1 else None
            rows = None if table is None else table.take(places, axis=0)
            self._frontier.show_all_again(links, urls, parts, rows)
        else:
            for known, url, values in zip(links, urls, parts, strict=True):
                self._frontier.show_again(known, url, values)
        self._shown.clear()


def places_of(links: Sequence[Link], proposals: Sequence[Proposal], numbers: list[int]) -> list[int]:
    """Return the ids of the links of a page in its order, as far as they were proposed."""
    if isinstance(proposals, Proposals) and proposals.links is links:
        return numbers
    proposed = list(map(itemgetter(0), proposals))
    if len(proposed) == len(links) and all(map(is_, proposed, links)):
        return numbers
    places = [UNKNOWN] * len(links)
    for link, number in zip(proposed, numbers, strict=True):
        if link.position < len(places) and links[link.position] is link:
            places[link.position] = number
    return places


def urls_of(links: Sequence[Link]) -> list[str]:
    """Return the URLs of links, be they columns or not."""
    return links.urls if isinstance(links, PageLinks) else list(map(_URL, links))


def blocks_and_rels(links: Sequence[Link]) -> tuple[list[int], Sequence[tuple[str, ...]]]:
    """Return the blocks of links and what they say of themselves; nothing if none says anything."""
    if isinstance(links, PageLinks):
        return links.blocks.tolist(), links.rels
    return list(map(_BLOCK, links)), list(map(_REL, links))
