"""The text a reader came for, without menus and footers: for corpora, not for judging."""

from __future__ import annotations

from lycosa.model import Fetched
from lycosa.page import encoding, mime
from lycosa.page.html import tree
from lycosa.page.limits import PageLimits
from lycosa.page.supervised import TooCostly, within_bounds


def main_text(fetched: Fetched) -> str:
    """Return the main text of an HTML answer; all its text if no main part stands out, none if too costly."""
    try:
        return within_bounds(main_text_here, fetched, limits=PageLimits())
    except TooCostly:
        return ""


def main_text_here(fetched: Fetched, limits: PageLimits) -> str:
    """Do what `main_text` does, but raise `Unproven` for a page that is not proven cheap."""
    name = encoding.sniff(fetched.body, mime.charset_of(fetched.header("content-type"))).name
    document = tree(encoding.decode(fetched.body, name))
    return document.main_text() or document.to_text()
