"""What a check is, and what it raises."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lycosa.engine.learning.learned import Learned
from lycosa.errors import LycosaError
from lycosa.model import Page, Proposal, SavedState
from lycosa.topic import Topic

Maker = Callable[..., Any]
"""A class: strategies take a topic and a seed, judges and rankers a topic, the other parts nothing."""


class BrokenContract(LycosaError):
    """A plug-in does not keep what its family promises."""


class Check(NamedTuple):
    """One thing that plug-ins of a family promise."""

    claim: str
    run: Callable[[Maker, Topic], None]


def require(holds: bool, breach: str) -> None:
    """Raise if something does not hold."""
    if not holds:
        raise BrokenContract(breach)


def check_proposals(page: Page, proposals: Sequence[Proposal], width: int) -> None:
    """Require that proposals are links of the page, with a finite value for each part."""
    shown = {link.url for link in page.links}
    for proposal in proposals:
        require(proposal.link.url in shown, f"{proposal.link.url} is not a link of {page.url}")
        require(len(proposal.parts) == width, f"{len(proposal.parts)} parts for {width} of the evidence")
        require(all(map(math.isfinite, proposal.parts)), f"parts {proposal.parts} are not finite")


def stored(state: SavedState) -> dict[str, Any]:
    """Return what is left of a state after a crash: what JSON can hold, and bytes."""
    try:
        return Learned.of(state).state()
    except (TypeError, ValueError) as error:
        raise BrokenContract(f"the state is neither plain data nor bytes: {error}") from error
