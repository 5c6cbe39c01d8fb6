"""Words of a URL, as link rankers see them."""

from __future__ import annotations

import pytest

from lycosa.url import url_words


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://www.example.org/", ["example"]),
        ("http://en.news.example.co.uk:8080/", ["en", "news", "example"]),
        ("http://10.0.0.1/owl", ["owl"]),
        ("http://example.org/barn-owl_2007.html", ["example", "barn", "owl", "html"]),
        ("http://example.org/HTMLParserGuide", ["example", "html", "parser", "guide"]),
        ("http://example.org/x?q=night+hunter&page=2", ["example", "x", "q", "night", "hunter", "page"]),
        ("http://example.org/%C3%89ire", ["example", "éire"]),
        ("http://example.org/%25C3%2589ire", ["example", "éire"]),
        ("http://example.org/%E7%8C%AB", ["example", "猫"]),
        ("http://xn--mnchen-3ya.de/", ["münchen"]),
        ("http://example.org/%FF%", ["example"]),
        (
            "http://example.org/Wiki/BBC/iPhone?in=a/b",
            ["example", "wiki", "bbc", "i", "phone", "in", "a", "b"],
        ),
        ("http://example.org/%2541b/%42c", ["example", "ab", "bc"]),
    ],
)
def test_words(url: str, words: list[str]) -> None:
    assert url_words(url) == words


def test_what_is_no_url_has_no_words_behind_a_host() -> None:
    assert url_words("¼") == []
    assert url_words("http://birds.example") == url_words("http://birds.example/") == ["birds"]
