"""Where a crawl starts to which no seeds are given: search engines are asked for its topic."""

from __future__ import annotations

import os
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import NamedTuple

from lycosa.config import Settings
from lycosa.errors import LycosaError
from lycosa.fetch.dns import Resolver
from lycosa.fetch.http import HttpFetcher
from lycosa.model import Fetched
from lycosa.text import heaviest
from lycosa.topic import Topic
from lycosa.topic.seeds import Fetch, Seed, find_seeds, spread
from lycosa.topic.seeds.named import engine_named
from lycosa.url import host_of
from lycosa.version import __version__

QUERY_CHARS = 200
"""Of a topic's sentence: engines cut longer queries, or refuse them."""
QUERY_WORDS = 6
"""Words asked for of a topic without a sentence and keywords."""
HOW_TO = (
    "--engine searxng=https://HOST asks a search engine for them (so does [seed_search] in a settings file, "
    "or LYCOSA_ENGINES); examples/search has files for SearXNG, OpenSearch and Wikipedia"
)


class NoSeeds(LycosaError):
    """A crawl that has nowhere to start; `how_to` says how to find a start."""

    how_to = HOW_TO


class SeedsFound(NamedTuple):
    """What search engines found for a topic."""

    query: str
    seeds: list[Seed]
    failures: tuple[str, ...]
    """For people: which engines could not be searched, and why."""


async def find_start(settings: Settings, topic: Topic) -> SeedsFound:
    """Ask the engines that settings or environment name; `NoSeeds` if there are none."""
    specs = settings.seed_search.named(os.environ)
    if not specs:
        raise NoSeeds("no seeds: give URLs to start from with --seed or --seeds, or example pages")
    query = query_for(settings, topic)
    async with AsyncExitStack() as opened:
        fetch = engine_fetch(settings, specs, opened)
        engines = [engine_named(spec, fetch, os.environ) for spec in specs]
        found = await find_seeds(query, engines, settings.seed_search.results)
    return SeedsFound(query, spread(found.seeds)[: settings.seed_search.seeds], found.failures)


def query_for(settings: Settings, topic: Topic) -> str:
    """Return what to ask for: the topic's sentence, else its keywords, else its heaviest words."""
    described = settings.topic.sentence or " ".join(
        word.partition("=")[0] for word in settings.topic.keywords
    )
    words = described or " ".join(heaviest(topic.vector.weights, QUERY_WORDS))
    return " ".join(words.split())[:QUERY_CHARS]


def engine_fetch(settings: Settings, specs: tuple[str, ...], opened: AsyncExitStack) -> Fetch:
    """Return a way to ask: engines that the user names may be on this network, all else must be public."""
    network = settings.network
    agent = settings.politeness.agent(__version__)
    named = {host_of(spec.partition("=")[2].partition("{")[0]) for spec in specs}
    own, public = (
        HttpFetcher(
            replace(settings.fetch, idle_connections=4),
            Resolver(limits=settings.dns),
            agent,
            allow_private=private,
            proxy=network.proxy or None,
            ca_file=network.ca_file or None,
        )
        for private in (True, network.allow_private)
    )
    opened.push_async_callback(own.close)
    opened.push_async_callback(public.close)

    async def fetch(url: str) -> Fetched:
        return await (own if host_of(url) in named else public).fetch(url)

    return fetch
