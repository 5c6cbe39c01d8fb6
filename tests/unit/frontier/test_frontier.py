from __future__ import annotations

import doctest

import numpy as np
import pytest

import lycosa.frontier.frontier
from lycosa.errors import LycosaError
from lycosa.frontier import Evidence, Frontier, Part, State, UrlArena, View

EVIDENCE = Evidence((Part("near", 1.0, "max"), Part("far", 0.5, "sum")))


def filled(count: int = 100, hosts: int = 7, max_active: int | None = None) -> Frontier:
    frontier = Frontier(EVIDENCE, max_active=max_active)
    scores = np.random.default_rng(3).random((count, 2)).tolist()
    for number, parts in enumerate(scores):
        frontier.push(
            f"http://h{number % hosts}/{number}", f"h{number % hosts}", parts, depth=number, parent=number - 1
        )
    return frontier


def by_priority(frontier: Frontier, links: list[int]) -> list[int]:
    return sorted(links, key=lambda link: (-frontier.get(link).priority, link))


def test_the_example_in_the_docstring_runs() -> None:
    assert doctest.testmod(lycosa.frontier.frontier).failed == 0


def test_the_frontier_is_what_strategies_expect() -> None:
    view: View = Frontier(EVIDENCE)
    assert (view.best(), view.top(3), view.hosts(), len(view)) == (None, [], 0, 0)
    assert view.sample(3, np.random.default_rng(0)) == []


def test_get_tells_all_that_was_pushed() -> None:
    frontier = Frontier(EVIDENCE)
    frontier.push("http://a/", "a", [0.25, 0.5], depth=3, parent=-1)
    link = frontier.get(0)
    assert link == (0, "http://a/", "a", 3, -1, 0.5, (0.25, 0.5))


def test_among_equals_the_oldest_is_best() -> None:
    frontier = Frontier(EVIDENCE)
    for number in range(50):
        frontier.push(f"http://a/{number}", "a" if number % 3 else "b", [1.0, 1.0])
    assert frontier.top(50) == list(range(50))


def test_a_link_shown_again_keeps_its_id_and_combines_its_parts() -> None:
    frontier = Frontier(EVIDENCE)
    frontier.push("http://a/", "a", [0.5, 1.0], depth=1)
    assert frontier.push("http://a/", "a", [0.25, 2.0], depth=9) == (0, False)
    assert frontier.get(0).parts == (0.5, 3.0)
    assert (frontier.get(0).depth, len(frontier)) == (1, 1)


def test_a_link_shown_again_by_its_id_becomes_what_pushing_it_again_makes_of_it() -> None:
    pushed, shown = filled(), filled()
    pushed.mark_seen("http://h0/x", "h0", [0.1, 0.1])
    shown.mark_seen("http://h0/x", "h0", [0.1, 0.1])
    for link in (3, 50, 3, 100):
        known = pushed.get(link)
        pushed.push(known.url, known.host, [0.7, 0.2])
        shown.show_again(link, known.url, [0.7, 0.2])
    assert [shown.get(link) for link in range(101)] == [pushed.get(link) for link in range(101)]
    assert shown.top(101) == pushed.top(101)


def test_a_link_shown_again_after_its_visit_is_not_queued_again() -> None:
    frontier = Frontier(EVIDENCE)
    frontier.push("http://a/", "a", [0.5, 1.0])
    frontier.take(0, now=0.0)
    frontier.push("http://a/", "a", [0.5, 1.0])
    frontier.release(0, now=0.0)
    frontier.push("http://a/", "a", [0.5, 1.0])
    assert (len(frontier), frontier.best(), frontier.state(0)) == (0, None, State.DONE)


