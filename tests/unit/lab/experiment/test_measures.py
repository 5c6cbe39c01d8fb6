from __future__ import annotations

import math

import pytest

from lycosa.lab.experiment.measures import (
    HostHarvest,
    Sighting,
    checkpoints,
    harvest_curve,
    hosts,
    measure,
    tunnels,
)
from lycosa.lab.experiment.results import mean

# Four pages: relevant by own verdict yes yes no no, on-topic by label yes no yes no.
CRAWL = [
    Sighting("u1", 0, True, 0.9, True),
    Sighting("u2", 1, True, 0.7, False),
    Sighting("u3", 2, False, 0.3, True),
    Sighting("u4", 3, False, 0.1, False),
]


def test_harvest_is_the_share_of_good_pages() -> None:
    point = measure(CRAWL, 4, reachable=10)
    assert point.own.harvest == 0.5
    assert point.label.harvest == 0.5


def test_recall_counts_against_the_reachable_pages() -> None:
    assert measure(CRAWL, 4, reachable=8).label.recall == 0.25


def test_recall_without_reachable_pages_is_zero() -> None:
    assert measure(CRAWL, 4, reachable=0).label.recall == 0.0


def test_mean_score_and_deviation_follow_equations_12_and_13_of_paper_000() -> None:
    own = measure(CRAWL, 4, reachable=8).own
    assert own.mean_score == pytest.approx(0.5)
    assert own.score_deviation == pytest.approx(math.sqrt((0.16 + 0.04 + 0.04 + 0.16) / 4))


def test_target_length_sums_the_distance_of_good_pages() -> None:
    point = measure(CRAWL, 4, reachable=8)
    assert point.own.target_length == 0 + 1
    assert point.label.target_length == 0 + 2


def test_area_is_the_mean_of_the_harvest_curve() -> None:
    assert harvest_curve(CRAWL, lambda s: s.on_topic) == pytest.approx([1, 1 / 2, 2 / 3, 1 / 2])
    assert measure(CRAWL, 4, 8).label.area == pytest.approx((1 + 1 / 2 + 2 / 3 + 1 / 2) / 4)


def test_a_checkpoint_beyond_the_end_says_how_many_pages_there_were() -> None:
    point = measure(CRAWL, 100, 8)
    assert (point.at, point.pages) == (100, 4)


def test_an_empty_crawl_has_measures_too() -> None:
    assert measure([], 10, 5).own.harvest == 0.0


@pytest.mark.parametrize(
    ("budget", "expected"),
    [
        (15000, list(range(1000, 15001, 1000))),
        (300, list(range(30, 301, 30))),
        (5, [1, 2, 3, 4, 5]),
        (1, [1]),
    ],
)
def test_checkpoints_end_at_the_budget(budget: int, expected: list[int]) -> None:
    assert checkpoints(budget) == expected


def test_the_interval_is_students() -> None:
    found = mean([1.0, 2.0, 3.0])
    assert found.value == 2.0
    assert found.half_width == pytest.approx(4.303 * 1.0 / math.sqrt(3))


def test_one_repeat_has_no_interval() -> None:
    assert mean([0.4]).half_width == 0.0


def test_tunnels_count_on_topic_pages_by_the_off_topic_pages_before_them() -> None:
    crawl = [
        Sighting("u1", 0, True, 1.0, True, tunnel=0),
        Sighting("u2", 1, False, 0.0, False, tunnel=0),
        Sighting("u3", 2, True, 1.0, True, tunnel=1),
        Sighting("u4", 3, True, 1.0, True, tunnel=3),
        Sighting("u5", 3, False, 0.0, False, tunnel=7),
    ]
    assert tunnels(crawl) == [1, 1, 0, 1]
    assert measure(crawl, 5, 8).label.tunnelled == 2
    assert tunnels([]) == []


def test_hosts_come_with_the_most_pages_first() -> None:
    crawl = [
        Sighting("http://b.example/1", 0, True, 1.0, True),
        Sighting("http://a.example/1", 0, True, 1.0, False),
        Sighting("http://b.example/2", 0, False, 0.0, True),
    ]
    assert hosts(crawl) == [HostHarvest("b.example", 2, 1, 2), HostHarvest("a.example", 1, 1, 0)]
