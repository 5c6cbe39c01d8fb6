"""How good a crawl was: the measures of the five papers, by own verdict and by label.

Goes in: the pages a crawl downloaded, in order, each with the strategy's own verdict and with
what the labels say. Comes out: plain numbers. *Relevant* is the strategy's word, *on-topic*
the label's; the two are never mixed, but where a verdict is measured by the label.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lycosa.lab.experiment.verdicts import VerdictMeasures, judge_verdicts
from lycosa.url import host_of

MOST_CHECKPOINTS = 1000
"""A budget may be far larger than the web: it then means all of it."""


class Sighting(NamedTuple):
    """One downloaded page."""

    url: str
    depth: int
    """Links between it and the nearest seed, on the path the crawl took."""
    relevant: bool
    score: float
    on_topic: bool
    tunnel: int = 0
    """Off-topic pages it was reached through since the last on-topic page on its way, or the seed."""
    at_s: float = 0.0
    """When it was read, by the clock of the crawl."""


@dataclass(frozen=True, slots=True)
class OwnMeasures:
    """A crawl by its own verdict."""

    relevant: int
    """RP, LP."""
    harvest: float
    """AC, precision, harvest rate: relevant pages per downloaded page."""
    mean_score: float
    """AR: average topic relevance of all downloaded pages."""
    score_deviation: float
    """SD: standard deviation of the same."""
    target_length: int
    """Sum over relevant pages of their distance from the nearest seed."""
    area: float
    """Mean of the harvest rate after each page: 1 is a crawl that never erred."""


@dataclass(frozen=True, slots=True)
class LabelMeasures:
    """A crawl by independent labels."""

    on_topic: int
    harvest: float
    recall: float
    """RC, target recall: share of the reachable on-topic pages."""
    target_length: int
    area: float
    agreement: float
    """Share of downloaded pages on which the strategy's verdict and the label agree."""
    tunnelled: int
    """On-topic pages that were reached through at least one off-topic page."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Both views after a number of pages."""

    at: int
    """The number of pages this checkpoint stands for."""
    pages: int
    """Pages really downloaded by then; fewer if the crawl ran out of links."""
    own: OwnMeasures
    label: LabelMeasures
    verdict: VerdictMeasures
    """How right the verdicts and scores were on these pages."""


def checkpoints(budget: int) -> list[int]:
    """Return where to measure: every 1,000 pages of a large crawl, every tenth of a small one."""
    step = max(1000, budget // MOST_CHECKPOINTS) if budget >= 5000 else max(1, budget // 10)
    return [*range(step, budget, step), budget]


def measure(sightings: Sequence[Sighting], at: int, reachable: int) -> Checkpoint:
    """Measure the first `at` pages of a crawl; `reachable` is the number of on-topic pages in reach."""
    seen = sightings[:at]
    return Checkpoint(at, len(seen), _own(seen), _label(seen, reachable), _verdict(seen))


def harvest_curve(sightings: Sequence[Sighting], on: Callable[[Sighting], bool]) -> list[float]:
    """Return the harvest rate after each page."""
    curve, hits = [], 0
    for pages, sighting in enumerate(sightings, 1):
        hits += on(sighting)
        curve.append(hits / pages)
    return curve


@dataclass(frozen=True, slots=True)
class HostHarvest:
    """What a crawl got from one host."""

    host: str
    pages: int
    relevant: int
    on_topic: int


def tunnels(sightings: Sequence[Sighting]) -> list[int]:
    """Count on-topic pages by the length of the tunnel they were reached through.

    The first number is that of pages reached without any, the next through one off-topic page, and so on.
    """
    lengths = Counter(sighting.tunnel for sighting in sightings if sighting.on_topic)
    return [lengths[length] for length in range(max(lengths, default=-1) + 1)]


def hosts(sightings: Sequence[Sighting]) -> list[HostHarvest]:
    """Return what each host gave, the host with the most pages first."""
    by_host: dict[str, list[Sighting]] = {}
    for sighting in sightings:
        by_host.setdefault(host_of(sighting.url), []).append(sighting)
    harvests = (
        HostHarvest(host, len(seen), sum(s.relevant for s in seen), sum(s.on_topic for s in seen))
        for host, seen in by_host.items()
    )
    return sorted(harvests, key=lambda harvest: (-harvest.pages, harvest.host))


def _own(seen: Sequence[Sighting]) -> OwnMeasures:
    scores = [s.score for s in seen]
    mean = _mean(scores)
    return OwnMeasures(
        relevant=sum(s.relevant for s in seen),
        harvest=_mean([float(s.relevant) for s in seen]),
        mean_score=mean,
        score_deviation=math.sqrt(_mean([(score - mean) ** 2 for score in scores])),
        target_length=sum(s.depth for s in seen if s.relevant),
        area=_mean(harvest_curve(seen, lambda s: s.relevant)),
    )


def _label(seen: Sequence[Sighting], reachable: int) -> LabelMeasures:
    hits = sum(s.on_topic for s in seen)
    return LabelMeasures(
        on_topic=hits,
        harvest=_mean([float(s.on_topic) for s in seen]),
        recall=hits / reachable if reachable else 0.0,
        target_length=sum(s.depth for s in seen if s.on_topic),
        area=_mean(harvest_curve(seen, lambda s: s.on_topic)),
        agreement=_mean([float(s.relevant == s.on_topic) for s in seen]),
        tunnelled=sum(s.on_topic and s.tunnel > 0 for s in seen),
    )


def _verdict(seen: Sequence[Sighting]) -> VerdictMeasures:
    return judge_verdicts([s.score for s in seen], [s.relevant for s in seen], [s.on_topic for s in seen])


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0
