"""The engine: the one loop over fetcher, strategy, frontier and listeners."""

from __future__ import annotations

from lycosa.engine.budget import Budget, Stop
from lycosa.engine.crawl import Crawl, Retries
from lycosa.engine.duplicates import DuplicateRules, Duplicates, KnownPage
from lycosa.engine.engine import Engine, Work
from lycosa.engine.gate import Gate, GateRules, Shares
from lycosa.engine.outlook import AwaitedHost, Outlook
from lycosa.engine.politeness import Politeness
from lycosa.engine.simhash import Fingerprint
from lycosa.engine.step import Discovery, DiskFull, Listener, Step
from lycosa.engine.tally import Tally

__all__ = [
    "AwaitedHost",
    "Budget",
    "Crawl",
    "Discovery",
    "DiskFull",
    "DuplicateRules",
    "Duplicates",
    "Engine",
    "Fingerprint",
    "Gate",
    "GateRules",
    "KnownPage",
    "Listener",
    "Outlook",
    "Politeness",
    "Retries",
    "Shares",
    "Step",
    "Stop",
    "Tally",
    "Work",
]
