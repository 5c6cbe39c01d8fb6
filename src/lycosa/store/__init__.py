"""The store: every visit, every score, every reason."""

from __future__ import annotations

from lycosa.store.database import STATE, read_state
from lycosa.store.reader import read_answer
from lycosa.store.store import CONFIG, Keep, Store

__all__ = ["CONFIG", "STATE", "Keep", "Store", "read_answer", "read_state"]
