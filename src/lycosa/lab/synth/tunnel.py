"""Tunnels: regions of on-topic pages that lie behind a chain of off-topic ones.

A few pages of the topic lead to the first page of a corridor. Every page of the corridor is
about something else but has one block about the topic, where the way goes on. No other link
leads into the corridor or the region behind it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from lycosa.errors import LycosaError
from lycosa.lab.synth.draw import generator, one_of
from lycosa.lab.synth.layout import NOISE, Layout, PagePlace
from lycosa.lab.synth.params import TUNNEL_ENTRIES

_TUNNEL = 3
_TRIES = 200


class Tunnel(NamedTuple):
    """One corridor, what lies behind it, and which pages lead to it."""

    topic: int
    entries: tuple[PagePlace, ...]
    corridor: tuple[PagePlace, ...]
    region: tuple[PagePlace, ...]

    @property
    def label(self) -> str:
        """Label of the pages of the region."""
        return f"tunnel:{len(self.corridor)}"

    def after(self, place: PagePlace) -> tuple[PagePlace, ...]:
        """Return where the way goes on from an entry or from a page of the corridor."""
        if place not in self.corridor:
            return self.corridor[:1]
        step = self.corridor.index(place) + 1
        return self.corridor[step : step + 1] or self.region[:2]


class Tunnels:
    """All tunnels of a web, and which pages belong to them."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self.extra: Counter[int] = Counter()
        """Pages that each host has beyond those of the open web."""
        self._topics: dict[PagePlace, int] = {}
        self.behind: dict[PagePlace, Tunnel] = {}
        """Pages of corridors and regions."""
        self.entries: dict[PagePlace, list[Tunnel]] = {}
        self.all = tuple(self._dig())

    def topic(self, place: PagePlace) -> int:
        """Return what a page of a corridor or a region is about."""
        return self._topics[place]

    def _dig(self) -> Iterator[Tunnel]:
        params = self._layout.params
        language = params.languages[0]
        for topic in map(params.topics.index, params.topics_in(language)):
            for length in params.tunnels:
                rng = generator(_TUNNEL, params.seed, topic, length)
                hosts = [n for n, host in enumerate(self._layout.hosts) if host.language == language]
                corridor = tuple(self._corridor(rng, hosts, topic) for _ in range(length))
                home = one_of(rng, hosts)
                region = tuple(self._new_page(home, topic) for _ in range(params.tunnel_pages))
                tunnel = Tunnel(topic, self._pick_entries(rng, language, topic), corridor, region)
                for place in (*corridor, *region):
                    self.behind[place] = tunnel
                for place in tunnel.entries:
                    self.entries.setdefault(place, []).append(tunnel)
                yield tunnel

    def _corridor(self, rng: Random, hosts: list[int], topic: int) -> PagePlace:
        host = one_of(rng, hosts)
        others = [other for other in self._layout.topics(host) if other != topic]
        theme = self._layout.hosts[host].theme
        return self._new_page(host, theme if theme not in {topic, NOISE} else one_of(rng, others))

    def _new_page(self, host: int, topic: int) -> PagePlace:
        place = PagePlace(host, self._layout.hosts[host].pages + self.extra[host])
        self.extra[host] += 1
        self._topics[place] = topic
        return place

    def _pick_entries(self, rng: Random, language: str, topic: int) -> tuple[PagePlace, ...]:
        found: dict[PagePlace, None] = {}
        for _ in range(_TRIES):
            place = self._layout.pick(rng, language, topic)
            if place is not None and self._layout.kind(place) == "content":
                found[place] = None
            if len(found) == TUNNEL_ENTRIES:
                break
        if not found:
            name = self._layout.params.topics[topic]
            raise LycosaError(f"no plain page of {name!r} can lead to a tunnel; lower multi and duplicates")
        return tuple(found)
