"""What of a page can be found."""

from __future__ import annotations

from lycosa.page import parse_html
from lycosa.search.fields import Fields, fields_of

MENU = "<div>" + "".join(f"<a href=/{n}>menu{n} entry</a> " for n in range(8)) + "</div>"


def fields(markup: str) -> Fields:
    return fields_of(parse_html(markup.encode(), "http://a.test/"))


def test_title_headings_and_text_are_kept_apart() -> None:
    found = fields("<title>Floods</title><h1>Rivers</h1><h2>Dams</h2><p>Rain fell.</p>")
    assert found == (("flood", "river"), ("dam",), ("rain", "fell"))


def test_a_menu_is_no_text() -> None:
    assert "menu1" not in fields(f"<title>T</title>{MENU}<div>Rain fell on the hills.</div>")[2]


def test_links_inside_of_prose_are_text() -> None:
    prose = "<div>" + "".join(
        f"Some long sentence about water with <a href=/{n}>link{n}</a>. " for n in range(8)
    )
    assert "link3" in fields(prose)[2]


def test_a_page_of_nothing_but_links_is_found_all_the_same() -> None:
    assert "menu1" in fields(f"<title>T</title>{MENU}")[2]
