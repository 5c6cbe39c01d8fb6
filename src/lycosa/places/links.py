"""The links of a page: one column a fact, with objects for whoever wants them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from lycosa.places.span import Span, span_of
from lycosa.places.views import Views

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LINK_NUMBERS = 8
"""Of each link: its words, what is around them and its context, each from and to; its block, its segment."""
_BLOCK = 6


class Link(NamedTuple):
    """A hyperlink as one page shows it."""

    url: str
    """Absolute and canonical."""
    anchor: str
    """What a reader sees of it: text, image descriptions, title."""
    words: Span
    """The anchor's tokens (image descriptions and title included)."""
    around: Span
    """The anchor and the tokens on both sides of it, inside its block."""
    context: Span
    """All tokens of the anchor's parent element (Peng and Liu 2013)."""
    block: int
    """Index in `Page.blocks`."""
    segment: int
    """Index in `Page.segments`; -1 without layout."""
    path: str
    """Where in the document: the innermost elements above it, `div#main ul.list li a`.
    Empty without layout."""
    rel: tuple[str, ...]
    position: int
    """Index in `Page.links`."""


link_of = cast("Callable[[tuple[Any, ...]], Link]", partial(tuple.__new__, Link))


class PageLinks(Views[Link]):
    """Links in document order.

    Parameters
    ----------
    urls, anchors
        Of each link.
    numbers
        `LINK_NUMBERS` of each link, link after link.
    rels, paths
        Of each link; nothing if no link has any.

    Examples
    --------
    >>> links = PageLinks(["http://a.test/"], ["Home"], array("i", [0, 1, 0, 9, 0, 4, 2, -1]))
    >>> links[0].anchor, links[0].around, links.blocks.tolist()
    ('Home', Span(start=0, stop=9), [2])
    """

    __slots__ = ("anchors", "numbers", "paths", "rels", "urls")

    def __init__(
        self,
        urls: list[str],
        anchors: list[str],
        numbers: array[int],
        rels: Sequence[tuple[str, ...]] = (),
        paths: Sequence[str] = (),
    ) -> None:
        self.urls = urls
        self.anchors = anchors
        self.numbers = numbers
        self.rels = rels
        self.paths = paths
        self._made = None

    @classmethod
    def of(cls, links: Sequence[Link]) -> PageLinks:
        """Return links as columns; columns stay as they are."""
        if isinstance(links, PageLinks):
            return links
        numbers = chain.from_iterable(
            (*link.words, *link.around, *link.context, link.block, link.segment) for link in links
        )
        rels, paths = [link.rel for link in links], [link.path for link in links]
        found = cls(
            [link.url for link in links],
            [link.anchor for link in links],
            array("i", numbers),
            rels if any(rels) else (),
            paths if any(paths) else (),
        )
        found._made = tuple(links)
        return found

    @classmethod
    def checked(
        cls,
        urls: list[str],
        anchors: list[str],
        numbers: array[int],
        rels: Sequence[tuple[str, ...]],
        paths: Sequence[str],
    ) -> PageLinks:
        """Return links, or raise ValueError if their columns are not equally long."""
        count = len(urls)
        of_each = len(anchors), len(rels) or count, len(paths) or count
        if {*of_each} != {count} or len(numbers) != count * LINK_NUMBERS:
            raise ValueError("these columns are of no links")
        return cls(urls, anchors, numbers, rels, paths)

    @property
    def blocks(self) -> array[int]:
        """The block of each link."""
        return self.numbers[_BLOCK::LINK_NUMBERS]

    def shown_at(self, place: int) -> tuple[str, int, tuple[str, ...]]:
        """Return anchor, block and `rel` of a link."""
        block = self.numbers[place * LINK_NUMBERS + _BLOCK]
        return self.anchors[place], block, self.rels[place] if self.rels else ()

    def words_at(self, place: int) -> Span:
        """Return where the words of a link stand."""
        first = place * LINK_NUMBERS
        return Span(self.numbers[first], self.numbers[first + 1])

    def spans(self) -> NDArray[np.int32]:
        """Return where the words of each link begin and end, and what is around them: four columns."""
        import numpy as np  # noqa: PLC0415  # a process that only reads pages does without

        return np.frombuffer(self.numbers, np.int32).reshape(-1, LINK_NUMBERS)[:, :4]

    def _make(self) -> tuple[Link, ...]:
        low, high, first, last, start, stop, block, segment = (
            self.numbers[place::LINK_NUMBERS] for place in range(LINK_NUMBERS)
        )
        rows = zip(
            self.urls,
            self.anchors,
            map(span_of, zip(low, high, strict=True)),
            map(span_of, zip(first, last, strict=True)),
            map(span_of, zip(start, stop, strict=True)),
            block,
            segment,
            self.paths or repeat(""),
            self.rels or repeat(()),
            range(len(self.urls)),
            strict=False,
        )
        return tuple(map(link_of, rows))

    def __len__(self) -> int:
        return len(self.urls)

    def __reduce__(self) -> tuple[object, ...]:
        return PageLinks, (self.urls, self.anchors, self.numbers, self.rels, self.paths)
