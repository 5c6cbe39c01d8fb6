# cython: annotation_typing=False
"""Stems by number: each stem gets the next one when it is first met, the same for all languages.

Whoever counts, weighs or compares words works on columns of numbers (`lycosa.tokens.column`).
"""

from __future__ import annotations

from threading import Lock
from typing import TypeAlias

Worth: TypeAlias = "int | tuple[int, ...]"
"""What a piece of text is worth: a number, which is remembered, or many, which are not."""
NO_TOKEN, BOUNDARY = 0, 1
"""Numbers that are no stems: of a word that is dropped, and of the end of a text."""
MOST_STEMS = 1 << 18
"""Stems of one numbering, about 40 MB; then another one begins."""
_SEVERAL = 2


class StemNumbers(dict[str, int]):
    """The numbers of stems; one that is not known yet gets the next."""

    def __init__(self) -> None:
        super().__init__({"": NO_TOKEN, "\0": BOUNDARY})
        self.stems = ["", "\0"]
        """The stems by number."""
        self.several: list[tuple[int, ...]] = []
        """What stands for several tokens; -1 means the first of these, -2 the second."""
        self._lock = Lock()

    def __missing__(self, stem: str) -> int:
        with self._lock:
            number = self.setdefault(stem, len(self.stems))
            if number == len(self.stems):
                self.stems.append(stem)
        return number

    def stand_for(self, numbers: tuple[int, ...]) -> int:
        """Return a number for several tokens, or for one, or none."""
        if len(numbers) < _SEVERAL:
            return numbers[0] if numbers else NO_TOKEN
        with self._lock:
            self.several.append(numbers)
            return -len(self.several)

    def apart(self, number: int) -> tuple[int, ...]:
        """Return the tokens that a number stands for."""
        return self.several[~number] if number < 0 else (number,)

    @property
    def is_full(self) -> bool:
        """Whether texts that come should be numbered anew."""
        return len(self.stems) + len(self.several) >= MOST_STEMS


_current = StemNumbers()


def latest_numbering() -> StemNumbers:
    """Return the numbering to use for a text; texts that have an earlier one keep it alive."""
    global _current  # noqa: PLW0603  # one for the process: texts of all crawls can be compared
    if _current.is_full:
        _current = StemNumbers()
    return _current
