"""Where a crawl can start when nobody says: at the pages that describe its topic, or where they lead."""

from __future__ import annotations

from lycosa.text import heaviest
from lycosa.topic.topic import Topic
from lycosa.url import canonical

MAX_LINKS = 20
"""Links started from at most: the closest lead to the topic, and a crawl visits all seeds first."""
CONTEXT_TOKENS = 2_000
"""Of the text a link stands in: elements nest, and a page must not be read for each of its links."""


def starting_points(topic: Topic) -> list[str]:
    """Return the addresses of the topic's pages; if none is known, the links on them closest to the topic.

    The address of a page read from a file is the canonical one that it names. Links are compared with
    the topic by the text they stand in; the closest come first.
    """
    addresses = [canonical(page.url) or canonical(page.canonical) for page in topic.positives]
    if known := list(dict.fromkeys(filter(None, addresses))):
        return known
    closest: dict[str, float] = {}
    for page in topic.positives:
        for link in page.links:
            near = topic.vector.cosine(page.at(link.context)[:CONTEXT_TOKENS])
            closest[link.url] = max(near, closest.get(link.url, 0.0))
    return list(heaviest(closest, MAX_LINKS))
