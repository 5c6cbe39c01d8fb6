"""Blocks by CBS and CBP, against examples computed by hand."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa.model import Block, Page
from lycosa.page import PageLimits, parse_html


def parsed(html: str, **limits: float) -> Page:
    options = PageLimits(**limits)  # type: ignore[arg-type]
    return parse_html(html.encode(), "http://a.org/", charset="utf-8", limits=options)


def words(page: Page, blocks: tuple[Block, ...]) -> list[str]:
    return [" ".join(page.of_block(block)[0]) for block in blocks]


NESTED = """<body>alpha <a href=/0>kappa</a>
<div id=outer>beta <div id=one>gamma <a href=/1>delta</a></div> epsilon <div id=two>zeta</div></div> theta"""


def test_cbs_blocks_are_innermost_divisions_and_what_is_left_of_outer_ones() -> None:
    page = parsed(NESTED)
    assert words(page, page.blocks) == ["alpha kappa theta", "beta epsilon", "gamma delta", "zeta"]
    assert [block.links for block in page.blocks] == [(0,), (), (1,), ()]


def test_links_know_their_block() -> None:
    page = parsed(NESTED)
    assert [link.block for link in page.links] == [0, 2]


def test_title_and_description_are_in_no_block() -> None:
    page = parsed("<title>alpha</title><meta name=description content=beta><p>gamma")
    assert words(page, page.blocks) == words(page, page.segments) == ["gamma"]


# Heights in block tags: h1 0; td 1 (its p) and 0; tr 2; tbody and table 3; body 4.
TABLE = """<body><h1>alpha</h1>
<table><tr><td><p>beta</p> <a href=/0>gamma</a></td> <td>delta <a href=/1>kappa</a></td></tr></table>
<p>zeta</p>"""


def test_cbp_splits_down_to_half_the_height_of_the_page() -> None:
    # Bar 0.5 * 4 = 2: body (4), table (3), tbody (3) and tr (2) are split, the cells (1, 0) are not.
    page = parsed(TABLE)
    assert words(page, page.segments) == ["alpha", "beta gamma", "delta kappa", "zeta"]
    assert [block.links for block in page.segments] == [(), (0,), (1,), ()]
    assert [link.segment for link in page.links] == [1, 2]


def test_cbp_with_alpha_one_splits_the_body_alone() -> None:
    page = parsed(TABLE, cbp_alpha=1.0)
    assert words(page, page.segments) == ["alpha", "beta gamma delta kappa", "zeta"]


def test_cbp_splits_only_where_a_child_has_enough_links() -> None:
    # k = 2: body, table and tbody have a child with both links; tr has only cells with one each.
    page = parsed(TABLE, cbp_links=2)
    assert words(page, page.segments) == ["alpha", "beta gamma delta kappa", "zeta"]


def test_cbp_keeps_the_text_of_a_split_element_as_its_own_block() -> None:
    # Height of body and div 1, bar 0.5: both are split, p and a are blocks.
    page = parsed("<body>alpha <div>beta <p>gamma <a href=/0>delta</a></p> zeta</div> theta")
    assert words(page, page.segments) == ["alpha theta", "beta zeta", "gamma delta"]


def test_cbp_keeps_a_page_without_block_tags_in_one_piece() -> None:
    page = parsed("<body>alpha <div><a href=/0>beta</a></div> <a href=/1>gamma</a>")
    assert words(page, page.segments) == ["alpha beta gamma"]


def test_cbp_keeps_a_page_without_links_in_one_piece() -> None:
    page = parsed("<body><p>alpha <table><tr><td>beta</table>")
    assert words(page, page.segments) == ["alpha beta"]


def test_a_link_around_divisions_lies_in_the_block_it_starts_in() -> None:
    page = parsed("<div>alpha <a href=/0>beta <div>gamma</div></a></div>")
    assert words(page, page.blocks) == ["alpha beta", "gamma"]
    assert page.links[0].block == 0
    assert page.at(page.links[0].words) == ("beta", "gamma")


PARTS = (
    "<div> </div> <p> <table><tr><td> </table> <ul><li> </ul> <h1> </h1> <a|href=/x> <a|href=/y|title=tip>"
    " </a> <b> </b> <img|alt=picture> <iframe|src=/f></iframe> <area|href=/z> |alpha| |beta| |the| <p|hidden>"
)
markup = st.lists(st.sampled_from(PARTS.split()), max_size=60).map(
    lambda parts: "".join(parts).replace("|", " ")
)


@given(markup)
@settings(max_examples=200, deadline=None)
def test_every_token_and_link_of_the_body_lies_in_exactly_one_block(html: str) -> None:
    page = parsed("<body>" + html)
    for blocks, chosen in (
        (page.blocks, [link.block for link in page.links]),
        (page.segments, [link.segment for link in page.links]),
    ):
        covered = sorted(token for block in blocks for span in block.spans for token in range(*span))
        assert covered == list(range(len(page.tokens)))
        assert sorted(link for block in blocks for link in block.links) == list(range(len(page.links)))
        assert all(position in blocks[number].links for position, number in enumerate(chosen))


@given(markup)
@settings(max_examples=200, deadline=None)
def test_spans_of_a_link_contain_each_other(html: str) -> None:
    page = parsed("<body>" + html)
    assert len(page.groups) == len(page.tokens)
    for link in page.links:
        assert 0 <= link.context.start <= link.words.start <= link.words.stop <= link.context.stop
        assert (
            0
            <= link.around.start
            <= link.words.start
            <= link.words.stop
            <= link.around.stop
            <= len(page.tokens)
        )
