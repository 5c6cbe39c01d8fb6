"""Crawls in several threads of a process read the words of a language without getting in each other's way."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from lycosa.judge.contrast_model import lexicon as lexicon_module
from lycosa.text import numbered
from lycosa.tokens import stem_numbers

TEXTS = [" ".join(f"term{(place * 37 + n * 11) % 1500}" for n in range(40)) for place in range(60)]


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let threads give way to each other all the time, and what is known be forgotten often."""
    monkeypatch.setattr(lexicon_module, "MOST_STEMS", 400)
    monkeypatch.setattr(stem_numbers, "MOST_STEMS", 300)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def read(text: str) -> tuple[bytes, bytes]:
    tokens, _ = numbered([text])
    words = lexicon_module.lexicon("en")
    return words.read(tokens).packed(), words.read_texts([tokens[:5], tokens[5:9]]).vectors.tobytes()


@pytest.mark.usefixtures("crowded")
def test_texts_read_in_four_threads_have_the_features_that_they_have_in_one() -> None:
    alone = list(map(read, TEXTS))
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(read, TEXTS * 15)) == alone * 15
