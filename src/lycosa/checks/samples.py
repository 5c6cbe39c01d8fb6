"""Pages and a topic to try plug-ins on: made up, always the same."""

from __future__ import annotations

import random
from collections.abc import Iterator

from lycosa.model import Page
from lycosa.page import parse_html
from lycosa.topic import Topic

_TOPICAL = ("flood", "rain", "river", "storm", "water")
_OTHER = ("music", "guitar", "recipe", "planet", "market", "road", "people", "house", "garden")


def sample_topic() -> Topic:
    """Return a topic with keywords and examples."""
    examples = tuple(sample_page(f"http://example{i}.test/", i, topical=0.8) for i in range(5))
    return Topic("flood", {"flood": 1.0, "heavy rain": 0.5}, examples)


def sample_pages(count: int) -> Iterator[Page]:
    """Return pages on three hosts, some of them about the topic."""
    return (sample_page(f"http://h{i % 3}.test/{i}", i) for i in range(count))


def odd_pages() -> list[Page]:
    """Return pages with nothing on them, or with nothing but oddities."""
    return [
        Page("http://unknown.test/"),
        parse_html(b"", "http://empty.test/"),
        parse_html(b"\x00\xff<a href='/x'>\xf0\x9f</a>", "http://odd.test/"),
        parse_html("<p>洪水 <a href='/洪水'>暴雨</a></p>".encode(), "http://zh.test/"),
    ]


def sample_page(url: str, number: int, topical: float = 0.4, *, layout: bool = True) -> Page:
    """Return a page of six blocks with a link each, drawn by its number."""
    rng = random.Random(number)  # noqa: S311  # sample data

    def words(count: int) -> str:
        return " ".join(rng.choice(_TOPICAL if rng.random() < topical else _OTHER) for _ in range(count))

    blocks = "".join(
        f"<div><p>{words(12)} <a href='http://h{rng.randrange(4)}.test/{rng.randrange(400)}'>{words(3)}</a></p></div>"
        for _ in range(6)
    )
    html = f"<html lang=en><title>{words(4)}</title><body>{blocks}</body></html>"
    return parse_html(html.encode(), url, layout=layout)


def page_of_links(count: int) -> Page:
    """Return a page of so many links."""
    links = "".join(f'<a href="/{i}">{_OTHER[i % len(_OTHER)]} {i}</a> ' for i in range(count))
    return parse_html(f"<div>{links}</div>".encode(), "http://many.test/")
