"""The pages that people are asked about, as they are shown: title, first words, what decided."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from lycosa.errors import LycosaError
from lycosa.model import Page
from lycosa.page import analyse
from lycosa.store.reader import read_answer
from lycosa.store.repair.damage import ask_state
from lycosa.store.tables.labels import to_ask
from lycosa.store.tables.strategy_state import restore_strategy
from lycosa.strategy.base import Strategy
from lycosa.text.written import as_written
from lycosa.topic import Contribution

WORDS_SHOWN = 6
SNIPPET = 300
"""Letters shown of a page."""
_PAGE = """SELECT links.url, coalesce(title, ''), score, relevant FROM visit_list
    JOIN links ON links.id = visit_list.link WHERE number = ?"""


Explain: TypeAlias = Callable[[Page], Sequence[Contribution]]


class AskedPage(NamedTuple):
    """A page to be labelled."""

    visit: int
    chosen: str
    """`uncertain` or `random`."""
    url: str
    title: str
    snippet: str
    score: float
    relevant: bool
    words_for: tuple[str, ...]
    words_against: tuple[str, ...]
    """Words that decided, the heaviest first, as they stand on the page."""


def asked_pages(folder: Path, count: int, strategy: Strategy) -> list[AskedPage]:
    """Return the pages to ask about next; the strategy, as it begins, gets what it had learned."""

    def read(db: sqlite3.Connection) -> list[AskedPage]:
        asked = to_ask(db, count)
        restore_strategy(db, strategy)
        explain = getattr(getattr(strategy, "judge_of_pages", None), "explain", None)
        return [_asked(db, folder, visit, chosen, explain) for visit, chosen in asked]

    return ask_state(folder, read)


def _asked(
    db: sqlite3.Connection, folder: Path, visit: int, chosen: str, explain: Explain | None
) -> AskedPage:
    url, title, score, relevant = db.execute(_PAGE, (visit,)).fetchone()
    page = _read(db, folder, visit)
    snippet = "" if page is None else " ".join(page.text.split())[:SNIPPET]
    rows = explain(page) if explain is not None and page is not None else []
    words = [row for row in rows if row.term.isalnum()]
    heaviest = sorted(words, key=lambda row: -row.amount)
    for_it = [row.term for row in heaviest[:WORDS_SHOWN] if row.amount > 0]
    against = [row.term for row in heaviest[: -WORDS_SHOWN - 1 : -1] if row.amount < 0]
    shown = [() if page is None else tuple(as_written(stems, page)) for stems in (for_it, against)]
    return AskedPage(visit, chosen, url, title, snippet, score, bool(relevant), *shown)


def _read(db: sqlite3.Connection, folder: Path, visit: int) -> Page | None:
    """Return a page from the archive; None if its record cannot be read."""
    try:
        answer = read_answer(db, folder, visit)
    except LycosaError:
        return None
    page = analyse(answer) if answer is not None else None
    return page if isinstance(page, Page) else None
