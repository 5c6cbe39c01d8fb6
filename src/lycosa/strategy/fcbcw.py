"""FCBCW: BCW_CC without crossing tunnels."""

from __future__ import annotations

from typing import ClassVar

from lycosa.model import Page, Proposal
from lycosa.strategy.bcw_cc import BCWCC


class FCBCW(BCWCC):
    """Follow the links of relevant pages of the right class, and no others.

    What `bcw-cc` does, but a page that is not relevant is let go with all its links, whatever
    its blocks are about.

    Parameters
    ----------
    topic, seed, tau, lam
        As in `bcw-cc`.

    Examples
    --------
    >>> from lycosa import Topic
    >>> FCBCW(Topic.from_keywords(["flood"])).tau
    0.7

    References
    ----------
    Paper 000, section 4.2: Algorithm 1 without lines 19-31.
    """

    name: ClassVar[str] = "fcbcw"

    def block_links(self, page: Page) -> tuple[Proposal, ...]:
        """Return none."""
        return ()
