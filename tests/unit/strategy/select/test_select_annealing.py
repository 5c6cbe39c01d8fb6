"""Simulated annealing over ready links."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest

from lycosa.frontier import Evidence, Frontier, Part
from lycosa.strategy.select.annealing import Annealing


def queue(**worth: float) -> Frontier:
    frontier = Frontier(Evidence((Part("worth"),)))
    for host, value in worth.items():
        frontier.push(f"http://{host}.test/", f"{host}.test", [value])
    return frontier


def share_of_worse(annealing: Annealing, view: Frontier, choices: int = 2_000) -> float:
    rng = np.random.default_rng(0)
    best = view.best()
    return sum(annealing.choose(view, rng) != best for _ in range(choices)) / choices


def test_a_link_worse_by_t_is_taken_with_probability_one_over_e() -> None:
    # Both links are drawn equally often; the worse one is accepted with exp(-0.1 / 0.1).
    constant = Annealing(temperature=0.1, cooling=1.0, draws=1)
    assert share_of_worse(constant, queue(a=0.5, b=0.4)) == pytest.approx(exp(-1) / 2, abs=0.03)


def test_the_temperature_falls_geometrically_to_its_limit() -> None:
    annealing = Annealing(temperature=0.1, cooling=0.5, coldest=0.02)
    view, rng = queue(a=0.5), np.random.default_rng(0)
    temperatures = []
    for _ in range(4):
        annealing.choose(view, rng)
        temperatures.append(annealing.temperature)
    assert temperatures == [0.05, 0.025, 0.02, 0.02]


def test_a_cold_crawl_takes_the_best() -> None:
    assert share_of_worse(Annealing(temperature=0.001), queue(a=0.5, b=0.4)) == 0.0


def test_links_on_hosts_visited_lately_are_drawn_again() -> None:
    hot = Annealing(temperature=1e9, cooling=1.0, draws=2)
    hot.visit("a.test")
    view = queue(a=0.5, b=0.4)
    # Two draws of two links always show both, so the one on the new host is taken.
    assert share_of_worse(hot, view, 100) == 1.0


def test_only_the_last_hosts_are_remembered_each_once() -> None:
    annealing = Annealing(host_memory=2)
    for host in "abab":
        annealing.visit(host)
    annealing.visit("c")
    assert list(annealing.hosts) == ["b", "c"]


def test_an_empty_queue_does_not_cool() -> None:
    annealing = Annealing(temperature=0.1)
    assert annealing.choose(queue(), np.random.default_rng(0)) is None
    assert annealing.temperature == 0.1
