"""The engine: the one loop over fetcher, strategy, frontier and listeners."""

from __future__ import annotations

from lycosa.engine.budget import Budget, Stop
from lycosa.engine.crawl import Crawl
from lycosa.engine.duplicates.duplicates import DuplicateRules, Duplicates, KnownPage
from lycosa.engine.duplicates.simhash import Fingerprint
from lycosa.engine.engine import Engine
from lycosa.engine.links.gate import Gate, GateRules, Shares
from lycosa.engine.pacing.outlook import AwaitedHost, Outlook
from lycosa.engine.pacing.politeness import Politeness
from lycosa.engine.pacing.retries import Retries
from lycosa.engine.step import Discovery, DiskFull, Listener, Start, Step
from lycosa.engine.tally import Tally
from lycosa.engine.work import Work

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
    "Start",
    "Step",
    "Stop",
    "Tally",
    "Work",
]
