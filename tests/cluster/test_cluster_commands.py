"""`lycosa cluster`: Ray inside the command, the leader killed in the middle, and a budget that holds."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.cluster.once import run_once

from lycosa.store import read_state

pytestmark = pytest.mark.slow
PROGRAM = Path(__file__).with_name("commands.py")
PAGES = 150


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run_once(tmp_path_factory, PROGRAM)[0] / "crawls"


@pytest.fixture(scope="module")
def came(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return run_once(tmp_path_factory, PROGRAM)[1]


def test_a_cluster_whose_leader_was_killed_is_resumed(came: dict[str, Any]) -> None:
    assert came["killed"] == -9
    assert came["resumed"] == 0


def test_the_budget_holds_to_the_page(came: dict[str, Any], folder: Path) -> None:
    assert sum(row["pages"] for row in came["status"]) == PAGES
    assert sum(row["granted"] for row in came["status"]) == PAGES
    assert all(row["state"] == "page budget spent" for row in came["status"])


def test_no_page_was_read_twice(came: dict[str, Any], folder: Path) -> None:
    asked: list[str] = []
    for shard in range(2):
        with closing(read_state(folder / "shards" / str(shard))) as state:
            query = "SELECT url FROM visits JOIN links ON links.id = link"
            asked += [url for (url,) in state.execute(query)]
    assert len(asked) == len(set(asked))
