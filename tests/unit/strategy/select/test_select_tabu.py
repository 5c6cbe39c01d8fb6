"""Both tabu searches on a hand-made neighbourhood, against the steps of paper 001."""

from __future__ import annotations

import json

import numpy as np
import pytest

from lycosa.frontier import Evidence, Frontier, Part
from lycosa.strategy.select.improved_tabu import ImprovedTabu
from lycosa.strategy.select.tabu import TraditionalTabu
from lycosa.strategy.select.walk import Walk


class Map:
    """Links are letters: what each is worth, which letters stand on its page, which of them are read."""

    def __init__(self, pages: dict[str, str], worth: dict[str, float]) -> None:
        self.pages = pages
        self.worth = worth

    def number(self, url: str) -> int:
        return ord(url[-1])

    def url(self, node: int) -> str:
        return f"http://{chr(node)}.test/{chr(node)}"

    def is_read(self, node: int) -> bool:
        return chr(node) in self.pages

    def priority(self, node: int) -> float:
        return self.worth.get(chr(node), 0.0)

    def below(self, node: int) -> list[int]:
        return sorted(map(ord, self.pages.get(chr(node), "")), key=self.priority, reverse=True)

    def siblings(self, node: int) -> list[int]:
        shown_by = next((page for page, links in self.pages.items() if chr(node) in links), "")
        return [other for other in self.below(ord(shown_by)) if other != node] if shown_by else []


def queue(web: Map, letters: str, **settings: float) -> Frontier:
    frontier = Frontier(Evidence((Part("worth"),)), **settings)  # type: ignore[arg-type]
    for letter in letters:
        frontier.push(web.url(ord(letter)), f"{letter}.test", [web.priority(ord(letter))])
    return frontier


def chosen(walk: Walk, view: Frontier, web: Map) -> str:
    walk.look_through(web)
    link = walk.choose(view, np.random.default_rng(0))
    return "" if link is None else view.get(link).url[-1]


def tabu_list(walk: Walk) -> dict[str, int]:
    return {chr(node): term for node, term in walk.tabu.items()}


def standing(walk: Walk, at: str, best: str = "", tabu: dict[str, int] | None = None) -> Walk:
    walk.stand(ord(at))
    walk.best = ord(best or at)
    walk.tabu = {ord(letter): term for letter, term in (tabu or {}).items()}
    return walk


# Improved tabu search. Page p shows the current link c and others; page c shows what follows.


def test_a_better_link_of_the_page_is_accepted() -> None:
    web = Map({"p": "c", "c": "g"}, {"c": 0.3, "g": 0.4})
    walk = standing(ImprovedTabu(), "c", best="p")
    assert chosen(walk, queue(web, "g"), web) == "g"
    # P(g) > P(Hlink) = P(p) = 0 as well, so Hlink = g; nothing became tabu.
    assert (chr(walk.best or 0), tabu_list(walk)) == ("g", {})


def test_a_tabu_link_better_than_the_best_visited_is_accepted_and_released() -> None:
    web = Map({"p": "c", "c": "g"}, {"c": 0.3, "g": 0.4})
    walk = standing(ImprovedTabu(), "c", tabu={"g": 3})
    assert chosen(walk, queue(web, "g"), web) == "g"
    assert tabu_list(walk) == {}


def test_a_tabu_link_not_better_than_the_best_visited_is_refused() -> None:
    # g beats the current link but not the best visited, b; it is tabu. The walk looks beside c: e.
    web = Map({"p": "ce", "c": "g", "b": ""}, {"c": 0.3, "g": 0.4, "b": 0.9, "e": 0.1})
    walk = standing(ImprovedTabu(), "c", best="b", tabu={"g": 3})
    assert chosen(walk, queue(web, "ge"), web) == "e"
    # c is tabu with term 5; the update takes 1 from each: c 4, g 2.
    assert tabu_list(walk) == {"g": 2, "c": 4}


def test_five_refusals_make_the_current_link_tabu_and_its_best_neighbour_the_next() -> None:
    web = Map({"p": "cef", "c": "uvwxyz"}, {"c": 0.9, "e": 0.2, "f": 0.5, **dict.fromkeys("uvwxyz", 0.1)})
    walk = standing(ImprovedTabu(), "c")
    assert chosen(walk, queue(web, "efuvwxyz"), web) == "f"
    assert isinstance(walk, ImprovedTabu)
    assert (walk.refused, len(walk.left or []), tabu_list(walk)) == (5, 1, {"c": 4})


def test_a_link_is_released_at_the_fifth_update_of_the_list() -> None:
    walk = ImprovedTabu()
    terms = []
    for letter in "abcdef":
        walk.forbid(ord(letter))
        terms.append(tabu_list(walk).get("a", 0))
    assert terms == [4, 3, 2, 1, 0, 0]


def test_the_walk_goes_on_from_a_link_read_before_until_it_meets_an_unread_one() -> None:
    # c's page shows only r, which is better but read already; r's page shows u, which is better still.
    web = Map({"p": "c", "c": "r", "r": "u"}, {"c": 0.1, "r": 0.2, "u": 0.3})
    walk = standing(ImprovedTabu(), "c")
    assert chosen(walk, queue(web, "u"), web) == "u"
    assert walk.current == ord("r")


