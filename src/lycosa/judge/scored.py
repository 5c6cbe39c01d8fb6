"""What judges by score and threshold share, to inherit: where the threshold comes from, and saying so.

In: a score for each page, from the subclass. Out: judgements that name the threshold in force and how
it was found.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple, Self, TypeAlias, cast, get_args

from lycosa.errors import LycosaError
from lycosa.model import JSON, Judgement, Page
from lycosa.topic import Contribution, Topic
from lycosa.topic.threshold import Method, Subset, estimate

AUTO: tuple[Method, Subset] = ("mean", "all")
"""What `"auto"` stands for: on the tuning topics, the best of those that need no rank of the examples
(docs/results/thresholds.md)."""
FIRST_PAGES = 3
"""Without examples, the first pages with a score are taken for seeds; so many make a threshold."""
LEAVE_ONE_OUT = 30
"""With more examples than this, leaving out the one that is scored changes nothing worth its cost."""
ALONE = 0.5
"""The threshold for a topic of a single example: this share of the score it gives itself."""

Parts: TypeAlias = tuple[tuple[str, float], ...]


class Cut(NamedTuple):
    """A threshold in force."""

    value: float
    reason: str


class Scored(ABC):
    """The common ground of judges that compare a score with a threshold.

    A subclass says in `measure` what a page scores and of what parts, and in `explain` what each
    term adds.

    Parameters
    ----------
    topic
        What pages are compared with.
    threshold
        Score from which a page is relevant: a number; a method of `lycosa.topic.threshold`;
        or `"auto"`. The last two estimate it from the examples, each scored by the topic as the
        other examples describe it. Without examples they wait for the first pages that score at
        all, which are the seeds of a crawl, and use `default_threshold` until then.
    """

    default_threshold: ClassVar[float] = 0.5

    def __init__(self, topic: Topic, threshold: float | str = "auto") -> None:
        self.topic = topic
        self.threshold = threshold

    @abstractmethod
    def measure(self, page: Page) -> tuple[float, Parts]:
        """Return a page's score in [0, 1], and its parts."""

    @abstractmethod
    def score(self, tokens: Sequence[str], groups: bytes = b"") -> float:
        """Score a piece of text."""

    @abstractmethod
    def explain(self, page: Page) -> list[Contribution]:
        """Return what each term of the page adds to its score, the most telling first."""

    def judge(self, page: Page) -> Judgement:
        """Score a page and compare."""
        score, parts = self.measure(page)
        cut = self.cut
        if self._settled is None and score > 0 and len(self._first) < FIRST_PAGES:
            self._first.append(score)
        return Judgement(score >= cut.value, score, parts, cut.reason)

    @property
    def cut(self) -> Cut:
        """The threshold in force."""
        if self._settled is not None:
            return self._settled
        if len(self._first) < FIRST_PAGES:
            reason = f"default until {FIRST_PAGES} pages have a score"
            return Cut(self.default_threshold, f"threshold {self.default_threshold:.3f}: {reason}")
        return self._from_first

    @property
    def least(self) -> float:
        """The score from which a text is relevant."""
        return self.cut.value

    def state(self) -> dict[str, JSON]:
        """Return the scores of the first pages, where the threshold rests on them."""
        return {"first": list(self._first)} if self._settled is None else {}

    def restore(self, state: dict[str, JSON]) -> None:
        """Go on with the threshold that was in force."""
        self._first = cast("list[float]", list(cast("list[JSON]", state.get("first", []))))
        vars(self).pop("_from_first", None)

    def under(self, topic: Topic) -> Self:
        """Return the same judge of another topic."""
        own = {name: getattr(self, name) for name in inspect.signature(type(self)).parameters}
        return type(self)(**{**own, "topic": topic})

    @cached_property
    def _first(self) -> list[float]:
        return []

    @cached_property
    def _from_first(self) -> Cut:
        """The threshold that the first pages have set."""
        return self._estimated(self._first, f"the first {FIRST_PAGES} pages")

    @cached_property
    def _settled(self) -> Cut | None:
        """The threshold that no page will change; None where there are no examples to derive it from."""
        if not isinstance(self.threshold, str):
            return Cut(float(self.threshold), f"threshold {self.threshold:.3f}: given")
        methods = get_args(Method)
        if self.threshold not in ("auto", *methods):
            raise LycosaError(
                f"threshold {self.threshold!r} is not a number, auto, or one of {', '.join(methods)}"
            )
        pages = self.topic.positives
        if not pages:
            return None
        if len(pages) == 1:  # without it only the author's words are left, which score on another scale
            value = ALONE * self.measure(pages[0])[0]
            return Cut(value, f"threshold {value:.3f}: {ALONE} of what the only example scores itself")
        if len(pages) > LEAVE_ONE_OUT:
            scores = [self.measure(page)[0] for page in pages]
        else:
            scores = [self.under(self.topic.without(page)).measure(page)[0] for page in pages]
        return self._estimated(scores, f"{len(pages)} examples")

    def _estimated(self, scores: Sequence[float], of: str) -> Cut:
        method, subset = AUTO if self.threshold == "auto" else (cast("Method", self.threshold), "all")
        found = estimate(scores, method, subset=subset)
        return Cut(found.value, f"threshold {found.value:.3f}: {found.method} of {of}")
