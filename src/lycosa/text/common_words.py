"""Everyday words by language, the most common first: a rough order put together by hand.

Stop words are left out. Words that web pages repeat whatever they are about (home, contact, cookies) stand
far forward. The lists are the files of the folder `words`.
"""

from __future__ import annotations

from importlib.resources import files

LANGUAGES = frozenset({"da", "de", "en", "es", "fi", "fr", "it", "nl", "no", "pt", "ru", "sv", "zh"})
"""Two-letter codes of the languages that have a list."""


def common_words(language: str) -> list[str]:
    """Return the everyday words of a language."""
    return _read(language) if language in LANGUAGES else []


def words_everywhere() -> list[str]:
    """Return numbers, letters and web words that pages of every language share, ranked on their own."""
    return _read("everywhere")


def _read(name: str) -> list[str]:
    return files("lycosa.text").joinpath("words", f"{name}.txt").read_text(encoding="utf-8").split()
