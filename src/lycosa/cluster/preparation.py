"""What is done once for all shards before they begin: the topic is read, and seeds are found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lycosa.assembly import assemble
from lycosa.config import Settings
from lycosa.session.access import NetworkAccess
from lycosa.session.parameters import check_parameters
from lycosa.session.seeding import SeedsFound, find_start
from lycosa.session.topic import check_seeds, seeds_of, topic_of
from lycosa.topic import Topic


async def prepare(settings: Settings, on_seeds: Callable[[SeedsFound], None]) -> tuple[Settings, Topic]:
    """Return the settings with all seeds, and the topic; who wants to hears which seeds were found."""
    check_seeds(settings)
    network = NetworkAccess(settings, None, lambda _host, _seconds: None)
    try:
        topic = await topic_of(settings, None, network.robots)
    finally:
        await network.robots.close()
    seeds = seeds_of(settings, topic)
    if not seeds:
        found = await find_start(settings, topic)
        on_seeds(found)
        seeds = [seed.url for seed in found.seeds]
    settings = replace(settings, seeds=tuple(seeds))
    topic = replace(topic, seeds=tuple(seeds))
    strategy = settings.strategy.for_crawl(links_only=settings.links_only)
    check_parameters(strategy, topic, settings.random_seed)
    assemble(strategy, topic, settings.random_seed)  # else no shard could start, and all would try again
    return settings, topic
