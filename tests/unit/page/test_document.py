"""What `analyse` and `parse_html` make of a document."""

from __future__ import annotations

import pytest

from lycosa.errors import Kind
from lycosa.model import Fetched, Page
from lycosa.page import PageLimits, analyse, parse_html

URL = "http://example.org/dir/page.html"


def parsed(html: str, **options: object) -> Page:
    return parse_html(html.encode(), URL, charset="utf-8", **options)  # type: ignore[arg-type]


def grouped(page: Page) -> dict[str, int]:
    return dict(zip(page.tokens, page.groups, strict=True))


def test_text_belongs_to_the_innermost_tag_of_the_table() -> None:
    page = parsed(
        "<title>alpha</title><meta name=description content=beta><meta name=Keywords content=gamma>"
        "<h1>delta</h1><h2>epsilon</h2><h3>zeta</h3><h4>theta</h4><h5>iota</h5><h6>kappa</h6>"
        "<p>lambda <b>mu</b> <strong>xi <i>pi</i></strong></p><td>rho</td><ul><li>sigma <h1>tau</h1></ul>"
        "<span>upsilon</span>"
    )
    assert {token: group for token, group in grouped(page).items() if group == 1} == dict.fromkeys(
        ("alpha", "beta", "gamma", "delta", "tau"), 1
    )
    assert [grouped(page)[token] for token in ("epsilon", "zeta")] == [2, 2]
    assert [grouped(page)[token] for token in ("theta", "iota", "mu", "xi", "pi")] == [3] * 5
    assert [grouped(page)[token] for token in ("lambda", "sigma")] == [4, 4]
    assert [grouped(page)[token] for token in ("kappa", "upsilon")] == [5, 5]


def test_attribute_text_is_in_group_zero() -> None:
    page = parsed('<a href=/x title="alpha"><img alt="beta"></a> <img alt="gamma">')
    assert grouped(page) == {"alpha": 0, "beta": 0}


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>alpha</script>",
        "<style>alpha</style>",
        "<template><p>alpha</template>",
        "<p hidden>alpha",
        '<div style="DISPLAY : none"><p>alpha</div>',
        '<div style="color:red;visibility:hidden">alpha</div>',
        "<iframe>alpha</iframe>",
        "<svg><title>alpha</title></svg>",
        "<!-- alpha -->",
    ],
)
def test_hidden_text_never_counts(hidden: str) -> None:
    page = parsed(f"<body>beta {hidden}")
    assert page.tokens == ("beta",)
    assert page.text == "beta"


@pytest.mark.parametrize(
    "visible",
    [
        "<div aria-hidden=true>alpha</div>",
        "<noscript>alpha</noscript>",
        '<p style="display:block">alpha',
        "<details>alpha</details>",
    ],
)
def test_visible_text_counts(visible: str) -> None:
    assert parsed(visible).tokens == ("alpha",)


def test_a_body_that_waits_for_a_script_to_show_it_is_read() -> None:
    assert parsed('<body style="visibility:hidden">alpha').tokens == ("alpha",)


def test_text_after_a_hidden_element_is_read() -> None:
    assert parsed("<div hidden><p>alpha<br></div>beta").tokens == ("beta",)


def test_only_the_first_title_counts() -> None:
    page = parsed("<title>alpha</title><body><div><title>beta</title></div><title>gamma</title>")
    assert page.title == "alpha"
    assert page.tokens == ("alpha",)


def test_a_title_pushed_into_the_body_is_still_the_title() -> None:
    page = parsed("stray <html><head><title>alpha</title></head>beta")
    assert page.title == "alpha"
    assert "alpha" not in page.text


def test_text_reads_as_on_the_screen() -> None:
    page = parsed(
        "<title>no</title><h1> One\n two </h1><p>thr<b>ee</b>&nbsp; four<br>five<table><tr><td>a<td>b</table>"
    )
    assert page.text == "One two\nthree four\nfive\na b"


def test_description_loses_surplus_white_space() -> None:
    assert parsed('<meta name="description" content=" a \n b ">').description == "a b"


