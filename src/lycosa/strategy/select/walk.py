"""A walk over the pages read, from link to link: what the two tabu searches share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import filterfalse
from typing import Any, Literal, Protocol, cast, get_args, runtime_checkable

import numpy as np

from lycosa.errors import LycosaError
from lycosa.frontier.base import View
from lycosa.model import JSON, Judgement, Page, Queued
from lycosa.strategy.select.base import Selector

Restart = Literal["stuck", "always"]

_MOVES = 20


@runtime_checkable
class Surroundings(Protocol):
    """What a walk may ask about links; a link goes by its number."""

    def number(self, url: str) -> int:
        """Return the number of a URL."""

    def url(self, node: int) -> str:
        """Return the URL of a number."""

    def is_read(self, node: int) -> bool:
        """Whether the page a link leads to has been read."""

    def priority(self, node: int) -> float:
        """Return P(l)."""

    def below(self, node: int) -> list[int]:
        """Return C(l), the links worth queuing on the page it leads to, best first; none while unread."""

    def siblings(self, node: int) -> list[int]:
        """Return E(l), the other links worth queuing on the page that showed it first, best first."""


class Walk(Selector):
    """Moves a current link (Plink) through the pages read until it comes upon an unread one.

    An unread link is the answer, and becomes the current one when its page is read; if no page
    comes of it, the walk still stands where it stood. A link read before is no answer, only a
    way: it is passed over while the rule of the search has an unread one, and for good once its
    page shows nothing more to visit. Where the rule finds nothing, or after 20 moves among pages
    read, the walk starts again from a random link of the queue. In one search it stands on no
    link twice.

    Parameters
    ----------
    tabu_length
        Updates of the tabu list for which a link stays on it.
    restart
        `"stuck"` goes on from the page read last; `"always"` starts each search from a random
        link, which is itself visited first.
    """

    def __init__(self, tabu_length: int = 5, restart: Restart = "stuck") -> None:
        if restart not in get_args(Restart):
            raise LycosaError(f"restart is {restart!r}; it must be one of {', '.join(get_args(Restart))}")
        self.tabu_length = tabu_length
        self.restart = restart
        self.current: int | None = None
        """Plink."""
        self.best: int | None = None
        """Hlink, the link with the highest priority of those visited."""
        self.tabu: dict[int, int] = {}
        """H1: how much longer each link stays tabu."""
        self.asked: set[int] = set()
        """Links handed out, or found not to be queued, of which no page has come (yet)."""
        self.spent: set[int] = set()
        """Links whose pages show nothing that is still to be visited."""
        self.found = False
        """The last search has found its link; a literal one begins anew."""
        self._read: set[int] = set()
        """Links whose pages are known to have been read: that never changes, and is asked all the time."""

    def look_through(self, ranker: Any) -> None:
        """Walk over the pages that the ranker of the crawl knows."""
        if not isinstance(ranker, Surroundings):
            raise LycosaError(
                f"the selector {self.name} walks over the pages read, and the ranker {ranker.name} does not "
                "know them; link-priority does"
            )
        self.web: Surroundings = ranker

    def choose(self, view: View, rng: np.random.Generator) -> int | None:
        """Return the link to visit next."""
        web = self.web
        best_ready = view.best()
        if best_ready is None:
            return None
        if self.restart == "always" and self.found:
            self.current = None
        self.found = False
        been: set[int] = set()
        while self.current is not None and len(been) < _MOVES:
            been.add(self.current)
            step = self.step(self.current, been, web, rng)
            if step is None:
                break
            if web.is_read(step):
                self.stand(step)
                continue
            link = view.find(web.url(step))
            if link is not None and not view.ready(link):
                return best_ready
            self.asked.add(step)
            if link is not None:
                return link
        return self._start(view, web, rng)

    @abstractmethod
    def step(self, current: int, been: set[int], web: Surroundings, rng: np.random.Generator) -> int | None:
        """Return the link the search goes to next, not one it has been to; None if there is none."""

    def learn(self, link: Queued, page: Page, judgement: Judgement) -> None:
        """Stand on the page just read."""
        self.follow(page.url, self.web)

    def follow(self, url: str, web: Surroundings) -> None:
        """Go to a link whose page has just been read."""
        node = web.number(url)
        self.asked.discard(node)
        self.stand(node)
        if self.aspires(node, web):
            self.best = node

    def turn_back(self, url: str, web: Surroundings) -> None:
        """Take back a link just chosen, which will not be visited now; the next search starts at random."""
        self.asked.discard(web.number(url))
        self.current = None

    def stand(self, node: int) -> None:
        """Make a link the current one."""
        self.current = node

    def forbid(self, node: int) -> None:
        """Put a link on the tabu list, age all on it by one, release those whose time is over."""
        self.tabu[node] = self.tabu_length
        self.tabu = {other: term - 1 for other, term in self.tabu.items() if term > 1}

    def ahead(self, current: int, web: Surroundings) -> list[int]:
        """Return the links worth queuing on the current page, best first, but for those that lead nowhere."""
        candidates = list(self._unasked(web.below(current)))
        if next(self._unread(candidates, web), None) is None:
            self.spent.add(current)
        return candidates

    def best_open(self, candidates: Sequence[int], been: set[int], web: Surroundings) -> int | None:
        """Return the first of some links, best first, that is not tabu; unread ones come before read ones."""
        tabu = self.tabu
        for nodes in (self._unread(self._unasked(candidates), web), self._unasked(candidates)):
            for node in nodes:
                if node not in tabu and node not in been:
                    return node
        return None

    def _unasked(self, nodes: Iterable[int]) -> Iterator[int]:
        """Give those of some links that were not asked for in vain, and still lead somewhere."""
        return filterfalse(self.spent.__contains__, filterfalse(self.asked.__contains__, nodes))

    def _unread(self, nodes: Iterable[int], web: Surroundings) -> Iterator[int]:
        """Give those of some links whose pages have not been read."""
        known = self._read
        for node in filterfalse(known.__contains__, nodes):
            if web.is_read(node):
                known.add(node)
            else:
                yield node

    def aspires(self, node: int, web: Surroundings) -> bool:
        """Whether a link is better than the best visited (the aspiration criterion)."""
        return self.best is None or web.priority(node) > web.priority(self.best)

    def _start(self, view: View, web: Surroundings, rng: np.random.Generator) -> int:
        """Return a random link of the queue."""
        link = view.sample(1, rng)[0]
        self.asked.add(web.number(view.get(link).url))
        return link

    def state(self) -> dict[str, JSON]:
        """Return the walk's place and memory as plain data."""
        return {
            "current": self.current,
            "best": self.best,
            "tabu": [[node, term] for node, term in self.tabu.items()],
            "asked": cast("list[JSON]", sorted(self.asked)),
            "spent": cast("list[JSON]", sorted(self.spent)),
            "found": self.found,
        }

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Become the walk that returned `state`."""
        self.current, self.best = cast("int | None", state["current"]), cast("int | None", state["best"])
        self.tabu = dict(cast("list[tuple[int, int]]", state["tabu"]))
        self.asked = set(cast("list[int]", state["asked"]))
        self.spent = set(cast("list[int]", state["spent"]))
        self.found = bool(state["found"])
        self._read = set()
