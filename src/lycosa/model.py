"""The frozen values that travel: what was fetched, what a page says, what was decided.

A page's text is one stream of tokens in document order. Everything else that has text (an anchor,
the words around it, a block) is a `Span` of that stream, so a page is tokenised once and never again.

A page's links and blocks are columns too (`lycosa.places`). `Link`, `Block`, `Span` and `Proposal` are
named tuples and not dataclasses because a crawl may make hundreds of them for every page, and a tuple is
built several times faster.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, cast

from lycosa.errors import Kind
from lycosa.places import Block, Link, PageBlocks, PageLinks, Proposal, Proposals, Span, proposal_of

if TYPE_CHECKING:
    from lycosa.tokens import Tokens

__all__ = [
    "JSON",
    "LINE_END",
    "Block",
    "Exchange",
    "Expansion",
    "Fetched",
    "Judgement",
    "Link",
    "Outcome",
    "OutcomeKind",
    "Page",
    "PageBlocks",
    "PageLinks",
    "Proposal",
    "Proposals",
    "Queued",
    "SavedState",
    "Span",
    "Visit",
    "proposal_of",
    "queued_of",
    "visible_text",
]

JSON: TypeAlias = "bool | int | float | str | list[JSON] | dict[str, JSON] | None"
"""Plain data."""
SavedState: TypeAlias = "Mapping[str, JSON | bytes | SavedState]"
"""What a plug-in has learned, from `state()` to `restore()`: plain data, bytes, and states of its parts."""

LINE_END = "\0"
"""Stands between the lines of a page's visible text; no parsed text holds it."""


def visible_text(flow: str) -> str:
    """Return text without the white space that a reader would not see, its lines ended as usual."""
    return "\n".join(filter(None, (" ".join(line.split()) for line in flow.split(LINE_END))))


@dataclass(frozen=True, slots=True)
class Exchange:
    """What went over the wire for one request, kept for the archive."""

    request: bytes
    """Request line and headers."""
    head: bytes
    """Status line and headers of the answer."""
    payload: bytes
    """Body of the answer as received, content encoding still on, transfer encoding removed."""
    address: str
    """The address that was connected to."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """What asking for one URL gave: an answer, or the kind of error."""

    url: str
    status: int = 0
    headers: tuple[tuple[str, str], ...] = ()
    """Names in lower case, in the order received."""
    body: bytes = b""
    """Content encoding removed."""
    error: Kind | None = None
    detail: str = ""
    """For people: what exactly went wrong."""
    location: str = ""
    """Target of a redirect, absolute; empty for any other answer."""
    truncated: bool = False
    fetched_at: float = 0.0
    """Seconds since the epoch."""
    elapsed_s: float = 0.0
    retry_after_s: float | None = None
    exchange: Exchange | None = None

    def __repr__(self) -> str:
        """Say in one line what came; a body is no text."""
        came = self.error or f"{self.status}, {len(self.body)} bytes"
        return f"<answer of {self.url!r}: {came}>"

    def header(self, name: str) -> str:
        """Return the first header of that (lower-case) name, or an empty string."""
        return next((value for key, value in self.headers if key == name), "")


@dataclass(frozen=True, slots=True)
class Page:
    """A parsed document. Nobody downstream sees HTML again.

    Its layout (segments, paths of links) is there only in crawls whose strategy `reads_layout`.
    """

    url: str
    title: str = ""
    description: str = ""
    language: str = ""
    """Two-letter code; empty when unknown."""
    encoding: str = "utf-8"
    flow: str = ""
    """Visible text with all its white space, and `LINE_END` between lines."""
    tokens: Tokens | tuple[str, ...] = ()
    """Stemmed words without stop words, in document order."""
    groups: bytes = b""
    """For each token its tag group, 1 (title, h1) to 5 (other); 0 is attribute text."""
    blocks: PageBlocks | tuple[Block, ...] = ()
    """Innermost divisions (CBS, Liu et al. 2025)."""
    segments: PageBlocks | tuple[Block, ...] = ()
    """Content blocks (CBP, Peng and Liu 2013); empty without layout."""
    links: PageLinks | tuple[Link, ...] = ()
    links_dropped: int = 0
    """Links beyond the limit for one page."""
    canonical: str = ""
    """Canonical hint of the page about itself, absolute; empty if none."""
    refresh: str = ""
    """Target of an immediate meta refresh, absolute; empty if none."""
    robots: frozenset[str] = frozenset()
    """Directives to crawlers in lower case: noindex, nofollow, none …"""

    def __repr__(self) -> str:
        """Say in one line which page it is; its words are in `tokens` and `flow`."""
        return f"<page {self.url!r}: {self.title!r}, {len(self.tokens)} words, {len(self.links)} links>"

    @property
    def text(self) -> str:
        """Visible text, as a reader would see it. Made anew each time: few ask for it."""
        return visible_text(self.flow)

    def at(self, span: Span) -> tuple[str, ...]:
        """Return the tokens of a span."""
        return self.tokens[span.start : span.stop]

    def of_block(self, block: Block) -> tuple[tuple[str, ...], bytes]:
        """Return tokens and tag groups of a block."""
        if len(block.spans) == 1:
            start, stop = block.spans[0]
            return self.tokens[start:stop], self.groups[start:stop]
        tokens = tuple(t for a, b in block.spans for t in self.tokens[a:b])
        return tokens, b"".join(self.groups[a:b] for a, b in block.spans)


class Judgement(NamedTuple):
    """Whether a page is about the topic, how much, and why."""

    relevant: bool
    score: float
    parts: tuple[tuple[str, float], ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Expansion:
    """What a strategy makes of one page: its links ranked, and news about queued links."""

    proposals: Sequence[Proposal] = ()
    updates: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """New parts for links already queued, by URL; they replace the old ones."""
    revived: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """Links discarded earlier that are to be queued after all, by URL, with their parts."""
    reweigh: bool = False
    """The strategy's weights have changed: compute every queued priority anew."""


