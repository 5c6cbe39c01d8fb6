"""The tags that tell what a page may cost: markup in, formatting elements and roots out, and odd links.

`tag_search.pyx` finds the same in one pass over the characters, for where there is a compiler, and asks the
pattern only where a tag is not of the simplest form. A test holds the two against each other.
"""

from __future__ import annotations

from lycosa.page.proof.tag_patterns import TAGS


def telling_tags(markup: str) -> list[str]:
    """Return all matches of the pattern."""
    return TAGS.findall(markup)
