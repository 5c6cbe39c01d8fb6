"""The text a reader came for, without menus and footers: for corpora, not for judging."""

from __future__ import annotations

from lycosa.model import Fetched
from lycosa.page import encoding, mime
from lycosa.page.html import tree


def main_text(fetched: Fetched) -> str:
    """Return the main text of an HTML answer; all its text if no main part stands out."""
    name = encoding.sniff(fetched.body, mime.charset_of(fetched.header("content-type"))).name
    document = tree(encoding.decode(fetched.body, name))
    return document.main_text() or document.to_text()
