# cython: annotation_typing=False
"""One language's treatment of a single word: stop words out, the rest reduced to its stem.

Goes in: a lower-case word. Comes out: its stem, or an empty string for a word not worth keeping.
"""

from __future__ import annotations

from collections.abc import Callable

import Stemmer  # type: ignore[import-not-found]

from lycosa.text.language import primary
from lycosa.text.stopwords import STOP_WORDS

WORD_CHARS = 64
"""Longer words are no words: they are dropped."""

NUMBER_DIGITS = 4
"""Longer numbers are dropped; years stay."""

SNOWBALL = {
    "ar": "arabic",
    "ca": "catalan",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}
"""Languages with a stemmer, and its name. Those missing in `STOP_WORDS` keep all their words."""

_ENGLISH_RULES = frozenset({"", "zh", "ja", "ko"})


def rules_of(language: str) -> str:
    """Return the language whose rules apply to a language code, or an empty string for none.

    English rules serve where the language is unknown, and for the Latin words on Chinese, Japanese
    and Korean pages. A known language without a stemmer gets no rules: its words stay as they are.
    """
    code = primary(language)
    if code in _ENGLISH_RULES:
        return "en"
    return code if code in SNOWBALL else ""


class Stem:
    """Turns words of one language into stems; `language` is an answer of `rules_of`."""

    def __init__(self, language: str) -> None:
        self._stop = STOP_WORDS.get(language, frozenset())
        # The stemmer's own cache would only repeat the one in front of it.
        stemmer = Stemmer.Stemmer(SNOWBALL[language], 0).stemWord if language else str
        self._stem: Callable[[str], str] = stemmer

    def __call__(self, word: str) -> str:
        """Return the stem of a lower-case word, or an empty string if the word is dropped."""
        if len(word) > WORD_CHARS or word in self._stop or (word.isdigit() and len(word) > NUMBER_DIGITS):
            return ""
        return self._stem(word)
