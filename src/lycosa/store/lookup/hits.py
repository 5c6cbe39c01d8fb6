"""What a search brings: hits with their passages; and what it may be narrowed to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from html import escape

from lycosa.errors import LycosaError
from lycosa.search.snippet import NO_SNIPPET, Snippet
from lycosa.text.given import given_language

Day = date | datetime | str


@dataclass(frozen=True)
class Filter:
    """Which pages may be found."""

    everything: bool = False
    """All pages read, and not the relevant ones only."""
    host: str = ""
    """Only pages of this host and of hosts below it."""
    language: str = ""
    """Only pages in this language, a two-letter code."""
    topic: int | None = None
    """Only pages of this sub-topic."""
    since: Day = ""
    """Only pages fetched on this day or later."""
    until: Day = ""
    """Only pages fetched on this day or before."""

    def __post_init__(self) -> None:
        given_language(self.language)

    def span(self) -> tuple[float, float]:
        """Return from when until when pages may be fetched, in seconds since the epoch."""
        since = _moment(self.since, end=False) if self.since else float("-inf")
        return since, _moment(self.until, end=True) if self.until else float("inf")


@dataclass(frozen=True)
class SearchHit:
    """A page that was found."""

    url: str
    title: str
    host: str
    language: str
    relevant: bool
    score: float
    """Relevance, as the judge last saw it."""
    fit: float
    """How well it fits the query: BM25; or the page it is compared with: from -1 to 1."""
    fetched_at: str
    """ISO 8601, in UTC."""
    topic: int | None
    """Its sub-topic, if it has one."""
    visit: int
    snippet: Snippet = NO_SNIPPET

    def __repr__(self) -> str:
        return f"<hit {self.url!r}: {self.title!r}, fit {self.fit:.2f}>"


class Hits(list[SearchHit]):
    """What was found, best first; `found` says how many pages fit before any filter."""

    def __init__(self, hits: Iterable[SearchHit], found: int) -> None:
        super().__init__(hits)
        self.found = found

    def _repr_html_(self) -> str:
        """Show a notebook what was found; everything that comes from pages is text."""
        rows = "".join(
            f'<tr><td>{hit.fit:.1f}</td><td><a href="{escape(hit.url)}" rel="noopener noreferrer">'
            f"{escape(hit.title or hit.url)}</a><br><small>{_marked_html(hit.snippet)}</small></td></tr>"
            for hit in self
        )
        return f"<table><caption>{len(self)} of {self.found}</caption>{rows}</table>"


def _moment(day: Day, *, end: bool) -> float:
    """Return when a day begins, or ends, in seconds since the epoch; a time of day counts as it is."""
    try:
        read = datetime.fromisoformat(day) if isinstance(day, str) else day
    except ValueError as error:
        raise LycosaError(f"{day!r} is no date such as 2026-01-31") from error
    whole_day = not isinstance(read, datetime) or (isinstance(day, str) and len(day) <= len("2026-01-31"))
    moment = read if isinstance(read, datetime) else datetime(read.year, read.month, read.day)
    moment = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return moment.timestamp() + (86_400.0 if whole_day and end else 0.0)


def _marked_html(shown: Snippet) -> str:
    parts, done = [], 0
    for start, stop in shown.marks:
        parts += [escape(shown.text[done:start]), f"<mark>{escape(shown.text[start:stop])}</mark>"]
        done = stop
    return "".join((*parts, escape(shown.text[done:])))
