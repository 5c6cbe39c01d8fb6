"""What the frontier holds of a link's worth, and what it shows to strategies.

The worth of a queued link is a vector of named parts, held by the frontier. When a link is
found again on another page its parts are combined by the rule each part declares, and its
priority is always the weighted sum of the parts: so every priority can be explained, and
weights that move (particle swarm, a learned model) re-rank the queue in one product.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from lycosa.frontier.host import HostCounts
from lycosa.graph import ShownLinks, Sightings
from lycosa.model import Queued

Combine = Literal["first", "last", "max", "mean", "sum"]
"""How a part of a link's worth takes in news from a second page that shows the link."""


@dataclass(frozen=True, slots=True)
class Part:
    """One named part of a link's worth."""

    name: str
    weight: float = 1.0
    combine: Combine = "max"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The parts that make up the worth of a link, with their weights."""

    parts: tuple[Part, ...]

    def priority(self, values: Sequence[float]) -> float:
        """Return the weighted sum of a link's parts."""
        return sum(part.weight * value for part, value in zip(self.parts, values, strict=True))

    @property
    def weights(self) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        """The weights as an array, for re-ranking many links at once."""
        return np.array([part.weight for part in self.parts], dtype=np.float32)


SEED_WORTH = 1.0
"""Every part of the worth of a seed: it was chosen by people, not by evidence."""


class Columns(NamedTuple):
    """Many links at once, a row each: what a strategy scores queued links by."""

    ids: npt.NDArray[np.int64]
    parts: npt.NDArray[np.float32]
    """One column for each part of the evidence."""
    shown: npt.NDArray[np.uint32]
    """How many pages have proposed the link."""
    depth: npt.NDArray[np.uint16]
    host: npt.NDArray[np.uint32]
    """A number for each host."""
    directory: npt.NDArray[np.uint32]
    """A hash of the URL up to the last slash of its path."""
    parent: npt.NDArray[np.int32]
    """Id of the link on whose page it was first proposed; -1 for a seed."""
    age: npt.NDArray[np.int64]
    """Pages read since that one, itself included; all of them for a seed."""

    @property
    def given(self) -> npt.NDArray[np.bool_]:
        """Which links people gave as seeds, or seeds redirect to: each part of their worth is full."""
        given: npt.NDArray[np.bool_] = (self.parts == SEED_WORTH).all(axis=1) & (self.depth == 0)
        return given


class LinkPlace(NamedTuple):
    """Where one link belongs, as `Columns` says it of many."""

    host: int
    directory: int
    parent: int


class View(Protocol):
    """What a strategy may see of the crawl: the links that may be asked for now, and the link graph."""

    def best(self) -> int | None:
        """Return the id of the ready link with the highest priority, oldest first."""

    def top(self, count: int) -> list[int]:
        """Return up to `count` ready links, best first."""

    def sample(self, count: int, rng: np.random.Generator) -> list[int]:
        """Return up to `count` ready links drawn at random, without repeats."""

    def find(self, url: str) -> int | None:
        """Return the id of a queued link, ready or not; None if it is not queued."""

    def get(self, link: int) -> Queued:
        """Return what is known of a link."""

    def ready(self, link: int) -> bool:
        """Whether that link is queued and its host may be asked now."""

    def hosts(self) -> int:
        """Return the number of hosts with queued links."""

    def host_counts(self, host: str) -> HostCounts:
        """Return how many links of a host are queued, and how many were taken."""

    def number(self, url: str) -> int:
        """Return the id of a link in any state; one never seen gets the next id."""

    def numbers(self, urls: Sequence[str]) -> list[int]:
        """Return the ids of many links, as `number` does."""

    def urls(self, links: Sequence[int]) -> list[str]:
        """Return the URLs of some links."""

    def columns(self, links: npt.ArrayLike) -> Columns:
        """Return what is known of many links."""

    def place(self, link: int) -> LinkPlace:
        """Return where a link belongs; faster than the columns of one link."""

    def in_links(self, links: npt.ArrayLike, limit: int | None = None) -> Sightings:
        """Return the sightings of each link, oldest first; with a limit, the latest so many of each."""

    def showing(self, link: int) -> Iterator[int]:
        """Give the pages that show a link, latest first, each once."""

    def queued_of(self, links: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.intp]:
        """Return those of some links that are queued, ready or not."""

    def out_links(self, pages: npt.ArrayLike) -> Sightings:
        """Return the links on the page of each link, in their order; none if it was not read."""

    def shown_on(self, pages: Sequence[int]) -> ShownLinks:
        """Return the links on some pages and their blocks; in half the time of `out_links`."""

    def __len__(self) -> int:
        """Return the number of queued links, ready or not."""
