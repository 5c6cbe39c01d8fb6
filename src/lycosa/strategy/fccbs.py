"""FCCBS: BCW_CC without its classifier."""

from __future__ import annotations

from typing import ClassVar

from lycosa.model import JSON, Judgement, Page
from lycosa.strategy.bcw_cc import BCWCC


class FCCBS(BCWCC):
    """Follow the links of relevant pages, and those of relevant blocks on all others.

    What `bcw-cc` does, but no page is let go because of its class: relevance alone decides.

    Parameters
    ----------
    topic, seed, tau, lam
        As in `bcw-cc`.

    Examples
    --------
    >>> from lycosa import Topic
    >>> FCCBS(Topic.from_keywords(["flood"])).lam
    0.3

    References
    ----------
    Paper 000, section 4.2: Algorithm 1 without lines 10-15.
    """

    name: ClassVar[str] = "fccbs"
    needs: ClassVar[frozenset[str]] = frozenset()

    def of_class(self, page: Page) -> Judgement:
        """Say that every page is of the right class."""
        return Judgement(True, 1.0)

    def state(self) -> dict[str, JSON]:
        """Return what the judge of relevance has learned."""
        return self.relevance.state()

    def restore(self, state: dict[str, JSON]) -> None:
        """Become the strategy that returned `state`."""
        self.relevance.restore(state)
