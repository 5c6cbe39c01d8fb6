"""Parsing: hosts, origins and the inputs that only a hostile page has."""

from __future__ import annotations

import pytest

from lycosa.url import host_of, is_ip, origin_of, resolve


@pytest.mark.parametrize(
    ("href", "absolute"),
    [
        ("http:\\\\evil.com", "http://evil.com/"),
        ("/\\evil.com/", "http://evil.com/"),
        (" \tx\n.html ", "http://example.org/d/x.html"),
        ("javascript:void(0)", "javascript:void(0)"),
        ("http://[::1", None),
    ],
)
def test_links_resolve_as_in_a_browser(href: str, absolute: str | None) -> None:
    assert resolve(href, "http://example.org/d/p") == absolute


def test_lone_surrogates_are_replaced_not_fatal() -> None:
    assert resolve("/\ud800", "http://example.org/") == "http://example.org/%EF%BF%BD"


@pytest.mark.parametrize("host", ["中" * 5000, "%E4%B8%AD" * 500, "\t/\t" + "中" * 300])
def test_host_too_long_for_a_name_is_not_even_encoded(host: str) -> None:
    assert resolve(f"http://{host}/") is None


def test_long_path_and_query_still_resolve() -> None:
    href = f"/d/{'p' * 5000}?{'q' * 5000}"
    assert resolve(href, "http://example.org/") == f"http://example.org{href}"
    assert resolve("?" + "q" * 5000, "http://example.org/") is not None


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://example.org/x", "example.org"),
        ("http://EXAMPLE.org.", "example.org"),
        ("http://user:secret@example.org:8080/x", "example.org"),
        ("http://127.0.0.1:6666\\@1.1.1.1/", "127.0.0.1"),
        ("http:////example.org/x", "example.org"),
        ("   http://example.org/x/y", "example.org"),
        ("http://[2606:4700::1111]/x", "[2606:4700::1111]"),
        ("http://bücher.example/x", "xn--bcher-kva.example"),
        ("mailto:a@example.org", ""),
        ("not a url", ""),
    ],
)
def test_host(url: str, host: str) -> None:
    assert host_of(url) == host


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://example.org:443/x", "https://example.org"),
        ("http://a:b@example.org:8080/x", "http://example.org:8080"),
        ("ftp://example.org/x", ""),
        ("about:blank", ""),
    ],
)
def test_origin(url: str, origin: str) -> None:
    assert origin_of(url) == origin


def test_ip_literals_are_told_from_names() -> None:
    assert is_ip("127.0.0.1")
    assert is_ip("::1")
    assert is_ip("[::1]")
    assert not is_ip("example.org")
    assert not is_ip("")
