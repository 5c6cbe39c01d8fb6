"""A crawl stays where it was told to stay."""

from __future__ import annotations

import pytest

from lycosa.errors import Kind, LycosaError
from lycosa.url import Scope


def test_empty_scope_refuses_no_page() -> None:
    assert Scope().refuses("https://anything.example/x?y", 1000) is None


def test_other_schemes_are_refused() -> None:
    assert Scope().refuses("ftp://example.org/", 0) is Kind.SCHEME
    assert Scope(schemes=frozenset({"https"})).refuses("http://example.org/", 0) is Kind.SCHEME


def test_text_without_a_host_is_a_bad_url() -> None:
    assert Scope().refuses("http://", 0) is Kind.BAD_URL


def test_depth_limit_is_the_deepest_page_allowed() -> None:
    scope = Scope(max_depth=2)
    assert scope.refuses("http://example.org/", 2) is None
    assert scope.refuses("http://example.org/", 3) is Kind.TOO_DEEP


@pytest.mark.parametrize(
    ("url", "inside"),
    [
        ("http://example.org/", True),
        ("http://example.org:8080/", True),
        ("http://www.example.org/", False),
        ("http://notexample.org/", False),
    ],
)
def test_hosts_are_exact(url: str, inside: bool) -> None:
    assert (Scope(hosts=frozenset({"Example.org."})).refuses(url, 0) is None) is inside


@pytest.mark.parametrize(
    ("url", "inside"),
    [
        ("http://example.org/", True),
        ("http://a.b.example.org/", True),
        ("http://notexample.org/", False),
        ("http://example.org.evil.net/", False),
        ("http://evil.net/example.org", False),
    ],
)
def test_domains_match_at_dots_only(url: str, inside: bool) -> None:
    assert (Scope(domains=frozenset({"example.org"})).refuses(url, 0) is None) is inside


def test_domain_is_no_suffix_of_an_address() -> None:
    assert Scope(domains=frozenset({"10.0.0.1"})).refuses("http://10.0.0.1/", 0) is None
    assert Scope(domains=frozenset({"example.org"})).refuses("http://10.0.0.1/", 0) is Kind.OUT_OF_SCOPE


def test_names_may_be_international() -> None:
    assert Scope(domains=frozenset({"Bücher.example"})).refuses("http://xn--bcher-kva.example/", 0) is None


@pytest.mark.parametrize(
    ("path", "inside"),
    [
        ("/docs/", True),
        ("/docs/a/b.html?page=2", True),
        ("/docs/a/b.pdf", False),
        ("/docs/v1/x", False),
        ("/docs/v3/x", True),
        ("/blog/", False),
    ],
)
def test_exclusion_wins_over_inclusion(path: str, inside: bool) -> None:
    scope = Scope(include=("/docs/*",), exclude=("*.pdf", "/docs/v[12]/*"))
    assert (scope.refuses("http://example.org" + path, 0) is None) is inside


def test_hostile_path_and_pattern_meet_without_backtracking() -> None:
    scope = Scope(exclude=("*a" * 200 + "b",))
    assert scope.refuses("http://example.org/" + "a" * 2000, 0) is None


@pytest.mark.parametrize(
    ("setting", "culprit"),
    [
        ({"include": ("docs/*",)}, "docs/*"),
        ({"exclude": ("/a[b",)}, "/a[b"),
        ({"exclude": ("",)}, "''"),
        ({"include": "/docs/*"}, "/docs/*"),
        ({"hosts": frozenset({"http://example.org/"})}, "http://example.org/"),
        ({"domains": frozenset({"example.org:80"})}, "example.org:80"),
        ({"domains": frozenset({"example.org:8080"})}, "example.org:8080"),
        ({"hosts": frozenset({"user@example.org"})}, "user@example.org"),
        ({"max_depth": -1}, "-1"),
        ({"schemes": frozenset({"ftp"})}, "ftp"),
        ({"schemes": frozenset()}, "schemes"),
    ],
)
def test_bad_setting_is_named(setting: dict[str, object], culprit: str) -> None:
    with pytest.raises(LycosaError) as error:
        Scope(**setting)  # type: ignore[arg-type]
    assert culprit in str(error.value)


def test_bracket_may_be_a_character() -> None:
    assert Scope(include=("/a[[]b",)).refuses("http://example.org/a[b", 0) is None
