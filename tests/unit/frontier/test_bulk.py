"""Many links taken in together are what they would be one by one."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from lycosa.errors import LycosaError
from lycosa.frontier import Combine, Evidence, Frontier, Part, State

RULES: tuple[Combine, ...] = ("first", "last", "max", "mean", "sum")
EVIDENCE = Evidence(tuple(Part(rule, 0.3 + place, rule) for place, rule in enumerate(RULES)))
LATEST = Evidence(tuple(Part(name, 0.3 + place, "last") for place, name in enumerate(RULES)))


def _frontier(links: int = 20, evidence: Evidence = EVIDENCE) -> Frontier:
    frontier = Frontier(evidence)
    for number in range(links):
        frontier.push(_url(number), _host(number), [number / 7] * len(RULES))
    return frontier


def _url(number: int) -> str:
    return f"http://{_host(number)}/{number}"


def _host(number: int) -> str:
    return f"h{number % 3}.test"


def _order(frontier: Frontier) -> list[int]:
    return frontier.top(1000)


@pytest.mark.parametrize("evidence", [EVIDENCE, LATEST], ids=["all rules", "the latest page counts"])
@pytest.mark.parametrize("seed", range(20))
def test_links_shown_together_are_links_shown_one_by_one(seed: int, evidence: Evidence) -> None:
    draw = Random(seed)
    shown = [(draw.randrange(20), [draw.uniform(-3, 3) for _ in RULES]) for _ in range(40)]
    together, one_by_one = _frontier(evidence=evidence), _frontier(evidence=evidence)
    together.show_all_again(
        [link for link, _ in shown], [_url(link) for link, _ in shown], [parts for _, parts in shown]
    )
    for link, parts in shown:
        one_by_one.show_again(link, _url(link), parts)
    assert _order(together) == _order(one_by_one)
    assert all(
        np.array_equal(ours, theirs)
        for ours, theirs in zip(together.values(range(20)), one_by_one.values(range(20)), strict=True)
    )
    assert [together.better(link) for link in range(20)] == [one_by_one.better(link) for link in range(20)]


def test_links_shown_together_in_columns_are_links_shown_one_by_one() -> None:
    shown = [(3, [0.5] * len(RULES)), (7, [2.0] * len(RULES)), (3, [-1.0] * len(RULES))]
    links, parts = [link for link, _ in shown], [values for _, values in shown]
    together, one_by_one = _frontier(evidence=LATEST), _frontier(evidence=LATEST)
    together.show_all_again(links, [_url(link) for link in links], parts, np.array(parts, np.float32))
    for link, values in shown:
        one_by_one.show_again(link, _url(link), values)
    for ours, theirs in zip(together.values(range(20)), one_by_one.values(range(20)), strict=True):
        assert np.array_equal(ours, theirs)


def test_links_updated_together_are_links_updated_one_by_one() -> None:
    together, one_by_one = _frontier(), _frontier()
    parts = {
        _url(4): [3.0] * len(RULES),
        "http://new.test/": [9.0] * len(RULES),
        _url(2): [-2.0] * len(RULES),
    }
    assert together.update_all(parts) == [4, 2]
    assert [one_by_one.update(url, values) for url, values in parts.items()] == [True, False, True]
    assert _order(together) == _order(one_by_one)


@pytest.mark.parametrize("tracked", [False, True])
def test_one_link_belongs_where_its_columns_say(tracked: bool) -> None:
    frontier = _frontier()
    if tracked:
        frontier.track_directories()
    frontier.push("http://h9.test/below/x", "h9.test", [1.0] * len(RULES), 2, 7)
    columns = frontier.columns([20])
    assert frontier.place(20) == (columns.host[0], columns.directory[0], columns.parent[0])


def test_every_other_link_has_the_columns_that_it_has_among_all() -> None:
    frontier, ids = _frontier(), np.arange(20)
    for some, of_all in zip(frontier.columns(ids[::2]), frontier.columns(ids), strict=True):
        assert np.array_equal(some, of_all[::2])


@pytest.mark.parametrize("last", [23, 40], ids=["few", "many"])
def test_links_appended_together_are_links_pushed_one_by_one(last: int) -> None:
    together, one_by_one, new = _frontier(), _frontier(), range(20, last)
    states = [State.QUEUED if number % 4 else State.DISCARDED for number in new]
    urls, hosts = [_url(number) for number in new], [_host(number) for number in new]
    parts = [[number / 11] * len(RULES) for number in new]
    assert [together.reserve(url) for url in urls] == list(new)
    made = together.append(urls, hosts, parts, states, depth=3, parent=7)
    for url, host, values, state in zip(urls, hosts, parts, states, strict=True):
        if state is State.QUEUED:
            one_by_one.push(url, host, values, 3, 7)
        else:
            one_by_one.mark_seen(url, host, values, 3, 7, state=state)
    assert made == [one_by_one.get(number) for number in new]
    assert _order(together) == _order(one_by_one)
    assert [together.proposed(url) for url in (*urls, "http://new.test/")] == [*new, None]
    assert together.reserve_all([*urls, "http://new.test/", urls[0]]) == [*new, last, 20]


def test_a_link_only_numbered_was_not_proposed() -> None:
    frontier = _frontier(1)
    number = frontier.number("http://later.test/")
    assert [frontier.proposed(url) for url in (_url(0), "http://later.test/")] == [0, None]
    assert frontier.reserve("http://later.test/") == number < frontier.links_seen
    assert frontier.states([0, number, number + 1]) == [State.QUEUED, State.NUMBERED, State.NUMBERED]


@pytest.mark.parametrize("before", [1, 20], ids=["few", "many"])
def test_parts_that_give_no_priority_are_refused_by_the_name_of_their_link(before: int) -> None:
    frontier = _frontier(1)
    urls = [*map(_url, range(1, 1 + before)), "http://bad.test/"]
    frontier.reserve_all(urls)
    worth = [[0.5] * len(RULES)] * before + [[float("nan")] * len(RULES)]
    with pytest.raises(LycosaError, match=r"http://bad\.test/: parts must give a finite priority"):
        frontier.append(urls, ["h.test"] * len(urls), worth, [State.QUEUED] * len(urls), depth=0, parent=-1)
    assert frontier.links_seen == 1  # none of them is recorded by half


def test_many_links_of_a_host_laid_out_anew_come_in_their_order() -> None:
    frontier = Frontier(Evidence((Part("score"),)))
    for number in range(300):
        frontier.push(f"http://h.test/{number}", "h.test", [0.0])
    scores = Random(1).choices(range(50), k=300)
    frontier.set_parts(range(300), np.array(scores, np.float32)[:, None], whole=True)
    assert frontier.top(300) == sorted(range(300), key=lambda link: (-scores[link], link))
    assert [frontier.take(frontier.top(1)[0], now=0.0).id for _ in range(100)] == sorted(
        range(300), key=lambda link: (-scores[link], link)
    )[:100]
