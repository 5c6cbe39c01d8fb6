"""What a strategy has learned, kept so that a resumed crawl goes on with it.

A small state is kept with every step, in the step's transaction; a large one when the crawl says it. At
resume the visits after it are gone through again in their order: pages are read from the archive, judged and
expanded, and the strategy learns from the outcome of each, which brings it to where it was. Links and
expansions are in the database already and not taken in again. A strategy with a large state that also
changes when it chooses (not only when it judges, expands and learns) resumes close to where it was, not
exactly there.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from struct import unpack
from zlib import crc32

from lycosa.engine.learning.feedback import teach
from lycosa.engine.learning.learned import Learned
from lycosa.errors import Kind
from lycosa.model import Fetched, Page, Queued, Visit
from lycosa.page import PageLimits, analyse
from lycosa.store.reader import read_answer
from lycosa.store.tables.judged import taught_since
from lycosa.store.tables.meta import get_meta, set_meta
from lycosa.strategy.base import Revising, Strategy

_ALL = "all"
"""Instead of a number of visits: the state is kept with every step."""

_VISITS = """SELECT number, links.id, url, name, depth, parent, priority, parts, status, error, location,
    score, same_as FROM visits JOIN links ON links.id = visits.link JOIN hosts ON hosts.id = links.host
    WHERE number >= ? ORDER BY number"""


def save_learned(connection: sqlite3.Connection, learned: Learned) -> None:
    """Keep a state in place of the one before."""
    set_meta(connection, "strategy.state", learned.text)
    set_meta(connection, "strategy.visits", _ALL if learned.lasting else learned.visits)
    connection.execute("DELETE FROM learned")
    arrays = ((key, bytearray(value)) for key, value in learned.arrays.items())
    connection.executemany("INSERT INTO learned VALUES (?, ?)", arrays)
    set_meta(connection, "strategy.check", _checksum(learned.text, learned.arrays))


def learned_is_whole(connection: sqlite3.Connection) -> bool:
    """Whether all of the state kept is there, as far as it says how to tell."""
    text, check = (get_meta(connection, key) for key in ("strategy.state", "strategy.check"))
    arrays = dict(connection.execute("SELECT key, value FROM learned"))
    return text is None or check is None or str(check) == str(_checksum(str(text), arrays))


def _checksum(text: str, arrays: Mapping[str, bytes]) -> int:
    check = crc32(text.encode())
    for key, value in sorted(arrays.items()):
        check = crc32(value, crc32(key.encode(), check))
    return check


def restore_strategy(connection: sqlite3.Connection, strategy: Strategy) -> int | None:
    """Give a strategy the state kept; return the first visit it does not take in, None if it takes in all."""
    text = get_meta(connection, "strategy.state")
    if text is not None:
        arrays = dict(connection.execute("SELECT key, value FROM learned"))
        strategy.restore(Learned(text, arrays, 0).state())
    covered = get_meta(connection, "strategy.visits")
    return None if covered == _ALL else int(covered or 0)


def relearn(
    connection: sqlite3.Connection, folder: Path, strategy: Strategy, since: int, limits: PageLimits
) -> int:
    """Let a strategy have the visits from one on once more; return how many pages had to be read again."""
    pages = 0
    judge = strategy.revisable if isinstance(strategy, Revising) else None
    answers = deque(taught_since(connection, since))
    for visit, judged in _visits(connection, folder, since, limits, layout=strategy.reads_layout):
        while answers and answers[0][0] <= visit.number:
            teach(judge, *answers.popleft()[1:])
        pages += visit.page is not None
        if visit.page is not None and judged:
            judgement = strategy.judge(visit.page)
            strategy.expand(visit.page, judgement, visit.link)
            visit = replace(visit, judgement=judgement)  # noqa: PLW2901  # the same, judged
        strategy.learn(visit.outcome)
    return pages


def _visits(
    connection: sqlite3.Connection, folder: Path, since: int, limits: PageLimits, *, layout: bool
) -> Iterator[tuple[Visit, bool]]:
    """Give the visits from one on, with their pages, and whether each was judged."""
    for row in connection.execute(_VISITS, (since,)).fetchall():
        number, link, url, host, depth, parent, priority, parts, status, error, location, score, copied = row
        values = unpack(f"<{len(parts) // 4}f", parts)
        queued = Queued(link, url, host, depth, parent, priority, values)
        fetched = Fetched(url, status, location=location or "")
        page: Page | Kind | None = None
        if score is not None or copied is not None:
            answer = read_answer(connection, folder, number)
            page = None if answer is None else analyse(answer, limits, layout=layout)
        read = page if isinstance(page, Page) else None
        kind = Kind(error) if error else None
        yield Visit(number, queued, fetched, read, None, kind), score is not None
