"""`lycosa cluster`: Ray inside the command, the leader killed in the middle, and a budget that holds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lycosa.store import read_state

pytestmark = pytest.mark.slow
PROGRAM = Path(__file__).with_name("commands.py")
PAGES = 150


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("commands") / "crawl"


@pytest.fixture(scope="module")
def came(folder: Path) -> dict[str, Any]:
    pytest.importorskip("ray", reason="a cluster needs Ray: pip install 'lycosa[cluster]'")
    ran = subprocess.run(
        [sys.executable, PROGRAM, folder],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        timeout=400,
    )
    shown: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return shown


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