class Queued(NamedTuple):
    """A link as the frontier knows it."""

    id: int
    url: str
    host: str
    depth: int
    parent: int
    """Id of the link on whose page it was first found; -1 for a seed."""
    priority: float
    parts: tuple[float, ...]


queued_of = cast("Callable[[tuple[Any, ...]], Queued]", partial(tuple.__new__, Queued))

_COPIES = frozenset({Kind.DUPLICATE, Kind.NEAR_DUPLICATE, Kind.SOFT_404})


@dataclass(frozen=True, slots=True)
class Visit:
    """One step of a crawl: the link taken, what came of it, what was decided."""

    number: int
    link: Queued
    fetched: Fetched
    page: Page | None
    judgement: Judgement | None
    error: Kind | None
    found: int = 0
    """Links on the page that were new to the crawl."""
    same_as: int = -1
    """Number of the visit whose page this one repeats; -1 if none."""

    def __repr__(self) -> str:
        """Say in one line what came of it."""
        came = "relevant" if self.relevant else str(self.error or "not relevant")
        return f"<visit {self.number} {self.url!r}: {came}, score {self.score:.3f}>"

    @property
    def url(self) -> str:
        """The URL that was asked for."""
        return self.link.url

    @property
    def relevant(self) -> bool:
        """Whether there is a page and it counts as relevant."""
        return self.error is None and self.judgement is not None and self.judgement.relevant

    @property
    def score(self) -> float:
        """The page's relevance; 0 if there is no page."""
        return self.judgement.score if self.judgement else 0.0

    @property
    def outcome(self) -> Outcome:
        """What a strategy may learn from the visit."""
        kind: OutcomeKind
        if self.error in _COPIES:
            kind = "duplicate"
        elif self.judgement is not None:
            kind = "page"
        else:
            kind = "redirect" if self.error is None and self.fetched.location else "error"
        target = self.fetched.location if kind == "redirect" else ""
        return Outcome(self.number, kind, self.link, self.page, self.judgement, self.error, target)


OutcomeKind: TypeAlias = Literal["page", "redirect", "error", "duplicate"]


class Outcome(NamedTuple):
    """What came of asking for a link."""

    number: int
    """Of the visit; visits count from 0."""
    kind: OutcomeKind
    """`page`: judged, its links ranked. `duplicate`: much like an earlier page, or what the site shows for
    pages it does not have; judged only if it has something of its own. `redirect`: `target` takes its
    place. `error`: no page, for now or for good."""
    link: Queued
    page: Page | None = None
    judgement: Judgement | None = None
    error: Kind | None = None
    """May be set for a page as well: one that asks not to be indexed."""
    target: str = ""
    """Where a redirect leads."""
