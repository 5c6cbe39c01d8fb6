"""Links of the synthetic web: where they lead, and what their anchor says."""

from __future__ import annotations

import math
from random import Random
from typing import NamedTuple

from lycosa.lab.synth.atlas import Atlas
from lycosa.lab.synth.draw import mix, one_of
from lycosa.lab.synth.layout import NOISE, PagePlace

_TRAP = 6
_DEAD_NUMBERS = 1_000_000
_MOST_LINKS = 20
"""A page has at most so many times the mean number of links."""


class Drawn(NamedTuple):
    """A link as drawn: the page it leads to, None if it is dead, and the topic that it promises."""

    target: PagePlace | None
    topic: int


class Links:
    """Draws and writes links."""

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._layout = atlas.layout
        self._params = atlas.params
        spread = atlas.params.links_spread
        self._log_mean = math.log(atlas.params.links) - spread * spread / 2

    def draw_all(self, rng: Random, host: int, topic: int) -> list[Drawn]:
        """Draw the links of a page or a block about a topic."""
        return [self.draw(rng, host, topic, self._params.locality) for _ in range(self.count(rng))]

    def count(self, rng: Random) -> int:
        """Draw the number of links of a page."""
        count = rng.lognormvariate(self._log_mean, self._params.links_spread)
        return round(min(count, _MOST_LINKS * self._params.links))

    def draw(self, rng: Random, host: int, topic: int, locality: float) -> Drawn:
        """Draw one link from a page or a block about a topic."""
        wanted = topic if topic != NOISE and rng.random() < locality else self._stray(rng, host, topic)
        if rng.random() < self._params.dead:
            return Drawn(None, wanted)
        language, stays = self._layout.hosts[host].language, rng.random() < self._params.same_host
        if rng.random() < self._params.cross_language:
            language, stays = one_of(rng, self._params.languages), False
        target = self._layout.pick(rng, language, wanted, host if stays else None)
        if target is None:
            target = self._layout.pick(rng, self._layout.hosts[host].language, wanted)
        return Drawn(target, wanted)

    def is_trapped(self, host: int) -> bool:
        """Whether a host is a trap for crawlers."""
        return mix(_TRAP, self._params.seed, host) < self._params.traps * 2**64

    def write(self, rng: Random, host: int, link: Drawn) -> str:
        """Write a link with an anchor that is true, says nothing, or misleads."""
        share = rng.random()
        if share < self._params.anchor_truth:
            anchor = self._promise(rng, host, link)
        elif share < self._params.anchor_truth + self._params.anchor_generic:
            anchor = one_of(rng, self._layout.language(host).anchors)
        else:
            anchor = self._promise(rng, host, Drawn(None, self._stray(rng, host, link.topic)))
        return f'<a href="{self.href(rng, host, link.target)}">{anchor}</a>'

    def titled(self, rng: Random, host: int, target: PagePlace, alias: bool = True) -> str:
        """Write a link whose anchor is the title of its target, as lists do."""
        return f'<a href="{self.href(rng, host, target, alias)}">{self._atlas.title(target)}</a>'

    def href(self, rng: Random, host: int, target: PagePlace | None, alias: bool = True) -> str:
        """Return the address of a link: relative on the same host; a dead one if there is no target."""
        if target is None:
            return f"/old/{int(rng.random() * _DEAD_NUMBERS)}.html"
        redirected = alias and target.number and rng.random() < self._params.redirects
        path = self._atlas.alias(target) if redirected else self._atlas.path(target)
        if target.host != host:
            return self._atlas.origin(target.host) + path
        if not self.is_trapped(host) or redirected:
            return path
        return f"{path}{'&amp;' if '?' in path else '?'}sid={rng.getrandbits(64):016x}"

    def _promise(self, rng: Random, host: int, link: Drawn) -> str:
        """Return the title of the target, or of another page of that topic if the target is gone."""
        shown = link.target or self._layout.pick(rng, self._layout.hosts[host].language, link.topic)
        return self._atlas.title(shown) if shown else self._layout.language(host).related

    def _stray(self, rng: Random, host: int, topic: int) -> int:
        """Draw another topic, often a neighbouring one."""
        topics = self._layout.topics(host)
        if topic != NOISE and rng.random() < self._params.neighbours:
            near = self._layout.words(host, topic).near
            if close := [other for other in topics if self._params.topics[other] in near]:
                return one_of(rng, close)
        if self._layout.has_noise(host):
            topics.append(NOISE)
        return one_of(rng, [other for other in topics if other != topic] or [topic])
