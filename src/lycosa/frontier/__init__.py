"""The frontier: queued links per host, and which may be asked for now."""

from lycosa.frontier.arena import UrlArena, UrlStore
from lycosa.frontier.base import Combine, Evidence, Part, View
from lycosa.frontier.frontier import Frontier
from lycosa.frontier.host import HostCounts
from lycosa.frontier.standing import Awaited
from lycosa.frontier.table import Rows, State

__all__ = [
    "Awaited",
    "Combine",
    "Evidence",
    "Frontier",
    "HostCounts",
    "Part",
    "Rows",
    "State",
    "UrlArena",
    "UrlStore",
    "View",
]
