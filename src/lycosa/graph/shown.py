"""What is told of links on pages, in columns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lycosa.graph.csr import Ints


class Sightings(NamedTuple):
    """The sightings of some links or pages: those of the i-th are `starts[i]` up to `starts[i + 1]`."""

    starts: Ints
    page: npt.NDArray[np.int32]
    """Id of the link that led to the page."""
    target: npt.NDArray[np.int32]
    block: npt.NDArray[np.uint16]
    """Index in `Page.blocks`."""
    position: npt.NDArray[np.uint32]
    """Index in `Page.links`."""
    rel: npt.NDArray[np.uint8]
    """As `rel_bits` gives it."""


class ShownLinks(NamedTuple):
    """The links on some pages, page by page."""

    counts: list[int]
    """How many are on each page."""
    target: npt.NDArray[np.int32]
    block: npt.NDArray[np.uint16]
