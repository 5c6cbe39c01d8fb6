"""Puts right what a salvaged database says of its own rows: values out of range, parts, hosts, counts."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter

from lycosa.engine.tally import Tally
from lycosa.errors import Kind
from lycosa.store.tables.counts import PAGE_ERRORS
from lycosa.store.tables.edges import are_edges
from lycosa.store.tables.meta import get_meta, set_meta
from lycosa.url import host_of

_ODD_VALUES = (
    "UPDATE visits SET fetched_at = 0.0 WHERE typeof(fetched_at) <> 'real'"
    " OR fetched_at NOT BETWEEN 0 AND 1e11",
    "UPDATE visits SET elapsed_s = 0.0 WHERE typeof(elapsed_s) <> 'real' OR elapsed_s NOT BETWEEN 0 AND 1e9",
    "UPDATE visits SET retry_in_s = NULL WHERE retry_in_s IS NOT NULL"
    " AND (typeof(retry_in_s) <> 'real' OR retry_in_s NOT BETWEEN 0 AND 1e9)",
    "UPDATE visits SET status = 0 WHERE typeof(status) <> 'integer' OR status NOT BETWEEN 0 AND 999",
    "UPDATE visits SET score = NULL, relevant = NULL WHERE score IS NOT NULL AND typeof(score) <> 'real'",
    "UPDATE visits SET score_parts = NULL WHERE score_parts IS NOT NULL AND NOT json_valid(score_parts)",
    "UPDATE visits SET signature = NULL, simhash = NULL WHERE typeof(signature) NOT IN ('integer', 'null')"
    " OR typeof(simhash) NOT IN ('integer', 'null')",
    "UPDATE visits SET digest = NULL WHERE digest IS NOT NULL AND typeof(digest) <> 'blob'",
    "UPDATE edges SET detail = NULL WHERE detail IS NOT NULL AND NOT are_edges(links, detail)",
    "DELETE FROM edges WHERE NOT are_edges(links, NULL)",
    "UPDATE links SET parent = -1 WHERE typeof(parent) <> 'integer' OR parent < -1"
    " OR parent >= (SELECT count(*) FROM links)",
    "UPDATE links SET depth = 0 WHERE typeof(depth) <> 'integer' OR depth NOT BETWEEN 0 AND 65535",
    "UPDATE links SET shown = 1 WHERE typeof(shown) <> 'integer' OR shown NOT BETWEEN 0 AND 4294967295",
    "UPDATE links SET state = CASE WHEN visit IS NULL THEN 0 ELSE 2 END"
    " WHERE typeof(state) <> 'integer' OR state NOT BETWEEN 0 AND 4",
    "UPDATE hosts SET failures = 0 WHERE typeof(failures) <> 'integer'",
    "UPDATE events SET at = 0.0 WHERE typeof(at) <> 'real' OR at NOT BETWEEN 0 AND 1e11",
)
"""Values that no crawl writes, put right."""
_RECOUNT_HOSTS = """UPDATE hosts SET visits = counted.visits, pages = counted.pages,
    relevant = counted.relevant, body_bytes = counted.body_bytes
    FROM (SELECT host, count(*) AS visits, sum(relevant IS NOT NULL) AS pages,
        coalesce(sum(relevant AND error IS NULL), 0) AS relevant,
        sum(CASE WHEN relevant IS NULL THEN 0 ELSE visits.body_bytes END) AS body_bytes
        FROM visits JOIN links ON links.id = visits.link GROUP BY host) AS counted
    WHERE counted.host = hosts.id AND hosts.visits < counted.visits"""


def recount(made: sqlite3.Connection, parts: int | None) -> list[str]:
    """Put everything right; return what was done. `parts` is how many the strategy keeps of a link."""
    made.create_function("are_edges", 2, are_edges, deterministic=True)
    odd = sum(made.execute(query).rowcount for query in _ODD_VALUES)
    kinds = ", ".join(f"'{kind}'" for kind in Kind)
    for table, column in (("visits", "error"), ("links", "refused"), ("hosts", "closed")):
        odd += made.execute(
            f"UPDATE {table} SET {column} = NULL WHERE {column} NOT IN ({kinds})"  # noqa: S608
        ).rowcount
    changes = [
        f"{count} {what}"
        for count, what in (
            (odd, "values were out of range"),
            (_mend_parts(made, parts), "links had no whole record of what their priority was made of"),
        )
        if count
    ]
    return changes + _mend_hosts(made) + _mend_counts(made)


def _mend_parts(made: sqlite3.Connection, parts: int | None) -> int:
    """See that every link has as many parts as the strategy keeps; return how many had not."""
    sizes: Counter[int] = Counter(
        dict(
            made.execute(
                "SELECT length(parts), count(*) FROM links WHERE typeof(parts) = 'blob' AND length(parts) > 0"
                " GROUP BY 1"
            )
        )
    )
    size = 4 * parts if parts is not None else sizes.most_common(1)[0][0] if sizes else 0
    made.execute("DELETE FROM news WHERE typeof(links) <> 'blob' OR length(links) % ? <> 0", (9 + size,))
    return made.execute(
        "UPDATE links SET parts = zeroblob(?) WHERE typeof(parts) <> 'blob' OR length(parts) <> ?",
        (size, size),
    ).rowcount


def _mend_hosts(made: sqlite3.Connection) -> list[str]:
    """See that every link has its host, and hosts are numbered without a gap."""
    names: dict[int, str] = dict(made.execute("SELECT id, name FROM hosts WHERE typeof(name) = 'text'"))
    without = any(host not in names for (host,) in made.execute("SELECT DISTINCT host FROM links"))
    if sorted(names) == list(range(len(set(names.values())))) and not without:
        return []
    kept = {
        row[0]: row[1:]
        for row in made.execute(
            "SELECT name, visits, pages, relevant, body_bytes, failures, closed FROM hosts"
        )
    }
    numbers: dict[str, int] = {}
    moves = [
        (numbers.setdefault(host_of(url) or "lost.invalid", len(numbers)), id)
        for id, url in made.execute("SELECT id, url FROM links ORDER BY id")
    ]
    made.execute("DELETE FROM hosts")
    for name, number in numbers.items():
        values = (number, name, *kept.get(name, (0, 0, 0, 0, 0, None)))
        made.execute(
            "INSERT INTO hosts (id, name, visits, pages, relevant, body_bytes, failures, closed)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            values,
        )
    made.executemany("UPDATE links SET host = ? WHERE id = ?", moves)
    made.execute(_RECOUNT_HOSTS)
    return [f"{len(numbers)} hosts were numbered anew"]


def _mend_counts(made: sqlite3.Connection) -> list[str]:
    """See that the crawl's own counts go as far as its visits."""
    (visits,) = made.execute(
        "SELECT coalesce(max(number), -1) + 1 FROM (SELECT number FROM visits UNION ALL"
        " SELECT visit FROM edges UNION ALL SELECT visit FROM news)"  # of visits that are lost, too
    ).fetchone()
    stored = get_meta(made, "tally")
    try:
        if (not visits and stored is None) or Tally.of(json.loads(stored or "")).visits == visits:
            return []
    except (ValueError, TypeError, KeyError, AttributeError):
        pass
    tally = Tally(visits=visits)
    errors = ", ".join(f"'{kind}'" for kind in PAGE_ERRORS)
    tally.pages, tally.relevant, tally.redirects, tally.body_bytes, tally.links = made.execute(
        "SELECT coalesce(sum(page), 0), coalesce(sum(relevant AND error IS NULL), 0),"  # noqa: S608
        " count(location), coalesce(sum(page * body_bytes), 0), coalesce(sum(links), 0)"
        f" FROM (SELECT *, relevant IS NOT NULL OR coalesce(error IN ({errors}), 0) AS page FROM visits)"
    ).fetchone()
    for error, count in made.execute("SELECT error, count(*) FROM visits WHERE error IS NOT NULL GROUP BY 1"):
        tally.reasons[Kind(error)] = tally.failures[Kind(error)] = count
    set_meta(made, "tally", json.dumps(tally.state()))
    return [f"counts were made anew from {visits} visits"]
