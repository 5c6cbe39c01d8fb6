"""Terms of kind and subject found on examples."""

from __future__ import annotations

from lycosa.model import Page
from lycosa.topic.genre_finding import find_terms
from lycosa.topic.reading import text_page

SYLLABUS = "syllabus prerequisites instructor. make the {0} and the {0}: a {0} for this {0}, and {0} again"
SUBJECTS = ("databases", "databases", "compilers", "databases", "compilers", "networks")


def page(text: str, number: int = 0) -> Page:
    return text_page(text, f"http://univ.example/courses/{number}", "en")


PAGES = [page(SYLLABUS.format(subject), number) for number, subject in enumerate(SUBJECTS)]


def test_what_most_examples_have_once_is_of_the_kind() -> None:
    assert set(find_terms(PAGES).genre) == {"syllabus", "prerequisites", "instructor"}


def test_what_examples_repeat_is_the_subject_if_enough_of_them_have_it() -> None:
    assert find_terms(PAGES).content == ("databases", "compilers")  # networks are on one page of six


def test_everyday_words_are_no_terms() -> None:
    found = find_terms(PAGES)
    assert {"the", "make", "again"}.isdisjoint((*found.genre, *found.content))


def test_a_term_is_on_one_side_only() -> None:
    found = find_terms(PAGES)
    assert set(found.genre).isdisjoint(found.content)


def test_terms_are_looked_for_in_urls_that_have_them() -> None:
    pages = [page(f"courses syllabus. {SYLLABUS.format(subject)}", n) for n, subject in enumerate(SUBJECTS)]
    assert find_terms(pages).url_genre == ("courses",)
    assert find_terms(PAGES).url_genre == ()


def test_no_more_terms_are_found_than_asked_for() -> None:
    assert len(find_terms(PAGES, size=2).genre) == 2


def test_one_page_and_none_have_nothing_in_common() -> None:
    assert not find_terms(PAGES[:1])
    assert not find_terms([])


def test_the_order_of_the_examples_does_not_matter() -> None:
    assert find_terms(PAGES) == find_terms(PAGES[::-1])
