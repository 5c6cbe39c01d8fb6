"""Memory of hosts and of discarded links (paper 001, Algorithm 3)."""

from __future__ import annotations

import json

from lycosa.strategy.select.discarded import Discarded
from lycosa.strategy.select.host_tabu import HostTabu


def visited(hosts: HostTabu, host: str, relevant: int, other: int = 0) -> None:
    for number in range(relevant + other):
        hosts.count(host, relevant=number < relevant)
    hosts.question(host)


def test_a_host_with_fewer_than_fifty_visits_goes_on() -> None:
    hosts = HostTabu()
    visited(hosts, "a", relevant=0, other=49)
    assert not hosts.forbids("a")


def test_fifty_visits_with_four_fifths_relevant_are_not_enough_to_go_on() -> None:
    hosts = HostTabu()
    visited(hosts, "a", relevant=40, other=10)
    assert hosts.tabu == {"a": 3}  # put in with 4, and aged at once


def test_a_good_host_goes_on_to_a_hundred_visits() -> None:
    hosts = HostTabu()
    visited(hosts, "a", relevant=81, other=18)
    assert not hosts.forbids("a")
    visited(hosts, "a", relevant=1)
    assert hosts.forbids("a")


def test_a_host_is_free_again_with_a_clean_record_when_three_more_have_joined_the_list() -> None:
    hosts = HostTabu()
    lists = []
    for host in "abcd":
        visited(hosts, host, relevant=0, other=50)
        lists.append(dict(hosts.tabu))
    assert lists == [{"a": 3}, {"a": 2, "b": 3}, {"a": 1, "b": 2, "c": 3}, {"b": 1, "c": 2, "d": 3}]
    assert "a" not in hosts.visits
    assert hosts.visits["b"] == 50


def test_restored_hosts_are_the_same() -> None:
    hosts = HostTabu()
    visited(hosts, "a", relevant=3, other=50)
    again = HostTabu()
    again.restore(json.loads(json.dumps(hosts.state())))
    assert again.state() == hosts.state()


def test_the_best_discarded_links_on_wanted_hosts_come_back_once() -> None:
    discarded = Discarded(count=3)
    for url, host, priority in [("1", "a", 0.1), ("2", "b", 0.4), ("3", "c", 0.3), ("4", "c", 0.2)]:
        discarded.add(url, host, priority)
    discarded.call(lambda host: host != "b")
    assert discarded.called() == ["3", "4", "1"]
    discarded.call(lambda host: host != "b")
    assert discarded.called() == []


def test_a_host_keeps_its_best_discarded_links_only() -> None:
    discarded = Discarded(count=1)
    discarded.add("good", "a", 0.9)
    discarded.add("bad", "a", 0.1)
    discarded.call(lambda host: True)
    assert discarded.called() == ["good"]


def test_the_worst_of_too_many_hosts_is_forgotten() -> None:
    discarded = Discarded(count=1)
    for number in range(1_001):
        discarded.add(f"url{number}", f"host{number}", 1.0 + number)
    assert len(str(discarded.state()["best"]).split("url")) - 1 == 1_000
    discarded.call(lambda host: host == "host0")
    assert discarded.called() == []
