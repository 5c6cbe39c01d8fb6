"""Tables of others in the database of a crawl: what it tells them, so that both are always in step."""

from __future__ import annotations

import sqlite3
from typing import Protocol

from lycosa.engine.step import Step


class Companion(Protocol):
    """Keeps tables of its own in the database of a crawl, in step with it."""

    def open(self, connection: sqlite3.Connection) -> None:
        """Make what is missing, and keep the connection."""

    def record(self, step: Step) -> None:
        """Write what concerns it; called inside the transaction of the step."""

    def checkpointed(self) -> None:
        """Take note that all that was written so far is on disk for good."""
