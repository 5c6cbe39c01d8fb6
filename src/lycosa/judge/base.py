"""What a strategy asks of a judge: how much a text is about the topic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

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


@runtime_checkable
class Revisable(Protocol):
    """What a judge offers besides, if it can judge a page again without reading it again."""

    def features(self, page: Page) -> bytes:
        """Return what must be kept of a page to judge it again."""

    def settled(self, page: Page) -> bool:
        """Whether the verdict on a page stays whatever is learned, as that on an example."""

    def rejudge(self, pages: Sequence[bytes]) -> npt.NDArray[np.float32]:
        """Return what earlier pages score by what is known now."""

    def teach(self, page: bytes, relevant: bool, weight: float = 1.0) -> None:
        """Take a page that a person has labelled for a sure example, or for a sure counter-example."""

    @property
    def version(self) -> int:
        """A number that grows whenever earlier verdicts may have changed."""

    @property
    def cut(self) -> float:
        """The score from which a page is relevant."""

    @property
    def drift(self) -> float:
        """How far what pages are compared with has moved from the topic as it was given, 0 to 1."""

    @property
    def notice(self) -> str:
        """What the author of the topic should know, in a sentence; empty if nothing."""


@runtime_checkable
class Teaching(Protocol):
    """What a judge or a strategy offers besides, if crawls for one topic can learn from each other.

    Lessons are plain data and bytes, of what the crawl itself has met. `merge` is the same in any order, and
    of one lesson it is that lesson.
    """

    def lessons(self) -> SavedState:
        """Return what others can use of what was learned here."""

    def merge(self, lessons: Sequence[dict[str, Any]]) -> SavedState:
        """Return the lessons of several crawls as those of one."""

    def adopt(self, lessons: dict[str, Any]) -> None:
        """Go by the lessons of all crawls, the last of this one among them, in place of earlier ones."""


def least_score(judge: Judge) -> float:
    """Return the score from which a text is relevant to a judge at present."""
    return float(getattr(judge, "least", BORDER))


def is_trained(judge: Judge) -> bool:
    """Whether a judge has a verdict of its own; one that never learns always has."""
    return bool(getattr(judge, "trained", True))
