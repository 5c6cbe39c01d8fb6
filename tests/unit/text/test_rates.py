"""What ordinary pages look like, as shipped."""

from __future__ import annotations

import numpy as np
import pytest

from lycosa.text import tokens
from lycosa.text.rates import FOLDER, UNLISTED, Background

SHIPPED = sorted(file.name.partition(".")[0] for file in FOLDER.glob("*.txt.gz"))


def test_every_shipped_language_says_where_its_counts_are_from_and_under_which_licence() -> None:
    rows = [line.split("|") for line in (FOLDER / "README.md").read_text().splitlines() if "pypi.org" in line]
    named = {language.strip() for row in rows for language in row[1].split(",")}
    assert sorted(named) == SHIPPED
    assert all(row[4].strip().startswith(("MIT; Copyright", "Apache 2.0; Copyright")) for row in rows)


@pytest.mark.parametrize("language", SHIPPED)
def test_a_shipped_language_has_common_and_rare_words_and_a_centre(language: str) -> None:
    shares = np.array(list(Background(language).listed.values()))
    centre = Background(language).centre
    assert len(shares) > 5_000
    assert shares.min() >= UNLISTED
    assert 0.2 < shares.max() <= 1.0
    assert centre is not None
    assert 0.4 < float(np.linalg.norm(centre)) < 0.5


@pytest.mark.parametrize(
    ("language", "common", "rare"),
    [
        ("en", "people", "heron"),
        ("de", "Leute", "Reiher"),
        ("fr", "temps", "héron"),
        ("es", "tiempo", "garza"),
        ("ru", "время", "цапля"),
        ("zh", "国家", "苍鹭"),
    ],
)
def test_a_common_word_is_on_more_pages_than_a_rare_one(language: str, common: str, rare: str) -> None:
    background = Background(language)
    share = [background.share(tokens(word, language)[0]) for word in (common, rare)]
    assert share[0] > 5 * share[1]


@pytest.mark.parametrize("language", ["sv", "ja", "xx", ""])
def test_in_a_language_without_a_list_all_words_are_equally_rare(language: str) -> None:
    background = Background(language)
    assert background.share("hus") == background.share("fiskgjuse") == UNLISTED
    assert background.centre is None
