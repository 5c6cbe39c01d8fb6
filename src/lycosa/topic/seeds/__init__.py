"""Seeds: terms in, queries for search engines, their results merged, a ranked list of URLs out."""

from lycosa.topic.seeds.base import Fetch, Hit, SearchEngine
from lycosa.topic.seeds.find import Found, find_seeds
from lycosa.topic.seeds.keys import with_keys
from lycosa.topic.seeds.merge import Seed, merge, spread
from lycosa.topic.seeds.opensearch import OpenSearch
from lycosa.topic.seeds.query import DEFAULT_HEURISTIC, HEURISTICS, build_query
from lycosa.topic.seeds.result_file import ResultFile
from lycosa.topic.seeds.searxng import SearXNG

__all__ = [
    "DEFAULT_HEURISTIC",
    "HEURISTICS",
    "Fetch",
    "Found",
    "Hit",
    "OpenSearch",
    "ResultFile",
    "SearXNG",
    "SearchEngine",
    "Seed",
    "build_query",
    "find_seeds",
    "merge",
    "spread",
    "with_keys",
]
