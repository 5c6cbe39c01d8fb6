"""How the weights of parts changed during a crawl, so that a priority can be explained as it was.

In: new weights, and the visit after which they hold. Out: the weights by which a link was chosen.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from lycosa.store.tables.meta import get_meta, set_meta

HISTORY = "evidence.history"
_LONGEST = 1_000
"""Changes remembered; the oldest but one goes, so that the first weights stay known."""


def add_weights(connection: sqlite3.Connection, visit: int, weights: Sequence[float]) -> None:
    """Note weights that hold for every choice after a visit; -1 is the start."""
    history = _history(connection)
    if history and history[-1][1] == list(weights):
        return
    history.append((visit, list(weights)))
    if len(history) > _LONGEST:
        del history[1]
    set_meta(connection, HISTORY, json.dumps(history))


def weights_before(connection: sqlite3.Connection, visit: int) -> list[float] | None:
    """Return the weights by which the link of a visit was chosen; None if nothing is known of them."""
    known = [weights for after, weights in _history(connection) if after < visit]
    return known[-1] if known else None


def weighted_parts(connection: sqlite3.Connection, visit: int | None) -> dict[str, float]:
    """Return the weight of each part by which a link was chosen, or by which it is queued now."""
    evidence = _evidence(connection)
    now = [part["weight"] for part in evidence]
    then = weights_before(connection, visit) if isinstance(visit, int) else None
    chosen = then if then is not None and len(then) == len(now) else now
    return {part["name"]: weight for part, weight in zip(evidence, chosen, strict=True)}


def _evidence(connection: sqlite3.Connection) -> list[dict[str, Any]]:
    """Return what priorities are made of; a crawl whose record of it is lost has none to show."""
    try:
        found = json.loads(get_meta(connection, "evidence") or "[]")
        return [{"name": str(part["name"]), "weight": float(part["weight"])} for part in found]
    except (ValueError, TypeError, KeyError):
        return []


def _history(connection: sqlite3.Connection) -> list[tuple[int, list[float]]]:
    """Return all changes, oldest first; none where the record is lost or damaged."""
    try:
        rows = json.loads(get_meta(connection, HISTORY) or "[]")
        return [(int(after), [float(weight) for weight in weights]) for after, weights in rows]
    except (ValueError, TypeError):
        return []
