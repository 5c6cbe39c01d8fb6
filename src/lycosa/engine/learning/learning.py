"""What a strategy learns from visits, how the queue follows it, and what a step has to say of both."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from lycosa.engine.learning.learned import Learned, Lessons
from lycosa.engine.learning.rescoring import NO_LINKS, Rescorer
from lycosa.engine.tally import Tally
from lycosa.frontier import Evidence, Frontier, LinkValues
from lycosa.graph import distinct
from lycosa.model import Visit
from lycosa.strategy.base import Strategy


class Learning:
    """A strategy and the frontier that goes by what it learns."""

    def __init__(self, strategy: Strategy, frontier: Frontier) -> None:
        self.rescoring = Rescorer(strategy, frontier)
        self._strategy = strategy
        self._frontier = frontier
        self._evidence = strategy.evidence
        self._learns = getattr(strategy, "learns", True)

    def learn(self, visit: Visit, tally: Tally) -> npt.NDArray[np.intp]:
        """Let the strategy learn from a visit; return the queued links that were scored anew."""
        if not self._learns:
            return NO_LINKS
        with tally.stage("rank"):
            wanted = self._strategy.learn(visit.outcome)
            if isinstance(wanted, np.ndarray):
                scored, passed = self.rescoring.score(wanted), self.rescoring.advance()
                return np.union1d(scored, passed) if len(passed) else scored
            if wanted:
                self.rescoring.begin()
            return self.rescoring.advance()

    def catch_up(self) -> None:
        """Rank the queue by what the strategy knows by now, as one that was restored may."""
        evidence = self.new_evidence()
        if evidence is not None:
            self._frontier.reweigh(evidence)

    def new_evidence(self) -> Evidence | None:
        """Return the parts of a link's worth, if their weights have changed."""
        evidence = self._strategy.evidence
        if evidence is self._evidence or evidence == self._evidence:
            return None
        self._evidence = evidence
        return evidence

    def values(self, changed: Sequence[int], rescored: npt.NDArray[np.intp], visited: int) -> LinkValues:
        """Return the values of known links that have changed, each once, and last of the one visited."""
        links = dict.fromkeys(changed)
        links.pop(visited, None)
        if not len(rescored):
            return self._frontier.values([*links, visited])
        known = distinct(np.concatenate((np.fromiter(links, np.intp), rescored)))
        return self._frontier.values(np.append(known[known != visited], visited))

    def due(self, lessons: Lessons | None, visits: int) -> Learned | None:
        """Return what the strategy knows after so many visits, if anybody is to be told now."""
        return lessons.due(self._strategy, visits) if lessons is not None else None
