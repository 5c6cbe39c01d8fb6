"""Topics: what a crawl is about, and the vectors and thresholds that follow from it."""

from __future__ import annotations

from lycosa.topic.topic import Topic
from lycosa.topic.vector import TAG_WEIGHTS, TopicVector

__all__ = ["TAG_WEIGHTS", "Topic", "TopicVector"]
