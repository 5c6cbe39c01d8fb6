"""Simulated annealing: now and then a random link instead of the best, ever more rarely."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from math import exp
from typing import ClassVar, cast

import numpy as np

from lycosa.errors import LycosaError
from lycosa.frontier.base import View
from lycosa.model import JSON, Judgement, Page, Queued
from lycosa.strategy.select.base import Selector

ENDLESS_COOLING = 0.999
"""The factor of a crawl without a limit of pages."""


class Annealing(Selector):
    """A random ready link replaces the best with probability exp(-(P_best - P) / T).

    T falls by a constant factor with every choice. The random link should stand on a host that
    was not visited lately: it is drawn again while it does not, up to `draws` times in all.

    Parameters
    ----------
    temperature
        T at the start; of the size of a common difference between priorities.
    cooling
        What T is multiplied with after each choice; `"auto"`: whatever makes it `coldest` with the last
        page that the crawl may download, or 0.999 where there is no limit.
    coldest
        T never falls below this.
    host_memory
        How many of the hosts visited last are remembered.
    draws
        Random links looked at for one choice.
    """

    name: ClassVar[str] = "annealing"

    def __init__(
        self,
        temperature: float = 0.1,
        cooling: float | str = "auto",
        coldest: float = 0.001,
        *,
        host_memory: int = 10,
        draws: int = 5,
    ) -> None:
        if isinstance(cooling, str) and cooling != "auto":
            raise LycosaError(f"cooling is {cooling!r}; it must be a number or auto")
        self.hottest = self.temperature = temperature
        self.cooling = cooling
        self.factor = ENDLESS_COOLING if isinstance(cooling, str) else cooling
        """What T is multiplied with in this crawl."""
        self.coldest = coldest
        self.draws = draws
        self.hosts: deque[str] = deque(maxlen=host_memory)
        """The hosts visited last, each once, the latest at the end."""
        self.swapped = 0
        """Choices in which another link replaced the best."""

    def begin(self, pages: int | None) -> None:
        """Spread the cooling over the whole crawl."""
        if isinstance(self.cooling, str) and pages and self.hottest > self.coldest:
            self.factor = (self.coldest / self.hottest) ** (1 / pages)

    def choose(self, view: View, rng: np.random.Generator) -> int | None:
        """Return the best ready link or, by chance, another."""
        best = view.best()
        if best is None:
            return None
        drawn = [view.get(link) for link in view.sample(self.draws, rng)]
        other = next((link for link in drawn if link.host not in self.hosts), drawn[0])
        loss = view.get(best).priority - other.priority
        accepted = rng.random() < exp(-max(0.0, loss) / self.temperature)
        self.temperature = max(self.coldest, self.temperature * self.factor)
        self.swapped += accepted and other.id != best
        return other.id if accepted else best

    def learn(self, link: Queued, page: Page, judgement: Judgement) -> None:
        """Remember the host of a page just read."""
        self.visit(link.host)

    def visit(self, host: str) -> None:
        """Remember a host."""
        if host in self.hosts:
            self.hosts.remove(host)
        self.hosts.append(host)

    def counts(self) -> dict[str, int]:
        """Return how often another link replaced the best."""
        return {"another link than the best": self.swapped}

    def state(self) -> dict[str, JSON]:
        """Return temperature, hosts and count as plain data."""
        return {"temperature": self.temperature, "hosts": list(self.hosts), "swapped": self.swapped}

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Become the selector that returned `state`."""
        self.temperature = cast("float", state["temperature"])
        self.swapped = cast("int", state["swapped"])
        self.hosts.clear()
        self.hosts.extend(cast("list[str]", state["hosts"]))
