"""What a corpus wants of an answer: its main text, the same as Markdown, and when it was written."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from lycosa.model import Fetched
from lycosa.page import encoding, mime
from lycosa.page.document import DEFAULT_LIMITS
from lycosa.page.html import tree
from lycosa.page.isolation.bounds import TooCostly, within_bounds
from lycosa.page.limits import PageLimits

if TYPE_CHECKING:
    from turbohtml import Document

_JSON_LD_VALUES = 1000
"""Values looked at in a page's structured data."""
_MARKUP_CHARS = 100_000
"""Proven cheap no further: Markdown writes the marks of all elements around a line before each line."""
_PUBLISHED = ("article:published_time", "datepublished", "dc.date", "dcterms.created", "date", "pubdate")
_MODIFIED = ("article:modified_time", "datemodified", "og:updated_time", "dcterms.modified", "last-modified")


class Content(NamedTuple):
    """The content of a page; dates are ISO 8601, empty if the page does not say."""

    text: str = ""
    markdown: str = ""
    published: str = ""
    modified: str = ""


def content_of(fetched: Fetched, limits: PageLimits = DEFAULT_LIMITS) -> Content:
    """Read an HTML answer; if no main part stands out, all of it is the content. One too costly has none."""
    try:
        return within_bounds(content_here, fetched, limits=limits)
    except TooCostly:
        return Content()


def content_here(fetched: Fetched, limits: PageLimits) -> Content:
    """Do what `content_of` does, but raise `Unproven` for a page that is not proven cheap."""
    name = encoding.sniff(fetched.body, mime.charset_of(fetched.header("content-type"))).name
    document = tree(encoding.decode(fetched.body, name), chars_max=_MARKUP_CHARS)
    main = document.main_content()
    published, modified = _dates(document)
    return Content(
        document.main_text() or document.to_text(),
        (main if main is not None else document).to_markdown(),
        published or iso_date(document.article().date or ""),
        modified or iso_date(fetched.header("last-modified")),
    )


def iso_date(text: str) -> str:
    """Return a date as ISO 8601, in UTC if it names a zone; empty if it is none."""
    stripped = text.strip()
    try:
        found = datetime.fromisoformat(stripped)
    except ValueError:
        try:
            found = parsedate_to_datetime(stripped)
        except (ValueError, IndexError, TypeError):
            return ""
    try:
        if found.tzinfo is not None:
            found = found.astimezone(UTC)
    except OverflowError:
        return ""
    plain_date = len(stripped) <= 10
    return found.date().isoformat() if plain_date else found.isoformat(timespec="seconds")


def _dates(document: Document) -> tuple[str, str]:
    """Return when a page says it was published and modified: structured data first, then its meta tags."""
    dates = dict(_structured_dates(document))
    for meta in document.find_all("meta"):
        attributes = {str(key).lower(): str(value) for key, value in dict(meta.attrs).items()}
        name = (
            attributes.get("property") or attributes.get("name") or attributes.get("itemprop") or ""
        ).lower()
        when = iso_date(attributes.get("content", ""))
        if when and name in _PUBLISHED:
            dates.setdefault("datePublished", when)
        elif when and name in _MODIFIED:
            dates.setdefault("dateModified", when)
    return dates.get("datePublished", ""), dates.get("dateModified", "")


def _structured_dates(document: Document) -> Iterator[tuple[str, str]]:
    """Give the dates in a page's JSON-LD, the first of each kind last, so that it is the one kept."""
    waiting: list[Any] = list(document.json_ld())
    found: list[tuple[str, str]] = []
    for _ in range(_JSON_LD_VALUES):
        if not waiting:
            break
        value = waiting.pop(0)
        if isinstance(value, list):
            waiting += value[:_JSON_LD_VALUES]
        elif isinstance(value, dict):
            for key in ("datePublished", "dateModified"):
                if isinstance(value.get(key), str) and (when := iso_date(value[key])):
                    found.append((key, when))
            waiting += [item for item in value.values() if isinstance(item, dict | list)]
    return iter(found[::-1])
