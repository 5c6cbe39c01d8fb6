"""What holds for every text a page may call a URL."""

from __future__ import annotations

from ada_url import URL
from hypothesis import example, given
from hypothesis import strategies as st

from lycosa.url import (
    Scope,
    admit_name,
    canonical,
    host_of,
    link_target,
    link_targets,
    looks_like_trap,
    origin_of,
    registrable_domain,
    resolve,
    shape,
    url_words,
)
from lycosa.url.canonical import URL_BYTES_MAX, _parsed

PIECES = st.sampled_from(
    [
        *("http://", "https://", "HTTP:", "//", "/", "\\", "?", "#", "&", "=", ";", ":", "@", ".", ".."),
        *(
            "%",
            "%%",
            "%4",
            "%41",
            "%2e",
            "%2E%2e",
            "%25",
            "%7e",
            "%3b",
            "%c3%A9",
            "a",
            "A",
            "4",
            "1",
            "é",
            " ",
        ),
        *("example.org", "EXAMPLE.org.", "127.1", "0x7f.1", "[::1]", ":80", ":0", ":8080", "user:pw@"),
        *("jsessionid=", ";jsessionid=x", ";%6Asessionid=", "sid=", "utm_source=x", "PHPSESSID=1", "bücher"),
        *("/(S(", "a" * 24, "))", "))/", "/(S(" + "b" * 24 + "))", "\t", "é"),
    ]
)
URLISH = st.one_of(
    st.text(max_size=60),
    st.lists(PIECES, max_size=14).map("".join),
    st.lists(PIECES, max_size=14).map(lambda pieces: "http://example.org/" + "".join(pieces)),
)
TEXT = st.one_of(URLISH, st.text(st.characters(exclude_categories=[]), max_size=30))


@given(TEXT)
@example("http://h/%%34%31")
@example("http://h/;jsessionid=%zz/%41")
@example("http://h/a/..;sid=1/b")
@example("http://0x7f.1../")
@example("http://h/(S(aaaaaaaaaaaaaaaaaaaaaaaa));sid=1/b")
def test_canonical_form_is_stable(text: str) -> None:
    once = canonical(text)
    if once is not None:
        assert canonical(once) == once


@given(TEXT)
def test_canonical_form_is_a_plain_http_url(text: str) -> None:
    url = canonical(text)
    if url is not None:
        parsed = URL(url)
        assert url.isascii()
        assert parsed.href == url
        assert parsed.protocol in {"http:", "https:"}
        assert not parsed.username + parsed.password + parsed.hash
        assert not parsed.hostname.endswith(".")


@given(URLISH)
def test_canonical_form_keeps_the_host(text: str) -> None:
    url = canonical(text)
    if url is not None:
        assert host_of(url) == host_of(text) == URL(text.strip()).hostname.removesuffix(".")


HOSTS = st.text("aB0x17.:-_", min_size=1, max_size=12)
PATHS = st.lists(st.text("aB1-_~.", max_size=4), max_size=4).map(lambda names: "/".join(["", *names]))


@given(st.builds("{}://{}{}".format, st.sampled_from(["http", "https"]), HOSTS, PATHS))
@example("http://1/" + "a" * 2039)
@example("http://a./" + "a" * 2038)
@example("http://Example.org:22/a.b/~c/#top")
def test_a_tidy_address_is_what_the_parser_makes_of_it(text: str) -> None:
    assert canonical(text) == _parsed(text, URL_BYTES_MAX)


@given(TEXT, URLISH)
@example("../../../x", "http://example.org/a//b/")
@example("%2e%2e/../x", "http://example.org/a/b/c?q=/../d")
@example("http:/x", "http://example.org/a/b")
@example("http://Example.org", "http://example.org/")
@example("http://example.org#top", "http://example.org/")
@example("http://you@Example.ORG.:80/a.b/~c/#top", "http://example.org/")
@example("http://example.org:22/a", "http://example.org/")
@example("/a//b/.c", "http://example.org/")
@example("/" + "a" * 600, "http://example.org/")
@example("../x", "http://example.org" + "/" * 40)
@example("../x", "http://example.org/" + "a/" * 400)
def test_link_target_is_the_canonical_form_of_the_resolved_link(href: str, base: str) -> None:
    absolute = resolve(href, base)
    assert link_target(href, base) == (None if absolute is None else canonical(absolute))


@given(st.lists(TEXT | TEXT.map("#{}".format), max_size=5), URLISH)
@example(["#", "#top", "/", "/#top", "?", ""], "http://you@Example.org:80/a/../b;sid=1?z=1&a=2#c")
@example(["#a#b?c", "/", "#\ud800"], "http://example.org/bücher/")
@example(["#top", "/"], "http://example.org:22/a")
@example(["#top", "/"], "http:\\\\example.org\\a\tb")
def test_links_of_a_page_lead_where_each_would_alone(hrefs: list[str], base: str) -> None:
    absolutes = [resolve(href, base) for href in hrefs]
    assert link_targets(hrefs, base) == [None if found is None else canonical(found) for found in absolutes]


@given(TEXT)
def test_no_text_raises(text: str) -> None:
    registrable_domain(host_of(text))
    origin_of(text)
    url_words(text)
    shape(text)
    looks_like_trap(text)
    admit_name(text)
    Scope(domains=frozenset({"example.org"}), exclude=("*a*b",)).refuses(text, 1)


@given(URLISH)
def test_words_are_lower_case_letters(text: str) -> None:
    assert all(word.isalpha() and word == word.lower() for word in url_words(text))


@given(URLISH)
def test_shape_of_a_shape_is_itself_a_shape(text: str) -> None:
    url = canonical(text)
    if url is not None:
        assert shape(shape(url)) == shape(url)
