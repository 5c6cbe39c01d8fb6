"""What a strategy asks of a judge: how much a text is about the topic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol

from lycosa.model import JSON, Judgement, Page


class Judge(Protocol):
    """Scores pages, and the smaller texts on them, against a topic."""

    name: ClassVar[str]

    def judge(self, page: Page) -> Judgement:
        """Score a whole page and say whether it is relevant."""

    def score(self, tokens: Sequence[str], groups: bytes = b"") -> float:
        """Score a block, an anchor or a context in [0, 1]; without groups every token weighs 1."""

    def state(self) -> dict[str, JSON]:
        """Return everything learned so far, as plain data."""

    def restore(self, state: dict[str, JSON]) -> None:
        """Become the judge that returned `state`."""
