"""The language of a few words, by the script they are written in where that is all there is to go by."""

from __future__ import annotations

from collections import Counter

from lycosa.text.language import detect

_SCRIPTS = (
    ("\u0370", "\u03ff", "el"),
    ("\u0400", "\u052f", "ru"),
    ("\u0590", "\u05ff", "he"),
    ("\u0600", "\u06ff", "ar"),
    ("\u0900", "\u097f", "hi"),
    ("\u0e00", "\u0e7f", "th"),
    ("\u3041", "\u30ff", "ja"),
    ("\u3400", "\u9fff", "zh"),
    ("\uac00", "\ud7a3", "ko"),
)
"""First and last letter of a script, and the language that most of what is written in it is in."""


def language_of_words(text: str) -> str:
    """Return the language of a sentence, however short; empty where only its letters could tell and do not.

    >>> language_of_words("鸟类、羽毛和鸟巢"), language_of_words("鳥の巣"), language_of_words("nest")
    ('zh', 'ja', '')
    """
    return detect(text) or script_language(text)


def script_language(text: str) -> str:
    """Return the language that most of a text's script is used for; empty for Latin letters."""
    found = Counter(_language(letter) for letter in text if letter.isalpha())
    if found["ja"]:  # kanji are written with Chinese letters, kana with no other
        return "ja"
    language, count = max(found.items(), key=lambda item: item[1], default=("", 0))
    return language if 2 * count > found.total() else ""


def _language(letter: str) -> str:
    return next((language for first, last, language in _SCRIPTS if first <= letter <= last), "")
