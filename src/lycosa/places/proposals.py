"""What a strategy makes of links: each with the parts of its worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import repeat
from typing import Any, NamedTuple, cast

from lycosa.places.links import Link, PageLinks
from lycosa.places.views import Views


class Proposal(NamedTuple):
    """A link a strategy has ranked: one value for each part of its `Evidence`."""

    link: Link
    parts: tuple[float, ...]
    keep: bool = True
    """False: recorded as discarded, not queued."""


proposal_of = cast("Callable[[tuple[Any, ...]], Proposal]", partial(tuple.__new__, Proposal))


class Proposals(Views[Proposal]):
    """All links of a page, proposed each for its parts; proposals to whoever looks at one."""

    __slots__ = ("links", "parts")

    def __init__(self, links: PageLinks, parts: Sequence[tuple[float, ...]]) -> None:
        self.links = links
        self.parts = parts
        self._made = None

    def _make(self) -> tuple[Proposal, ...]:
        return tuple(map(proposal_of, zip(self.links, self.parts, repeat(True), strict=False)))

    def __len__(self) -> int:
        return len(self.links)
