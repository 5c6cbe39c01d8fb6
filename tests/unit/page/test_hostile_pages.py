"""Pages made to break a parser: all are read, in linear time and bounded space."""

from __future__ import annotations

from time import process_time

import pytest

from lycosa.model import Page
from lycosa.page import PageLimits, parse_html

PATIENT = PageLimits(cpu_s=30.0)
"""For slow machines. What is not linear would take hours."""


def parsed(html: str, limits: PageLimits = PATIENT) -> Page:
    body = html.encode("utf-8", "surrogatepass")
    return parse_html(body, "http://a.org/", charset="utf-8", limits=limits)


@pytest.mark.parametrize("tag", ["div", "b", "span", "table", "ul", "svg", "blockquote", "no-such-tag"])
def test_a_hundred_thousand_nested_elements_are_read(tag: str) -> None:
    assert parsed(f"<{tag}>" * 100_000 + "<p>alpha").tokens == ("alpha",)


def test_a_link_at_every_level_of_deep_nesting_has_a_short_path() -> None:
    page = parsed("".join(f"<div class=c{level}><a href=/{level}>alpha</a>" for level in range(100_000)))
    assert len(page.links) == PageLimits().links
    assert max(len(link.path.split()) for link in page.links) == PageLimits().path_labels


def test_links_nested_through_table_cells_stay_linear() -> None:
    page = parsed("<a href=/x title=tip><table><tr><td>alpha" * 20_000)
    assert len(page.links) + page.links_dropped == 20_000
    assert max(len(link.anchor) for link in page.links) <= PageLimits().anchor_chars


@pytest.mark.slow
@pytest.mark.timed
def test_a_million_divisions_are_read_up_to_the_limit() -> None:
    assert parsed("alpha" + "<div>" * 1_000_000).tokens == ("alpha",)


@pytest.mark.slow
@pytest.mark.timed
def test_of_a_million_links_the_first_are_kept_and_the_rest_counted() -> None:
    roomy = PageLimits(memory_mb=1_000, cpu_s=20.0)
    page = parsed("".join([f"<a href=/{number}>x</a>" for number in range(999_000)]), limits=roomy)
    assert [len(page.links), page.links_dropped] == [5_000, 994_000]
    assert page.links[-1].url == "http://a.org/4999"


def test_elements_beyond_the_limit_are_not_read() -> None:
    page = parsed("<p>alpha" * 10 + "<p>beta" * 10, limits=PageLimits(elements=13))
    assert page.tokens == ("alpha",) * 10


def test_fifty_thousand_attributes_on_one_tag_are_read() -> None:
    attributes = " ".join(f"a{number}=1" for number in range(50_000))
    assert parsed(f"<p {attributes} id=x><a href=/y>alpha</a>").links[0].path == "body p#x a"


def test_a_ten_megabyte_title_is_cut_and_leaves_room_for_the_page() -> None:
    page = parsed("<title>" + "alpha " * 1_700_000 + "</title><p>beta")
    assert len(page.title) <= PageLimits().title_chars
    assert page.text == "beta"


def test_huge_names_and_values_do_not_multiply() -> None:
    page = parsed(f"<{'x' * 1_000_000} class='{'y ' * 1_000_000}'>" + "<a href=/z>alpha</a>" * 5_000)
    assert len(page.links) == 5_000
    assert max(len(link.path) for link in page.links) < 16 * 140


def test_a_ten_megabyte_address_is_dropped() -> None:
    assert parsed("<a href='/" + "x" * 10_000_000 + "'>alpha</a>").links == ()


def test_nul_and_lone_surrogates_end_up_as_storable_text() -> None:
    page = parsed(
        "<title>a\0\ud800</title><p title='\0'>alpha\0beta \udfff &#xD800; &#0;<a href='/\0\ud800'>gamma</a>"
    )
    for text in (page.title, page.text, *page.tokens, *(link.anchor for link in page.links)):
        assert "\0" not in text
        text.encode()


@pytest.mark.parametrize(
    "body", [b"", b"\0", b"<", b"</", b"<!", b"&", b"\xff\xfe", b"plain words", b"\x80" * 1000]
)
def test_what_is_no_html_at_all_is_still_a_page(body: bytes) -> None:
    assert isinstance(parse_html(body, "http://a.org/"), Page)


def test_an_invalid_page_address_gives_a_page() -> None:
    assert parse_html(b"<base href=x><a href=x>alpha</a>", "not a url").tokens == ("alpha",)


def test_a_flood_of_notes_about_itself_is_bounded() -> None:
    page = parsed(
        "<base href=x:>" * 50_000
        + "".join(f"<meta name=robots content=r{number}>" for number in range(50_000))
        + "<meta charset=nonsense>" * 50_000
    )
    assert len(page.robots) == 16


def test_a_page_of_many_divisions_has_a_bounded_number_of_blocks() -> None:
    page = parsed("<div>alpha</div>" * 20_000 + "<p><a href=/x>beta</a>", limits=PageLimits(blocks=100))
    assert len(page.blocks) <= 101
    assert sum(len(page.of_block(block)[0]) for block in page.blocks) == len(page.tokens)
    assert page.links[0].position in page.blocks[page.links[0].block].links


@pytest.mark.timed
def test_a_base_as_long_as_the_page_is_not_read_anew_for_every_link() -> None:
    began = process_time()
    page = parsed(f"<base href='http://b.org/{'/a' * 200_000}'>" + "<a href='x y'>alpha</a>" * 4_000)
    assert process_time() - began < 10
    assert {link.url for link in page.links} == {"http://a.org/x%20y"}
