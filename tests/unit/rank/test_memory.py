"""Scores remembered for texts that come again."""

from __future__ import annotations

import pytest

from lycosa.rank import memory
from lycosa.rank.memory import Remembered


def test_texts_held_are_bounded_by_their_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "TOKENS_MAX", 100)
    lengths = Remembered[tuple[str, ...]](len)
    for size in range(1, 60):
        assert lengths[("word",) * size] == size
        assert sum(map(len, lengths)) <= 100
