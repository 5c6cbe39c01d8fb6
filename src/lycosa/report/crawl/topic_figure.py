"""The sub-topics of a crawl as a map: pages lie close to those that mean the same."""

from __future__ import annotations

from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.report.figure.drawing import Drawing, Labels
from lycosa.report.figure.islands import Island, island_map
from lycosa.report.figure.render import files
from lycosa.store.lookup.topics import TopicMap

MAP_POINTS = 600
"""Pages drawn: more would make a report slow to open, and a map hard to read."""


def topic_figure(found: TopicMap) -> Drawing:
    """Draw the map of a crawl that has sub-topics."""
    drawn = found.points[:MAP_POINTS]
    islands = [
        Island(
            topic.name,
            f"{topic.pages:,} pages",
            [(point.x, point.y, point.title or point.url) for point in own],
        )
        for topic in found.topics
        if (own := [point for point in drawn if point.topic == topic.id])
    ]
    pages = "; ".join(f"{topic.name}: {topic.pages} pages" for topic in found.topics)
    return island_map(Labels("topics", "Sub-topics", f"{pages}; in none: {found.others} pages."), islands)


def write_topic_map(found: TopicMap, file: Path) -> None:
    """Write the map as SVG."""
    if not found.topics:
        raise LycosaError("there are no sub-topics to draw yet: there are too few relevant pages")
    try:
        file.write_text(files(topic_figure(found))[0], encoding="utf-8")
    except OSError as error:
        raise LycosaError(f"cannot write {file}: {error.strerror}") from error
