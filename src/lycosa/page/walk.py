"""One walk over a document that writes down everything a page is made of: an `Outline`.

Goes in: the events of `lycosa.page.html`. Comes out: flat lists with one entry for each element, piece
of text and link, in document order. Blocks and links are made from them without the document.
"""

from __future__ import annotations

from collections.abc import Callable
from sys import intern

from lycosa.page.head import Head
from lycosa.page.html import Attributes
from lycosa.page.limits import PageLimits
from lycosa.page.tags import ATTRIBUTE_TEXT, BREAK, LABEL_CHARS, TAG_GROUP, TITLE_TEXT, UNSEEN, hides

_BREAK: dict[str, str] = BREAK
"""By a name of this module: a compiler knows what it is."""


class Enough(Exception):  # not an error: ends a walk that has read enough
    """The page has more elements than are read."""


class Outline:
    """A document as flat lists. Element 0 is the root; `-1` stands for none."""

    def __init__(self, limits: PageLimits, *, layout: bool = True) -> None:
        self.head = Head()
        self.body = -1
        """Element that holds all that is visible: `body` or the outermost `frameset`."""
        self.title_element = -1
        self.title = ""
        # One entry for each visible element
        self.tags: list[str] = []
        self.parents: list[int] = []
        self.starts: list[int] = []
        """First piece of text inside."""
        self.stops: list[int] = []
        """First piece of text after."""
        self.names: dict[int, tuple[str, str]] = {}
        """Identity and classes of the elements that have any; left out without layout."""
        # One entry for each piece of text
        self.pieces: list[str] = []
        self.piece_groups = bytearray()
        """Known at the end."""
        self.piece_elements: list[int] = []
        # The rest
        self.flow: list[str] = []
        """Visible text with its white space, and what separates it."""
        self.links: list[tuple[int, str, str]] = []
        """Element, address and `rel` of each, as written."""
        self.links_dropped = 0
        self._limits = limits
        self._layout = layout
        self._room_chars = limits.text_chars
        self._elements_max = limits.elements
        self._groups = bytearray()
        """Of each element."""
        self._group_of: dict[int, int] = {}
        """Of the pieces that are not of their element's: attributes."""
        self._current = -1
        self._title_flow = -1
        self._drawing = -1
        """The last drawing or formula that is in no other."""
        self._hidden = 0
        """Open elements from the outermost hidden one inwards."""
        self._open_links: list[tuple[int, str]] = []
        """Element and title of the links around the current place."""

    # Events

    def start_element(self, tag: str, attrs: Attributes, /) -> None:
        """Write down an element, or begin to overlook a hidden one."""
        if self._hidden:
            self._hidden += 1
            return
        name, group, separator, is_unseen, opened = _TREATMENT.get(tag) or _plain(tag)
        if attrs and _is_hidden(name, attrs):
            self._hidden = 1
            return
        if is_unseen and not self._is_page_title(tag):
            self._hidden = 1
            return
        # In line, and not a method: a call for each element would be a tenth of the walk.
        parents, current = self.parents, self._current
        element = len(parents)
        if element == self._elements_max:
            raise Enough
        parents.append(current)
        self.tags.append(name)
        self.starts.append(len(self.pieces))
        self.stops.append(-1)
        self._groups.append(group or self._groups[current])
        if self._layout and attrs:
            identity, classes = _value(attrs, "id"), _value(attrs, "class")
            if identity or classes:
                self.names[element] = identity or "", classes or ""
        self._current = element
        if separator:
            self.flow.append(separator)
        if opened:
            opened(self, attrs)

    def end_element(self, tag: str, /) -> None:
        """Close the current element."""
        if self._hidden:
            self._hidden -= 1
            return
        if tag == "a" and self._open_links and self._open_links[-1][0] == self._current:
            self._end_link(self._open_links.pop()[1])
        current = self._current
        self.stops[current] = len(self.pieces)
        self._current = self.parents[current]
        separator = _BREAK.get(tag)
        if separator is not None:
            self.flow.append(separator)

    def characters(self, data: str, /) -> None:
        """Write down text."""
        if self._hidden:
            return
        self._room_chars -= len(data)
        if self._room_chars < 0:
            data = self._cut(data)
        self.flow.append(data)
        if text := data.strip():
            self.pieces.append(text)
            self.piece_elements.append(self._current)

    def comment(self, data: str, /) -> None:
        """Overlook a comment."""

    def doctype(self, name: str, public_id: str | None, system_id: str | None, /) -> None:
        """Overlook the document type."""

    def processing_instruction(self, target: str, data: str, /) -> None:
        """Overlook a processing instruction."""

    def finish(self) -> None:
        """Close what is still open if the walk ended early, and put the title in order."""
        while self._current >= 0:
            self._close()
        self.body = max(self.body, 0)
        groups = self._groups
        self.piece_groups = bytearray([groups[element] for element in self.piece_elements])
        for piece, group in self._group_of.items():
            self.piece_groups[piece] = group
        if self.title_element >= 0 and self.starts[self.title_element] < self.stops[self.title_element]:
            piece = self.starts[self.title_element]
            self.title = " ".join(self.pieces[piece].split())[: self._limits.title_chars]
            self.pieces[piece] = self.title
            self.flow[self._title_flow] = ""

    # Elements

    def _close(self) -> None:
        self.stops[self._current] = len(self.pieces)
        self._current = self.parents[self._current]

    def _cut(self, data: str) -> str:
        """Return what there was room for of a text that overdrew it; a title leaves the room to others."""
        room = self._room_chars + len(data)
        is_title = self._current == self.title_element
        data = data[: min(room, self._limits.title_chars) if is_title else room]
        self._room_chars = room - len(data)
        return data

    def _attribute_text(self, value: str | None, group: int = ATTRIBUTE_TEXT) -> None:
        if value and self._room_chars >= len(value) and (text := value.strip()):
            self._room_chars -= len(value)
            self._group_of[len(self.pieces)] = group
            self.pieces.append(text)
            self.piece_elements.append(self._current)

    def _is_page_title(self, tag: str) -> bool:
        """Whether this is the first title; titles elsewhere name drawings, or are there to deceive."""
        return tag == "title" and self.title_element < 0 and self.tags[self._current] in ("head", "body")

    # Links

    def _link(self, href: str, rel: str | None) -> None:
        if len(self.links) < self._limits.links:
            self.links.append((self._current, href, rel or ""))
        else:
            self.links_dropped += 1

    def _end_link(self, title: str) -> None:
        """Add a link's title to its text, unless it repeats it."""
        start = self.starts[self._current]
        if title and not (len(self.pieces) == start + 1 and self.pieces[start] == title.strip()):
            self._attribute_text(title)

    def _on_a(self, attrs: Attributes) -> None:
        if (href := _value(attrs, "href")) is not None:
            self._open_links.append((self._current, _value(attrs, "title") or ""))
            self._link(href, _value(attrs, "rel"))

    def _on_area(self, attrs: Attributes) -> None:
        if (href := _value(attrs, "href")) is not None:
            self._link(href, _value(attrs, "rel"))
            self._attribute_text(_value(attrs, "alt"))

    def _on_frame(self, attrs: Attributes) -> None:
        if (src := _value(attrs, "src")) is not None:
            self._link(src, _value(attrs, "rel"))

    def _on_iframe(self, attrs: Attributes) -> None:
        self._on_frame(attrs)
        self._close()
        self._hidden = 1

    def _on_img(self, attrs: Attributes) -> None:
        if self._open_links:
            self._attribute_text(_value(attrs, "alt"))

    # What the document says about itself

    def _on_html(self, attrs: Attributes) -> None:
        self.head.language = _value(attrs, "lang") or _value(attrs, "xml:lang") or ""

    def _on_body(self, attrs: Attributes) -> None:
        if self.body < 0:
            self.body = self._current

    def _on_title(self, attrs: Attributes) -> None:
        self.title_element = self._current
        self._title_flow = len(self.flow)

    def _on_base(self, attrs: Attributes) -> None:
        if not self._in_drawing():
            self.head.read_base(dict(attrs))

    def _on_drawing(self, attrs: Attributes) -> None:
        if not self._in_drawing():
            self._drawing = self._current

    def _in_drawing(self) -> bool:
        """Whether the current element belongs to a drawing or a formula and only looks like HTML."""
        return self._drawing >= 0 and self.stops[self._drawing] < 0

    def _on_link(self, attrs: Attributes) -> None:
        if self.tags[self.parents[self._current]] == "head":  # in the body it may be a visitor's
            self.head.read_link(dict(attrs))

    def _on_meta(self, attrs: Attributes) -> None:
        self._attribute_text(self.head.read_meta(dict(attrs), self._limits.description_chars), TITLE_TEXT)