def test_beside_a_link_unread_ones_come_before_better_ones_read_already() -> None:
    web = Map({"p": "cre", "c": "", "r": ""}, {"c": 0.5, "r": 0.9, "e": 0.2})
    assert chosen(standing(ImprovedTabu(), "c"), queue(web, "e"), web) == "e"


def test_with_nothing_below_and_beside_it_the_walk_starts_from_a_random_link() -> None:
    web = Map({"c": ""}, {"c": 0.5})
    walk = standing(ImprovedTabu(), "c")
    assert chosen(walk, queue(web, "q"), web) == "q"
    assert tabu_list(walk) == {"c": 4}


def test_a_link_that_brought_no_page_is_not_asked_for_again_and_is_no_move() -> None:
    web = Map({"p": "c", "c": "gh"}, {"c": 0.1, "g": 0.5, "h": 0.5})
    walk, view = standing(ImprovedTabu(), "c"), queue(web, "ghq")
    first = chosen(walk, view, web)
    view.take(view.find(web.url(ord(first))) or 0, now=0.0)
    assert {first, chosen(walk, view, web)} == {"g", "h"}
    assert walk.current == ord("c")


def test_literal_searches_start_from_a_random_link_that_is_visited_first() -> None:
    web = Map({"p": "c", "c": "g"}, {"c": 0.1, "g": 0.5, "q": 0.2, "s": 0.3})
    walk, view = ImprovedTabu(restart="always"), queue(web, "gqs")
    start = chosen(walk, view, web)
    web.pages[start] = "g"
    walk.follow(web.url(ord(start)), web)
    assert chosen(walk, view, web) == "g"
    assert walk.found
    # g found: the next search begins anew, whatever g's page shows.
    web.pages["g"] = "z"
    view.take(view.find(web.url(ord("g"))) or 0, now=0.0)
    walk.follow(web.url(ord("g")), web)
    assert chosen(walk, view, web) in "qs"


# Traditional tabu search


def test_the_best_link_becomes_current_and_tabu_though_it_is_worse_than_the_current() -> None:
    web = Map({"c": "gh"}, {"c": 0.9, "g": 0.2, "h": 0.4})
    walk = standing(TraditionalTabu(), "c")
    assert chosen(walk, queue(web, "gh"), web) == "h"
    assert tabu_list(walk) == {"h": 4}


def test_a_tabu_link_is_passed_over_unless_it_beats_the_best_visited() -> None:
    web = Map({"c": "gh"}, {"c": 0.3, "g": 0.2, "h": 0.4})
    assert chosen(standing(TraditionalTabu(), "c", tabu={"h": 2}), queue(web, "gh"), web) == "h"
    web.worth["c"] = 0.5
    assert chosen(standing(TraditionalTabu(), "c", tabu={"h": 2}), queue(web, "gh"), web) == "g"


@pytest.mark.parametrize("make", [TraditionalTabu, ImprovedTabu])
def test_the_best_ready_link_stands_in_for_one_whose_host_must_rest(make: type[Walk]) -> None:
    web = Map({"p": "c", "c": "g"}, {"c": 0.1, "g": 0.9, "x": 0.2, "y": 0.3})
    view = queue(web, "gxy")
    view.park("g.test", until=100.0)
    walk = standing(make(), "c")
    assert chosen(walk, view, web) == "y"
    view.tick(100.0)
    assert ord("g") not in walk.asked


@pytest.mark.parametrize("make", [TraditionalTabu, ImprovedTabu])
def test_a_link_taken_back_may_be_chosen_again(make: type[Walk]) -> None:
    web = Map({"p": "c", "c": "g"}, {"c": 0.1, "g": 0.9})
    walk, view = standing(make(), "c"), queue(web, "g")
    assert chosen(walk, view, web) == "g"
    walk.turn_back(web.url(ord("g")), web)
    assert (walk.current, walk.asked) == (None, set())


@pytest.mark.parametrize("make", [TraditionalTabu, ImprovedTabu])
def test_nothing_ready_is_nothing_chosen(make: type[Walk]) -> None:
    web = Map({"c": "g"}, {"g": 0.9})
    walk = standing(make(), "c")
    before = walk.state()
    assert chosen(walk, queue(web, ""), web) == ""
    assert walk.state() == before


@pytest.mark.parametrize("make", [TraditionalTabu, ImprovedTabu])
def test_a_restored_walk_is_the_same(make: type[Walk]) -> None:
    web = Map({"p": "cef", "c": "uvwxyz"}, {"c": 0.9, "e": 0.2, "f": 0.5, **dict.fromkeys("uvwxyz", 0.1)})
    walk = standing(make(), "c")
    chosen(walk, queue(web, "efuvwxyz"), web)
    again = make()
    again.restore(json.loads(json.dumps(walk.state())))
    assert again.state() == walk.state()
