"""Writes the HTML of every kind of page of the synthetic web.

A page is a stack of `div`s: header, navigation, one or more blocks of content, footer. What
stands in a block is about the block's topic, most of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from random import Random
from typing import NamedTuple

from lycosa.lab.synth.atlas import Atlas
from lycosa.lab.synth.draw import generator, one_of
from lycosa.lab.synth.layout import NOISE, PagePlace
from lycosa.lab.synth.links import Drawn, Links
from lycosa.lab.synth.prose import Prose
from lycosa.lab.synth.tunnel import Tunnel

_PAGE, _EDIT, _ORIGINAL = 7, 8, 9
_NAVIGATION_LINKS = 5
_FEATURED = 2
_PARTNERS = 5
_MIXED_HUBS = 0.25
_EDITED = 0.06
"""Share of the sentences of a near-duplicate that differ from its original."""


class Draft(NamedTuple):
    """A page being written: the place that decides its text, and the host that shows it."""

    rng: Random
    place: PagePlace
    host: int
    edit: Random | None = None
    """Source of changes, for a near-duplicate."""


class Composer:
    """Turns a place into HTML."""

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._layout = atlas.layout
        self._params = atlas.params
        self.links = Links(atlas)
        self.prose = lru_cache(maxsize=1024)(lambda host: Prose(atlas.layout, host))
        self._writers: dict[str, Callable[[Draft], list[str]]] = {
            "content": self._content,
            "corridor": self._corridor,
            "duplicate": self._duplicate,
            "home": self._home,
            "hub": self._hub,
            "multi": self._multi,
            "noise": self._noise,
        }

    def html(self, place: PagePlace) -> str:
        """Write a page."""
        draft = Draft(generator(_PAGE, self._params.seed, *place), place, place.host)
        blocks = self._writers[self._atlas.kind(place)](draft)
        return self.frame(draft.rng, place.host, self._atlas.title(place), blocks)

    def frame(self, rng: Random, host: int, title: str, blocks: list[str]) -> str:
        """Put blocks between header, navigation and footer."""
        language = self._layout.language(host)
        sections = range(min(len(self._layout.hosts[host].sections), _NAVIGATION_LINKS))
        shown = (self._layout.at(host, section, 0) for section in sections)
        items = [self.links.titled(rng, host, place, alias=False) for place in shown]
        if self.links.is_trapped(host):
            items += ['<a href="/calendar/2026/1">2026</a>', '<a href="/browse/a/">A-Z</a>']
        return (
            f'<!doctype html>\n<html lang="{language.code}">'
            f'<head><meta charset="utf-8"><title>{title}</title></head>\n'
            f'<body><div class="header"><a href="/">{language.home}</a></div>\n'
            f'<div class="nav">{_list(items)}</div>\n<div id="main"><h1>{title}</h1>\n'
            + "\n".join(blocks)
            + f'\n</div>\n<div class="footer"><p>{language.footer}</p></div></body></html>\n'
        )

    def _content(self, draft: Draft) -> list[str]:
        """Write an article and, beside it, links that lead elsewhere."""
        rng, place = draft.rng, draft.place
        topic, tunnels = self._atlas.topic(place), self._atlas.tunnels
        inside: list[Drawn] = []
        elsewhere: list[Drawn] = []
        for link in self.links.draw_all(rng, place.host, topic):
            tidy = rng.random() < self._params.tidiness
            (inside if (link.topic == topic) == tidy else elsewhere).append(link)
        behind = tunnels.behind.get(place)
        if behind and place in behind.region:
            inside += [Drawn(other, topic) for other in behind.region if other != place]
        article = self._article(draft, topic, inside)
        article += "".join(self._way_on(draft, tunnel) for tunnel in tunnels.entries.get(place, ()))
        return [f'<div class="article">{article}</div>', self._aside(draft, topic, elsewhere)]

    def _duplicate(self, draft: Draft) -> list[str]:
        """Write another page of the topic again, with a few sentences changed."""
        seed, place = self._params.seed, draft.place
        search = generator(_ORIGINAL, seed, *place)
        language, topic = self._layout.hosts[place.host].language, self._atlas.topic(place)
        for _ in range(20):
            original = self._layout.pick(search, language, topic)
            if original and self._layout.kind(original) == "content":
                rng, edit = generator(_PAGE, seed, *original), generator(_EDIT, seed, *place)
                return self._content(Draft(rng, original, place.host, edit))
        return self._content(draft)

    def _multi(self, draft: Draft) -> list[str]:
        """Write three blocks; the first is the largest and has the topic of the page."""
        rng, host, topic = draft.rng, draft.host, self._atlas.topic(draft.place)
        others = [other for other in self._layout.topics(host) if other != topic] or [topic]
        total = self.links.count(rng)
        blocks = []
        for share, about in ((0.5, topic), (0.25, one_of(rng, others)), (0.25, one_of(rng, others))):
            count = max(1, round(total * share))
            links = [self.links.draw(rng, host, about, self._params.tidiness) for _ in range(count)]
            blocks.append(self._block(draft, about, links, share))
        return blocks

    def _corridor(self, draft: Draft) -> list[str]:
        """Write a page about something else, with one block about the topic behind the tunnel."""
        rng, tunnel = draft.rng, self._atlas.tunnels.behind[draft.place]
        heading = one_of(rng, self._layout.words(draft.host, tunnel.topic).strong)
        more = self.links.draw(rng, draft.host, tunnel.topic, locality=1.0)
        way_on = self._way_on(draft, tunnel) + f"<p>{self._linked(draft, tunnel.topic, more)}</p>"
        blocks = self._content(draft)
        blocks.insert(int(rng.random() * 3), f'<div class="block"><h2>{heading}</h2>{way_on}</div>')
        return blocks

    def _hub(self, draft: Draft) -> list[str]:
        """Write a list of pages; some hubs mix in pages of any topic."""
        rng, host, topic = draft.rng, draft.host, self._atlas.topic(draft.place)
        mixed = rng.random() < _MIXED_HUBS
        items = []
        for member in self._layout.members(draft.place):
            items.append(self.links.titled(rng, host, member))
            if rng.random() < self._params.dead:
                items.append(self.links.write(rng, host, Drawn(None, topic)))
            elif mixed:
                items.append(self.links.write(rng, host, self.links.draw(rng, host, NOISE, locality=0.0)))
        later = self._layout.next_hubs(draft.place)
        pages = [self.links.titled(rng, host, hub, alias=False) for hub in later]
        intro = self.prose(host).sentence(rng, topic)
        return [
            f'<div class="list"><p>{intro}</p>{_list(items)}</div>',
            f'<div class="pages">{" ".join(pages)}</div>',
        ]

    def _home(self, draft: Draft) -> list[str]:
        """Write a portal: a block for every section of the host, and links to other hosts."""
        rng, host = draft.rng, draft.host
        sections = range(len(self._layout.hosts[host].sections))
        blocks = [self._section(draft, self._layout.at(host, section, 0)) for section in sections]
        partners = [PagePlace(int(rng.random() * self._params.hosts), 0) for _ in range(_PARTNERS)]
        items = [self.links.titled(rng, host, partner) for partner in partners]
        related = self._layout.language(host).related
        return [*blocks, f'<div class="aside"><h3>{related}</h3>{_list(items)}</div>']

    def _section(self, draft: Draft, first: PagePlace) -> str:
        rng, host, topic = draft.rng, draft.host, self._atlas.topic(first)
        language = self._layout.hosts[host].language
        featured = [self._layout.pick(rng, language, topic, host) for _ in range(_FEATURED)]
        items = [self.links.titled(rng, host, page) for page in featured if page]
        heading = self.links.titled(rng, host, first, alias=False)
        intro = self.prose(host).sentence(rng, topic)
        return f'<div class="block"><h2>{heading}</h2><p>{intro}</p>{_list(items)}</div>'

    def _noise(self, draft: Draft) -> list[str]:
        """Write about nothing, with links to anywhere."""
        return [self._block(draft, NOISE, self.links.draw_all(draft.rng, draft.host, NOISE))]

    def _block(self, draft: Draft, topic: int, links: list[Drawn], share: float = 1.0) -> str:
        heading = self._layout.language(draft.host).related
        if topic != NOISE:
            heading = one_of(draft.rng, self._layout.words(draft.host, topic).strong)
        return f'<div class="block"><h2>{heading}</h2>{self._article(draft, topic, links, share)}</div>'

    def _article(self, draft: Draft, topic: int, links: list[Drawn], share: float = 1.0) -> str:
        """Write paragraphs of a few sentences, each with its part of the links."""
        rng, prose, subject = draft.rng, self.prose(draft.place.host), self._subject(draft.place)
        length = self._params.sentences * share * (0.5 + rng.random())
        paragraphs = max(1, round(length / 4))
        out = []
        for number in range(paragraphs):
            sentences = prose.sentences(rng, topic, subject, max(1, round(length / paragraphs)))
            if edit := draft.edit:
                sentences = [prose.sentence(edit, topic) if edit.random() < _EDITED else s for s in sentences]
            sentences += [self._linked(draft, topic, link) for link in links[number::paragraphs]]
            out.append(f"<p>{prose.join(sentences)}</p>")
        return "\n".join(out)

    def _linked(self, draft: Draft, topic: int, link: Drawn) -> str:
        """Write a link with words beside it that are about its target, or about the block it is in."""
        prose, written = self.prose(draft.host), self.links.write(draft.rng, draft.host, link)
        return prose.join([self._side_link(draft, topic, link), prose.carrier(draft.rng, written)])

    def _aside(self, draft: Draft, topic: int, links: list[Drawn]) -> str:
        written = ((self.links.write(draft.rng, draft.host, link), link) for link in links)
        items = (f"{anchor} {self._side_link(draft, topic, link)}" for anchor, link in written)
        return f'<div class="aside"><h3>{self._layout.language(draft.host).related}</h3>{_list(items)}</div>'

    def _side_link(self, draft: Draft, topic: int, link: Drawn) -> str:
        truthful = draft.rng.random() < self._params.context_truth
        about, prose = link.topic if truthful else topic, self.prose(draft.host)
        return prose.sentence(draft.rng, about, self._subject(draft.place))

    def _way_on(self, draft: Draft, tunnel: Tunnel) -> str:
        """Write about the topic of a tunnel, with the links that lead on; anchors hint at its end."""
        rng, prose, end = draft.rng, self.prose(draft.place.host), tunnel.region[0]
        text = prose.sentences(rng, tunnel.topic, self._subject(end), 3)
        for target in tunnel.after(draft.place):
            truthful = rng.random() < self._params.anchor_truth
            anchor = self._atlas.title(end) if truthful else one_of(rng, prose.language.anchors)
            href = self.links.href(rng, draft.host, target, alias=False)
            text.append(prose.carrier(rng, f'<a href="{href}">{anchor}</a>'))
        return f"<p>{prose.join(text)}</p>"

    def _subject(self, place: PagePlace) -> int:
        """Return where in the list of its topic's terms a page has its favourites."""
        return self._atlas.draw(place) % 1000


def _list(items: Iterable[str]) -> str:
    return "<ul><li>" + "</li><li>".join(items) + "</li></ul>"
