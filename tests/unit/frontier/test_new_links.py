"""Links that come in new, some of which a strategy asks the ids of before it proposes them."""

from __future__ import annotations

import numpy as np

from lycosa.frontier import Evidence, Frontier, Part, State

URLS = [f"http://h{number % 3}.test/{number}" for number in range(6)]
HOSTS = [f"h{number % 3}.test" for number in range(6)]


def frontier() -> Frontier:
    return Frontier(Evidence((Part("worth"),)))


def test_many_links_are_numbered_as_they_would_be_one_by_one() -> None:
    together, one_by_one = frontier(), frontier()
    for links in (together, one_by_one):
        links.push(URLS[3], HOSTS[3], [1.0])
    asked = [URLS[0], URLS[3], URLS[0], URLS[1]]
    assert together.numbers(asked) == [one_by_one.number(url) for url in asked] == [1, 0, 1, 2]
    assert together.only_numbered() == one_by_one.only_numbered() == [1, 2]


def test_links_completed_together_are_queued_as_if_they_had_never_been_numbered() -> None:
    completed, appended = frontier(), frontier()
    parts = [(number / 4,) for number in range(6)]
    states = [State.QUEUED] * 5 + [State.DISCARDED]
    numbers = completed.numbers(URLS)
    for url in URLS:
        appended.reserve(url)
    assert completed.complete(numbers, URLS, HOSTS, parts, states, depth=2, parent=0) == appended.append(
        URLS, HOSTS, parts, states, depth=2, parent=0
    )
    assert completed.top(6) == appended.top(6) == [4, 3, 2, 1, 0]
    assert completed.only_numbered() == []


def test_a_link_that_is_only_numbered_waits_in_no_queue() -> None:
    links = frontier()
    links.numbers(URLS)
    assert links.best() is None
    assert [links.proposed(url) for url in URLS] == [None] * 6


def test_links_completed_in_columns_are_worth_what_they_are_one_by_one() -> None:
    in_columns, one_by_one = frontier(), frontier()
    parts = [(number / 4,) for number in range(6)]
    for links, table in ((in_columns, np.array(parts, np.float32)), (one_by_one, None)):
        links.complete(
            links.numbers(URLS), URLS, HOSTS, parts, [State.QUEUED] * 6, depth=2, parent=0, table=table
        )
    assert [in_columns.get(link) for link in range(6)] == [one_by_one.get(link) for link in range(6)]


def test_ids_told_again_are_not_those_that_a_caller_has_changed() -> None:
    links, asked = frontier(), URLS[:2]
    links.numbers(asked).clear()
    asked.reverse()
    assert links.reserve_all(URLS[:2]) == [0, 1]
    assert links.reserve_all(asked) == [1, 0]
