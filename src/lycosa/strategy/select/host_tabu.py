"""Memory of hosts: which have had enough visits for now (Liu et al. 2023, section 4.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import cast

from lycosa.model import JSON


class HostTabu:
    """Forbids a host after many visits, sooner where they bring little, until others have had theirs.

    Parameters
    ----------
    length
        Updates of the tabu list (H2) for which a host stays on it.
    few, many
        Visits before a host is questioned, and visits after which it is forbidden in any case.
    good
        Share of relevant pages above which a host may go on from `few` to `many`.

    Examples
    --------
    >>> hosts = HostTabu(few=1)
    >>> hosts.count("a.test", relevant=False)
    >>> hosts.question("a.test")
    >>> hosts.forbids("a.test")
    True

    References
    ----------
    Liu, Wang, Zhong and Yang (2023). A new focused crawler using an improved tabu search algorithm
    incorporating ontology and host information. Frontiers of Information Technology & Electronic
    Engineering 24(6), 859-875. doi:10.1631/FITEE.2200315.

    Algorithm 3, steps 4, 6 and 7. The list is updated only when a host joins it, so the last hosts to
    join stay until others do.
    """

    def __init__(self, length: int = 4, few: int = 50, many: int = 100, good: float = 0.8) -> None:
        self.length = length
        self.few = few
        self.many = many
        self.good = good
        self.visits: Counter[str] = Counter()
        self.relevant: Counter[str] = Counter()
        self.tabu: dict[str, int] = {}
        self.forbidden = 0
        """Times that a host was forbidden."""
        self.lifted = 0
        """Times that all hosts were freed."""

    def count(self, host: str, *, relevant: bool) -> None:
        """Count a visit to a host."""
        self.visits[host] += 1
        self.relevant[host] += relevant

    def forbids(self, host: str) -> bool:
        """Whether a host is tabu."""
        return host in self.tabu

    def lift(self) -> None:
        """Free all hosts, which begin anew."""
        for host in self.tabu:
            del self.visits[host], self.relevant[host]
        self.tabu = {}
        self.lifted += 1

    def question(self, host: str) -> None:
        """Forbid a host from now on if it has had enough visits."""
        visits = self.visits[host]
        if visits < self.few:
            return
        if visits < self.many and self.relevant[host] / visits > self.good:
            return
        self.tabu[host] = self.length
        self.forbidden += 1
        for name in [name for name, term in self.tabu.items() if term == 1]:
            del self.visits[name], self.relevant[name]
        self.tabu = {name: term - 1 for name, term in self.tabu.items() if term > 1}

    def state(self) -> dict[str, JSON]:
        """Return counts and tabu list as plain data."""
        return {
            **{"visits": dict(self.visits), "relevant": dict(self.relevant), "tabu": dict(self.tabu)},
            **{"forbidden": self.forbidden, "lifted": self.lifted},
        }

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Become the memory that returned `state`."""
        self.visits = Counter(cast("dict[str, int]", state["visits"]))
        self.relevant = Counter(cast("dict[str, int]", state["relevant"]))
        self.tabu = dict(cast("dict[str, int]", state["tabu"]))
        self.forbidden, self.lifted = cast("int", state["forbidden"]), cast("int", state["lifted"])
