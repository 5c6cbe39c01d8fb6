"""One page, one URL."""

from __future__ import annotations

import pytest

from lycosa.url import canonical, link_target


@pytest.mark.parametrize(
    "spelling",
    [
        "HTTP://Example.ORG/a",
        "http://example.org:80/a",
        "http://example.org./a",
        "http://ex%61mple.org/a",
        "http://user:secret@example.org/a",
        "http://example.org/b/../a",
        "http://example.org/./%61",
        "http://example.org/a?",
        "http://example.org/a#top",
        "http://example.org/a#!state",
        "http://example.org/a?utm_source=x&utm_medium=y",
        "http://example.org/a?gclid=1&fbclid=2",
        "http://example.org/a?&&",
        "http://example.org/a;jsessionid=1A2B",
        "http://example.org/a;JSESSIONID=1A2B;sid=3",
        "http://example.org/a?PHPSESSID=1&sid=2&CFID=3&CFTOKEN=4",
        "http://example.org/a?ASPSESSIONIDQQRRTTAA=XYZ",
        "http://example.org/(S(lit3py55t21z5v55vlm25s55))/a",
        "\thttp://example.org\\a\n",
    ],
)
def test_spellings_of_one_page_are_one_url(spelling: str) -> None:
    assert canonical(spelling) == "http://example.org/a"


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "https://example.org:8443/a",
        "http://example.org/a?NewsID=7",
        "http://example.org/a?id=1&page=2",
        "http://example.org/a;v=1",
        "http://example.org/a//b/",
        "http://example.org/wp/%25/%25C3%2581ed.htm",
        "http://example.org/a%2Fb",
        "http://example.org/a?q=x%26y",
        "http://example.org/a?q=1+2",
        "http://example.org/100%25",
        "http://example.org/Owl_(bird)",
        "http://[2606:4700::1111]/",
    ],
)
def test_what_chooses_the_page_is_kept(url: str) -> None:
    assert canonical(url) == url


def test_query_is_sorted() -> None:
    assert canonical("http://example.org/?b=2&a=2&a=1&c") == "http://example.org/?a=1&a=2&b=2&c"


def test_escapes_are_upper_case_and_only_where_needed() -> None:
    assert canonical("http://example.org/%7ea%2f%c3%a9?x=%5f%2b") == "http://example.org/~a%2F%C3%A9?x=_%2B"


@pytest.mark.parametrize("path", ["%%34%31", "%4%31", "%%%34%31", "%2%35%41"])
def test_broken_escape_is_not_completed(path: str) -> None:
    once = canonical(f"http://example.org/{path}")
    assert once is not None
    assert canonical(once) == once


@pytest.mark.parametrize(
    "spellings",
    [
        ("/a?x[]=1&x[]=2", "/a?x%5B%5D=1&x%5b%5d=2", "/a?x%5B]=1&x[%5D=2"),
        ("/list[1]/a", "/list%5B1%5D/a"),
        ("/100%", "/100%25"),
        ("/a?share=50%&b=1", "/a?share=50%25&b=1"),
        ("/a%zz", "/a%25zz"),
        ("/a?x=1|2", "/a?x=1%7C2"),
        ("/a?q={x}", "/a?q=%7Bx%7D"),
        ("/a?q=b^c`d", "/a?q=b%5Ec%60d"),
        ("/{x}", "/%7Bx%7D"),
    ],
)
def test_what_is_written_with_or_without_escapes_is_one_page(spellings: tuple[str, ...]) -> None:
    forms = {canonical(f"http://example.org{spelling}") for spelling in spellings}
    assert len(forms) == 1
    (form,) = forms
    assert form is not None
    assert canonical(form) == form


@pytest.mark.parametrize(
    "parameter",
    [
        "_sid=1",
        "_sessionid=a",
        "Bv_SessionID=@@@@1",
        "BV_EngineID=x",
        "_session_id=3",
        "PHPSESSIONID=4",
        "SID=5",
    ],
)
def test_session_parameters_do_not_choose_the_page(parameter: str) -> None:
    assert canonical(f"http://example.org/a?b=1&{parameter}") == "http://example.org/a?b=1"


@pytest.mark.parametrize(
    "query",
    [
        "b=1;jsessionid=A1B2",
        ";jsessionid=A1B2&b=1",
        "b=1;JSESSIONID=A1",
        "b=1&;jsessionid=A1",
        "b=1;sid=2;_sid=3",
    ],
)
def test_session_parameter_behind_a_semicolon_in_the_query_is_removed(query: str) -> None:
    assert canonical(f"http://example.org/a?{query}") == "http://example.org/a?b=1"


def test_other_parameters_behind_a_semicolon_are_kept() -> None:
    assert canonical("http://example.org/a?b=1;c=2") == "http://example.org/a?b=1;c=2"
    assert canonical("http://example.org/a?NewsSid=1;_side=2") == "http://example.org/a?NewsSid=1;_side=2"


def test_the_brackets_of_an_ipv6_host_stay() -> None:
    assert canonical("http://[2606:4700::1111]/a[1]") == "http://[2606:4700::1111]/a%5B1%5D"


def test_dot_segment_behind_a_session_id_is_resolved() -> None:
    assert canonical("http://example.org/a/..;sid=1/b") == "http://example.org/b"


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/",
        "mailto:a@example.org",
        "javascript:alert(1)",
        "data:text/html,hi",
        "http://example.org:0/",
        "http://example.org:22/",
        "http://example.org:65536/",
        "http:///",
        "http://./",
        "http://a..b/",
        f"http://{'a' * 64}.org/",
        f"http://{'a.' * 127}org/",
        "relative/path",
        "",
    ],
)
def test_what_is_no_page_has_no_canonical_url(url: str) -> None:
    assert canonical(url) is None


def test_internationalised_host_is_punycode() -> None:
    assert canonical("http://BÜCHER.example/ü") == "http://xn--bcher-kva.example/%C3%BC"


def test_length_limit_counts_bytes_without_the_fragment() -> None:
    url = "http://example.org/" + "é" * 10
    assert canonical(url + "#" + "f" * 100, max_bytes=79) is not None
    assert canonical(url, max_bytes=78) is None
    assert canonical("http://example.org/" + "a" * 100_000) is None


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("", "http://example.org/dir/page"),
        ("#top", "http://example.org/dir/page"),
        ("other", "http://example.org/dir/other"),
        ("../up?b=1&a=2", "http://example.org/up?a=2&b=1"),
        ("//other.org", "http://other.org/"),
        ("mailto:a@example.org", None),
    ],
)
def test_link_leads_to_a_canonical_url(href: str, target: str | None) -> None:
    assert link_target(href, "http://example.org/dir/page") == target


def test_link_on_a_page_without_valid_base_leads_nowhere() -> None:
    assert link_target("x", "no base") is None


def test_url_that_escapes_make_too_long_is_refused() -> None:
    assert canonical(f"http://example.org/{'[' * 1000}") is None
