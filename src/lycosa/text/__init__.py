"""Text: words, stems, languages, phrases and vectors.

Everything downstream of a page speaks in the tokens that `tokenise` makes, so a topic and a page
are compared in the same words.
"""

from __future__ import annotations

from lycosa.text.bm25 import BM25
from lycosa.text.frequency import DocumentFrequencies
from lycosa.text.language import detect
from lycosa.text.phrase import Terms
from lycosa.text.token import tokenise, tokens
from lycosa.text.vector import Vocabulary, cosine, heaviest, tfidf
from lycosa.text.zipf import background

__all__ = [
    "BM25",
    "DocumentFrequencies",
    "Terms",
    "Vocabulary",
    "background",
    "cosine",
    "detect",
    "heaviest",
    "tfidf",
    "tokenise",
    "tokens",
]
