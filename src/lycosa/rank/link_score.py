"""Link score of Singh et al. 2017: words of the URL, anchor, page that shows the link, text around it."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import ClassVar, TypeAlias

from lycosa.frontier.base import Evidence, Part
from lycosa.model import Judgement, Page, Proposal
from lycosa.rank.base import Ranker
from lycosa.rank.memory import Remembered
from lycosa.text import tokens as tokens_of
from lycosa.topic import KeywordTable, Topic, TopicVector
from lycosa.url import url_words

Tokens: TypeAlias = tuple[str, ...]
URLS_REMEMBERED = 1 << 16
"""Most links of a site are on many of its pages."""


class LinkScore(Ranker):
    """Sum of four relevances, each in [0, 1]: URL words, anchor, parent page, surrounding text.

    All but the parent's, which is the score of the page, are cosines with the keyword table as
    it is at the time. A link shown by several pages keeps the best of each.

    Parameters
    ----------
    topic
        What links are compared with.
    table
        The table; by default a new one for the topic.

    Examples
    --------
    >>> from lycosa.page import parse_html
    >>> page = parse_html(b"<p>On rain: <a href='/flood'>more</a>", "http://a.example/")
    >>> ranker = LinkScore(Topic.from_keywords(["flood"]))
    >>> ranker.rank(page, Judgement(False, 0.25))[0].parts
    (1.0, 0.0, 0.25, 0.0)

    References
    ----------
    Singh, Gupta and Singh (2017). Improved architecture of focused crawler on the basis of content and
    link analysis. International Journal of Modern Education and Computer Science 9(11), 33-40.
    doi:10.5815/ijmecs.2017.11.04.

    Eq. 6.
    """

    name: ClassVar[str] = "link-score"
    evidence: ClassVar[Evidence] = Evidence((Part("url"), Part("anchor"), Part("parent"), Part("around")))

    def __init__(self, topic: Topic, table: KeywordTable | None = None) -> None:
        self.topic = topic
        self.table = table
        self._known: tuple[TopicVector, Remembered[str], Remembered[Tokens]] | None = None

    @cached_property
    def table_in_use(self) -> KeywordTable:
        """The table given, or the topic's own."""
        return self.table or KeywordTable(self.topic)

    def rank(self, page: Page, judgement: Judgement) -> tuple[Proposal, ...]:
        """Return every link of the page with its four parts."""
        urls, texts = self._scores(self.table_in_use.vector)
        parent, tokens = judgement.score, page.tokens
        return tuple(
            Proposal(
                link,
                (
                    urls[link.url],
                    texts[tokens[link.words.start : link.words.stop]],
                    parent,
                    texts[tokens[link.around.start : link.around.stop]],
                ),
            )
            for link in page.links
        )

    def _scores(self, vector: TopicVector) -> tuple[Remembered[str], Remembered[Tokens]]:
        """Return the cosines of URLs and texts with the table; a table that has grown begins anew."""
        if self._known is None or self._known[0] is not vector:
            language, cosine = self.topic.language, vector.cosine
            urls = Remembered[str](lambda url: cosine(url_tokens(url, language)))
            self._known = vector, urls, Remembered[Tokens](cosine)
        return self._known[1:]


@lru_cache(maxsize=URLS_REMEMBERED)
def url_tokens(url: str, language: str) -> tuple[str, ...]:
    """Return the words of a URL as a page would have them: stemmed, without stop words."""
    return tuple(tokens_of(" ".join(url_words(url)), language))
