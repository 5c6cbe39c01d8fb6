"""A `Page` as a few bytes, and back several times faster than parsing: strings become numbers of a table.

Goes in: a page, or why there is none. Comes out: its strings, to be numbered by whoever keeps the
table, and everything else as bytes. `unpack` gives back an equal value.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate, chain, islice, pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lycosa.errors import Kind
from lycosa.model import Block, Link, Page, Span

Ids = npt.NDArray[np.uint32]
Table = npt.NDArray[np.object_]

_SIZES = struct.Struct("<4I")
_HEAD = ("url", "title", "description", "language", "encoding", "links_dropped", "canonical", "refresh")
_LINK_NUMBERS = 8
"""Numbers of a link: three spans, block, segment."""
# Through a tuple's own constructor: half the cost of a named tuple's.
_span = partial(tuple.__new__, Span)
_link = partial(tuple.__new__, Link)
_block = partial(tuple.__new__, Block)


class Packed(NamedTuple):
    """A page taken apart."""

    strings: list[str]
    head: bytes
    groups: bytes
    numbers: bytes
    flow: bytes

    def joined(self, ids: Ids) -> bytes:
        """Put the page into one piece; `ids` are the numbers of its strings."""
        sizes = _SIZES.pack(len(self.head), len(self.groups), len(ids), len(self.numbers))
        return b"".join((sizes, self.head, self.groups, ids.tobytes(), self.numbers, self.flow))


def pack(page: Page | Kind) -> Packed:
    """Take a page apart."""
    if isinstance(page, Kind):
        return Packed([], json.dumps({"kind": page}).encode(), b"", b"", b"")
    head: dict[str, Any] = {name: getattr(page, name) for name in _HEAD}
    head["robots"] = sorted(page.robots)
    numbers = [
        *(len(page.tokens), len(page.links), len(page.blocks), len(page.segments)),
        *_link_numbers(page.links),
        *_block_numbers(page.blocks),
        *_block_numbers(page.segments),
    ]
    return Packed(
        list(_strings(page)),
        json.dumps(head).encode(),
        page.groups,
        np.array(numbers, dtype=np.int32).tobytes(),
        page.flow.encode("utf-8", "surrogatepass"),
    )


def unpack(data: bytes, table: Table) -> Page | Kind:
    """Put a page together again; `table` holds the strings by number."""
    head_size, groups_size, ids_count, numbers_size = _SIZES.unpack_from(data)
    groups_at = _SIZES.size + head_size
    ids_at = groups_at + groups_size
    numbers_at = ids_at + 4 * ids_count
    flow_at = numbers_at + numbers_size
    head = json.loads(data[_SIZES.size : groups_at])
    if "kind" in head:
        return Kind(head["kind"])
    strings = iter(table[np.frombuffer(data, np.uint32, ids_count, ids_at)].tolist())
    numbers = iter(np.frombuffer(data, np.int32, numbers_size // 4, numbers_at).tolist())
    tokens, links, blocks, segments = islice(numbers, 4)
    robots = frozenset(head.pop("robots"))
    return Page(
        **head,
        robots=robots,
        flow=data[flow_at:].decode("utf-8", "surrogatepass"),
        groups=data[groups_at:ids_at],
        tokens=tuple(islice(strings, tokens)),
        links=_links(links, strings, numbers),
        blocks=_blocks(blocks, numbers),
        segments=_blocks(segments, numbers),
    )


def _strings(page: Page) -> Iterator[str]:
    yield from page.tokens
    yield from (link.url for link in page.links)
    yield from (link.anchor for link in page.links)
    yield from (link.path for link in page.links)
    yield from (" ".join(link.rel) for link in page.links)


def _link_numbers(links: Sequence[Link]) -> Iterator[int]:
    """Give the numbers column by column."""
    rows = ((*link.words, *link.around, *link.context, link.block, link.segment) for link in links)
    return chain.from_iterable(zip(*rows, strict=True))


def _links(count: int, strings: Iterator[str], numbers: Iterator[int]) -> tuple[Link, ...]:
    urls, anchors, paths, rels = (list(islice(strings, count)) for _ in range(4))
    columns = [list(islice(numbers, count)) for _ in range(_LINK_NUMBERS)]
    spans = [map(_span, zip(columns[i], columns[i + 1], strict=True)) for i in (0, 2, 4)]
    split = [tuple(rel.split()) if rel else () for rel in rels]
    rows = zip(urls, anchors, *spans, *columns[6:], paths, split, range(count), strict=True)
    return tuple(map(_link, rows))


def _block_numbers(blocks: Sequence[Block]) -> Iterator[int]:
    yield from (len(block.spans) for block in blocks)
    yield from (len(block.links) for block in blocks)
    yield from (span.start for block in blocks for span in block.spans)
    yield from (span.stop for block in blocks for span in block.spans)
    yield from (link for block in blocks for link in block.links)


def _blocks(count: int, numbers: Iterator[int]) -> tuple[Block, ...]:
    span_ends, link_ends = (list(accumulate(islice(numbers, count), initial=0)) for _ in range(2))
    starts, stops = (list(islice(numbers, span_ends[-1])) for _ in range(2))
    spans = tuple(map(_span, zip(starts, stops, strict=True)))
    links = tuple(islice(numbers, link_ends[-1]))
    rows = zip(
        (spans[a:b] for a, b in pairwise(span_ends)),
        (links[a:b] for a, b in pairwise(link_ends)),
        strict=True,
    )
    return tuple(map(_block, rows))
