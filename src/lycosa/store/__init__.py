"""The store: every visit, every score, every reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.first_use import on_first_use
from lycosa.store.keep import CONFIG, Keep

if TYPE_CHECKING:
    from lycosa.store.database import STATE, read_state
    from lycosa.store.reader import read_answer
    from lycosa.store.repair.damage import database_error
    from lycosa.store.store import Store
    from lycosa.store.tables.marks import StoredMarks
    from lycosa.store.warc.evidence import EvidenceRecords

__all__ = [
    "CONFIG",
    "STATE",
    "EvidenceRecords",
    "Keep",
    "Store",
    "StoredMarks",
    "database_error",
    "read_answer",
    "read_state",
]

# What needs a database or an archive: a crawl that is not kept never does.
_FIRST_USE = {
    "STATE": "lycosa.store.database",
    "EvidenceRecords": "lycosa.store.warc.evidence",
    "Store": "lycosa.store.store",
    "StoredMarks": "lycosa.store.tables.marks",
    "database_error": "lycosa.store.repair.damage",
    "read_answer": "lycosa.store.reader",
    "read_state": "lycosa.store.database",
}
__getattr__ = on_first_use(__name__, _FIRST_USE)
