"""A ranker that reads URLs only."""

from __future__ import annotations

from typing import ClassVar

from lycosa.plugin import Evidence, Judgement, Page, Part, Proposal, Ranker, Topic, tokens, url_words


class UrlWords(Ranker):
    """A link is worth what the words in its URL say about the topic."""

    name: ClassVar[str] = "url-words"
    evidence: ClassVar[Evidence] = Evidence((Part("url"),))

    def __init__(self, topic: Topic) -> None:
        self.topic = topic

    def rank(self, page: Page, judgement: Judgement) -> tuple[Proposal, ...]:
        """Rank the page's links."""
        cosine = self.topic.vector.cosine
        language = self.topic.language
        return tuple(
            Proposal(link, (cosine(tokens(" ".join(url_words(link.url)), language)),)) for link in page.links
        )
