"""What each tag means for text: its group, its line breaks, and whether a reader sees it."""

from __future__ import annotations

from lycosa.model import LINE_END

LABEL_CHARS = 64
"""Of the name of an element, kept to tell where a link stands."""
ATTRIBUTE_TEXT = 0
TITLE_TEXT = 1
OTHER_TEXT = 5
TAG_GROUP = {
    "html": OTHER_TEXT,
    **dict.fromkeys(("title", "h1"), TITLE_TEXT),
    **dict.fromkeys(("h2", "h3"), 2),
    **dict.fromkeys(("h4", "h5", "strong", "b"), 3),
    **dict.fromkeys(("p", "td", "li"), 4),
}
"""Group of the text inside an element; the innermost element named here counts."""

_LINE_TAGS = (
    "address article aside blockquote body br center dd details dialog div dl dt fieldset figcaption figure"
    " footer form frameset h1 h2 h3 h4 h5 h6 header hr legend li main menu nav ol optgroup option p pre"
    " search section select summary table tbody textarea tfoot thead tr ul"
)
BREAK = {"td": " ", "th": " ", **dict.fromkeys(_LINE_TAGS.split(), LINE_END)}
"""What stands before and after an element in visible text."""
UNSEEN = frozenset({"noembed", "noframes", "script", "style", "template", "title"})
"""Elements whose text no reader sees; the page's own title is the exception."""


def hides(style: str) -> bool:
    """Whether a style hides an element."""
    if "none" not in style and "hidden" not in style and style.islower():
        return False
    rules = "".join(style.lower().split())
    return "display:none" in rules or "visibility:hidden" in rules
