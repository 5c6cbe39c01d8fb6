from __future__ import annotations

from lycosa.page import parse_html
from lycosa.topic import Topic
from lycosa.topic.starting import MAX_LINKS, starting_points

FILE = "file:///saved/page.html"


def starts(*pages: tuple[str, str]) -> list[str]:
    return starting_points(Topic.from_pages([parse_html(html.encode(), url) for html, url in pages]))


def test_pages_are_started_from_where_they_are() -> None:
    flood, levee = ("<p>flood</p>", "http://a.example/1"), ("<p>levee</p>", "http://a.example/2")
    assert starts(flood, levee, flood) == ["http://a.example/1", "http://a.example/2"]


def test_saved_page_is_started_from_the_address_it_names() -> None:
    named = '<link rel="canonical" href="http://a.example/flood"><a href="http://b.example/">flood</a>'
    assert starts((named, FILE)) == ["http://a.example/flood"]


def test_saved_pages_without_an_address_lead_to_their_links_closest_to_the_topic() -> None:
    links = '<p><a href="http://a.example/">contact</a></p><p><a href="http://b.example/">flood flood</a></p>'
    about = "<p>flood flood flood flood</p>"
    assert starts((links + about, FILE)) == ["http://b.example/", "http://a.example/"]


def test_only_the_closest_links_are_started_from() -> None:
    links = "".join(f'<p><a href="http://a.example/{n}">flood</a></p>' for n in range(MAX_LINKS + 5))
    assert len(starts((links, FILE))) == MAX_LINKS


def test_topic_of_words_has_no_place_to_start() -> None:
    assert starting_points(Topic.from_keywords(["flood"])) == []
