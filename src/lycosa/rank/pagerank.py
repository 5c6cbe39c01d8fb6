"""PageRank in which relevant anchors pass on more, kept up while pages arrive (Liu et al. 2023, Eq. 8)."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from lycosa.model import JSON
from lycosa.rank.graph import ReadWeb
from lycosa.rank.packed import pack, unpack

_SWEEPS = 100
_PRECISION = 1e-4


class AnchorPageRank:
    """PageRank of the pages read, the largest being 1.

    PR(p) = (1 - d) + d * sum of PR(q) / C(q) * (1 + omega * R(anchor)) over the pages q that link
    to p by that anchor; C(q) is the number of different URLs q links to.

    With d * (1 + omega) > 1 these sums may grow without end. So every sweep divides all of it by
    the largest value, the constant (1 - d) with the rest: where Eq. 8 has a solution this is it,
    to scale; where it has none, the constant fades and the ratios of the values still settle.

    A new page gets its rank from the links known to lead to it, at the cost of reading its own
    links once. Everything is computed anew each time the pages have grown by `growth`: up to
    then a rank ignores what at most that share of the pages, the newest, says about older ones.
    The cost of all sweeps together stays proportional to the number of links.

    Parameters
    ----------
    web
        The pages; `add` is told of each new one.
    damping
        Share of a page's rank that its links pass on.
    omega
        How much more a perfectly relevant anchor passes on.
    growth
        Growth of the number of pages after which all ranks are computed anew.

    References
    ----------
    Liu, Wang, Zhong and Yang (2023). A new focused crawler using an improved tabu search algorithm
    incorporating ontology and host information. Frontiers of Information Technology & Electronic
    Engineering 24(6), 859-875. doi:10.1631/FITEE.2200315.

    Eq. 7 and 8.
    """

    def __init__(self, web: ReadWeb, damping: float = 0.85, omega: float = 0.6, growth: float = 0.1) -> None:
        self.web = web
        self.damping = damping
        self.omega = omega
        self.growth = growth
        self.ranks: array[Any] = array("d")
        """Rank of each page, at most 1."""
        self._inflow: array[Any] = array("d")
        self._base = 1.0 - damping
        self._due = 1

    def add(self, page: int) -> bool:
        """Rank the page just added to the web; return whether all others were ranked anew."""
        self._inflow.extend([0.0] * (len(self.web) - len(self._inflow)))
        self.ranks.append(min(1.0, self._base + self.damping * self._inflow[self.web.nodes[page]]))
        if self.web.pages >= self._due:
            self._due = self.web.pages + 1 + int(self.growth * self.web.pages)
            self._rank_all()
            return True
        start, stop = self.web.starts[page : page + 2]
        share = self.ranks[page] / max(1, stop - start)
        targets, anchors = self.web.targets, self.web.anchors
        for place in range(start, stop):
            self._inflow[targets[place]] += share * (1.0 + self.omega * anchors[place])
        return False

    def of_showing_pages(self) -> npt.NDArray[np.float64]:
        """Return for every node the sum of the ranks of the pages that show it."""
        pages, targets, _ = self.web.edges()
        return np.bincount(targets, np.asarray(self.ranks)[pages], len(self.web)).astype(np.float64)

    def _rank_all(self) -> None:
        pages, targets, anchors = self.web.edges()
        passed = (1.0 + self.omega * anchors.astype(np.float64)) / np.bincount(pages)[pages]
        target_pages = np.asarray(self.web.page_of)[targets]
        read = target_pages >= 0
        into, out_of, share = target_pages[read], pages[read], self.damping * passed[read]
        ranks, base = np.array(self.ranks), self._base
        for _ in range(_SWEEPS):
            swept = base + np.bincount(into, share * ranks[out_of], len(ranks))
            top = swept.max()
            swept /= top
            base /= top
            change = np.abs(swept - ranks).max()
            ranks = swept
            if change < _PRECISION:
                break
        self._base = float(base)
        self.ranks = array("d", ranks.tobytes())
        self._inflow = array("d", np.bincount(targets, passed * ranks[pages], len(self.web)).tobytes())

    def state(self) -> dict[str, JSON]:
        """Return all ranks as plain data; the web keeps its own."""
        return {
            "ranks": pack(self.ranks),
            "inflow": pack(self._inflow),
            "base": self._base,
            "due": self._due,
        }

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Become the ranks that returned `state`."""
        self.ranks, self._inflow = unpack("d", state["ranks"]), unpack("d", state["inflow"])
        self._base, self._due = cast("float", state["base"]), cast("int", state["due"])
