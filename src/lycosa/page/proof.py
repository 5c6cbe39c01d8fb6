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
_ATTRIBUTES = 24
_CHARS_A_BYTE = 8
"""Characters of an attribute that are copied in less time than a byte is charged for."""
_ODD_TAGS, _ODD_ATTRIBUTES = 16, 200
"""Tags that are not plain, and attributes of one, that are counted; each may reach to the end of the page."""
_SAME_KEPT = 3
"""The standard keeps so many formatting elements that are alike (the "Noah's Ark clause")."""
_FORMATTING = "b big code em font i nobr s small strike strong tt u"
_NAMES = (*_FORMATTING.split(), "html", "body")
_ROOTS = ("<ht", "<bo")


def _of_any_case(letters: str) -> str:
    return "".join(f"[{letter}{letter.upper()}]" for letter in letters)


def _any_name() -> str:
    """Return a pattern for the names, told apart by their first letters: a third faster than one by one."""
    branches = []
    for initial in sorted({name[0] for name in _NAMES}):
        endings = sorted((name[1:] for name in _NAMES if name[0] == initial), reverse=True)
        branches.append(_of_any_case(initial) + f"(?:{'|'.join(map(_of_any_case, endings))})")
    return f"(?:{'|'.join(branches)})"


_SPACE = r"[\t\n\f\r ]"
_STANDARD_VALUE = r"""(?:"[^"]*+"?+|'[^']*+'?+|[^\t\n\f\r "'>][^\t\n\f\r >]*+|(?=>))"""
_STANDARD_ATTRIBUTE = rf"""[^\t\n\f\r />][^\t\n\f\r />=]*+(?:{_SPACE}*+={_SPACE}*+{_STANDARD_VALUE})?+"""
_STANDARD_PIECE = re.compile(rf"{_SPACE}++|/++|({_STANDARD_ATTRIBUTE})")
"""What stands between the name of a tag and its `>`, by the standard; without a `>` there is no element."""


def _plain(outside_quotes: str) -> str:
    """Return a pattern for the rest of a tag; what may not be in a quoted value is another quote and this."""
    quoted = rf"""(?:"[^"{outside_quotes}]{{0,999}}+"|'[^'{outside_quotes}]{{0,999}}+')"""
    value = rf"""(?:{quoted}|[^\t\n\f\r "'<>][^\t\n\f\r <>]{{0,998}}+|(?=>))"""
    attribute = rf"""{_SPACE}++[^\t\n\f\r <>=/]{{1,99}}+(?:{_SPACE}*+={_SPACE}*+{value})?+"""
    return rf"(?:{attribute}){{0,{_ATTRIBUTES}}}+{_SPACE}*+/?+>"


_PLAIN = _plain("<")
"""The rest of a tag that every tokeniser ends at the same place: few attributes, short, well quoted."""
_PLAIN_LINK = _plain("")
"""The same where the search goes on inside the tag; to look for nothing but a quote takes half the time."""
_SECOND = "".join(sorted({letter for name in _NAMES for letter in name[1:2] + name[1:2].upper()}))
_TAGS = re.compile(
    rf"<(?=[abcefhinstuABCEFHINSTU][\t\n\f\r />{_SECOND}])"
    rf"(?:[aA](?=[\t\n\f\r /])(?!{_PLAIN_LINK})|{_any_name()}(?:>|(?=[\t\n\f\r /])(?:{_PLAIN})?))"
)
"""Formatting elements and roots, up to their `>` if they are plain; of links only those that are not.

The first two letters rule most other tags out. There are no two ways to match the same text, no match goes
past a `<`, and a link is followed through few quoted values: one pass.
"""


def is_cheap(markup: str, chars_max: int = MARKUP_CHARS) -> bool:
    """Whether a page is proven to take little memory and time to parse; a longer one is not."""
    if len(markup) > chars_max:
        return False
    # A new link ends the one before it, so only one is ever open.
    each_time = _ELEMENT_BYTES + _ATTRIBUTES * _ATTRIBUTE_BYTES
    roots = odd = 0
    for tag, count in Counter(_TAGS.findall(markup)).items():
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
    for start in [tag.end() for tag in _TAGS.finditer(markup) if tag[0][-1] != ">"]:
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
