"""Everything known about a page before it is written: URL, topic, kind, labels and title."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lycosa.lab.synth.draw import mix
from lycosa.lab.synth.layout import NOISE, Layout, PagePlace, Site
from lycosa.lab.synth.params import SynthParams
from lycosa.lab.synth.tunnel import Tunnels

_TITLE, _STYLE = 4, 5
_PRIME = 2_147_483_647
"""Numbers in URLs are the numbers of the pages multiplied modulo this, so that they say nothing."""
_NAMES = (
    *("harbour", "meadow", "lantern", "copper", "willow", "summit"),
    *("orchard", "mosaic", "beacon", "juniper", "cobalt", "quarry"),
)
_NUMBER = re.compile(r"([0-9]{1,10})(?:\.html)?$")
_HOST = re.compile(r"http://[a-z0-9-]*?-?([0-9]{1,9})\.example(/.*)", re.DOTALL)


class Atlas:
    """Looks pages up by place or by URL."""

    def __init__(self, params: SynthParams) -> None:
        self.params = params
        self.layout = Layout(params)
        self.tunnels = Tunnels(self.layout)
        self._factors = [1 + mix(_STYLE, params.seed, n) % (_PRIME - 2) for n in range(params.hosts)]
        self._origins = [f"http://{self._name(n, host)}.example" for n, host in enumerate(self.layout.hosts)]

    def __len__(self) -> int:
        return sum(host.pages for host in self.layout.hosts) + len(self.tunnels.behind)

    def places(self) -> Iterator[PagePlace]:
        """Yield every page, host by host."""
        for number, host in enumerate(self.layout.hosts):
            for page in range(host.pages + self.tunnels.extra[number]):
                yield PagePlace(number, page)

    def topic(self, place: PagePlace) -> int:
        """Return what a page is about."""
        return self.tunnels.topic(place) if place in self.tunnels.behind else self.layout.topic(place)

    def kind(self, place: PagePlace) -> str:
        """Return the role of a page."""
        tunnel = self.tunnels.behind.get(place)
        if tunnel is None:
            return self.layout.kind(place)
        return "corridor" if place in tunnel.corridor else "content"

    def labels(self, place: PagePlace) -> tuple[str, ...]:
        """Return the labels of a page: home pages, hubs and noise have none."""
        if self.kind(place) in {"home", "hub", "noise"}:
            return ()
        name = self.params.topics[self.topic(place)]
        tunnel = self.tunnels.behind.get(place)
        return (name, tunnel.label) if tunnel and place in tunnel.region else (name,)

    def title(self, place: PagePlace) -> str:
        """Return the title of a page, which truthful anchors repeat."""
        language, topic = self.layout.language(place.host), self.topic(place)
        if place.number == 0:
            return self._origins[place.host].removeprefix("http://").removesuffix(".example").title()
        draw = self.draw(place)
        if topic == NOISE:
            return language.plain_title.format(draw % 100_000)
        words = self.layout.words(place.host, topic)
        first, second = _two_terms(draw, len(words.strong))
        if place not in self.tunnels.behind and self.layout.kind(place) == "hub":
            group = self.layout.section(place)[1] // self.params.hub_every
            return language.overview.format(words.strong[first], group + 1)
        title = words.titles[(draw >> 40) % len(words.titles)]
        weak = words.weak[(draw >> 48) % len(words.weak)]
        text = title.format(words.strong[first], words.strong[second], weak)
        return text[0].upper() + text[1:]

    def draw(self, place: PagePlace) -> int:
        """Return the 64 bits that decide the title of a page and its favourite terms."""
        return mix(_TITLE, self.params.seed, *place)

    def origin(self, host: int) -> str:
        """Return scheme and name of a host."""
        return self._origins[host]

    def path(self, place: PagePlace) -> str:
        """Return the path of a page: some hosts name the subject there, others only a number."""
        if place.number == 0:
            return "/"
        number = self._public(place)
        factor, topic = self._factors[place.host], self.topic(place)
        if factor % 3 == 1:
            return f"/p/{number}.html"
        if factor % 3 == 2:
            return f"/article?id={number}"
        slugs = self.layout.words(place.host, topic).slugs if topic != NOISE else ()
        if not all(slugs):
            return f"/p/{number}.html"
        if not slugs:
            return f"/info/{number}.html"
        first, second = _two_terms(self.draw(place), len(slugs))
        return f"/{slugs[first]}/{slugs[second]}-{number}.html"

    def url(self, place: PagePlace) -> str:
        """Return the URL of a page."""
        return self._origins[place.host] + self.path(place)

    def alias(self, place: PagePlace) -> str:
        """Return the path that redirects to a page."""
        return f"/go/{self._public(place)}"

    def place(self, url: str) -> PagePlace | None:
        """Return the page with exactly that URL."""
        place = self._find(url)
        return place if place is not None and self.url(place) == url else None

    def aliased(self, url: str) -> PagePlace | None:
        """Return the page that exactly that URL redirects to."""
        place = self._find(url)
        return place if place is not None and self._origins[place.host] + self.alias(place) == url else None

    def host_of(self, url: str) -> tuple[int, str] | None:
        """Return the host that a URL names, and the rest of the URL."""
        match = _HOST.match(url)
        if match is None or (host := int(match[1])) >= self.params.hosts:
            return None
        return (host, match[2]) if url.startswith(self._origins[host] + "/") else None

    def _find(self, url: str) -> PagePlace | None:
        found = self.host_of(url)
        if found is None:
            return None
        host, path = found
        if path == "/":
            return PagePlace(host, 0)
        match = _NUMBER.search(path[-16:])
        if match is None:
            return None
        number = int(match[1]) * pow(self._factors[host], -1, _PRIME) % _PRIME
        pages = self.layout.hosts[host].pages + self.tunnels.extra[host]
        return PagePlace(host, number) if 0 < number < pages else None

    def _public(self, place: PagePlace) -> int:
        return place.number * self._factors[place.host] % _PRIME

    def _name(self, number: int, host: Site) -> str:
        draw = mix(_STYLE, self.params.seed, number, 1)
        slugs = self.layout.words(number, host.theme).slugs if host.theme != NOISE else ()
        if draw % 2 and all(slugs) and slugs:
            return f"{slugs[(draw >> 8) % len(slugs)]}-{number}"
        return f"{_NAMES[(draw >> 8) % len(_NAMES)]}-{number}"


def _two_terms(draw: int, count: int) -> tuple[int, int]:
    """Return two different numbers below `count`."""
    first = draw % count
    return first, (first + 1 + (draw >> 20) % (count - 1)) % count
