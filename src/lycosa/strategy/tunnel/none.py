"""No tunnels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from lycosa.model import Judgement, Page, Proposal, Queued
from lycosa.strategy.tunnel.base import TunnelRule


class NoTunnels(TunnelRule):
    """Follow the links of relevant pages, and let those of all others go."""

    name: ClassVar[str] = "none"

    def follow(
        self, page: Page, judgement: Judgement, link: Queued, ranked: Sequence[Proposal]
    ) -> Sequence[Proposal]:
        """Return all links of a relevant page, and none of another."""
        return ranked if judgement.relevant else ()
