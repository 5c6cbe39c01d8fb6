from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

import pytest

from lycosa.cluster import fence as fences
from lycosa.cluster.fence import SHARD, Fenced, MissingShard, life_of, take_over
from lycosa.errors import LycosaError
from lycosa.store.database import lock_folder

HOLDS_ON = """
import sys, time
from pathlib import Path
from lycosa.cluster.fence import take_over
from lycosa.store.database import lock_folder
folder = Path(sys.argv[1])
take_over(folder, "c", 0, begun=False)
lock = lock_folder(folder)
print("holds", flush=True)
time.sleep(600)
"""


def test_a_second_life_ends_the_first(tmp_path: Path) -> None:
    first = take_over(tmp_path / "0", "c", 0, begun=False)
    first.check()
    second = take_over(tmp_path / "0", "c", 0, begun=False)
    second.check()
    with pytest.raises(Fenced):
        first.check()
    second.check_step()
    with pytest.raises(Fenced):
        first.check_step()
    assert second.life.number == 2


def test_a_shard_that_has_begun_never_starts_empty(tmp_path: Path) -> None:
    with pytest.raises(MissingShard, match="never starts again empty"):
        take_over(tmp_path / "0", "c", 0, begun=True)
    assert not (tmp_path / "0").exists()


def test_a_folder_whose_crawl_is_gone_is_not_begun_anew(tmp_path: Path) -> None:
    take_over(tmp_path / "0", "c", 0, begun=False)
    with pytest.raises(MissingShard):
        take_over(tmp_path / "0", "c", 0, begun=True)


def test_a_folder_left_behind_on_another_machine_is_not_used(tmp_path: Path) -> None:
    take_over(tmp_path / "0", "c", 0, begun=0)
    (tmp_path / "0" / "state.sqlite").touch()
    take_over(tmp_path / "0", "c", 0, begun=1)
    with pytest.raises(MissingShard, match="life 2, not 5"):
        take_over(tmp_path / "0", "c", 0, begun=5)


@pytest.mark.parametrize(("cluster", "shard"), [("other", 0), ("c", 1)])
def test_the_folder_of_another_shard_is_not_touched(tmp_path: Path, cluster: str, shard: int) -> None:
    take_over(tmp_path / "0", "c", 0, begun=False)
    before = (tmp_path / "0" / SHARD).read_text()
    with pytest.raises(LycosaError, match="another cluster"):
        take_over(tmp_path / "0", cluster, shard, begun=False)
    assert (tmp_path / "0" / SHARD).read_text() == before


def test_a_damaged_record_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / SHARD).write_text("{")
    with pytest.raises(LycosaError, match="damaged"):
        life_of(tmp_path)


def test_an_orphan_that_hangs_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fences, "GRACE_S", 0.1)
    folder = tmp_path / "0"
    orphan = subprocess.Popen(
        [sys.executable, "-c", HOLDS_ON, str(folder)], stdout=subprocess.PIPE, text=True
    )
    assert orphan.stdout is not None
    try:
        assert orphan.stdout.readline() == "holds\n"
        take_over(folder, "c", 0, begun=False).check()
        assert orphan.wait(30) < 0
        os.close(lock_folder(folder))
    finally:
        orphan.kill()
        orphan.wait()
        orphan.stdout.close()


def test_another_process_with_the_same_id_is_not_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fences, "GRACE_S", 0.0)
    monkeypatch.setattr(fences, "GIVE_UP_S", 0.3)
    folder = tmp_path / "0"
    bystander = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    try:
        life = take_over(folder, "c", 0, begun=False).life
        stale = {**asdict(life), "pid": bystander.pid, "started": "1"}
        (folder / SHARD).write_text(json.dumps(stale))
        lock = lock_folder(folder)
        with pytest.raises(LycosaError, match="in use"):
            take_over(folder, "c", 0, begun=False, clock=time.monotonic)
        assert bystander.poll() is None
        os.close(lock)
    finally:
        bystander.kill()
        bystander.wait()
