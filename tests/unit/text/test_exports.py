from __future__ import annotations

import doctest
import importlib

import pytest

import lycosa.text


@pytest.mark.parametrize("name", ["bm25", "frequency", "phrase", "vector"])
def test_examples_in_docstrings_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"lycosa.text.{name}")).failed == 0


def test_every_exported_name_exists() -> None:
    assert all(hasattr(lycosa.text, name) for name in lycosa.text.__all__)