def test_a_refused_link_leaves_no_trace() -> None:
    frontier = Frontier(EVIDENCE)
    with pytest.raises(LycosaError):
        frontier.push("http://a/", "a", [float("nan"), 1.0])
    assert frontier.push("http://a/", "a", [1.0, 1.0]) == (0, True)
    with pytest.raises(LycosaError):
        frontier.push("http://a/", "a", [1.0, 3e38 * 10])
    assert frontier.get(0).parts == (1.0, 1.0)


def test_a_discarded_link_is_queued_when_a_page_shows_it_in_a_better_light() -> None:
    frontier = Frontier(EVIDENCE)
    link = frontier.mark_seen("http://a/", "a", [0.1, 0.0])
    assert (len(frontier), frontier.find("http://a/")) == (0, None)
    assert frontier.push("http://a/", "a", [0.8, 0.0]) == (link, False)
    assert frontier.best() == link


def test_a_skipped_link_is_queued_only_when_revived() -> None:
    frontier = Frontier(EVIDENCE)
    link = frontier.mark_seen("http://a/", "a", state=State.SKIPPED)
    frontier.push("http://a/", "a", [0.8, 0.0])
    assert frontier.best() is None
    frontier.revive(link)
    assert frontier.best() == link
    with pytest.raises(LycosaError, match="is queued, not skipped or discarded"):
        frontier.revive(link)


def test_marking_a_known_link_changes_nothing() -> None:
    frontier = Frontier(EVIDENCE)
    frontier.push("http://a/", "a", [0.8, 0.5])
    assert frontier.mark_seen("http://a/", "a", [0.9, 9.0]) == 0
    assert (frontier.state(0), frontier.get(0).parts[1]) == (State.QUEUED, 0.5)


def test_update_replaces_parts_of_queued_links_only() -> None:
    frontier = filled(3)
    assert frontier.update("http://h2/2", [9.0, 0.0])
    assert frontier.best() == 2
    frontier.take(2, now=0.0)
    assert not frontier.update("http://h2/2", [1.0, 0.0])
    assert not frontier.update("http://nowhere/", [1.0, 0.0])


def test_reweighing_ranks_every_link_anew() -> None:
    frontier = filled()
    frontier.take(11, now=0.0)
    frontier.reweigh(Evidence((Part("near", -2.0), Part("far", 0.1))))
    queued = [link for link in range(100) if link != 11]
    assert frontier.top(100) == by_priority(frontier, queued)
    near, far = frontier.get(5).parts
    assert frontier.get(5).priority == pytest.approx(-2.0 * near + 0.1 * far)


def test_reweighing_with_other_parts_is_refused() -> None:
    with pytest.raises(LycosaError, match="evidence has 1 parts, but links here have 2"):
        filled().reweigh(Evidence((Part("near"),)))


def test_top_is_the_best_of_the_ready_links_in_order() -> None:
    frontier = filled(max_active=1)
    busy = frontier.best()
    assert busy is not None
    frontier.take(busy, now=0.0)
    ready = [link for link in range(100) if frontier.ready(link)]
    assert 0 < len(ready) < 99
    for count in (0, 1, 10, 1000):
        assert frontier.top(count) == by_priority(frontier, ready)[:count]


def test_top_shows_a_link_once_however_often_it_moved() -> None:
    frontier = filled(20)
    for score in (5.0, 7.0, 5.0, 7.0):
        frontier.update("http://h3/3", [score, 0.0])
    assert frontier.top(99) == by_priority(frontier, list(range(20)))


def test_looking_changes_nothing() -> None:
    frontier = filled()
    first = frontier.top(100)
    frontier.sample(50, np.random.default_rng(0))
    assert frontier.top(100) == first


def test_a_sample_has_ready_links_without_repeats() -> None:
    frontier = filled(max_active=1)
    frontier.take(0, now=0.0)
    for count in (1, 5, 60, 500):
        links = frontier.sample(count, np.random.default_rng(count))
        ready = sum(frontier.ready(link) for link in range(100))
        assert len(links) == len(set(links)) == min(count, ready)
        assert all(map(frontier.ready, links))


