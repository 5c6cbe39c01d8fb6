# cython: language_level=3, boundscheck=False, wraparound=False
"""The tags that tell what a page may cost: `tag_search.py`, for where there is a compiler.

Tags of the simplest form, nearly all, are told apart here; whatever else begins like one of them is left to the
pattern. A quicker way to the same answer, it must never take for plain what the pattern does not.
"""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memchr

from lycosa.page.proof.tag_patterns import ATTRIBUTES, NAMES, TAGS

ctypedef fused Char:
    uint8_t
    uint16_t
    uint32_t

cdef enum:
    ODD = -1
    NAME_LETTERS = 8  # of an element; none of those looked for has as many
    NAME_CHARS = 99  # of an attribute
    VALUE_CHARS = 999

cdef Py_ssize_t MOST_ATTRIBUTES = ATTRIBUTES
cdef uint64_t[32] CODES
cdef int NAMES_COUNT = len(NAMES)
for _place, _name in enumerate(NAMES):
    CODES[_place] = int.from_bytes(_name.encode(), "big")
cdef object match = TAGS.match


def telling_tags(str markup not None):
    """Return all matches of the pattern."""
    cdef list found = []
    cdef Py_ssize_t size = len(markup)
    cdef int kind = PyUnicode_KIND(markup)
    if kind == 1:
        search(<const uint8_t*>PyUnicode_DATA(markup), size, markup, found)
    elif kind == 2:
        search(<const uint16_t*>PyUnicode_DATA(markup), size, markup, found)
    else:
        search(<const uint32_t*>PyUnicode_DATA(markup), size, markup, found)
    return found


cdef inline bint is_space(uint32_t char) noexcept nogil:
    return char == 32 or char == 9 or char == 10 or char == 12 or char == 13


cdef inline Py_ssize_t next_tag(const Char* text, Py_ssize_t place, Py_ssize_t size) noexcept nogil:
    """Return where the next `<` is, or where the text ends."""
    cdef const void* found
    if Char is uint8_t:
        found = memchr(text + place, 60, size - place)
        return size if found == NULL else <const uint8_t*>found - text
    else:
        while place < size and text[place] != 60:
            place += 1
        return place


cdef int search(const Char* text, Py_ssize_t size, str markup, list found) except -1:
    cdef Py_ssize_t start, place = 0, stop
    cdef uint32_t letter
    cdef uint64_t code
    while True:
        start = next_tag(text, place, size)
        place = start + 1
        if place >= size:
            return 0
        letter = text[place] | 32
        if letter == 97 and text[place] < 128:  # a
            if place + 1 == size or not (is_space(text[place + 1]) or text[place + 1] == 47):
                continue
            if end_of_plain(text, place + 1, size, True) != ODD:
                continue
        elif text[place] >= 128 or not may_begin(letter):
            continue
        else:
            stop, code = place + 1, letter
            while stop < size and stop - place < NAME_LETTERS and is_letter(text[stop]):
                code = code << 8 | text[stop] | 32
                stop += 1
            if stop == size or not (text[stop] == 62 or is_space(text[stop]) or text[stop] == 47):
                continue
            if not is_name(code):
                continue
            stop = stop if text[stop] == 62 else end_of_plain(text, stop, size, False)
            if stop != ODD:
                found.append(markup[start : stop + 1])
                continue
        odd = match(markup, start)
        if odd is not None:
            found.append(odd[0])


cdef inline bint is_name(uint64_t code) noexcept nogil:
    cdef int place
    for place in range(NAMES_COUNT):
        if CODES[place] == code:
            return True
    return False


cdef inline bint is_letter(uint32_t char) noexcept nogil:
    return 97 <= (char | 32) <= 122 and char < 128


cdef inline bint may_begin(uint32_t letter) noexcept nogil:
    """Whether a name begins so: b c e f h i n s t u."""
    return (
        letter == 98 or letter == 99 or 101 <= letter <= 102 or 104 <= letter <= 105 or letter == 110
        or 115 <= letter <= 117
    )


cdef inline Py_ssize_t end_of_plain(const Char* text, Py_ssize_t place, Py_ssize_t size, bint is_link) noexcept nogil:
    """Return where the `>` of a tag is that has a few short attributes of the simplest form; -1 if it has not."""
    cdef Py_ssize_t attributes = 0, start
    cdef uint32_t char, quote
    while place < size:
        start = place
        while place < size and is_space(text[place]):
            place += 1
        if place < size and text[place] == 62:
            return place
        if place + 1 < size and text[place] == 47 and text[place + 1] == 62:
            return place + 1
        if place == start or attributes == MOST_ATTRIBUTES:
            return ODD
        attributes += 1
        start = place
        while place < size:
            char = text[place]
            if char == 61 or char == 62 or char == 47 or char == 60 or is_space(char):
                break
            if place - start == NAME_CHARS:
                return ODD
            place += 1
        if place == start or place + 1 >= size:
            return ODD
        if text[place] != 61:
            if text[place] == 60 or (is_space(text[place]) and not_followed_by_name(text, place, size)):
                return ODD
            continue
        place += 1
        quote = text[place]
        start = place + 1
        if quote == 34 or quote == 39:
            place += 1
            while place < size and text[place] != quote:
                if place - start == VALUE_CHARS or (text[place] == 60 and not is_link):
                    return ODD
                place += 1
            if place == size:
                return ODD
            place += 1
        else:
            while place < size and not (text[place] == 62 or text[place] == 60 or is_space(text[place])):
                place += 1
                if place - start == VALUE_CHARS:
                    return ODD
            if place < start or place == size or text[place] == 60:
                return ODD
    return ODD


cdef inline bint not_followed_by_name(const Char* text, Py_ssize_t place, Py_ssize_t size) noexcept nogil:
    """Whether after white space there is the `=` of the attribute before."""
    while place < size and is_space(text[place]):
        place += 1
    return place == size or text[place] == 61
