"""Random damage to a crawl folder: every reader ends well or in one line, and whole records survive."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.unit.store.conftest import Session, wild_web

from lycosa import LycosaError, Strategy, Topic
from lycosa.report.crawl.page import write_crawl_report
from lycosa.store.export.export import export
from lycosa.store.opened import open_crawl
from lycosa.store.repair.repair import repair
from lycosa.store.status import status
from lycosa.store.warc.scan import Gap, scan_file
from lycosa.store.why import why
from lycosa.strategy.best_first import BestFirst

ROUNDS = 24


def best_first() -> Strategy:
    return BestFirst(Topic.from_keywords(["flood", "river"]))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fuzz") / "crawl"
    Session(folder, best_first, wild_web()).sit(steps=50, tidy=True)
    with closing(sqlite3.connect(folder / "state.sqlite")) as state:
        state.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


def harm(file: Path, rng: random.Random) -> None:
    """Change, cut, blank, repeat or lengthen a file somewhere."""
    data = bytearray(file.read_bytes())
    at = rng.randrange(len(data))
    match rng.randrange(6):
        case 0:
            data[at] ^= 1 << rng.randrange(8)
        case 1:
            del data[at:]
        case 2:
            data[at : at + 5000] = bytes(len(data[at : at + 5000]))
        case 3:
            data[at : at + 2000] = rng.randbytes(len(data[at : at + 2000]))
        case 4:
            data[at:at] = data[at : at + 700]
        case _:
            data += rng.randbytes(3000)
    file.write_bytes(data)


def records(folder: Path) -> set[str]:
    """Return the ids of the whole records in the archives."""
    return {
        found.id
        for file in (folder / "warc").glob("*.warc.gz")
        for found in scan_file(file)
        if not isinstance(found, Gap)
    }


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_damage_of_any_kind_ends_in_one_line_and_costs_no_whole_record(
    seed: int, whole: Path, tmp_path: Path
) -> None:
    rng = random.Random(seed)
    folder = Path(shutil.copytree(whole, tmp_path / "crawl"))
    (archive,) = (folder / "warc").iterdir()
    for _ in range(rng.randint(1, 3)):
        harm(rng.choice([folder / "state.sqlite", archive]), rng)
    before = records(folder)
    uses: list[Callable[[], Any]] = [
        lambda: status(folder),
        lambda: why(folder, "http://h0.test/0"),
        lambda: export(folder, tmp_path / "all.jsonl", "jsonl", everything=True, text=True),
        lambda: export(folder, tmp_path / "all.warc.gz", "warc", everything=True),
        lambda: export(folder, tmp_path / "all.parquet", "parquet", everything=True),
        lambda: export(folder, tmp_path / "graph.csv", "graph", everything=True),
        lambda: list(open_crawl(folder)),
        lambda: write_crawl_report(folder, tmp_path / "report.html"),
    ]
    for use in uses:
        with suppress(LycosaError):
            use()
    repair(folder, strategy="best-first", parts=3)
    assert records(folder) == before
    assert repair(folder, strategy="best-first", parts=3).changes == []
    assert status(folder).visits >= 1 or not before
    Session(folder, best_first, wild_web()).sit(tidy=True)
    assert records(folder) >= before
