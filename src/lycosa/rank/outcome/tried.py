"""Outcomes by place: how many there were and what they were worth, for pages, blocks, hosts, directories.

Outcomes are kept in thousandths as integers, whose sums do not depend on the order of addition.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from lycosa.rank.outcome.column import GrowingColumn

Doubles = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
LEAN_NEIGHBOURS = 3.0
"""Outcomes that a wider rate counts for beside the links of a page or of a block …"""
LEAN_SHOWN = 1.0
"""… and beside the pages that show a link."""
THOUSAND = 1000


def rate_parts(rows: npt.NDArray[np.int64], lean: float) -> tuple[Doubles, Doubles]:
    """Return rates in two parts: their own, and the share that a wider rate has.

    In: outcomes and the sum of their thousandths, along the last axis.
    """
    share: Doubles = np.divide(1.0, rows[..., 0] + lean)
    return rows[..., 1] * share / THOUSAND, lean * share


def sighting_rows(worth: float | Doubles, of_page: Sequence[int] | Ints, of_blocks: Ints) -> Doubles:
    """Return what the sightings on a page add to the sums of its links: a row for each, given its block.

    Where links are of several pages, `worth` and `of_page` are columns.
    """
    tried, total = of_page
    share = 1.0 / (tried + LEAN_NEIGHBOURS)  # as `rate_parts` has it
    page, page_lean = total * share / THOUSAND, LEAN_NEIGHBOURS * share
    block, block_lean = rate_parts(of_blocks, LEAN_NEIGHBOURS)
    rows = np.empty((len(of_blocks), 6))
    rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3] = 1.0, worth, page, page_lean
    np.add(block, block_lean * page, out=rows[:, 4])
    np.multiply(block_lean, page_lean, out=rows[:, 5])
    return rows


class Tried:
    """Outcomes by number of the place.

    Parameters
    ----------
    lean
        What rates of places lean on a wider rate by; 0 if nobody asks for them.

    Examples
    --------
    >>> tried = Tried()
    >>> tried.add(7, 1, 800)
    >>> tried.add(7, 1, 1000)
    >>> own, share = rate_parts(tried.at(np.array([7, 8])), lean=1.0)
    >>> (own + share * 0.4).round(2).tolist()
    [0.73, 0.4]
    """

    def __init__(self, lean: float = 0.0) -> None:
        self._lean = lean
        self._rows = GrowingColumn(np.int64, 2)
        self._rates = self._unknown()

    def _unknown(self) -> GrowingColumn:
        """Return the rates of places that have no outcomes."""
        return GrowingColumn(np.float64, 2, (0.0, 1.0) if self._lean else ())

    def add(self, place: int, outcomes: int, thousandths: int) -> None:
        """Count outcomes."""
        rows = self._rows.touching(place)
        tried, total = rows[place].tolist()
        rows[place] = tried, total = tried + outcomes, total + thousandths
        if self._lean:
            share = 1.0 / (tried + self._lean)  # as `rate_parts` has it
            self._rates.touching(place)[place] = total * share / THOUSAND, self._lean * share

    def touching(self, last: int) -> npt.NDArray[np.int64]:
        """Return the outcomes of all places up to the last of some, and maybe more: to be added to."""
        return self._rows.touching(last)

    def at(self, places: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """Return outcomes and the sum of their thousandths, a row for each place."""
        return self._rows.at(places)

    def all_rates(self, last: int) -> Doubles:
        """Return what `rate_parts` says of all places up to the last of some, and maybe more, in two columns.

        They are kept and not reckoned anew.
        """
        return self._rates.reaching(last)

    def state(self) -> dict[str, bytes]:
        """Return the places that have outcomes, and these: of directories, hashed, most have none."""
        rows = self._rows.touched()
        places = np.flatnonzero(rows[:, 0] | rows[:, 1])
        return {"places": places.tobytes(), "rows": rows[places].tobytes()}

    def restore(self, state: Mapping[str, bytes] | bytes) -> None:
        """Become what returned `state`; older crawls kept the rows of all places, as bytes."""
        self._rows = GrowingColumn(np.int64, 2)
        if isinstance(state, bytes):
            self._rows.restore(state)
        else:
            rows = np.frombuffer(state["rows"], np.int64).reshape(-1, 2)
            self._rows.put(np.frombuffer(state["places"], np.int64), rows)
        self._rates = self._unknown()
        if self._lean:
            rows = self._rows.touched()
            places = np.flatnonzero(rows[:, 0] | rows[:, 1])
            self._rates.put(places, np.stack(rate_parts(rows[places], self._lean), axis=1))
