"""The text a reader came for, without menus and footers: for corpora, not for judging."""

from __future__ import annotations

import turbohtml

from lycosa.model import Fetched
from lycosa.page import encoding, mime


def main_text(fetched: Fetched) -> str:
    """Return the main text of an HTML answer; all its text if no main part stands out."""
    media = mime.parse_content_type(fetched.header("content-type"))
    name = encoding.sniff(fetched.body, media.charset if media else "").name
    document = turbohtml.parse(encoding.decode(fetched.body, name), positions=False)
    return document.main_text() or document.to_text()
