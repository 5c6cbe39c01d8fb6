"""Experiments keep prepared webs and cells in a folder that is thrown away."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LYCOSA_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
