"""The store: every visit, every score, every reason."""

from __future__ import annotations

from lycosa.store.database import STATE, read_state
from lycosa.store.folder import CONFIG, Keep
from lycosa.store.reader import read_answer
from lycosa.store.store import Store

__all__ = ["CONFIG", "STATE", "Keep", "Store", "read_answer", "read_state"]