def test_the_same_generator_draws_the_same_sample() -> None:
    draws = [filled(2000).sample(10, np.random.default_rng(7)) for _ in range(2)]
    assert draws[0] == draws[1]


@pytest.mark.parametrize("done", [0, 950], ids=["common", "rare"])
def test_a_sample_favours_no_link(done: int) -> None:
    frontier = filled(1000, hosts=3)
    for link in range(done):
        frontier.take(link, now=0.0)
    rng = np.random.default_rng(11)
    drawn = np.bincount([frontier.sample(1, rng)[0] for _ in range(10_000)], minlength=1000)[done:]
    expected = 10_000 / len(drawn)
    chi_square = float(np.sum((drawn - expected) ** 2) / expected)
    freedom = len(drawn) - 1
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


def test_a_dropped_host_is_skipped_whole() -> None:
    frontier = filled(20, hosts=2)
    frontier.take(1, now=0.0)
    assert frontier.drop_host("h1") == 9
    assert (len(frontier), frontier.hosts(), frontier.state(3)) == (10, 1, State.SKIPPED)
    assert all(link % 2 == 0 for link in frontier.top(99))
    assert frontier.drop_host("unknown") == 0


def test_hosts_are_counted_for_budgets() -> None:
    frontier = filled(10, hosts=2)
    for link in (0, 2, 4):
        frontier.take(link, now=0.0)
    frontier.release(0, now=0.0)
    frontier.put_back(4, now=0.0)
    assert frontier.host_counts("h0") == (3, 2)
    assert frontier.host_counts("unknown") == (0, 0)


def test_a_frontier_loaded_from_rows_goes_on_where_the_other_stopped() -> None:
    old = filled()
    old.mark_seen("http://h1/no", "h1", [0.3, 0.3])
    old.push("http://h1/1", "h1", [0.9, 0.9])
    old.take(0, now=0.0)
    old.release(0, now=0.0)
    in_flight = old.take(1, now=0.0)
    new = Frontier(EVIDENCE)
    new.load(old.rows())
    old.put_back(in_flight.id, now=0.0)
    assert [new.get(link) for link in range(101)] == [old.get(link) for link in range(101)]
    assert [new.state(link) for link in range(101)] == [old.state(link) for link in range(101)]
    assert new.top(200) == old.top(200)
    assert new.host_counts("h0") == old.host_counts("h0")
    assert new.push("http://h1/1", "h1", [0.0, 1.0]) == old.push("http://h1/1", "h1", [0.0, 1.0])
    assert new.get(1) == old.get(1)
    assert new.push("http://new/", "new", [0.0, 1.0]) == (101, True)


def test_a_loaded_frontier_draws_what_the_other_would_have_drawn() -> None:
    old, new = filled(), Frontier(EVIDENCE)
    old.take(5, now=0.0)
    old.release(5, now=0.0)
    new.load(old.rows())
    for count in (1, 30, 90):
        draws = [each.sample(count, np.random.default_rng(count)) for each in (old, new)]
        assert draws[0] == draws[1]


def test_loading_does_not_give_a_url_store_what_it_holds() -> None:
    urls = UrlArena()
    old = Frontier(EVIDENCE, urls=urls)
    for number in range(5):
        old.push(f"http://a/{number}", "a", [1.0, number])
    new = Frontier(EVIDENCE, urls=urls)
    new.load(old.rows())
    assert len(urls) == 5
    assert new.get(4) == old.get(4)


def test_loading_nothing_leaves_an_empty_frontier() -> None:
    frontier = Frontier(EVIDENCE)
    frontier.load([])
    assert (len(frontier), frontier.best(), list(frontier.rows())) == (0, None, [])


def test_a_link_loaded_twice_is_refused() -> None:
    rows = next(filled(1).rows())
    with pytest.raises(LycosaError, match="links 0 and 1 have the same URL"):
        Frontier(EVIDENCE).load([rows, rows])
