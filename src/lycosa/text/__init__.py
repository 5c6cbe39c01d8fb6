"""Text: words, stems, languages, phrases and vectors.

Everything downstream of a page speaks in the tokens that `tokenise` makes, so a topic and a page
are compared in the same words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.first_use import on_first_use
from lycosa.text.language import detect
from lycosa.text.phrase import Terms
from lycosa.text.token import grouped, numbered, tokenise, tokens

if TYPE_CHECKING:
    from lycosa.text.bm25 import BM25
    from lycosa.text.frequency import DocumentFrequencies
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
    "grouped",
    "heaviest",
    "numbered",
    "tfidf",
    "tokenise",
    "tokens",
]

# What needs numpy: a process that only reads pages never does.
_FIRST_USE = {
    "BM25": "lycosa.text.bm25",
    "DocumentFrequencies": "lycosa.text.frequency",
    "Vocabulary": "lycosa.text.vector",
    "background": "lycosa.text.zipf",
    "cosine": "lycosa.text.vector",
    "heaviest": "lycosa.text.vector",
    "tfidf": "lycosa.text.vector",
}
__getattr__ = on_first_use(__name__, _FIRST_USE)
