"""Counts the terms of a topic, words and phrases alike, in a stream of tokens.

A term is known by its tokens joined with spaces ("relat model"); a phrase matches where its
tokens follow each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import compress

import lycosa.tokens as columns
from lycosa.text.token import tokenise

_PLAIN = (tuple, list)
"""Words as they are: whoever has no others need not load what looks for numbers."""
GROUPS = 6
"""Tag groups of a page: 1 to 5, and 0 for attribute text."""


class Terms:
    """Weighted terms, ready to be counted.

    Parameters
    ----------
    weights
        Weight of each term in token form. `Terms.of` takes terms as people write them.

    Examples
    --------
    >>> terms = Terms.of({"Relational models": 1.0, "tuples": 0.5, "the": 0.1}, "en")
    >>> terms.count(["relat", "model", "tupl", "model", "tupl"])
    {'relat model': 1, 'tupl': 2}
    >>> terms.labels["relat model"], terms.vanished
    ('Relational models', ('the',))
    """

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.weights = dict(weights)
        self.labels = {term: term for term in weights}
        """The term as its author wrote it."""
        self.vanished: tuple[str, ...] = ()
        """Terms as written of which tokenising left nothing (stop words only)."""
        split = {term: tuple(term.split(" ")) for term in weights}
        self._phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for term, words in split.items():
            if len(words) > 1:
                self._phrases.setdefault(words[0], []).append((words, term))
        self._words = frozenset(words[0] for words in split.values())

    @classmethod
    def of(cls, terms: Mapping[str, float], language: str = "en") -> Terms:
        """Tokenise terms as written. Of two that become the same, the heavier one stands."""
        written = sorted(terms, key=lambda term: -terms[term])
        found, offsets = tokenise(written, language)
        labels: dict[str, str] = {}
        vanished = []
        for place, label in enumerate(written):
            term = " ".join(found[offsets[place] : offsets[place + 1]])
            if term:
                labels.setdefault(term, label)
            else:
                vanished.append(label)
        made = cls({term: terms[label] for term, label in labels.items()})
        made.labels = labels
        made.vanished = tuple(vanished)
        return made

    def __len__(self) -> int:
        return len(self.weights)

    def count(self, tokens: Sequence[str]) -> dict[str, int]:
        """Return how often each term occurs; absent terms are left out."""
        if not isinstance(tokens, _PLAIN) and isinstance(tokens, columns.Tokens):
            return dict(Counter(term for _, term in self._matches(tokens)))
        if self._words.isdisjoint(tokens):
            return {}
        if self._phrases:
            return dict(Counter(term for _, term in self._matches(tokens)))
        counts: dict[str, int] = {}
        for word in filter(self._words.__contains__, tokens):  # mostly one or two: a Counter costs more
            counts[word] = counts.get(word, 0) + 1
        return counts

    def count_by_group(self, tokens: Sequence[str], groups: bytes) -> dict[str, list[int]]:
        """Return the counts of each term by tag group; a phrase belongs to the group it begins in."""
        counts: dict[str, list[int]] = {}
        for place, term in self._matches(tokens):
            if term not in counts:
                counts[term] = [0] * GROUPS
            counts[term][groups[place]] += 1
        return counts

    @property
    def has_phrases(self) -> bool:
        """Whether any term is more than a word, so that it matters what words stand between."""
        return bool(self._phrases)

    @cached_property
    def beginnings(self) -> columns.Marked:
        """The words that terms begin with: where none of them stands, there is no term."""
        return columns.Marked(self._words)

    def _matches(self, tokens: Sequence[str]) -> Iterable[tuple[int, str]]:
        """Return where which term begins."""
        begins: Iterable[tuple[int, str]]
        if not isinstance(tokens, _PLAIN) and isinstance(tokens, columns.Tokens):
            (places,) = self.beginnings.in_text(tokens).nonzero()
            words = map(tokens.numbering.stems.__getitem__, tokens.numbers[places].tolist())
            begins = zip(places.tolist(), words, strict=True)
        else:
            tokens = tuple(tokens)
            begins = compress(enumerate(tokens), map(self._words.__contains__, tokens))
        return self._continued(tokens, begins) if self._phrases else begins

    def _continued(self, text: Sequence[str], begins: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
        """Yield the terms among words with which a term may begin."""
        weights, phrases = self.weights, self._phrases
        for place, word in begins:
            if word in weights:
                yield place, word
            if word in phrases:
                for words, term in phrases[word]:
                    if text[place : place + len(words)] == words:
                        yield place, term
