"""The link graph by hand: what stands on which page, strays that become links, and what is forgotten."""

from __future__ import annotations

import random

import numpy as np
import pytest

from lycosa.graph import LinkGraph, rel_bits, rel_names


def rows(graph: LinkGraph, links: list[int], limit: int | None = None) -> list[list[tuple[int, int]]]:
    """Return page and position of the sightings of each link."""
    found = graph.in_links(links, limit)
    pairs = list(zip(found.page.tolist(), found.position.tolist(), strict=True))
    return [pairs[a:b] for a, b in zip(found.starts[:-1], found.starts[1:], strict=True)]


def test_a_link_is_seen_on_every_page_that_shows_it_oldest_first() -> None:
    graph = LinkGraph()
    graph.add(0, [1, 2])
    graph.add(1, [2, 0, 2])
    assert rows(graph, [2, 0, 7]) == [[(0, 1), (1, 0), (1, 2)], [(1, 1)], []]


def test_a_limit_gives_the_latest_sightings() -> None:
    graph = LinkGraph()
    for page in range(5):
        graph.add(page, [9])
    assert rows(graph, [9], limit=2) == [[(3, 0), (4, 0)]]


def test_out_links_come_in_the_order_of_the_page_with_block_and_rel() -> None:
    graph = LinkGraph()
    graph.add(4, [1, 2, 1], [0, 3, 3], [0, rel_bits(("nofollow",)), 0])
    found = graph.out_links([5, 4])
    assert found.starts.tolist() == [0, 0, 3]
    assert found.target.tolist() == [1, 2, 1]
    assert found.block.tolist() == [0, 3, 3]
    assert [rel_names(bits) for bits in found.rel.tolist()] == [(), ("nofollow",), ()]


def test_an_empty_graph_knows_nothing() -> None:
    graph = LinkGraph()
    assert rows(graph, [0, 1]) == [[], []]
    assert graph.out_links([0]).target.tolist() == []
    assert graph.page_numbers([0, -1, 5]).tolist() == [-1, -1, -1]


def test_a_stray_is_known_by_its_link_once_it_has_one() -> None:
    graph = LinkGraph()
    stray = graph.new_stray()
    assert stray == -2
    graph.add(0, [1, stray])
    assert rows(graph, [stray]) == [[(0, 1)]]
    graph.adopt(stray, 5)
    graph.add(1, [5])
    assert rows(graph, [5]) == [[(0, 1), (1, 0)]]
    assert graph.out_links([0]).target.tolist() == [1, 5]


def test_the_oldest_pages_are_forgotten_and_their_numbers_stay() -> None:
    graph = LinkGraph(sightings_max=8)
    for page in range(6):
        graph.add(page, [10, 11])
    assert graph.pages == 6
    assert len(graph) == 12
    assert [page for page, _ in rows(graph, [10])[0]] == [2, 3, 4, 5]
    assert graph.out_links([0]).target.tolist() == []
    assert graph.page_numbers(range(6)).tolist() == list(range(6))


def test_a_page_longer_than_the_memory_is_kept_alone() -> None:
    graph = LinkGraph(sightings_max=3)
    graph.add(0, [1])
    graph.add(1, [5] * 10)
    assert graph.out_links([0, 1]).starts.tolist() == [0, 0, 10]


def random_pages(count: int) -> list[list[int]]:
    rng = random.Random(3)
    return [[rng.randrange(40) for _ in range(rng.randrange(12))] for _ in range(count)]


@pytest.mark.parametrize("sightings_max", [50, 10_000])
def test_a_graph_begun_in_the_middle_is_the_one_that_was_there_all_the_time(sightings_max: int) -> None:
    pages = random_pages(200)
    whole, resumed = LinkGraph(sightings_max), LinkGraph(sightings_max)
    for page, targets in enumerate(pages[:150]):
        whole.add(page, targets)
    known = resumed.forgets(list(map(len, pages[:150])))
    resumed.begin(range(known), sum(map(len, pages[:known])))
    for page in range(known, 150):
        resumed.add(page, pages[page])
    for page in range(150, 200):
        whole.add(page, pages[page])
        resumed.add(page, pages[page])
    for ours, theirs in zip(whole.in_links(range(40)), resumed.in_links(range(40)), strict=True):
        assert np.array_equal(ours, theirs)
    assert whole.pages == resumed.pages
    assert np.array_equal(whole.page_numbers(range(200)), resumed.page_numbers(range(200)))


def test_in_links_and_out_links_tell_the_same_story() -> None:
    pages = random_pages(100)
    graph = LinkGraph()
    for page, targets in enumerate(pages):
        graph.add(page, targets)
    expected = sorted(
        (page, place, link) for page, links in enumerate(pages) for place, link in enumerate(links)
    )
    found = graph.in_links(range(40))
    assert (
        sorted(zip(found.page.tolist(), found.position.tolist(), found.target.tolist(), strict=True))
        == expected
    )
    out = graph.out_links(range(100))
    assert list(zip(out.page.tolist(), out.position.tolist(), out.target.tolist(), strict=True)) == expected


def test_a_sighting_costs_eleven_bytes() -> None:
    graph = LinkGraph()
    columns = (graph._target, graph._block, graph._rel, graph._back)
    assert sum(column.itemsize for column in columns) == 11


@pytest.mark.parametrize("limit", [None, 1, 3])
def test_few_links_and_many_are_followed_to_the_same_sightings(limit: int | None) -> None:
    graph = LinkGraph(sightings_max=60)
    for page in range(30):
        graph.add(page, [page % 7, (page * 5) % 11, page % 7])
    many = graph.in_links(list(range(12)), limit)
    few = [graph.in_links([link], limit) for link in range(12)]
    assert many.page.tolist() == [page for found in few for page in found.page.tolist()]
    assert np.diff(many.starts).tolist() == [len(found.page) for found in few]
