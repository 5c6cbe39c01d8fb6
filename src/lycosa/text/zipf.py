"""How common words are in general, so that a topic of one sentence already has an idf.

No corpus is shipped. What is shipped is a short list of everyday words in rough order of commonness;
Zipf's law turns a word's rank into its rate, and the rate into the share of documents that contain it.
"""

from __future__ import annotations

from functools import cache
from math import exp

from lycosa.text.common_words import LANGUAGES, common_words, words_everywhere
from lycosa.text.frequency import DocumentFrequencies
from lycosa.text.language import primary
from lycosa.text.stem import rules_of
from lycosa.text.stopwords import CHINESE, STOP_WORDS
from lycosa.text.token import tokenise

DOCUMENTS = 1_000
"""Size of the imagined collection: a word not listed is in one document of it."""

DOCUMENT_WORDS = 200
"""Words in one of its documents."""

ZIPF = 0.1
"""Rate of the most common word; the word of rank r has the rate ZIPF / r."""


def background(language: str = "en") -> DocumentFrequencies:
    """Return document frequencies of everyday words, a fresh copy that may be added to.

    An unknown language is taken for English, as in `tokenise`; for a language without a list
    every word is equally rare.
    """
    code = primary(language)
    if code not in LANGUAGES:
        code = rules_of(code)
    return DocumentFrequencies(_counts(code) if code in LANGUAGES else None, DOCUMENTS)


@cache
def _counts(code: str) -> dict[str, int]:
    first_rank = len(CHINESE if code == "zh" else STOP_WORDS.get(code, ())) + 1
    expected: dict[str, float] = {}
    for words in (words_everywhere(), common_words(code)):
        tokens, offsets = tokenise(words, code)
        for place in range(len(words)):
            for token in tokens[offsets[place] : offsets[place + 1]]:
                expected[token] = expected.get(token, 0.0) + DOCUMENT_WORDS * ZIPF / (first_rank + place)
    return {token: max(1, round(DOCUMENTS * (1 - exp(-times)))) for token, times in expected.items()}
