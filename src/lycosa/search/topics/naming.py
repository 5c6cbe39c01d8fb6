"""Telling words of groups in, readable names out: what is said in a group and not in the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log

from lycosa.search.meaning import DIMENSIONS, units
from lycosa.search.topics.grouping import Topics
from lycosa.text.semantics import word_vectors
from lycosa.text.token import tokenise
from lycosa.text.vector import heaviest

NAME_WORDS = 3
CANDIDATES = 24
_FAR = 0.1
"""What a word keeps of its worth that means something quite different from its group."""


def telling_words(
    groups: Mapping[int, Sequence[str]], count: int = CANDIDATES
) -> dict[int, dict[str, float]]:
    """Return for each group the stems that tell it from the others, the best first, with their worth.

    In go, for each group, the telling words of its pages, separated by blanks.

    Examples
    --------
    >>> found = telling_words({0: ["flood owl nest", "flood owl"], 1: ["flood mud", "flood mud rain"]})
    >>> [next(iter(words)) for words in found.values()]
    ['owl', 'mud']
    """
    counted = {group: Counter(w for page in pages for w in page.split()) for group, pages in groups.items()}
    everywhere: Counter[str] = Counter()
    for counts in counted.values():
        everywhere.update(counts)
    total = sum(map(len, groups.values()))
    found = {}
    for group, counts in counted.items():
        here, there = len(groups[group]), total - len(groups[group])
        worth = {
            word: n / here * log(((n + 0.5) / (here + 1)) / ((everywhere[word] - n + 0.5) / (there + 1)))
            for word, n in counts.items()
        }
        found[group] = heaviest(worth, count)
    return found


def closest(worth: Mapping[str, float], topics: Topics, topic: int) -> list[str]:
    """Return telling stems in the order of their worth and of how close their meaning is to the group."""
    words = list(worth)
    rows = units(word_vectors().of(words)[:, :DIMENSIONS])
    centre = topics.centres[topics.ids.tolist().index(topic)]
    close = units(rows - topics.common) @ centre
    weighed = {
        word: worth[word] * (_FAR + max(0.0, float(near))) for word, near in zip(words, close, strict=True)
    }
    return list(heaviest(weighed, len(weighed)))


def readable(stems: Sequence[str], texts: Iterable[tuple[str, str]]) -> list[str]:
    """Return the most frequent word for each stem in texts with their languages; a stem in none as it is.

    Examples
    --------
    >>> readable(["histori", "nest"], [("Nests, and their history", "en")])
    ['history', 'nests']
    """
    forms: dict[str, Counter[str]] = {stem: Counter() for stem in stems}
    for text, language in texts:
        words = text.split()
        tokens, offsets = tokenise(words, language or "en")
        for number, word in enumerate(words):
            own = tokens[offsets[number] : offsets[number + 1]]
            if len(own) == 1 and own[0] in forms:
                forms[own[0]][_bare(word)] += 1
    return [_most_frequent(forms[stem]) or stem for stem in stems]


def name_of(words: Sequence[str]) -> str:
    """Return the name of a group: its first words that do not repeat each other."""
    chosen: list[str] = []
    for word in words:
        alike = any(word[:5] == other[:5] or word in other or other in word for other in chosen)
        if not alike and len(chosen) < NAME_WORDS:
            chosen.append(word)
    return ", ".join(chosen)


def _bare(word: str) -> str:
    start, stop = 0, len(word)
    while start < stop and not word[start].isalnum():
        start += 1
    while stop > start and not word[stop - 1].isalnum():
        stop -= 1
    return word[start:stop].lower()


def _most_frequent(forms: Counter[str]) -> str:
    return min(forms, key=lambda form: (-forms[form], len(form), form), default="")
