"""Text: words, stems, languages, phrases and vectors.

Everything downstream of a page speaks in the tokens that `tokenise` makes, so a topic and a page
are compared in the same words.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from lycosa.text.language import detect
from lycosa.text.phrase import Terms
from lycosa.text.token import tokenise, tokens

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
    "heaviest",
    "tfidf",
    "tokenise",
    "tokens",
]

_FIRST_USE = {
    "BM25": "bm25",
    "DocumentFrequencies": "frequency",
    "Vocabulary": "vector",
    "background": "zipf",
    "cosine": "vector",
    "heaviest": "vector",
    "tfidf": "vector",
}


def __getattr__(name: str) -> Any:
    """Import what needs numpy when it is first asked for: a process that only reads pages never does."""
    if name not in _FIRST_USE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_FIRST_USE[name]}"), name)
