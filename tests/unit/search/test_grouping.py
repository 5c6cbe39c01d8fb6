"""Sub-topics: the same pages give the same groups, and none is ever reshuffled."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from lycosa.search.fields import Fields
from lycosa.search.index import Entry, SearchIndex
from lycosa.search.meaning import DIMENSIONS, packed, units
from lycosa.search.topics.cluster import SMALLEST, clusters
from lycosa.search.topics.grouping import FEWEST_PAGES, FIRST_PAGES, Grouping
from lycosa.search.topics.naming import name_of, readable, telling_words

DIRECTIONS = units(np.random.default_rng(7).normal(size=(4, DIMENSIONS)).astype(np.float32))


def vector(kind: int, rng: np.random.Generator) -> bytes:
    noise = rng.normal(scale=0.03, size=DIMENSIONS).astype(np.float32)
    return packed(DIRECTIONS[kind] + noise)


def entries(kinds: list[int], first: int = 0) -> list[Entry]:
    rng = np.random.default_rng(first)
    none = Fields((), (), ())
    return [Entry(first + n, none, "en", vector(kind, rng), f"word{kind}") for n, kind in enumerate(kinds)]


@pytest.fixture
def index(tmp_path: Path) -> Iterator[SearchIndex]:
    opened = SearchIndex.make(tmp_path, "crawl")
    yield opened
    opened.close()


def groups(index: SearchIndex) -> dict[int, int | None]:
    return dict(index.select("SELECT visit, topic FROM pages"))


def add(index: SearchIndex, kinds: list[int], first: int, *, at_once: int = 64) -> None:
    for start in range(0, len(kinds), at_once):
        part = entries(kinds, first)[start : start + at_once]
        index.add(part, part[-1].visit)
        Grouping(index).update()


def test_pages_of_one_kind_are_one_group_and_of_another_kind_another(index: SearchIndex) -> None:
    add(index, [0, 1] * FIRST_PAGES, 0)
    found = groups(index)
    assert {found[n] for n in range(0, 128, 2)} - {None} == {found[0]}
    assert {found[n] for n in range(1, 128, 2)} - {None} == {found[1]}
    assert found[0] != found[1]


def test_a_new_page_joins_and_nobody_moves(index: SearchIndex) -> None:
    add(index, [0, 1] * FIRST_PAGES, 0)
    before = groups(index)
    add(index, [1] * 10, 1000)
    after = groups(index)
    assert {visit: after[visit] for visit in before} == before
    assert [after[n] for n in range(1000, 1010)].count(before[1]) >= 8


def test_a_new_kind_becomes_a_group_of_the_next_generation(index: SearchIndex) -> None:
    add(index, [0, 1] * (FIRST_PAGES // 2), 0)
    before = groups(index)
    add(index, [2, 3] * FIRST_PAGES, 1000)
    after = groups(index)
    assert {visit: topic for visit, topic in after.items() if before.get(visit) is not None} == {
        visit: topic for visit, topic in before.items() if topic is not None
    }
    late = {after[n] for n in range(1000, 1128)} - {None}
    assert len(late) == 2
    assert not late & set(before.values())


@pytest.mark.parametrize("at_once", [1, 7, 64])
def test_groups_do_not_depend_on_how_many_pages_are_written_at_once(tmp_path: Path, at_once: int) -> None:
    found = []
    for name, size in (("whole", 64), ("parts", at_once)):
        (tmp_path / name).mkdir()
        index = SearchIndex.make(tmp_path / name, "crawl")
        add(index, [0, 1, 2] * 50, 0, at_once=size)
        found.append(groups(index))
        index.close()
    assert found[0] == found[1]


def test_few_pages_are_grouped_when_the_crawl_ends_and_not_before(index: SearchIndex) -> None:
    add(index, [0, 1] * (FEWEST_PAGES // 2 + 1), 0)
    assert set(groups(index).values()) == {None}
    Grouping(index).finish()
    assert set(groups(index).values()) >= {0, 1}


def test_grouping_anew_takes_all_pages_together(index: SearchIndex) -> None:
    add(index, [0, 1] * (FIRST_PAGES // 2), 0)
    add(index, [2] * 40, 1000)
    Grouping(index).anew()
    assert len(set(groups(index).values()) - {None}) == 3


def test_the_same_seed_gives_the_same_clusters() -> None:
    rows = units(np.random.default_rng(1).normal(size=(200, DIMENSIONS)).astype(np.float32))
    first, second = clusters(rows, 5), clusters(rows, 5)
    assert [members.tolist() for _, members in first] == [members.tolist() for _, members in second]


def test_too_few_pages_make_no_group() -> None:
    assert clusters(DIRECTIONS[:1].repeat(2 * SMALLEST - 1, axis=0), 0) == []


def test_a_group_is_named_after_what_the_others_do_not_say() -> None:
    words = telling_words({0: ["flood dam", "flood dam"], 1: ["flood storm"] * 3, 2: ["flood mud"]})
    assert [next(iter(found)) for found in words.values()] == ["dam", "storm", "mud"]


def test_names_are_words_and_not_stems() -> None:
    assert readable(["histori", "citi"], [("History of cities; a city’s history", "en")])[0] == "history"


def test_a_name_does_not_say_one_thing_twice() -> None:
    assert name_of(["penguin", "penguins", "ice", "sea", "fish"]) == "penguin, ice, sea"


@pytest.mark.parametrize("pages", [FEWEST_PAGES, FIRST_PAGES, 2 * FIRST_PAGES, 2 * FIRST_PAGES + 5])
def test_pages_that_a_kill_left_ungrouped_are_due_until_they_are_looked_at(
    index: SearchIndex, pages: int
) -> None:
    kept = entries([0, 1] * pages)[:pages]
    index.add(kept[: pages - 3], kept[pages - 4].visit)
    Grouping(index).update()
    index.add(kept[pages - 3 :], kept[-1].visit)
    assert Grouping(index).due
    Grouping(index).finish()
    assert not Grouping(index).due


def test_too_few_pages_for_groups_are_not_due(index: SearchIndex) -> None:
    index.add(entries([0] * (FEWEST_PAGES - 1)), FEWEST_PAGES)
    assert not Grouping(index).due
