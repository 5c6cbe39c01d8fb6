"""A judge that reads titles only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from lycosa.plugin import JSON, Judge, Judgement, Page, Topic, tokens


class TitleJudge(Judge):
    """A page is relevant if its title has a term of the topic."""

    name: ClassVar[str] = "title"

    def __init__(self, topic: Topic) -> None:
        self.topic = topic

    def judge(self, page: Page) -> Judgement:
        """Score the title."""
        score = self.score(tokens(page.title, page.language or self.topic.language))
        return Judgement(score > 0, score, (("title", score),), "terms in the title")

    def score(self, tokens: Sequence[str], groups: bytes = b"") -> float:
        """Compare a short text with the topic."""
        return self.topic.vector.cosine(tokens)

    def state(self) -> dict[str, JSON]:
        """Nothing is learned."""
        return {}

    def restore(self, state: dict[str, JSON]) -> None:
        """Nothing was learned."""
