from __future__ import annotations

import pytest

from lycosa.errors import LycosaError
from lycosa.topic.seeds import DEFAULT_HEURISTIC, HEURISTICS, build_query

GENRE = ("syllabus", "course outline")
CONTENT = ("database", "relational model", "SQL")

EXPECTED = {
    "unionOR": 'syllabus OR "course outline" OR database OR "relational model" OR SQL',
    "union": 'syllabus "course outline" database "relational model" SQL',
    "unionFirstOR": "syllabus OR database",
    "unionFirst": "syllabus database",
    "intersection": 'syllabus AND "course outline" AND database AND "relational model" AND SQL',
    "intersectionFirst": "syllabus AND database",
    "justContent": 'database "relational model" SQL',
    "justContentOR": 'database OR "relational model" OR SQL',
    "justGenre": 'syllabus "course outline"',
    "justGenreOR": 'syllabus OR "course outline"',
}


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_each_heuristic_makes_the_query_the_paper_describes(heuristic: str) -> None:
    assert build_query(heuristic, GENRE, CONTENT) == EXPECTED[heuristic]


def test_there_are_ten_and_the_best_is_the_default() -> None:
    assert (len(HEURISTICS), DEFAULT_HEURISTIC) == (10, "unionFirst")


def test_a_term_of_both_lists_is_asked_for_once() -> None:
    assert build_query("union", ["menu", "wine"], ["wine"]) == "menu wine"


def test_quotes_and_white_space_in_terms_cannot_change_the_query() -> None:
    assert build_query("union", [' a"  OR\n"b '], ["\t", "or", "x"]) == '"a OR b" "or" x'


def test_one_list_is_enough_for_a_union() -> None:
    assert build_query("unionFirst", [], ["owl", "hawk"]) == "owl"


@pytest.mark.parametrize("heuristic", ["intersection", "intersectionFirst"])
def test_an_intersection_needs_both_lists(heuristic: str) -> None:
    with pytest.raises(LycosaError, match=f"{heuristic} needs genre terms and content terms"):
        build_query(heuristic, [], ["owl"])


def test_no_terms_at_all_is_an_error() -> None:
    with pytest.raises(LycosaError, match="justGenre has no terms"):
        build_query("justGenre", ["  "], ["owl"])


def test_a_misspelt_heuristic_names_the_closest() -> None:
    with pytest.raises(LycosaError, match="did you mean unionFirst"):
        build_query("unionfirst", ["a"], ["b"])
