"""What is said of shards: also of those that have never answered."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest
from tests.unit.cluster.localcluster import LocalCluster, settings

from lycosa.cli.cluster import _Progress
from lycosa.cluster.folder import ClusterFolder
from lycosa.cluster.member import Report
from lycosa.cluster.run import ClusterStanding
from lycosa.cluster.standing import shard_rows
from lycosa.errors import LycosaError

LOST = "no machine has shards/1"


def test_the_state_of_a_shard_that_never_started_says_why(tmp_path: Path) -> None:
    LocalCluster(tmp_path, settings(60), 2)
    ClusterFolder(tmp_path).write_progress({0: Report(0, pages=7)}, {1: LOST})
    rows = shard_rows(tmp_path)
    assert [row["state"] for row in rows] == ["not begun", LOST]
    assert [row["pages"] for row in rows] == [7, 0]


@pytest.mark.parametrize("text", ["[1]", '{"0": 5}', "{"])
def test_a_damaged_file_of_progress_is_named(tmp_path: Path, text: str) -> None:
    LocalCluster(tmp_path, settings(60), 2)
    (tmp_path / "progress.json").write_text(text)
    with pytest.raises(LycosaError, match=r"progress\.json is damaged, and can be deleted"):
        shard_rows(tmp_path)


def test_what_is_wrong_with_a_shard_is_said_while_nothing_else_changes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    say = _Progress()
    say(ClusterStanding(2, 0, 0, 0, 0, 0, -inf, {}))
    for _ in range(3):
        say(ClusterStanding(2, 0, 0, 0, 0, 0, -inf, {1: LOST}))
    assert capsys.readouterr().err.count(f"shard 1: {LOST}") == 1
