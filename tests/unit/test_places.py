"""Blocks and links are columns, and objects to whoever looks at them."""

from __future__ import annotations

import pickle
from array import array
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from lycosa.model import Block, Link, PageBlocks, PageLinks, Proposal, Proposals, Span

SPANS = draw.builds(Span, draw.integers(0, 9), draw.integers(0, 9))
BLOCKS = draw.lists(
    draw.builds(
        Block,
        draw.lists(SPANS, max_size=3).map(tuple),
        draw.lists(draw.integers(0, 9), max_size=3).map(tuple),
    ),
    max_size=4,
)


@draw.composite
def links(choose: draw.DrawFn) -> list[Link]:
    texts = draw.text("ab/", max_size=3)
    rels = draw.lists(draw.sampled_from(["nofollow", "ugc"]), max_size=2).map(tuple)
    made = choose(
        draw.lists(
            draw.tuples(texts, texts, SPANS, SPANS, SPANS, draw.integers(0, 3), draw.just(-1), texts, rels)
        )
    )
    return [Link(*facts, position) for position, facts in enumerate(made)]


@given(links())
def test_links_come_out_of_their_columns_as_they_went_in(shown: list[Link]) -> None:
    columns = PageLinks.of(shown)
    made = PageLinks(columns.urls, columns.anchors, columns.numbers, columns.rels, columns.paths)
    assert made == columns == tuple(shown) == tuple(made)
    assert hash(made) == hash(tuple(shown))
    assert repr(made) == repr(tuple(shown))
    assert made[1:] == tuple(shown[1:])
    assert made.blocks.tolist() == [link.block for link in shown]
    assert list(map(made.words_at, range(len(shown)))) == [link.words for link in shown]
    assert pickle.loads(pickle.dumps(made)) == made  # our own
    assert PageLinks.of(made) is made


@given(links())
def test_proposals_of_all_links_look_like_proposals(shown: list[Link]) -> None:
    proposals = Proposals(PageLinks.of(shown), [(float(place),) for place in range(len(shown))])
    assert proposals == tuple(Proposal(link, (float(place),)) for place, link in enumerate(shown))
    assert len((*proposals,) + proposals + proposals) == 3 * len(shown)  # noqa: RUF005  # as plug-ins may


@given(BLOCKS)
def test_blocks_come_out_of_their_columns_as_they_went_in(shown: list[Block]) -> None:
    numbers = PageBlocks.of(shown).numbers
    assert PageBlocks.checked(numbers) == PageBlocks(numbers, len(shown)) == tuple(shown)
    assert len(PageBlocks.checked(numbers)) == len(shown)


@given(BLOCKS)
def test_the_columns_of_blocks_have_what_the_blocks_have(shown: list[Block]) -> None:
    columns = [(spans.tolist(), tuple(links)) for spans, links in PageBlocks.of(shown).columns()]
    assert columns == [([*chain.from_iterable(block.spans)], block.links) for block in shown]


def test_a_link_looked_at_twice_is_the_same_object() -> None:
    links = PageLinks(["http://a.test/"], ["Home"], array("i", range(8)))
    assert links[0] is links[0] is next(iter(links))


@pytest.mark.parametrize("numbers", [[1], [1, 0], [1, 0, 2], [0, 2, 5], [-1, 2], [0, 0, 7]])
def test_numbers_that_are_of_no_blocks_are_refused(numbers: list[int]) -> None:
    with pytest.raises(ValueError, match="no blocks"):
        PageBlocks.checked(array("i", numbers))
