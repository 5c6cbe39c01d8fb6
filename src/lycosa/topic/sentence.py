"""Words from running text: the terms of a sentence, and the words people write for stems.

Everything else speaks in stems; these two ways lead from and to what people read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from lycosa.model import Page
from lycosa.text import background, tokenise

_WORD = re.compile(r"\w+")


def sentence_terms(text: str, language: str = "en") -> dict[str, float]:
    """Return the words of a sentence, each with how telling it is: 1 for the rarest, less for everyday ones.

    Examples
    --------
    >>> sentence_terms("Floods and the people")
    {'Floods': 1.0, 'people': 0.33}
    """
    words = _WORD.findall(text)
    tokens, offsets = tokenise(words, language)
    seen = background(language)
    telling: dict[str, float] = {}
    for place, word in enumerate(words):
        stems = tokens[offsets[place] : offsets[place + 1]]
        for stem in stems:
            telling.setdefault(word if len(stems) == 1 else stem, seen.idf(stem))
    top = max(telling.values(), default=1.0)
    return {word: round(value / top, 2) for word, value in telling.items()}


def written_forms(pages: Iterable[Page]) -> dict[str, str]:
    """Return for each stem on the pages the word most often written for it, in lower case."""
    forms: dict[str, Counter[str]] = {}
    for page in pages:
        words = Counter(word.lower() for word in _WORD.findall(page.text))
        tokens, offsets = tokenise(list(words), page.language)
        for place, (word, count) in enumerate(words.items()):
            if offsets[place + 1] - offsets[place] == 1:
                forms.setdefault(tokens[offsets[place]], Counter())[word] += count
    return {stem: min(counts, key=lambda word: (-counts[word], word)) for stem, counts in forms.items()}
