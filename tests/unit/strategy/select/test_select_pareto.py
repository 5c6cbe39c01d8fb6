"""Fronts, regions, ants and swarms on points worked out by hand."""

from __future__ import annotations

import json

import numpy as np
import pytest

from lycosa.frontier import Evidence, Frontier, Part
from lycosa.model import Queued
from lycosa.strategy.select.ants import AntColony
from lycosa.strategy.select.pareto import ParetoFront, front, nearest_farthest
from lycosa.strategy.select.region import Regions
from lycosa.strategy.select.swarm import WeightSwarm


def queue(*points: tuple[float, float], delay_s: float = 0.0) -> Frontier:
    frontier = Frontier(Evidence((Part("x", 0.6), Part("y", 0.4))), delay_s=delay_s, max_active=1)
    for number, point in enumerate(points):
        frontier.push(f"http://h{number}.test/", f"h{number}.test", list(point))
    return frontier


def test_dominated_points_are_not_on_the_front_and_equals_are() -> None:
    points = np.array([[0.9, 0.1], [0.9, 0.0], [0.1, 0.9], [0.1, 0.9], [0.0, 0.0]])
    assert front(points) == [0, 2, 3]


def test_after_the_best_of_each_column_comes_what_is_farthest_from_its_nearest_neighbour() -> None:
    # 0 has the best x, 4 the best y. Distances to the nearer of them: 1: 0.28, 2: 0.71, 3: 0.14;
    # then to the nearest of 0, 4 and 2: 1: 0.28, 3: 0.14.
    points = np.array([[1.0, 0.0], [0.8, 0.2], [0.5, 0.5], [0.1, 0.9], [0.0, 1.0]])
    assert nearest_farthest(points, 4) == [0, 4, 2, 1]


def test_a_front_of_equal_points_is_handed_out_in_order() -> None:
    assert nearest_farthest(np.ones((3, 2)), 5) == [0, 1, 2]


def test_the_front_is_handed_out_before_what_it_dominates() -> None:
    # By weight the order is 0 (0.54), 1 (0.50), 2 (0.42), 3 (0.36); 1 is dominated by 0, 3 by 2.
    view = queue((0.9, 0.0), (0.8, 0.05), (0.1, 0.9), (0.0, 0.9))
    order = []
    pareto = ParetoFront()
    while (link := pareto.choose(view)) is not None:
        view.take(link, now=0.0)
        order.append(link)
    assert order == [0, 2, 1, 3]


def test_links_of_a_batch_that_are_gone_or_resting_are_passed_over() -> None:
    view = queue((0.9, 0.0), (0.5, 0.5), (0.0, 0.9))
    pareto = ParetoFront()
    assert pareto.choose(view) == 0
    view.take(0, now=0.0)
    view.park("h2.test", until=9.0)
    assert pareto.choose(view) == 1
    view.take(1, now=0.0)
    assert pareto.choose(view) is None


def test_a_region_grows_from_the_best_link_outwards() -> None:
    # Centre 0 (0.9, 0.5). Within 0.1: 0 and 1, which 0 dominates. Within 0.2: 1. Within 0.3 no more.
    # At 0.4: 2 (0.36 away); 3 is 0.98 away and begins a region of its own when this one is left.
    view = queue((0.9, 0.5), (0.85, 0.5), (0.9, 0.14), (0.0, 0.1))
    regions = Regions(radius=0.1, growth=0.1, largest=0.5)
    trace = []
    while (link := regions.choose(view)) is not None:
        view.take(link, now=0.0)
        trace.append((link, round(regions.radius, 1)))
    assert trace == [(0, 0.1), (1, 0.2), (2, 0.4), (3, 0.1)]


def test_pheromone_is_renewed_by_what_links_of_the_page_turned_out_to_be() -> None:
    colony = AntColony(initial=0.5, evaporation=0.1)
    colony.visit(Queued(8, "", "", 1, 3, 0.0, ()), relevance=1.0)
    colony.visit(Queued(9, "", "", 1, 3, 0.0, ()), relevance=0.0)
    # 0.9 * 0.5 + 0.1 * 1 = 0.55; 0.9 * 0.55 + 0.1 * 0 = 0.495
    assert colony.pheromone == {3: pytest.approx(0.495)}


