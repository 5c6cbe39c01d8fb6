"""Makes the background statistics that the package ships: how often ordinary text uses each word.

    pip install wordfreq && python tools/make_word_rates.py

The source is the data of the package `wordfreq` 3.1 (Robyn Speer, 2022; data under CC BY-SA 4.0), which
counts words in encyclopaedias, subtitles, news, books, web pages and social media. Its lists of words
become lists of stems, as `lycosa.text` makes them, with the rates of all words of a stem added up; stop
words fall away. The centre of a language is the mean of its stems' vectors, each as heavy as it is on a page.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
from wordfreq import get_frequency_dict  # type: ignore[import-not-found]

from lycosa.text import rates, tokenise
from lycosa.text.rates import FOLDER, STEP, Background
from lycosa.text.semantics import word_vectors

LANGUAGES = (
    *("ar", "bg", "ca", "cs", "da", "de", "el", "en", "es", "fa", "fi", "fr", "he", "hi", "hu"),
    *("id", "it", "ja", "ko", "nl", "no", "pl", "pt", "ro", "ru", "sv", "tr", "uk", "vi", "zh"),
)
_IN_WORDFREQ = {"no": "nb"}
MOST = 20_000
"""Stems of a language kept; rarer ones are no more telling than unlisted words."""


def stem_rates(language: str) -> dict[str, float]:
    """Return the rates of a language's stems, the most common first."""
    code = _IN_WORDFREQ.get(language, language)
    words = list(get_frequency_dict(code, wordlist="best").items())
    tokens, offsets = tokenise([word for word, _ in words], language)
    found: dict[str, float] = {}
    for place, (_, rate) in enumerate(words):
        for token in tokens[offsets[place] : offsets[place + 1]]:
            found[token] = found.get(token, 0.0) + rate
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return dict(ordered[:MOST])


def write(language: str) -> None:
    """Write one stem a line; a number before it says how many steps its rate lies below the line before."""
    last, lines = 0, []
    for stem, rate in stem_rates(language).items():
        steps = round(-np.log(rate) / STEP)
        lines.append(f"{steps - last or ''}\t{stem}")
        last = steps
    packed = gzip.compress("\n".join(lines).encode(), 9, mtime=0)
    (FOLDER / f"{language}.txt.gz").write_bytes(packed)


def centre(language: str) -> np.ndarray:
    """Return the direction of the mean vector of ordinary pages."""
    background = Background(language)
    stems = list(background.listed)
    weights = np.array([background.share(stem) * background.idf(stem) for stem in stems])
    vectors = word_vectors(language)
    total = np.zeros(vectors.of(stems[:1]).shape[1])
    for start in range(0, len(stems), 4096):
        total += weights[start : start + 4096] @ vectors.of(stems[start : start + 4096])
    return (total / np.linalg.norm(total)).astype(np.float16)


def main() -> None:
    """Write the lists of all languages, and their centres."""
    Path(FOLDER).mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        write(language)
    rates.shipped.cache_clear()
    np.savez_compressed(FOLDER / "centres.npz", **{language: centre(language) for language in LANGUAGES})


if __name__ == "__main__":
    main()
