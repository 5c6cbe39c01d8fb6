"""Every link."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from lycosa.model import Judgement, Page, Proposal, Queued
from lycosa.strategy.tunnel.base import TunnelRule


class FollowAll(TunnelRule):
    """Follow the links of all pages; their worth alone decides when."""

    name: ClassVar[str] = "all"

    def follow(
        self, page: Page, judgement: Judgement, link: Queued, ranked: Sequence[Proposal]
    ) -> Sequence[Proposal]:
        """Return all links."""
        return ranked
