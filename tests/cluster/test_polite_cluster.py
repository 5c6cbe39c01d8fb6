"""Two shards ask hosts, and addresses that hosts share, no more often than one crawl: the server's word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.cluster.once import run_once
from tests.cluster.polite import ADDRESS_DELAY_S, DELAY_S, HOSTS, WINDOW_S

pytestmark = pytest.mark.slow
PROGRAM = Path(__file__).with_name("polite.py")
LATE_S = 0.5
"""By how much requests may crowd because the machine was busy …"""
BUSY = 1.8
"""… and how much longer shards may take. Without turns in common they would take twice as long."""


@pytest.fixture(scope="module")
def came(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return run_once(tmp_path_factory, PROGRAM)[1]


@pytest.mark.parametrize("who", ["alone", "together"])
def test_an_address_is_asked_at_the_pace_of_one_crawl(came: dict[str, Any], who: str) -> None:
    assert came[who]["hosts"] > HOSTS / 3
    assert came[who]["most at an address"] <= (WINDOW_S + LATE_S) / ADDRESS_DELAY_S + 1


@pytest.mark.parametrize("who", ["alone", "together"])
def test_a_host_rests_between_two_requests(came: dict[str, Any], who: str) -> None:
    assert came[who]["least rest of a host"] >= DELAY_S - LATE_S


def test_a_host_is_asked_for_its_robots_txt_once(came: dict[str, Any]) -> None:
    assert came["together"]["robots.txt at most"] == 1
    assert came["together"]["twice"] == 0


def test_shards_are_no_slower_than_one_crawl(came: dict[str, Any]) -> None:
    alone, together = came["alone"], came["together"]
    pace_s = [crawl["seconds"] / crawl["requests"] for crawl in (alone, together)]
    assert pace_s[1] <= BUSY * pace_s[0]
