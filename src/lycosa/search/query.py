"""What a person types in, what the index is asked out: words, "phrases", and -words to leave out.

Nothing that is typed can be wrong. What is no word is passed over, and a quotation mark without its
partner quotes the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from lycosa.text.stem import rules_of
from lycosa.text.token import tokens

QUERY_CHARS = 2_000
"""Read of what is typed in; nobody types more on purpose."""
CLAUSES = 24
"""Words and phrases searched for; more make a query slow."""
LANGUAGES = 6
"""Languages whose stems are looked for, the most frequent of the crawl."""
_CLAUSE = re.compile(r'(-?)"([^"]*)(?:"|$)|(\S+)')


@dataclass(frozen=True)
class Clause:
    """A word or a phrase that pages must have, or must not."""

    text: str
    phrase: bool = False
    without: bool = False

    def asked(self, language: str, joint: str) -> str:
        """Return the clause as FTS5 writes it, in the stems of a language; empty if it says nothing."""
        stems = tokens(self.text, language)
        if not stems:
            return ""
        if self.phrase:
            return _quoted(" ".join(stems))
        return _joined(map(_quoted, stems), joint)


@dataclass(frozen=True)
class Query:
    """A query taken apart.

    Examples
    --------
    >>> Query.of('floods -insurance "heavy rain').expression(["en"])
    '("flood" AND "heavi rain") NOT ("insur")'
    >>> Query.of('*(" - ').expression(["en"])
    ''
    """

    clauses: tuple[Clause, ...]

    @classmethod
    def of(cls, typed: str) -> Query:
        """Take apart what somebody typed."""
        found = []
        for minus, quoted, word in _CLAUSE.findall(typed[:QUERY_CHARS].replace("\0", " ")):
            if word:
                without = word.startswith("-") and len(word) > 1
                found.append(Clause(word[1:] if without else word, without=without))
            else:
                found.append(Clause(quoted, phrase=True, without=bool(minus)))
        return cls(tuple(found[:CLAUSES]))

    def expression(self, languages: Iterable[str], joint: str = "AND") -> str:
        """Return the query for an FTS5 index; empty if it asks for nothing.

        Each language reads the words by its own rules, and a page that fits one reading is found: a word
        that one language passes over may mean something in another. With `joint="OR"` any word will do.
        """
        rules = list(dict.fromkeys(map(rules_of, languages)))[:LANGUAGES] or ["en"]
        wanted = self._readings(rules, joint, without=False)
        unwanted = self._readings(rules, "OR", without=True)
        if not wanted:
            return ""
        asked = _joined(wanted, "OR")
        return f"({asked}) NOT ({_joined(unwanted, 'OR')})" if unwanted else asked

    def stems(self, language: str) -> frozenset[str]:
        """Return the stems searched for, to be shown where they occur."""
        return frozenset(
            stem for clause in self.clauses if not clause.without for stem in tokens(clause.text, language)
        )

    def _readings(self, rules: list[str], joint: str, *, without: bool) -> list[str]:
        chosen = [clause for clause in self.clauses if clause.without == without]
        readings = (
            _joined(filter(None, (clause.asked(language, joint) for clause in chosen)), joint)
            for language in rules
        )
        return list(dict.fromkeys(filter(None, readings)))


def _joined(parts: Iterable[str], joint: str) -> str:
    found = list(parts)
    if len(found) == 1:
        return found[0]
    return f" {joint} ".join(
        part if part.startswith('"') and '" ' not in part else f"({part})" for part in found
    )


def _quoted(text: str) -> str:
    return '"' + text.replace('"', " ") + '"'
