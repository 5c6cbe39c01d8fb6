"""What a strategy asks of a judge: how much a text is about the topic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol

from lycosa.model import Judgement, Page, SavedState

BORDER = 0.5
"""The score from which a text is relevant where a judge does not say."""


class Judge(Protocol):
    """Scores pages, and the smaller texts on them, against a topic.

    A judge named in a crawl is made as `Class(topic, **parameters)`. It may say by a property `least`
    from what score on a text is relevant (0.5 otherwise), and by a property `trained` whether it
    has a verdict of its own yet.
    """

    name: ClassVar[str]

    def judge(self, page: Page) -> Judgement:
        """Score a whole page and say whether it is relevant."""

    def score(self, tokens: Sequence[str], groups: bytes = b"") -> float:
        """Score a block, an anchor or a context in [0, 1]; without groups every token weighs 1."""

    def state(self) -> SavedState:
        """Return everything learned so far, as plain data and bytes."""

    def restore(self, state: dict[str, Any]) -> None:
        """Become the judge that returned `state`."""


def least_score(judge: Judge) -> float:
    """Return the score from which a text is relevant to a judge at present."""
    return float(getattr(judge, "least", BORDER))


def is_trained(judge: Judge) -> bool:
    """Whether a judge has a verdict of its own; one that never learns always has."""
    return bool(getattr(judge, "trained", True))