def test_a_greedy_ant_takes_the_greatest_product_of_pheromone_and_squared_priority() -> None:
    # Priorities 0.54 and 0.36, both on the front: 0.5 * 0.2916 = 0.146 against 0.9 * 0.1296 = 0.117,
    # and with pheromone 1.2 on the second's page 0.156.
    view = Frontier(Evidence((Part("x", 0.6), Part("y", 0.4))))
    view.push("http://a.test/", "a.test", [0.9, 0.0], parent=1)
    view.push("http://b.test/", "b.test", [0.0, 0.9], parent=2)
    colony = AntColony(greed=1.0)
    colony.pheromone = {2: 0.9}
    assert colony.choose(view, np.random.default_rng(0)) == 0
    colony = AntColony(greed=1.0)
    colony.pheromone = {2: 1.2}
    assert colony.choose(view, np.random.default_rng(0)) == 1


def test_an_ant_that_is_not_greedy_draws_in_proportion() -> None:
    view = queue((0.9, 0.0), (0.0, 0.9))
    rng = np.random.default_rng(0)
    first = sum(AntColony(greed=0.0).choose(view, rng) == 0 for _ in range(2_000)) / 2_000
    assert first == pytest.approx(0.2916 / (0.2916 + 0.1296), abs=0.03)


def test_a_particle_alone_stays_where_it_is() -> None:
    swarm = WeightSwarm((0.6, 0.4), particles=1)
    swarm.learn((0.5, 0.1), 0.5, np.random.default_rng(0))
    assert swarm.weights == pytest.approx((0.6, 0.4))


def test_one_step_of_the_swarm_by_hand() -> None:
    # Two visits: the second part tells the relevance, the first its opposite. A particle (w, 1 - w)
    # gives 1 - w to the relevant link and w to the other: fitness 1 if w < 1/2, else -1.
    swarm = WeightSwarm((0.9, 0.1), particles=2, inertia=0.5, own_pull=0.0, best_pull=1.0)
    swarm.places = np.array([[0.9, 0.1], [0.3, 0.7]])
    swarm.own_best = swarm.places.copy()
    swarm.speeds = np.array([[0.0, 0.0], [0.1, -0.1]])
    swarm.visits.append([1.0, 0.0, 0.0])
    pull = np.random.default_rng(5).random((2, 2, 2))[1]
    swarm.learn((0.0, 1.0), 1.0, np.random.default_rng(5))
    assert swarm.weights == pytest.approx((0.3, 0.7))
    # The first particle moves by pull * (leader - place); the leader keeps half its speed.
    first = np.array([0.9, 0.1]) + pull[0] * np.array([-0.6, 0.6])
    assert swarm.places[0] == pytest.approx(np.maximum(first, 0) / np.maximum(first, 0).sum())
    assert swarm.places[1] == pytest.approx([0.35, 0.65])
    assert swarm.speeds[1] == pytest.approx([0.05, -0.05])


def test_a_swarm_finds_the_part_that_tells_relevance() -> None:
    rng = np.random.default_rng(1)
    swarm = WeightSwarm((0.55, 0.25, 0.20))
    for _ in range(200):
        parts = rng.random(3)
        swarm.learn(parts.tolist(), float(parts[2]), rng)
    assert swarm.weights[2] > 0.9


def test_places_keep_positive_weights_that_sum_to_one() -> None:
    rng = np.random.default_rng(2)
    swarm = WeightSwarm((0.5, 0.5), best_pull=9.0)
    for _ in range(50):
        swarm.learn(rng.random(2).tolist(), float(rng.random()), rng)
    assert swarm.places.min() >= 0
    assert swarm.places.sum(axis=1) == pytest.approx(np.ones(10))


def test_restored_selectors_are_the_same() -> None:
    rng = np.random.default_rng(3)
    view = queue((0.9, 0.0), (0.5, 0.5), (0.0, 0.9))
    swarm, pareto, regions, colony = WeightSwarm((0.5, 0.5)), ParetoFront(), Regions(), AntColony()
    swarm.learn((0.1, 0.2), 0.3, rng)
    pareto.choose(view)
    regions.choose(view)
    colony.choose(view, rng)
    colony.visit(Queued(8, "", "", 1, 3, 0.0, ()), 1.0)
    for selector, blank in [
        (swarm, WeightSwarm((0.5, 0.5))),
        (pareto, ParetoFront()),
        (regions, Regions()),
        (colony, AntColony()),
    ]:
        blank.restore(json.loads(json.dumps(selector.state())))  # type: ignore[attr-defined]
        assert blank.state() == selector.state()  # type: ignore[attr-defined]
