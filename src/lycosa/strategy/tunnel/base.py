"""What a strategy asks of a tunnel rule: which links of a page to follow, relevant or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol

from lycosa.frontier.base import Evidence
from lycosa.judge.base import Judge
from lycosa.model import JSON, Judgement, Page, Proposal, Queued


class TunnelRule(Protocol):
    """Decides how a crawl gets through pages that are not relevant.

    Inherit it: only `follow` has to be written. A rule named in a crawl is made as `Class(**parameters)`.
    """

    name: ClassVar[str]
    evidence: Evidence = Evidence(())
    """Parts that the rule adds to what the ranker says of a link, behind the ranker's own."""

    def follow(
        self, page: Page, judgement: Judgement, link: Queued, ranked: Sequence[Proposal]
    ) -> Sequence[Proposal]:
        """Return the links of a page that are followed, out of all of them as ranked.

        The parts of what comes in and goes out are the ranker's followed by those of the rule, which
        come in as 0.
        """

    def ask(self, judge: Judge) -> None:
        """Take note of the judge of the crawl, before the first page."""
        return

    def state(self) -> dict[str, JSON]:
        """Return everything learned so far, as plain data."""
        return {}

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Become the rule that returned `state`."""
        return
