"""The keyword weight table: a topic's terms, weighed on its pages, that grows (Singh et al. 2017).

In: the topic, then every page judged. Out: up to 300 terms with weights up to 1, and a record of
every change.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from functools import cached_property
from math import log10
from typing import Any, NamedTuple, cast

from lycosa.model import JSON, Page
from lycosa.text import DocumentFrequencies, heaviest
from lycosa.topic.pages import visible_tokens
from lycosa.topic.topic import Topic
from lycosa.topic.vector import TopicVector

SIZE = 300
"""Terms the table keeps (Singh et al. 2017, III.C)."""
GROW_EVERY = 50
"""Relevant pages between two growths."""
MAX_CHANGES = 10_000
"""Changes remembered, the latest ones."""
MAX_COUNTED = 50_000
"""Terms counted on relevant pages; beyond it the rarest are forgotten."""
ROUNDING = 1 - 1e-9
"""Lowers a bound, so that no term is passed over that only rounding keeps from it."""


class Change(NamedTuple):
    """One term of the table that came, went, or got another weight."""

    pages: int
    """Relevant pages seen when it happened."""
    term: str
    before: float | None
    """None for a new term."""
    after: float | None
    """None for a term that dropped out."""


class KeywordTable:
    """Weighted keywords of a topic.

    The weight of a term is its share of all words on the topic's pages times log10(N/n), where n of
    N texts have it; the heaviest terms are kept, and weights are divided by the greatest. The
    author's own terms keep at least the weight they were given and never drop out. After every
    `grow_every` relevant pages the weights are computed anew, those pages included.

    Parameters
    ----------
    topic
        What the table is about.
    size
        Terms kept.
    grow_every
        Relevant pages between two growths.

    Notes
    -----
    N counts everyday language, the topic's pages and every page judged, relevant or not: over
    the topic's pages alone, a word that all of them have would weigh nothing. The paper's worked
    example takes log10(1000/100) as 2; it is 1.

    Examples
    --------
    >>> KeywordTable(Topic.from_keywords({"flood": 1.0, "rain": 0.5})).weights
    {'flood': 1.0, 'rain': 0.5}
    """

    def __init__(self, topic: Topic, size: int = SIZE, grow_every: int = GROW_EVERY) -> None:
        self.topic = topic
        self.size = size
        self.grow_every = grow_every
        self.changes: deque[Change] = deque(maxlen=MAX_CHANGES)
        """What growing changed, oldest first."""
        self.relevant_pages = 0

    @cached_property
    def weights(self) -> dict[str, float]:
        """The table: terms in token form, heaviest first."""
        return self._weighed()

    @cached_property
    def vector(self) -> TopicVector:
        """The table to compare texts with; it changes only when the table grows."""
        return TopicVector(self.weights, self._frequencies.plain_idf)

    def see(self, page: Page, relevant: bool) -> None:
        """Take note of a page just judged; grow if it is time."""
        _ = self.vector  # the table as it was must be weighed before anything is counted
        self._frequencies.add(page.tokens)
        if not relevant:
            return
        self._counts.update(visible_tokens(page))
        if len(self._counts) > MAX_COUNTED:
            self._counts = Counter(dict(self._counts.most_common(MAX_COUNTED // 2)))
        self.relevant_pages += 1
        if self.relevant_pages % self.grow_every == 0:
            self._grow()

    def state(self) -> dict[str, JSON]:
        """Return everything that has changed since the topic was given; nothing before the first page."""
        if "_frequencies" not in vars(self):
            return {}
        return {
            "relevant_pages": self.relevant_pages,
            "weights": dict(self.weights),
            "idf": dict(self.vector.idf),
            "counts": dict(self._counts),
            "frequencies": self._frequencies.state(),
            "changes": [list(change) for change in self.changes],
        }

    def restore(self, state: dict[str, JSON]) -> None:
        """Become the table that returned `state`."""
        if not state:
            return
        plain = cast("dict[str, Any]", state)
        self.relevant_pages = plain["relevant_pages"]
        self._counts = Counter(plain["counts"])
        self._frequencies.restore(plain["frequencies"])
        self.changes = deque((Change(*change) for change in plain["changes"]), MAX_CHANGES)
        self.weights = plain["weights"]
        self.vector = TopicVector(self.weights, plain["idf"].__getitem__)

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(token for page in self.topic.positives for token in visible_tokens(page))

    @cached_property
    def _frequencies(self) -> DocumentFrequencies:
        seen = DocumentFrequencies()
        seen.merge(self.topic.frequencies)
        return seen

    def _weighed(self, before: Iterable[str] = ()) -> dict[str, float]:
        """Compute the table from all that was counted; `before` are the terms it had, a mere hint."""
        learned = self._learned(before)
        top = max(learned.values(), default=0.0) or 1.0
        computed = {term: weight / top for term, weight in learned.items() if weight > 0}
        given = self.topic.given.weights or ({} if computed else self.topic.vector.weights)
        most = max(given.values(), default=1.0)
        own = {term: max(weight / most, computed.get(term, 0.0)) for term, weight in given.items()}
        others = {term: weight for term, weight in computed.items() if term not in own}
        kept = own | heaviest(others, max(0, self.size - len(own)))
        return heaviest(kept, len(kept))

    def _learned(self, before: Iterable[str]) -> dict[str, float]:
        """Return the weights of the counted terms, without those that are too rare to be in the table.

        If the table was full, its terms as they weigh now show a weight that every term of the new table
        reaches; a term too rare to reach it even if it were in a single text need not be weighed. After
        400 pages of 2,000 words that spares 19 terms of 20, and nine tenths of the time.
        """
        counts, idf, given = self._counts, self._frequencies.plain_idf, self.topic.given.weights
        total = sum(counts.values()) or 1
        known = [term for term in before if term not in given]
        full = len(known) >= self.size - len(given)
        reached = min((counts[term] / total * idf(term) for term in known), default=0.0) if full else 0.0
        least = ROUNDING * reached / log10(self._frequencies.size) * total if reached else 0.0
        common = {term: count for term, count in counts.items() if count >= least}
        common.update((term, counts[term]) for term in given if term in counts)
        return {term: count / total * idf(term) for term, count in common.items()}

    def _grow(self) -> None:
        before, after = self.weights, self._weighed(self.weights)
        for term in dict.fromkeys((*before, *after)):
            if before.get(term) != after.get(term):
                self.changes.append(Change(self.relevant_pages, term, before.get(term), after.get(term)))
        self.weights = after
        self.vector = TopicVector(after, self._frequencies.plain_idf)