@pytest.mark.parametrize(
    ("html", "headers", "language"),
    [
        ("<html lang=de-AT>", (), "de"),
        ("<html xml:lang=fr>", (), "fr"),
        ("<html lang=''>", (("content-language", "pt_BR, en"),), "pt"),
        ("<html lang=x-klingon><p>The quick brown fox jumps over the lazy dog and runs away", (), "en"),
        ("<p>Der schnelle braune Fuchs springt über den faulen Hund und läuft davon", (), "de"),
    ],
)
def test_language_comes_from_page_then_header_then_text(html: str, headers: object, language: str) -> None:
    assert parsed(html, headers=headers).language == language


@pytest.mark.parametrize("declared", ["en", "cn", "zh-CN", ""])
def test_a_chinese_page_is_chinese_whatever_its_template_declares(declared: str) -> None:
    text = "这种蜘蛛不结网，而是在夜间在地面上捕猎。雌蛛背着卵囊，直到幼蛛孵化出来。"
    assert parsed(f"<html lang='{declared}'><p>{text * 3}").language == "zh"


def test_canonical_address_in_the_head_is_resolved() -> None:
    page = parsed("<base href=/b/><link rel='x CANONICAL' href=one><link rel=canonical href=two>")
    assert page.canonical == "http://example.org/b/one"


@pytest.mark.parametrize(
    "html", ["<p><link rel=canonical href=/evil>", "<link rel=canonical href='javascript:x'>", "<p>"]
)
def test_no_valid_canonical_address_is_empty(html: str) -> None:
    assert parsed(html).canonical == ""


@pytest.mark.parametrize(
    ("content", "target"),
    [
        ("0; url=/next", "http://example.org/next"),
        ("0;URL='next?a=1'", "http://example.org/dir/next?a=1"),
        ("3.5, /next", "http://example.org/next"),
        ("0", ""),
        ("30; url=/next", ""),
        ("0; url=page.html#top", ""),
        ("0; url=javascript:alert(1)", ""),
        ("x; url=/next", ""),
        ("0x; url=/next", ""),
    ],
)
def test_refresh_soon_and_elsewhere_counts(content: str, target: str) -> None:
    assert parsed(f'<meta http-equiv=Refresh content="{content}">').refresh == target


def test_robots_rules_of_page_and_headers_are_joined() -> None:
    page = parsed(
        "<meta name=ROBOTS content='NoIndex, max-snippet:20'><meta name=lycosa content=noarchive>"
        "<meta name=otherbot content=none>",
        headers=(
            ("x-robots-tag", "nofollow"),
            ("x-robots-tag", "otherbot: noimageindex, nocache, lycosa: notranslate"),
            ("x-robots-tag", "unavailable_after: 1 Jan 2030"),
        ),
    )
    assert page.robots == {
        *("noindex", "max-snippet:20", "noarchive", "nofollow", "notranslate"),
        "unavailable_after: 1 jan 2030",
    }


def fetched(body: bytes, content_type: str = "text/html") -> Fetched:
    return Fetched(URL, status=200, headers=(("content-type", content_type),), body=body)


def test_html_is_analysed_with_the_charset_of_its_header() -> None:
    page = analyse(fetched("<p>žluťoučký".encode("iso8859-2"), "text/html; charset=ISO-8859-2"))
    assert isinstance(page, Page)
    assert (page.text, page.encoding) == ("žluťoučký", "iso-8859-2")


@pytest.mark.parametrize("body", [b"", b" \n", b"<html></html>", b"<script>x()</script>"])
def test_nothing_to_read_is_empty(body: bytes) -> None:
    assert analyse(fetched(body)) is Kind.EMPTY


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"%PDF-1.7 ...", "text/html"),
        (b"<p>source", "text/plain"),
        (b"body { color: red }", "text/css"),
        (b"\0\1\2\3" * 100, "text/html"),
    ],
)
def test_other_documents_are_not_html(body: bytes, content_type: str) -> None:
    assert analyse(fetched(body, content_type)) is Kind.NOT_HTML


def test_a_page_with_links_but_no_words_is_a_page() -> None:
    assert isinstance(analyse(fetched(b"<frameset><frame src=a.html></frameset>")), Page)


def test_limits_cut_title_description_and_text() -> None:
    limits = PageLimits(title_chars=4, description_chars=3, text_chars=40)
    page = parsed(
        "<title>abcdefgh</title><meta name=description content=ijklmn>" + "<p>word" * 100, limits=limits
    )
    assert (page.title, page.description) == ("abcd", "ijk")
    assert len(page.text) <= 40
