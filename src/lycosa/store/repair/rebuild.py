"""Brings a salvaged database and the WARC files to agree: every record has its visit, every number its row.

What is derived: where each record is; visits, links and hosts that only the archive still knows; counts. What
cannot be is filled in so that a crawl can go on: a link whose address is lost becomes one never asked for.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from lycosa.errors import Kind
from lycosa.frontier import State
from lycosa.store.repair.archived import ArchivedRecords, StoredRecord
from lycosa.store.repair.recount import recount
from lycosa.store.tables.meta import get_meta, set_meta
from lycosa.store.tables.strategy_state import learned_is_whole
from lycosa.store.warc.scan import ScannedFile

_NUMBERED = (
    *(("links", "id"), ("visits", "number"), ("visits", "link")),
    *(("edges", "visit"), ("news", "visit")),
)
"""Columns whose values are given in order, from 0."""
_LEAST_ROW_BYTES = 40
"""No row of a link or a visit is smaller."""
LOST_URL = "http://lost.invalid/{}"


class Rebuild:
    """Mends one database, given the WARC files by their serial number."""

    def __init__(
        self,
        made: sqlite3.Connection,
        files: Mapping[int, ScannedFile],
        *,
        strategy: str,
        parts: int | None,
        state_bytes: int,
    ) -> None:
        self._made = made
        self._files = files
        self._strategy = strategy
        self._parts = parts
        self._archived = ArchivedRecords(files)
        self._most_rows = state_bytes // _LEAST_ROW_BYTES + 2 * len(self._archived) + 1000
        self._changes: list[str] = []
        self._answers: dict[int, StoredRecord] = {}
        self.new_archive = ""
        """Name of a file that the crawl is to go on with; empty if with the last."""

    def run(self) -> list[str]:
        """Mend everything; return what was done."""
        self._made.execute("BEGIN")
        self._mend_identity()
        self._drop_impossible_rows()
        self._answers = self._answers_by_visit()
        self._mend_archives()
        self._mend_places()
        self._fill_links()
        self._adopt_visits()
        self._spare_unknown_records()
        self._changes += recount(self._made, self._parts)
        if self._changes:
            self._made.execute(
                "INSERT INTO events (at, kind, text) VALUES (?, 'repair', ?)",
                (time.time(), "; ".join(self._changes)),
            )
        self._made.execute("COMMIT")
        return self._changes

    def _say(self, count: int, what: str) -> None:
        if count:
            self._changes.append(f"{count} {what}")

    def _answers_by_visit(self) -> dict[int, StoredRecord]:
        crawl = UUID(str(get_meta(self._made, "crawl")))
        (last,) = self._made.execute("SELECT coalesce(max(number), -1) FROM visits").fetchone()
        return self._archived.answers_by_visit(crawl, max(last, self._most_rows))

    # Rows

    def _drop_impossible_rows(self) -> None:
        """Drop numbers that no crawl of this size can have given: they would have to be counted up to."""
        for table, column in _NUMBERED:
            count = self._made.execute(
                f"DELETE FROM {table} WHERE {column} NOT BETWEEN 0 AND ?",  # noqa: S608
                (self._most_rows,),
            ).rowcount
            self._say(count, f"rows of {table} had an impossible {column}")

    def _mend_identity(self) -> None:
        """See that the crawl has its id, its strategy, and what the strategy learned if it is whole."""
        made = self._made
        try:
            UUID(str(get_meta(made, "crawl")))
        except ValueError:
            set_meta(made, "crawl", str(self._archived.identity()))
            self._changes.append("the crawl's id is the one in its archive")
        if not isinstance(get_meta(made, "strategy"), str):
            strategy = self._archived.strategy() or self._strategy
            if strategy:
                set_meta(made, "strategy", strategy)
                self._changes.append(f"the strategy is {strategy}, by the archive or crawl.toml")
        for key in ("strategy.state", "evidence"):
            if not _is_json(get_meta(made, key)) and get_meta(made, key) is not None:
                made.execute("DELETE FROM meta WHERE key IN (?, 'strategy.visits')", (key,))
                self._changes.append(f"{key} was not readable; resume makes it again from the pages")
        if not learned_is_whole(made):
            made.execute("DELETE FROM meta WHERE key LIKE 'strategy.%'")
            made.execute("DELETE FROM learned")
            self._changes.append("what was learned was not whole; resume learns again from the pages")
        covered = get_meta(made, "strategy.visits")
        if get_meta(made, "strategy.state") is None or not (covered == "all" or str(covered).isdigit()):
            made.execute("DELETE FROM meta WHERE key = 'strategy.visits'")

    def _mend_archives(self) -> None:
        """See that the table names the files that are there."""
        rows = dict(self._made.execute("SELECT id, name FROM archives"))
        there = {serial: file.path.name for serial, file in self._files.items()}
        if rows != there:
            self._made.execute("DELETE FROM archives")
            self._made.executemany("INSERT INTO archives (id, name) VALUES (?, ?)", there.items())
            changed = sum(rows.get(serial) != there.get(serial) for serial in {*rows, *there})
            self._say(changed, "archives were missing, unknown or misnamed")

    def _mend_places(self) -> None:
        """See that every visit knows where its record is, or that it has none."""
        moved, lost = [], []
        for number, *known in self._made.execute(
            "SELECT number, archive, record_offset, record_bytes FROM visits"
        ):
            stored = self._answers.get(number)
            if stored is not None:
                place = [stored.serial, stored.record.offset, stored.record.length]
                if known != place:
                    moved.append((*place, number))
            elif known != [None] * 3:
                lost.append((None, None, None, number))
        self._made.executemany(
            "UPDATE visits SET archive = ?, record_offset = ?, record_bytes = ? WHERE number = ?",
            moved + lost,
        )
        self._say(len(moved), "records were found elsewhere than the database said")
        self._say(len(lost), "visits have lost their record; what is known of them stays")

    def _spare_unknown_records(self) -> None:
        """Have the crawl go on in another file if the last one ends with records that no visit has.

        A crawl that is taken up cuts off what lies beyond the last record it knows.
        """
        last = max(self._files, default=None)
        if last is None:
            return
        (known,) = self._made.execute(
            "SELECT coalesce(max(record_offset + record_bytes), 0) FROM visits WHERE archive = ?", (last,)
        ).fetchone()
        records = self._files[last].records
        if records and records[-1].offset + records[-1].length > known:
            stamp = time.strftime("%Y%m%d%H%M%S", time.gmtime())
            self.new_archive = f"lycosa-{stamp}-{last + 1:05}.warc.gz"
            self._made.execute("INSERT INTO archives (id, name) VALUES (?, ?)", (last + 1, self.new_archive))
            self._changes.append("records of no visit are kept at the end of the last archive")

    def _fill_links(self) -> None:
        """Fill gaps in the numbers of links: by the address in a record, else with one never asked for."""
        made = self._made
        (last,) = made.execute(
            "SELECT max(coalesce((SELECT max(id) FROM links), -1),"
            " coalesce((SELECT max(link) FROM visits), -1))"
        ).fetchone()
        made.execute("DELETE FROM links WHERE typeof(url) <> 'text'")
        there = {id for (id,) in made.execute("SELECT id FROM links")}
        visits: dict[int, int] = dict(made.execute("SELECT link, max(number) FROM visits GROUP BY link"))
        missing = [id for id in range(last + 1) if id not in there]
        saved = 0
        for id in missing:
            stored = self._answers.get(visits.get(id, -1))
            url = stored.url if stored else None
            saved += url is not None
            self._insert_link(id, url or LOST_URL.format(id), visits.get(id))
        self._say(saved, "links were taken from the archive")
        self._say(len(missing) - saved, "links are lost; their numbers are kept")

    def _insert_link(
        self,
        id: int,
        url: str,
        visit: int | None,
        *,
        parent: int = -1,
        depth: int = 0,
        anchor: str = "",
    ) -> None:
        state = State.SKIPPED if visit is None else State.DONE
        refused = str(Kind.BAD_URL) if visit is None else None
        self._made.execute(
            "INSERT INTO links (id, url, host, depth, parent, block, state, shown, priority, visit, refused,"
            " parts, anchor) VALUES (?, ?, -1, ?, ?, -1, ?, 1, 0.0, ?, ?, ?, ?)",
            (id, url, depth, parent, state, visit, refused, b"", anchor),
        )

    def _adopt_visits(self) -> None:
        """Make a row for every answer in the archive that the database has lost."""
        there = {number for (number,) in self._made.execute("SELECT number FROM visits")}
        lost = sorted(self._answers.keys() - there)
        if not lost:
            return
        ids: dict[str, int] = dict(self._made.execute("SELECT url, id FROM links"))
        for number in lost:
            stored = self._answers[number]
            url = stored.url or LOST_URL.format(number)
            facts = self._archived.judgements.get(stored.record.id, {})
            link = ids.get(url)
            if link is None:
                link = ids[url] = len(ids)
                parent = ids.get(str(facts.get("parent", "")), -1)
                depth = facts.get("depth", 0)
                anchor = str(facts.get("anchor", ""))
                depth = depth if isinstance(depth, int) else 0
                self._insert_link(link, url, number, parent=parent, depth=depth, anchor=anchor)
            else:
                self._made.execute("UPDATE links SET state = 2, visit = ? WHERE id = ?", (number, link))
            self._insert_visit(self._archived.visit_row(number, link, url, stored))
        self._say(len(lost), "visits were taken from the archive")

    def _insert_visit(self, values: dict[str, Any]) -> None:
        marks = ", ".join(f":{name}" for name in values)
        self._made.execute(f"INSERT INTO visits ({', '.join(values)}) VALUES ({marks})", values)  # noqa: S608


def _is_json(text: object) -> bool:
    try:
        json.loads(str(text))
    except ValueError:
        return False
    return True
