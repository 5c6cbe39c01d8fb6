"""Whether a page is cheap to parse: markup in, proven or not proven out, for a few per cent of the parsing.

By the HTML standard a few bytes can make many elements. A formatting element that was left open, such as
`<b>`, is made anew in every later paragraph, with all its attributes; the attributes of every further
`<html>` and `<body>` are merged into the first. Everything else that the parser makes is linear in the
markup. So a page is proven cheap if it is not long, and if all that could be made anew, in all places where
it could, is little. What is not proven need not be costly: it is parsed where it can do no harm
(`lycosa.page.supervised`).

A tag begins with `<` and its name wherever it stands, so none can hide from the search in a comment, a
script or an attribute; a tag that is only text there is counted as well.
"""

from __future__ import annotations

import re
from collections import Counter

from lycosa.page.proof.tag_patterns import ATTRIBUTES, SPACE, TAGS
from lycosa.page.proof.tag_search import telling_tags

MARKUP_CHARS = 500_000
"""Longer pages are rare, and their words alone may take a second."""
SCANNED_CHARS = 2_000_000
"""The same where no words are read: a tenth of a second."""
MADE_ANEW_BYTES = 100_000_000
"""What formatting elements made anew may take, at most."""
ROOT_TAGS = 16
"""Tags of `html` and `body`: an honest page has two."""

_TAG_CHARS = 3
"""Of the shortest tag, `<p>`."""
_ELEMENT_BYTES = 100
_ATTRIBUTE_BYTES = 32
_CHARS_A_BYTE = 8
"""Characters of an attribute that are copied in less time than a byte is charged for."""
_ODD_TAGS, _ODD_ATTRIBUTES = 16, 200
"""Tags that are not plain, and attributes of one, that are counted; each may reach to the end of the page."""
_SAME_KEPT = 3
"""The standard keeps so many formatting elements that are alike (the "Noah's Ark clause")."""
_ROOTS = ("<ht", "<bo")
_STANDARD_VALUE = r"""(?:"[^"]*+"?+|'[^']*+'?+|[^\t\n\f\r "'>][^\t\n\f\r >]*+|(?=>))"""
_STANDARD_ATTRIBUTE = rf"""[^\t\n\f\r />][^\t\n\f\r />=]*+(?:{SPACE}*+={SPACE}*+{_STANDARD_VALUE})?+"""
_STANDARD_PIECE = re.compile(rf"{SPACE}++|/++|({_STANDARD_ATTRIBUTE})")
"""What stands between the name of a tag and its `>`, by the standard; without a `>` there is no element."""


def is_cheap(markup: str, chars_max: int = MARKUP_CHARS) -> bool:
    """Whether a page is proven to take little memory and time to parse; a longer one is not."""
    if len(markup) > chars_max:
        return False
    # A new link ends the one before it, so only one is ever open.
    each_time = _ELEMENT_BYTES + ATTRIBUTES * _ATTRIBUTE_BYTES
    roots = odd = 0
    for tag, count in Counter(telling_tags(markup)).items():
        if tag[-1] == ">":
            attributes = len(tag.split()) - 1
            each_time += min(count, _SAME_KEPT) * (_ELEMENT_BYTES + attributes * _ATTRIBUTE_BYTES)
        else:
            each_time += count * _ELEMENT_BYTES
            odd += count
        if tag[:3].lower() in _ROOTS:
            roots += count
    if odd:
        each_time += _odd_bytes(markup) if odd <= _ODD_TAGS else _any_bytes(markup)
    tags_max = (MADE_ANEW_BYTES // each_time - 1) // 2
    return roots <= ROOT_TAGS and (len(markup) <= _TAG_CHARS * tags_max or markup.count("<") <= tags_max)


def _any_bytes(markup: str) -> int:
    """Return what all attributes of a page take at most: one has two characters or more."""
    return len(markup) // 2 * _ATTRIBUTE_BYTES


def _odd_bytes(markup: str) -> int:
    """Return what the attributes of the tags take that are not plain."""
    total = 0
    for start in [tag.end() for tag in TAGS.finditer(markup) if tag[0][-1] != ">"]:
        attributes, stop = attributes_of(markup, start)
        if attributes > _ODD_ATTRIBUTES:
            return _any_bytes(markup)
        total += attributes * _ATTRIBUTE_BYTES + (stop - start) // _CHARS_A_BYTE
    return total


def attributes_of(markup: str, start: int) -> tuple[int, int]:
    """Return how many attributes a tag has whose name ends at `start`, and where its `>` is, if it has one.

    They are counted up to one more than is of interest, and those are too that come twice.
    """
    attributes, stop = 0, start
    while attributes <= _ODD_ATTRIBUTES and (found := _STANDARD_PIECE.match(markup, stop)):
        attributes += found[1] is not None
        stop = found.end()
    return attributes, stop
