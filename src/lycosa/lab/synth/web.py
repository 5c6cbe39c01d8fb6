"""The synthetic web: a web of any size that is computed page by page from its parameters.

It is made for focused crawlers: topics cluster in hosts, sections and links, anchors and the
words beside them mostly tell the truth, some pages mix topics block by block, and some on-topic
pages lie behind off-topic ones. Every one of these is a number in `SynthParams`.

Labels are the names of topics. Home pages, hubs and noise have none, as index pages have none in
the real webs: they are worth a visit for their links only. A page behind a tunnel of length k is
also labelled `tunnel:k`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator

from lycosa.errors import LycosaError
from lycosa.lab.synth.atlas import Atlas
from lycosa.lab.synth.compose import Composer
from lycosa.lab.synth.layout import PagePlace
from lycosa.lab.synth.params import SynthParams
from lycosa.lab.synth.trap import trap_html
from lycosa.lab.web.base import WebPage, unknown_label
from lycosa.url import canonical

_DIGEST_PAGES = 64
_DIGEST_STEP = 7919
"""A prime, so that the pages looked at lie all over their hosts."""


class SynthWeb:
    """A web computed from parameters; see `SynthParams`.

    >>> web = SynthWeb(SynthParams(pages=1000, hosts=10))
    >>> home = next(web.urls())
    >>> web.page(home).kind
    'home'
    """

    def __init__(self, params: SynthParams) -> None:
        self.params = params
        self.name = f"synth-{params.seed}"
        self._atlas = Atlas(params)
        self._composer = Composer(self._atlas)

    def __len__(self) -> int:
        return len(self._atlas)

    def urls(self) -> Iterator[str]:
        """Yield the URL of every page, host by host; each host begins with its home page."""
        return map(self._atlas.url, self._atlas.places())

    def homes(self) -> list[str]:
        """Return the URLs of all home pages, the largest host first."""
        return [self._atlas.url(PagePlace(host, 0)) for host in range(self.params.hosts)]

    def page(self, url: str) -> WebPage | None:
        """Write the page at a URL; None if there is none."""
        place = self._find(url)
        if place is None:
            return self._trap(url)
        return WebPage(
            url=self._atlas.url(place),
            html=self._composer.html(place).encode(),
            labels=self._atlas.labels(place),
            lang=self._atlas.layout.language(place.host).code,
            kind=self._atlas.kind(place),
        )

    def redirect(self, url: str) -> str | None:
        """Return the URL that `url` redirects to; None if it does not redirect."""
        place = self._atlas.aliased(url)
        return None if place is None else self._atlas.url(place)

    def labels(self) -> dict[str, int]:
        """Return every label with its number of pages, most frequent first."""
        layout, tunnels = self._atlas.layout, self._atlas.tunnels
        counts = Counter({name: layout.count(topic) for topic, name in enumerate(self.params.topics)})
        for place in tunnels.behind:
            counts.update(self._atlas.labels(place))
        return dict(sorted(((n, c) for n, c in counts.items() if c), key=lambda item: (-item[1], item[0])))

    def on_topic(self, label: str) -> frozenset[str]:
        """Return the URLs of the pages with that label; no page is written for it."""
        if self.params.pages is None:
            raise LycosaError("a web without end cannot list the pages of a topic; give it a number of pages")
        hidden = [place for place in self._atlas.tunnels.behind if label in self._atlas.labels(place)]
        topics = self.params.topics
        open_web = self._atlas.layout.labelled(topics.index(label)) if label in topics else ()
        found = frozenset(map(self._atlas.url, (*hidden, *open_web)))
        if not found:
            raise unknown_label(label, self.name, self.labels())
        return found

    def topic_of(self, url: str) -> str | None:
        """Return the topic of a page, labelled or not; None for noise, general home pages and no page."""
        place = self._find(url)
        topic = -1 if place is None else self._atlas.topic(place)
        return self.params.topics[topic] if topic >= 0 else None

    def digest(self) -> str:
        """Return a digest of the parameters and of some pages, so that it changes with the program too."""
        digest = hashlib.sha256(repr(self.params).encode())
        for sample in range(_DIGEST_PAGES):
            host = sample % self.params.hosts
            number = sample * _DIGEST_STEP % self._atlas.layout.hosts[host].pages
            digest.update(self._composer.html(PagePlace(host, number)).encode())
        return digest.hexdigest()

    def close(self) -> None:
        """Do nothing: there is nothing to let go of."""

    def _find(self, url: str) -> PagePlace | None:
        place = self._atlas.place(url)
        if place is None and "?" in url and (key := canonical(url)) is not None and key != url:
            place = self._atlas.place(key)
        return place

    def _trap(self, url: str) -> WebPage | None:
        found = self._atlas.host_of(url) if self.params.traps else None
        if found is None or not self._composer.links.is_trapped(found[0]):
            return None
        html = trap_html(self._composer, self.params.seed, found[0], found[1])
        language = self._atlas.layout.language(found[0]).code
        return None if html is None else WebPage(url, html.encode(), (), language, "trap")
