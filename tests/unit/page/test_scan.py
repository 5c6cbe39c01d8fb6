from __future__ import annotations

import pytest

from lycosa.errors import Kind
from lycosa.model import Fetched, Page
from lycosa.page import PageLimits, analyse
from lycosa.page.scan import scan

HTML = b"""<html><head><title> The  title </title><base href="/sub/">
<meta name=robots content="NoFollow"></head>
<body><p>Words <a href="a" rel="nofollow x">first <b>link</b></a><a href="mailto:x@y.test">mail</a>
<map><area href="http://other.test/"></map><a href="#top">top</a></p></body></html>"""


def fetched(body: bytes, content_type: str = "text/html") -> Fetched:
    return Fetched("http://site.test/", 200, (("content-type", content_type),), body)


def test_links_title_and_directives_are_those_of_the_whole_page() -> None:
    short, whole = scan(fetched(HTML)), analyse(fetched(HTML))
    assert isinstance(short, Page)
    assert isinstance(whole, Page)
    assert [(link.url, link.anchor, link.rel) for link in short.links] == [
        (link.url, link.anchor, link.rel) for link in whole.links
    ]
    assert (short.title, short.robots, short.encoding) == (whole.title, whole.robots, whole.encoding)


def test_links_without_maps_are_those_of_the_whole_page() -> None:
    body = (
        b"<a href='' rel=next>x</a><a name=n rel=tag>y</a><A HREF=/z REL=''>z</A><svg><a href=s rel=Up>t</a>"
    )
    short, whole = scan(fetched(body)), analyse(fetched(body))
    assert isinstance(short, Page)
    assert isinstance(whole, Page)
    assert [(link.url, link.rel) for link in short.links] == [(link.url, link.rel) for link in whole.links]
    assert [link.rel for link in short.links] == [(), ("up",)]


def test_no_text_is_read() -> None:
    page = scan(fetched(HTML))
    assert isinstance(page, Page)
    assert page.tokens == ()
    assert page.text == ""


@pytest.mark.parametrize(
    ("answer", "kind"),
    [(fetched(b" "), Kind.EMPTY), (fetched(b"%PDF-1.7", "application/pdf"), Kind.NOT_HTML)],
)
def test_what_is_no_page_is_told_apart(answer: Fetched, kind: Kind) -> None:
    assert scan(answer) is kind


def test_links_are_bounded() -> None:
    page = scan(fetched(b"".join(b"<a href=/%d>x</a>" % i for i in range(100))), PageLimits(links=10))
    assert isinstance(page, Page)
    assert len(page.links) == 10
