"""Links that another crawl is responsible for: in go the pages that show them, out comes what to tell it.

Several crawls may share the web, each with hosts of its own. A page then has links that its crawl must not
follow. What it knows of them is a `Referral`: enough for the crawl whose links they are to take them
in as if it had read the page itself.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain
from typing import Any, NamedTuple, cast

from lycosa.engine.links.gate import Gate
from lycosa.engine.links.offered import Offered
from lycosa.errors import Kind
from lycosa.model import Block, Expansion, Judgement, Page, PageLinks, Proposal, Proposals, Queued
from lycosa.text.cache import BoundedCache
from lycosa.tokens import Tokens
from lycosa.url import host_of


class ReferredLink(NamedTuple):
    """A link as the page of another crawl shows it."""

    url: str
    anchor: str
    words: tuple[str, ...]
    """The anchor's tokens."""
    block: int
    rel: tuple[str, ...]
    parts: tuple[float, ...]
    """What it is worth to the crawl that found it; empty if only its own crawl is asked."""


referred_link_of = cast("Callable[[tuple[Any, ...]], ReferredLink]", partial(tuple.__new__, ReferredLink))
_EMPTY = Block((), ())


@dataclass(frozen=True, slots=True)
class Referral:
    """A page, with those of its links that are another crawl's; or the target of a redirect."""

    url: str
    depth: int
    links: tuple[ReferredLink, ...]
    relevant: bool = False
    score: float = 0.0
    """What the judge said of the page."""
    language: str = ""
    chain: tuple[str, ...] = ()
    """For a redirect, the URLs that led to its target, the last one included."""

    def page(self) -> Page:
        """Return the page with nothing on it but these links."""
        urls, anchors, words, blocks, rels, _ = zip(*self.links, strict=True) if self.links else ((),) * 6
        stops = list(accumulate(map(len, words)))
        numbers = array("i")
        places: dict[int, list[int]] = {}
        for place, (start, stop, block) in enumerate(zip((0, *stops), stops, blocks, strict=False)):
            numbers.extend((start, stop, start, stop, start, stop, block, -1))
            places.setdefault(block, []).append(place)
        shown = [_EMPTY] * (max(places, default=-1) + 1)
        for block, shows in places.items():
            if block >= 0:
                shown[block] = Block((), tuple(shows))
        tokens = tuple(chain.from_iterable(words))
        return Page(
            self.url,
            language=self.language,
            tokens=tokens,
            groups=bytes(len(tokens)),
            blocks=tuple(shown),
            links=PageLinks(list(urls), list(anchors), numbers, rels if any(rels) else ()),
        )

    def as_found(self, page: Page) -> Expansion:
        """Return the links of the page for what they are worth to the crawl that found them."""
        return Expansion(tuple(map(Proposal, page.links, (link.parts for link in self.links))))


class Referrals:
    """What a crawl has to tell others since the last step."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._new: list[Referral] = []
        self._owned: BoundedCache[str, bool] = BoundedCache()
        """By the start of a URL, which ends with its host: there are few of them."""

    @property
    def shared(self) -> bool:
        """Whether there is any other crawl."""
        return self._gate.shared

    def add(
        self,
        link: Queued,
        page: Page,
        judgement: Judgement | None,
        proposals: Sequence[Proposal],
        *,
        valued: bool,
    ) -> None:
        """Take note of the links of a page that others are responsible for.

        Unless they are `valued`, it is for others to say what they are worth.
        """
        if not self._gate.shared:
            return
        closed = ("nofollow",) if page.robots & {"nofollow", "none"} else ()
        depth = link.depth + 1
        urls, parts, keeps, shown_at = Offered.of(proposals)
        owned = self._owned
        places = [
            place
            for place, (url, keep) in enumerate(zip(urls, keeps, strict=False))
            if keep
            and not (owned[start] if (start := url[: url.find("/", 8)]) in owned else self._owns(url))
            and self._elsewhere(url, depth, closed or shown_at(place)[2])
        ]
        if not places:
            return
        links = tuple(
            ReferredLink(urls[place], anchor, words, block, rel, parts[place] if valued else ())
            for place, words in zip(places, _words_of(page, proposals, places), strict=True)
            for anchor, block, rel in (shown_at(place),)
        )
        relevant, score = (judgement.relevant, judgement.score) if judgement else (False, 0.0)
        self._new.append(Referral(link.url, link.depth, links, relevant, score, page.language))

    def redirect(self, link: Queued, target: str, chain: tuple[str, ...]) -> bool:
        """Take note of a redirect; return whether its target is another crawl's."""
        elsewhere = not self._owns(target) and self._elsewhere(target, link.depth, ())
        if elsewhere:
            only = ReferredLink(target, "", (), -1, (), link.parts)
            self._new.append(Referral(link.url, link.depth, (only,), chain=chain))
        return elsewhere

    def _owns(self, url: str) -> bool:
        start = url[: url.find("/", 8)]
        return self._owned.remember(start, self._gate.owns(host_of(url)))

    def _elsewhere(self, url: str, depth: int, rel: tuple[str, ...]) -> bool:
        """Whether there is no other reason not to follow a link than that it is another crawl's."""
        return self._gate.refuses(url, host_of(url), depth, rel) is Kind.ELSEWHERE

    def news(self) -> tuple[Referral, ...]:
        """Return what is to be told since the last time."""
        news, self._new = tuple(self._new), []
        return news


def _words_of(page: Page, proposals: Sequence[Proposal], places: Sequence[int]) -> list[tuple[str, ...]]:
    """Return the words of a few of the links proposed on a page; no others of the page are made for that."""
    if isinstance(proposals, Proposals):
        spans = [proposals.links.words_at(place) for place in places]
    else:
        spans = [proposals[place].link.words for place in places]
    tokens = page.tokens
    if isinstance(tokens, Tokens):
        return [tokens.few(start, stop) for start, stop in spans]
    return [tokens[start:stop] for start, stop in spans]
