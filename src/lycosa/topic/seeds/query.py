"""Genre and content terms in, one query for a search engine out: the ten heuristics of Siqueira et al. 2017.

Section 2.1 names them. Terms of several words are quoted. The paper leaves open how the
intersection of two lists is asked for; here, as its wording goes, AND stands between all terms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches

from lycosa.errors import LycosaError

Terms = Sequence[str]

_CONNECTIVES = frozenset({"AND", "OR", "NOT", "NEAR"})


def _all(genre: Terms, content: Terms) -> list[str]:
    return [*genre, *content]


def _first(genre: Terms, content: Terms) -> list[str]:
    return [*genre[:1], *content[:1]]


def _content(_genre: Terms, content: Terms) -> list[str]:
    return list(content)


def _genre(genre: Terms, _content: Terms) -> list[str]:
    return list(genre)


HEURISTICS: dict[str, tuple[Callable[[Terms, Terms], list[str]], str]] = {
    "unionOR": (_all, " OR "),
    "union": (_all, " "),
    "unionFirstOR": (_first, " OR "),
    "unionFirst": (_first, " "),
    "intersection": (_all, " AND "),
    "intersectionFirst": (_first, " AND "),
    "justContent": (_content, " "),
    "justContentOR": (_content, " OR "),
    "justGenre": (_genre, " "),
    "justGenreOR": (_genre, " OR "),
}
"""For each heuristic the terms it takes, and what stands between them."""

DEFAULT_HEURISTIC = "unionFirst"
"""The best in the experiments that Siqueira et al. 2017 reports."""


def build_query(heuristic: str, genre: Terms, content: Terms) -> str:
    """Return the query of a heuristic; a term that both lists hold is asked for once.

    >>> build_query("unionFirst", ["syllabus", "course"], ["relational model", "SQL"])
    'syllabus "relational model"'
    >>> build_query("justContentOR", ["syllabus", "course"], ["relational model", "SQL"])
    '"relational model" OR SQL'
    """
    if heuristic not in HEURISTICS:
        close = get_close_matches(heuristic, HEURISTICS, n=1, cutoff=0.5)
        hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(HEURISTICS)}"
        raise LycosaError(f"unknown heuristic {heuristic!r}; {hint}")
    choose, between = HEURISTICS[heuristic]
    genre, content = _clean(genre), _clean(content)
    if between == " AND " and not (genre and content):
        raise LycosaError(f"heuristic {heuristic} needs genre terms and content terms")
    terms = dict.fromkeys(choose(genre, content))
    if not terms:
        raise LycosaError(
            f"heuristic {heuristic} has no terms to make a query of; give genre or content terms"
        )
    return between.join(map(_quoted, terms))


def _clean(terms: Terms) -> list[str]:
    """Return terms without quotes and needless white space; empty ones vanish."""
    return [clean for term in terms if (clean := " ".join(term.replace('"', " ").split()))]


def _quoted(term: str) -> str:
    return f'"{term}"' if " " in term or term.upper() in _CONNECTIVES else term
