"""Topics: what a crawl is about, and the vectors and thresholds that follow from it."""

from __future__ import annotations

from lycosa.topic.genre import GenreTerms
from lycosa.topic.settings import TopicSettings, topic_from
from lycosa.topic.table import Change, KeywordTable
from lycosa.topic.topic import UNNAMED, Topic
from lycosa.topic.vector import TAG_WEIGHTS, Contribution, TopicVector

__all__ = [
    "TAG_WEIGHTS",
    "UNNAMED",
    "Change",
    "Contribution",
    "GenreTerms",
    "KeywordTable",
    "Topic",
    "TopicSettings",
    "TopicVector",
    "topic_from",
]
