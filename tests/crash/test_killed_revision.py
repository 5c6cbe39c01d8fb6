"""A crawl that is killed while it judges earlier pages again comes to the verdicts of one that was not."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from lycosa.store import read_state
from lycosa.store.status import status

pytestmark = pytest.mark.slow
CRAWL = """
import asyncio, os, sys
from pathlib import Path
from lycosa.engine import Crawl, Engine
from lycosa.engine.step import Listener
from lycosa.frontier import Frontier
from lycosa.store import Store
from tests.unit.store.birdweb import SEED, bird_web, by_contrast

class Killer(Listener):
    steps = 0
    def record(self, step):
        self.steps += 1
        if self.steps == int(sys.argv[2]):
            os.kill(os.getpid(), 9)
    def revised(self, verdicts, counts):
        if int(sys.argv[2]) == -1:
            os.kill(os.getpid(), 9)

strategy = by_contrast()
with Store(Path(sys.argv[1])) as store:
    crawl = Crawl(strategy, Frontier(strategy.evidence, urls=store.urls, key=store.seen_key))
    store.resume(crawl) if store.begun else store.begin(crawl, [SEED])
    asyncio.run(Engine(crawl, bird_web(), listeners=[Killer(), store]).run())
"""
LATEST = "SELECT number, score, relevant, score_at_visit, relevant_at_visit FROM visit_list ORDER BY number"


def run(folder: Path, kill_at: int) -> int:
    command = [sys.executable, "-c", CRAWL, folder, str(kill_at)]
    return subprocess.run(command, check=False, cwd=Path(__file__).parents[2]).returncode


def verdicts(folder: Path) -> list[tuple[object, ...]]:
    with closing(read_state(folder)) as state:
        return state.execute(LATEST).fetchall()


def test_kills_change_no_verdict(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert run(whole, 0) == 0
    for kill_at in (
        60,
        45,
        5,
        30,
        -1,
    ):  # the last while all are judged again at the end
        assert run(killed, kill_at) == -9
    assert run(killed, 0) == 0
    assert verdicts(killed) == verdicts(whole)
    assert status(killed).relevant == status(whole).relevant != status(whole).relevant_at_visit
