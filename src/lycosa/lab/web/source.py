"""What readers of frozen webs yield: pages, redirects, and URLs whose page repeats another's."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from lycosa.lab.web.base import WebPage


class Redirect(NamedTuple):
    """`alias` answers with a redirect to `target`."""

    alias: str
    target: str


class Repeat(NamedTuple):
    """`url` shows the same page as `original` (a revisit record of an archive)."""

    url: str
    original: str


Record: TypeAlias = WebPage | Redirect | Repeat
