"""The links of a page."""

from __future__ import annotations

import pytest

from lycosa.model import Link, Page
from lycosa.page import PageLimits, parse_html

URL = "http://www.csepedia.com/terms/data.html"


def parsed(html: str, url: str = URL, **options: object) -> Page:
    return parse_html(html.encode(), url, charset="utf-8", **options)  # type: ignore[arg-type]


def only_link(html: str, **options: object) -> tuple[Page, Link]:
    page = parsed(html, **options)
    (link,) = page.links
    return page, link


@pytest.mark.parametrize(
    ("href", "absolute"),
    [
        ("/page.html", "http://www.csepedia.com/page.html"),
        ("//www.csepedia.com", "http://www.csepedia.com/"),
        ("./page.html", "http://www.csepedia.com/terms/page.html"),
        ("../page.html", "http://www.csepedia.com/page.html"),
    ],
)
def test_relative_urls_resolve_as_in_table_3_of_paper_003(href: str, absolute: str) -> None:
    assert only_link(f"<a href='{href}'>x</a>")[1].url == absolute


@pytest.mark.parametrize("href", ["#section1", "", "data.html", "data.html#section1", URL])
def test_links_to_the_page_itself_are_dropped(href: str) -> None:
    assert parsed(f"<a href='{href}'>x</a>").links == ()


@pytest.mark.parametrize(
    "href", ["mailto:a@b.org", "javascript:x()", "ftp://b.org/", "data:,x", "http://[", "tel:1"]
)
def test_links_that_no_http_client_can_follow_are_dropped(href: str) -> None:
    page = parsed(f"<a href='{href}'>x</a><a href=/y>y</a>")
    assert [link.url for link in page.links] == ["http://www.csepedia.com/y"]
    assert page.links_dropped == 0


def test_areas_and_frames_are_links_too() -> None:
    page = parsed(
        "<map><area href=/area alt='alpha'></map><iframe src=/iframe>beta</iframe><a name=x>none</a>"
        "<a href=/a>gamma</a>"
    )
    assert [(link.url.rpartition("/")[2], link.anchor) for link in page.links] == [
        ("area", "alpha"),
        ("iframe", ""),
        ("a", "gamma"),
    ]


def test_frames_of_a_frameset_are_links() -> None:
    page = parsed("<frameset><frame src=/a><frame src=/b></frameset>")
    assert [link.url.rpartition("/")[2] for link in page.links] == ["a", "b"]


def test_each_link_to_the_same_page_has_its_own_position() -> None:
    page = parsed("<a href=/x>alpha</a><a href=/x#y>beta</a>")
    assert [(link.url, link.position) for link in page.links] == [
        ("http://www.csepedia.com/x", 0),
        ("http://www.csepedia.com/x", 1),
    ]


def test_links_of_hidden_elements_are_dropped() -> None:
    assert parsed("<div hidden><a href=/x>x</a></div><template><a href=/y>y</a></template>").links == ()


@pytest.mark.parametrize(
    ("bases", "target"),
    [
        ("<base href=http://b.org/d/>", "http://b.org/d/x"),
        ("<base href=/d/><base href=/e/>", "http://www.csepedia.com/d/x"),
        ("<base target=_top><base href=/e/>", "http://www.csepedia.com/e/x"),
        ("<base href=javascript:x><base href=/e/>", "http://www.csepedia.com/e/x"),
        ("<base href='http://['>", "http://www.csepedia.com/terms/x"),
        (f"<base href=/{'a/' * 2_000}><base href=/e/>", "http://www.csepedia.com/e/x"),
    ],
)
def test_the_first_valid_base_counts(bases: str, target: str) -> None:
    assert only_link(f"{bases}<a href=x>y</a>")[1].url == target


def test_a_base_after_a_link_counts_for_it() -> None:
    assert only_link("<a href=x>y</a><base href=/d/>")[1].url == "http://www.csepedia.com/d/x"


def test_anchor_holds_text_images_and_title_in_this_order() -> None:
    page, link = only_link(
        "<a href=/x title=' last '>alpha\n <img alt='beta  gamma'><b>delta</b></a> epsilon"
    )
    assert link.anchor == "alpha beta gamma delta last"
    assert page.at(link.words) == page.tokens[:-1]


def test_a_title_that_repeats_the_anchor_is_not_read_twice() -> None:
    page, link = only_link("<a href=/x title=alpha> alpha </a>")
    assert (link.anchor, page.tokens) == ("alpha", ("alpha",))


def test_context_is_the_text_of_the_parent_element() -> None:
    page, link = only_link("alpha <p>beta <a href=/x>gamma</a> <b>delta</b></p> epsilon")
    assert page.at(link.context) == ("beta", "gamma", "delta")


def test_around_reaches_to_both_sides_but_stays_in_its_block() -> None:
    html = "<div>far alpha beta <a href=/x>gamma</a> delta<div>other</div></div>"
    page, link = only_link(html, limits=PageLimits(around_tokens=2))
    assert page.at(link.around) == ("alpha", "beta", "gamma", "delta")


def test_around_an_empty_anchor_is_the_text_beside_it() -> None:
    page, link = only_link("<div>alpha</div><div>beta <a href=/x><img></a> gamma</div><div>delta</div>")
    assert page.at(link.words) == ()
    assert page.at(link.around) == ("beta", "gamma")


def test_around_an_empty_anchor_at_the_edge_of_its_block_stays_in_it() -> None:
    page, link = only_link("<div>alpha</div><div><a href=/x><img></a></div><div>delta</div>")
    assert page.at(link.around) == ()


def test_path_names_the_innermost_elements() -> None:
    html = "<body class=home><div id=main class=' a  b '><ul class=list><li><a href=/x>y</a>"
    assert only_link(html)[1].path == "body.home div#main.a.b ul.list li a"
    assert only_link(html, limits=PageLimits(path_labels=2))[1].path == "li a"


def test_path_never_names_an_element_after_one_that_is_not_read() -> None:
    assert only_link("<script id=x class=y></script><p><a href=/x>y</a>")[1].path == "body p a"


def test_rel_is_in_lower_case() -> None:
    assert only_link("<a rel=' NoFollow ugc' href=/x>y</a>")[1].rel == ("nofollow", "ugc")


def test_long_anchors_are_cut() -> None:
    limits = PageLimits(anchor_chars=10)
    assert only_link("<a href=/x>" + "<b>word</b> " * 50 + "</a>", limits=limits)[1].anchor == "word word "
