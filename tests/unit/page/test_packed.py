"""A page comes out of its columns as it went in."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from lycosa.errors import Kind
from lycosa.model import Exchange, Fetched, Page
from lycosa.page import PageLimits, parse_html
from lycosa.page.document import analyse_here
from lycosa.page.packed import packed, unpacked
from lycosa.page.supervised import Call, ParserPool

HTML = (
    "<html lang=en><title>Floods</title><meta name=robots content=noindex><div id=a class='b c'>rain"
    " <a href=/one rel='nofollow ugc'>one\n river</a><ul><li><a href=/two><img alt='two'></a></ul></div>"
    "<div>洪水 <a href=/three></a></div>"
)


@pytest.mark.parametrize("layout", [True, False])
@pytest.mark.parametrize("html", ["", "<p>word", "<a href=/x></a>", HTML, HTML * 30])
def test_a_page_comes_back_from_its_columns(html: str, layout: bool) -> None:
    page = parse_html(html.encode(), "http://a.org/", charset="utf-8", layout=layout)
    assert unpacked(packed(page)) == page


@given(draw.text(draw.sampled_from("<>/ \n\r\x85\u2028ab=\"'apdivhref"), max_size=200))
def test_whatever_stands_in_a_page_does_not_mix_up_its_columns(body: str) -> None:
    page = parse_html(
        f"<a href='/{body}' title='{body}' rel='{body}'>{body}</a>{body}".encode(), "http://a.org/"
    )
    assert unpacked(packed(page)) == page


def test_columns_that_do_not_fit_together_are_no_page() -> None:
    columns = packed(parse_html(HTML.encode(), "http://a.org/"))
    for broken in (
        columns._replace(urls="http://a.org/one"),
        columns._replace(blocks=columns.blocks[:-1]),
        columns._replace(blocks=columns.blocks[:4]),
        columns._replace(texts=()),
    ):
        with pytest.raises(ValueError, match=r".+"):
            unpacked(broken)


def test_another_process_reads_the_same_page() -> None:
    exchange = Exchange(b"", b"", b"compressed" * 1000, "127.0.0.1")
    fetched = Fetched(
        "http://a.org/", 200, (("content-type", "text/html"),), HTML.encode(), exchange=exchange
    )
    call = Call.of(analyse_here, fetched, limits=PageLimits())
    assert b"compressed" not in pickle.dumps(call)
    pool = ParserPool()
    try:
        apart = pool.call(call)
    finally:
        pool.close()
    here = analyse_here(fetched)
    assert isinstance(here, Page)
    assert not isinstance(apart, Kind)
    assert apart == here
