"""Weights of a priority's parts that learn from every page: particle swarm optimisation."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np
import numpy.typing as npt

from lycosa.model import JSON

Rows = npt.NDArray[np.float64]


class WeightSwarm:
    """Particles are weight vectors; a good one ranks the links lately visited as their pages turned out.

    A particle's fitness is the correlation, over the last `window` visits, of the priority it
    would have given with the relevance of the page. With every visit each particle is pulled
    towards the fittest place it has been to and towards the fittest place of all; weights are
    kept positive with sum 1. Places are judged anew each time, since the window moves.

    Parameters
    ----------
    start
        Weights of the first particle; the others begin at random.
    particles, window
        Size of the swarm and of its memory.
    inertia, own_pull, best_pull
        The usual constants of the method.
    """

    def __init__(
        self,
        start: Sequence[float],
        particles: int = 10,
        window: int = 50,
        *,
        inertia: float = 0.7,
        own_pull: float = 1.5,
        best_pull: float = 1.5,
    ) -> None:
        self.start = tuple(start)
        self.particles = particles
        self.inertia = inertia
        self.own_pull = own_pull
        self.best_pull = best_pull
        self.visits: deque[list[float]] = deque(maxlen=window)
        """Parts of each link visited, and last the relevance of its page."""
        self.places: Rows = np.empty((0, len(self.start)))
        self.speeds: Rows = np.empty((0, len(self.start)))
        self.own_best: Rows = np.empty((0, len(self.start)))
        self.weights = self.start
        """The fittest place of all."""

    def learn(self, parts: Sequence[float], relevance: float, rng: np.random.Generator) -> None:
        """Take in what a visit brought, and move."""
        if not len(self.places):
            self._begin(rng)
        self.visits.append([*parts, relevance])
        here, there = self._fitness(self.places), self._fitness(self.own_best)
        self.own_best = np.where((here > there)[:, None], self.places, self.own_best)
        leader = self.own_best[int(np.argmax(np.maximum(here, there)))]
        own, best = rng.random((2, *self.places.shape))
        self.speeds = (
            self.inertia * self.speeds
            + self.own_pull * own * (self.own_best - self.places)
            + self.best_pull * best * (leader - self.places)
        )
        self.places = _normalised(self.places + self.speeds)
        self.weights = tuple(leader.tolist())

    def _begin(self, rng: np.random.Generator) -> None:
        others = rng.dirichlet(np.ones(len(self.start)), self.particles - 1)
        self.places = np.vstack([_normalised(np.array([self.start])), others])
        self.speeds = np.zeros_like(self.places)
        self.own_best = self.places.copy()

    def _fitness(self, places: Rows) -> Rows:
        visits = np.array(self.visits)
        given, due = visits[:, :-1] @ places.T, visits[:, -1]
        given, due = given - given.mean(axis=0), due - due.mean()
        scale = np.sqrt((given**2).sum(axis=0) * (due**2).sum())
        correlation: Rows = np.divide(due @ given, scale, out=np.zeros(len(places)), where=scale > 1e-12)
        return correlation

    def state(self) -> dict[str, JSON]:
        """Return swarm and memory as plain data."""
        rows = (self.places, self.speeds, self.own_best)
        return {
            "visits": cast("list[JSON]", list(self.visits)),
            "swarm": [matrix.tolist() for matrix in rows],
            "weights": list(self.weights),
        }

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Become the swarm that returned `state`."""
        self.visits.clear()
        self.visits.extend(cast("list[list[float]]", state["visits"]))
        shape = (-1, len(self.start))
        self.places, self.speeds, self.own_best = (
            np.array(matrix, dtype=np.float64).reshape(shape) for matrix in cast("list[JSON]", state["swarm"])
        )
        self.weights = tuple(cast("list[float]", state["weights"]))


def _normalised(places: Rows) -> Rows:
    """Return weights without negative ones, each row with sum 1."""
    positive = np.maximum(places, 0.0)
    total = positive.sum(axis=1, keepdims=True)
    return np.where(total > 0, positive / np.where(total > 0, total, 1.0), 1.0 / places.shape[1])
