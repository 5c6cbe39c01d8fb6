"""Mechanisms of strategies act in real crawls of the lab, and results say how often."""

from __future__ import annotations

from typing import Any

import pytest

from lycosa.lab.experiment.prepared_web import PreparedWeb, prepare_web
from lycosa.lab.experiment.results import results_of
from lycosa.lab.experiment.trial import Plan, TrialOutcome, run_cell


@pytest.fixture(scope="module")
def many_hosts() -> PreparedWeb:
    return prepare_web("synth:pages=600,hosts=20,topics=rainstorm+sports")


@pytest.fixture(scope="module")
def one_host() -> PreparedWeb:
    return prepare_web("synth:pages=400,hosts=1,tunnels=,topics=rainstorm+sports")


def crawl(web: PreparedWeb, name: str, **parameters: Any) -> TrialOutcome:
    plan = Plan("rainstorm", (name,), 200, seeds=2, examples=5, parameters={name: parameters})
    return run_cell(web, plan, name, 0)


def test_discarded_links_come_back_in_the_first_third_of_a_crawl(many_hosts: PreparedWeb) -> None:
    # A high bar discards nearly everything; without what comes back the crawl soon ends.
    early = crawl(many_hosts, "fcits-oh", beta=0.8)
    never = crawl(many_hosts, "fcits-oh", beta=0.8, early=0.0)
    assert early.mechanisms["discarded links that came back"] > 10
    assert never.mechanisms["discarded links that came back"] == 0
    assert len(early.sightings) > len(never.sightings) + 10


def test_with_the_constants_of_the_paper_no_link_comes_back_here(many_hosts: PreparedWeb) -> None:
    # While pages are few each has a PageRank near the highest, and 0.55 of it is above any beta.
    assert crawl(many_hosts, "fcits-oh").mechanisms["discarded links that came back"] == 0


def test_hosts_are_forbidden_in_a_crawl_of_many(many_hosts: PreparedWeb) -> None:
    assert crawl(many_hosts, "fcits-oh", few_visits=5, many_visits=10).mechanisms["hosts forbidden"] > 5


def test_on_one_host_the_ban_is_lifted_and_the_walk_is_that_of_fcoits(one_host: PreparedWeb) -> None:
    aware, plain = crawl(one_host, "fcits-oh", few_hosts=0), crawl(one_host, "fcoits")
    assert aware.mechanisms["bans lifted"] == aware.mechanisms["hosts forbidden"] > 0
    assert aware.sightings == plain.sightings


def test_a_crawl_cools_over_its_own_length(many_hosts: PreparedWeb) -> None:
    chances = [crawl(many_hosts, "fcsa", **cooling).mechanisms for cooling in ({}, {"cooling": 0.999})]
    assert 0 < chances[0]["another link than the best"] < chances[1]["another link than the best"]


@pytest.mark.parametrize(
    ("name", "units"), [("cbp-slc", ("block", "anchor", "context")), ("slc", ("anchor", "context"))]
)
def test_every_text_around_links_decides_for_some(
    many_hosts: PreparedWeb, name: str, units: tuple[str, ...]
) -> None:
    counts = crawl(many_hosts, name).mechanisms
    assert all(counts[f"links kept by {unit}"] > 0 for unit in units)
    assert counts["links dropped"] > 0


def test_results_say_how_often_mechanisms_acted(many_hosts: PreparedWeb) -> None:
    plan = Plan("rainstorm", ("fcits-oh", "bfs"), 30, seeds=2, examples=5)
    outcomes = [run_cell(many_hosts, plan, name, 0) for name in plan.strategies]
    results = results_of(plan, many_hosts.web, outcomes, [40])
    assert set(results[0]["mechanisms"]) == {
        "hosts forbidden",
        "bans lifted",
        "discarded links that came back",
    }
    assert results[1]["mechanisms"] == {}
