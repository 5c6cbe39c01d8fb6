"""What the lab writes down while a crawl runs: each page read, its verdict, its label and the way to it."""

from __future__ import annotations

from collections.abc import Callable

from lycosa.engine.step import Listener, Step
from lycosa.lab.experiment.measures import Sighting


class SightingLog(Listener):
    """Keeps what measures need of every page."""

    def __init__(self, on_topic: frozenset[str]) -> None:
        self.sightings: list[Sighting] = []
        self.clock: Callable[[], float] = lambda: 0.0
        self._on_topic = on_topic
        self._passed: dict[int, int] = {}
        """Off-topic pages on the way to what a link shows, by its id; links that redirect pass them on."""

    def record(self, step: Step) -> None:
        """Take in a visit, if it brought a page."""
        visit, judgement = step.visit, step.visit.judgement
        on_topic, tunnel = visit.url in self._on_topic, self._passed.get(visit.link.parent, 0)
        if visit.page is not None:
            self._passed[visit.link.id] = 0 if on_topic else tunnel + 1
            self.sightings.append(
                Sighting(
                    visit.url,
                    visit.link.depth,
                    judgement is not None and judgement.relevant,
                    visit.score,
                    on_topic,
                    tunnel,
                    self.clock(),
                )
            )
        else:
            self._passed[visit.link.id] = tunnel