_OPENED: dict[str, Callable[[Outline, Attributes], None]] = {
    "a": Outline._on_a,
    "area": Outline._on_area,
    "base": Outline._on_base,
    "body": Outline._on_body,
    "frame": Outline._on_frame,
    "frameset": Outline._on_body,
    "html": Outline._on_html,
    "iframe": Outline._on_iframe,
    "img": Outline._on_img,
    "link": Outline._on_link,
    "math": Outline._on_drawing,
    "meta": Outline._on_meta,
    "svg": Outline._on_drawing,
    "title": Outline._on_title,
}
_COMMON_TAGS = "abbr button cite code em font head i input label noscript small span sub sup tt u"
_Treatment = tuple[str, int, str, bool, Callable[[Outline, Attributes], None] | None]
_TREATMENT: dict[str, _Treatment] = {
    intern(tag): (intern(tag), TAG_GROUP.get(tag, 0), BREAK.get(tag, ""), tag in UNSEEN, _OPENED.get(tag))
    for tag in {*TAG_GROUP, *BREAK, *UNSEEN, *_OPENED, *_COMMON_TAGS.split()}
}
"""Name, group, separator, whether unseen, and what to do on opening: one look-up for each element."""


def _value(attrs: Attributes, wanted: str) -> str | None:
    """Return the value of an attribute; to look through the few there are is faster than a dictionary."""
    for name, value in attrs:
        if name == wanted:
            return value
    return None


def _is_hidden(name: str, attrs: Attributes) -> bool:
    """Whether attributes hide an element; `aria-hidden` does not, it is for readers who listen."""
    for attribute, value in attrs:
        if attribute == "hidden" or (attribute == "style" and value and hides(value)):
            return name not in ("html", "body")  # there it hides a page until a script shows it
    return False


def _plain(tag: str) -> _Treatment:
    return tag[:LABEL_CHARS], 0, "", False, None
