"""Tokens: the words of pages as columns of numbers, and what the numbers stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.first_use import on_first_use
from lycosa.tokens.stem_numbers import BOUNDARY, NO_TOKEN, StemNumbers, Worth, latest_numbering

if TYPE_CHECKING:
    from lycosa.tokens.column import Numbers, Tokens, column_of
    from lycosa.tokens.marked import Marked
    from lycosa.tokens.rows import row_sums
    from lycosa.tokens.stem_texts import packed
    from lycosa.tokens.texts import Texts

__all__ = [
    "BOUNDARY",
    "NO_TOKEN",
    "Marked",
    "Numbers",
    "StemNumbers",
    "Texts",
    "Tokens",
    "Worth",
    "column_of",
    "latest_numbering",
    "packed",
    "row_sums",
]

# What needs numpy: a process that reads nothing but links never does.
__getattr__ = on_first_use(
    __name__,
    {
        **dict.fromkeys(("Numbers", "Tokens", "column_of"), "lycosa.tokens.column"),
        "Marked": "lycosa.tokens.marked",
        "Texts": "lycosa.tokens.texts",
        "packed": "lycosa.tokens.stem_texts",
        "row_sums": "lycosa.tokens.rows",
    },
)
