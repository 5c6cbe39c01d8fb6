"""Where everything is in the synthetic web: hosts, sections, topics and kinds, by arithmetic alone.

A page is a host and a number. Number 0 is the home page; the others are dealt to the host's
sections in turn, and a section has one topic. So the topic of a page, the number of pages of a
topic and a random page of a topic all follow without making or listing pages.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from random import Random
from typing import NamedTuple

from lycosa.errors import LycosaError
from lycosa.lab.synth.draw import generator, one_of, unit
from lycosa.lab.synth.language.lexicon import Language, TopicWords
from lycosa.lab.synth.params import LANGUAGES, SynthParams

NOISE = -1
"""In place of a topic: about nothing."""

ENDLESS_PAGES = 2_000_000_000
"""Pages of the largest host of a web without end; more would not fit the numbers in URLs."""

_SECTION_PAGES = 25
_SECTIONS_MAX = 48
_HOST, _KIND = 1, 2
"""First argument of `mix`, so that decisions of different sorts do not depend on each other."""


class PagePlace(NamedTuple):
    """A page: its host and its number there."""

    host: int
    number: int


class Site(NamedTuple):
    """A site."""

    language: str
    theme: int
    """Topic of most of its sections; NOISE for a host about everything."""
    pages: int
    sections: tuple[int, ...]
    """Topic of each section."""

    def pages_in(self, section: int) -> int:
        """Return the number of pages of a section."""
        return max(0, (self.pages - 2 - section) // len(self.sections) + 1)

    def with_topic(self, topic: int, instead_of: int) -> Site:
        """Return the host with another topic in the first section about an old one."""
        section = self.sections.index(instead_of)
        return self._replace(sections=(*self.sections[:section], topic, *self.sections[section + 1 :]))


class Layout:
    """The plan of the open web, that is of all pages outside tunnels."""

    def __init__(self, params: SynthParams) -> None:
        self.params = params
        self._lexicon = {code: _by_number(LANGUAGES[code], params.topics) for code in params.languages}
        self.hosts = list(self._make_hosts())
        for code in self._lexicon:
            self._serve_all_topics(code)
        self._pools = self._make_pools()

    def words(self, host: int, topic: int) -> TopicWords:
        """Return the vocabulary of a topic in the language of a host."""
        return self._lexicon[self.hosts[host].language][topic]

    def topics(self, host: int) -> list[int]:
        """Return the topics that have pages in the language of a host."""
        language = self.hosts[host].language
        return [topic for topic in self._lexicon[language] if (language, topic) in self._pools]

    def has_noise(self, host: int) -> bool:
        """Whether there are pages about nothing in the language of a host."""
        return (self.hosts[host].language, NOISE) in self._pools

    def language(self, host: int) -> Language:
        """Return the language of a host."""
        return LANGUAGES[self.hosts[host].language]

    def section(self, place: PagePlace) -> tuple[int, int]:
        """Return the section of a page that is not a home page, and its rank there."""
        rank, section = divmod(place.number - 1, len(self.hosts[place.host].sections))
        return section, rank

    def at(self, host: int, section: int, rank: int) -> PagePlace:
        """Return the page with that rank in a section."""
        return PagePlace(host, 1 + section + rank * len(self.hosts[host].sections))

    def topic(self, place: PagePlace) -> int:
        """Return the topic of a page; that of a home page is its host's theme."""
        host = self.hosts[place.host]
        return host.sections[(place.number - 1) % len(host.sections)] if place.number else host.theme

    def kind(self, place: PagePlace) -> str:
        """Return the role of a page."""
        if place.number == 0:
            return "home"
        if self.topic(place) == NOISE:
            return "noise"
        section, rank = self.section(place)
        if rank % self.params.hub_every == 0 and rank + 1 < self.hosts[place.host].pages_in(section):
            return "hub"
        share = unit(_KIND, self.params.seed, *place)
        if share < self.params.multi:
            return "multi"
        return "duplicate" if share < self.params.multi + self.params.duplicates else "content"

    def members(self, hub: PagePlace) -> Iterator[PagePlace]:
        """Yield the pages that a hub lists."""
        section, rank = self.section(hub)
        end = min(rank + self.params.hub_every, self.hosts[hub.host].pages_in(section))
        return (self.at(hub.host, section, member) for member in range(rank + 1, end))

    def next_hubs(self, hub: PagePlace) -> list[PagePlace]:
        """Return the pages that begin later parts of the section: the next one and two far ones.

        Together they make a binary tree, so that no page is more than a few hubs deep.
        """
        section, rank = self.section(hub)
        group, pages = rank // self.params.hub_every, self.hosts[hub.host].pages_in(section)
        ranks = (later * self.params.hub_every for later in sorted({group + 1, 2 * group + 1, 2 * group + 2}))
        return [self.at(hub.host, section, later) for later in ranks if later < pages]

    def pick(self, rng: Random, language: str, topic: int, host: int | None = None) -> PagePlace | None:
        """Draw a page of a topic, on one host or anywhere in a language; early pages are the popular ones."""
        if host is not None:
            own = [number for number, about in enumerate(self.hosts[host].sections) if about == topic]
            if own:
                return self._page_in(rng, host, one_of(rng, own))
        pool = self._pools.get((language, topic))
        if pool is None:
            return None
        ends, sections = pool
        return self._page_in(rng, *sections[bisect_right(ends, int(rng.random() * ends[-1]))])

    def labelled(self, topic: int) -> Iterator[PagePlace]:
        """Yield the pages of a topic, without hubs."""
        for host, section, pages in self._sections(topic):
            for rank in range(pages):
                if rank % self.params.hub_every or rank + 1 == pages:
                    yield self.at(host, section, rank)

    def count(self, topic: int) -> int:
        """Return the number of pages of a topic, without hubs."""
        every = self.params.hub_every
        return sum(pages - (pages - 2 + every) // every for _, _, pages in self._sections(topic))

    def _page_in(self, rng: Random, host: int, section: int) -> PagePlace:
        rank = int(self.hosts[host].pages_in(section) * rng.random() ** 2)
        return self.at(host, section, rank)

    def _sections(self, topic: int) -> Iterator[tuple[int, int, int]]:
        for number, host in enumerate(self.hosts):
            for section, about in enumerate(host.sections):
                if about == topic and (pages := host.pages_in(section)):
                    yield number, section, pages

    def _make_hosts(self) -> Iterator[Site]:
        themes = {code: self._shuffled_topics(code) for code in self._lexicon}
        for number, pages in enumerate(_host_pages(self.params)):
            rng = generator(_HOST, self.params.seed, number)
            language = one_of(rng, self.params.languages) if number else self.params.languages[0]
            topics = list(self._lexicon[language])
            theme = NOISE
            if rng.random() >= self.params.general_hosts:
                theme = next(themes[language])
            count = min(_SECTIONS_MAX, max(1, (pages - 1) // _SECTION_PAGES))
            sections = tuple(self._section_topic(rng, theme, topics) for _ in range(count))
            yield Site(language, theme, pages, sections)

    def _shuffled_topics(self, code: str) -> Iterator[int]:
        """Yield the topics of a language over and over, so that each gets its share of the hosts."""
        topics = list(self._lexicon[code])
        generator(_HOST, self.params.seed).shuffle(topics)
        return cycle(topics)

    def _section_topic(self, rng: Random, theme: int, topics: list[int]) -> int:
        if rng.random() < self.params.noise:
            return NOISE
        return theme if theme != NOISE and rng.random() < self.params.host_focus else one_of(rng, topics)

    def _serve_all_topics(self, code: str) -> None:
        """Give each topic that chance left out a section of the commonest one, on its largest host."""
        numbers = [number for number, host in enumerate(self.hosts) if host.language == code]
        counts = Counter(topic for number in numbers for topic in self.hosts[number].sections)
        for topic in sorted(self._lexicon[code].keys() - counts.keys()):
            common, sections = counts.most_common(1)[0] if counts else (NOISE, 0)
            if sections > 1:
                number = next(number for number in numbers if common in self.hosts[number].sections)
                self.hosts[number] = self.hosts[number].with_topic(topic, instead_of=common)
                counts.update({topic: 1, common: -1})
            elif code == self.params.languages[0]:
                name = self.params.topics[topic]
                raise LycosaError(f"the topic {name!r} got no pages; give more pages or fewer hosts")

    def _make_pools(self) -> dict[tuple[str, int], tuple[list[int], list[tuple[int, int]]]]:
        """Collect for every language and topic its sections, with running totals of their pages."""
        pools: dict[tuple[str, int], tuple[list[int], list[tuple[int, int]]]] = {}
        for number, host in enumerate(self.hosts):
            for section, topic in enumerate(host.sections):
                if pages := host.pages_in(section):
                    ends, sections = pools.setdefault((host.language, topic), ([], []))
                    ends.append(pages + (ends[-1] if ends else 0))
                    sections.append((number, section))
        return pools


def _by_number(language: Language, names: tuple[str, ...]) -> dict[int, TopicWords]:
    return {names.index(topic.name): topic for topic in language.topics if topic.name in names}


def _host_pages(params: SynthParams) -> list[int]:
    """Share the pages out by a Zipf law; every host has at least two."""
    weights = [(rank + 1.0) ** -params.host_skew for rank in range(params.hosts)]
    if params.pages is None:
        return [2 + int(ENDLESS_PAGES * weight) for weight in weights]
    spare = params.pages - params.tunnel_total - 2 * params.hosts
    total = sum(weights)
    pages = [2 + int(spare * weight / total) for weight in weights]
    pages[0] += spare + 2 * params.hosts - sum(pages)
    return pages
