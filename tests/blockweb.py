"""Pages of a tiny web written block by block, for tests that work scores out by hand."""

from __future__ import annotations

import re
from dataclasses import replace
from math import sqrt

from lycosa import Topic
from lycosa.model import Page
from lycosa.page import parse_html

ROOT = "http://site.test/"
TOPIC = Topic.from_keywords(["flood", "storm", "rain"])
"""Three terms of the same weight, and as rare as each other."""
ONE = 1 / sqrt(3)
"""Cosine of a text with one of the three terms, however often: 0.577."""
TWO = sqrt(2 / 3)
"""Cosine of a text with two of them, equally often: 0.816."""

_LINK = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")


def page(text: str, *blocks: str) -> str:
    """Return a page with a paragraph and a `div` for each block; `[url|anchor]` is a link."""
    divs = "".join(f"<div>{_LINK.sub(_anchor, block)}</div>" for block in blocks)
    return f"<html lang=en><body><p>{text}</p>{divs}</body></html>"


def named(visited: list[str]) -> str:
    """Return the pages visited, without what their URLs have in common."""
    return " ".join(url.removeprefix(ROOT) or "root" for url in visited)


def _anchor(found: re.Match[str]) -> str:
    return f'<a href="{ROOT}{found[1]}">{found[2]}</a>'


def documents(text: str) -> tuple[Page, ...]:
    """Return ten documents of the same text."""
    return tuple(parse_html(page(text).encode(), f"http://{text[0]}{i}.test/") for i in range(10))


LABELLED = replace(
    TOPIC,
    name="weather",
    classes={"weather": documents("flood storm rain"), "sport": documents("goal match team")},
)
"""The topic with documents of its own class and of another."""
