"""What the shards of a cluster are doing at a moment, as one crawl would say it of itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from lycosa.cluster.gathered.numbering import GatheredShard
from lycosa.engine.budget import Budget
from lycosa.engine.pacing.outlook import AWAITED, TopLink, ends_in_s
from lycosa.engine.tally import Tally
from lycosa.store.status import KeptOutlook, kept_outlook


def common_outlook(shards: Iterable[GatheredShard], budget: Budget, tally: Tally) -> KeptOutlook | None:
    """Return what all shards last said of themselves, together; None if none has said anything."""
    heard = [(shard, found) for shard in shards if (found := kept_outlook(shard.state)) is not None]
    if not heard:
        return None
    each = [outlook for _, outlook in heard]
    rate = sum(one.pages_per_s for one in each)
    awaited = sorted((host for one in each for host in one.awaited), key=lambda host: -host.better)
    waits = sorted((host for one in each for host in one.waits), key=lambda host: -host.taken)
    return KeptOutlook(
        under_way=sum(one.under_way for one in each),
        slots=sum(one.slots for one in each),
        level=None,
        better=sum(one.better for one in each),
        awaited_hosts=sum(one.awaited_hosts for one in each),
        awaited=tuple(awaited[:AWAITED]),
        ends_in_s=ends_in_s(replace(budget, seconds=None), tally, rate, float("inf")),
        paused=False,
        pages_per_s=rate,
        page_budget=budget.pages,
        queued=sum(one.queued for one in each),
        queued_hosts=sum(one.queued_hosts for one in each),
        known=sum(one.known for one in each),
        waits=tuple(waits[: max(len(one.waits) for one in each)]),
        top=_top(heard),
        at=max(one.at for one in each),
    )


def _top(heard: Sequence[tuple[GatheredShard, KeptOutlook]]) -> tuple[TopLink, ...]:
    """Return the best links of all shards, under the ids they have together."""
    most = max(len(outlook.top) for _, outlook in heard)
    links = (
        replace(link, id=shard.links[link.id])
        for shard, outlook in heard
        for link in outlook.top
        if link.id < len(shard.links)
    )
    return tuple(sorted(links, key=lambda link: (-link.priority, link.id))[:most])
