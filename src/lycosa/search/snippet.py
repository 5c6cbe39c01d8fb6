"""A text and the stems searched for in, the passage that shows most of them out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from typing import NamedTuple

from lycosa.text.chinese import HAN, cut
from lycosa.text.token import tokenise

CHARS = 240
"""Length of a snippet, about two lines."""
TEXT_CHARS = 20_000
"""Of a text that is looked through: one page must not hold up a list of ten."""
_LEAD = 60
"""Characters shown before the first word found."""
_CHUNK = re.compile(r"\S+")


class Snippet(NamedTuple):
    """A passage of a text."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()
    """Where words searched for begin and end in it."""

    def marked(self, before: str = "**", after: str = "**") -> str:
        """Return the passage with something before and after each word found."""
        parts, done = [], 0
        for start, stop in self.marks:
            parts += [self.text[done:start], before, self.text[start:stop], after]
            done = stop
        return "".join((*parts, self.text[done:]))


NO_SNIPPET = Snippet("")


def snippet(text: str, stems: Set[str], language: str = "en") -> Snippet:
    """Return the passage with the most different words searched for, the first of equal ones.

    Examples
    --------
    >>> snippet("It rained. Rivers rose, and floods came at night.", {"river", "flood"}).marked()
    'It rained. **Rivers** rose, and **floods** came at night.'
    """
    plain = " ".join(text[:TEXT_CHARS].split())
    found = list(_found(plain, stems, language))
    if not found:
        return Snippet(_cut_at_word(plain, 0, min(len(plain), CHARS))[0])
    first = _densest(found)
    start = max(0, found[first][0] - _LEAD)
    shown, start = _cut_at_word(plain, start, min(len(plain), start + CHARS))
    lead = "… " if start else ""
    tail = " …" if start + len(shown) < len(plain) else ""
    marks = tuple(
        (begin - start + len(lead), end - start + len(lead))
        for begin, end, _ in found
        if begin >= start and end <= start + len(shown)
    )
    return Snippet(f"{lead}{shown}{tail}", marks)


def _found(text: str, stems: Set[str], language: str) -> Iterator[tuple[int, int, str]]:
    """Give the place of each word that has one of the stems, and the stem."""
    places = list(_words(text))
    tokens, offsets = tokenise([text[start:stop] for start, stop in places], language)
    for number, (start, stop) in enumerate(places):
        for stem in tokens[offsets[number] : offsets[number + 1]]:
            if stem in stems:
                yield start, stop, stem
                break


def _words(text: str) -> Iterator[tuple[int, int]]:
    """Give the place of each word; Chinese is cut into words."""
    for chunk in _CHUNK.finditer(text):
        if not HAN.search(chunk[0]):
            yield chunk.span()
            continue
        place = chunk.start()
        for word in cut(chunk[0]):
            start = text.find(word, place, chunk.end())
            if start >= 0:  # wide letters come out narrow
                place = start + len(word)
                yield start, place


def _densest(found: list[tuple[int, int, str]]) -> int:
    """Return the first of the words found from which on most different ones fit into a snippet."""
    best, most = 0, 0
    for first, (start, _, _) in enumerate(found):
        within = {stem for begin, _, stem in found[first : first + 50] if begin < start + CHARS - _LEAD}
        if len(within) > most:
            best, most = first, len(within)
    return best


def _cut_at_word(text: str, start: int, stop: int) -> tuple[str, int]:
    """Return the text between two places without words cut in two, if it has blanks; and its place."""
    if start and text[start - 1] != " ":
        blank = text.find(" ", start, start + _LEAD // 2)
        start = blank + 1 if blank >= 0 else start
    if stop < len(text) and text[stop] != " ":
        blank = text.rfind(" ", stop - _LEAD // 2, stop)
        stop = blank if blank > start else stop
    return text[start:stop], start
