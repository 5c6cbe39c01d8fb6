"""What pages about a topic have in common: the words their readers see, and their language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import compress

from lycosa.model import Page


def visible_tokens(page: Page) -> Iterable[str]:
    """Return the words of a page that its reader sees; attribute text is tag group 0."""
    return compress(page.tokens, page.groups)


def language_of(pages: Iterable[Page]) -> str:
    """Return the language of most pages; empty if none has one."""
    languages = Counter(page.language for page in pages if page.language)
    return languages.most_common(1)[0][0] if languages else ""
