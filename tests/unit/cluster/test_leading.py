"""A cluster has one leader: a second one leaves it as it is and says why."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.unit.cluster.localcluster import LocalCluster, settings

from lycosa.cli.cluster import resume
from lycosa.cluster.folder import ClusterFolder
from lycosa.store.database import FolderInUse


def test_a_cluster_that_is_led_is_not_resumed(tmp_path: Path) -> None:
    LocalCluster(tmp_path, settings(60), 2)
    with ClusterFolder(tmp_path).led():
        ran = CliRunner().invoke(resume, [str(tmp_path), "--pages", "90"])
    assert isinstance(ran.exception, FolderInUse)
    assert f"{tmp_path} is led by another process" in str(ran.exception)
    assert ClusterFolder(tmp_path).settings().budget.pages == 60


def test_a_cluster_can_be_led_again_when_its_leader_has_ended(tmp_path: Path) -> None:
    LocalCluster(tmp_path, settings(60), 2)
    folder = ClusterFolder(tmp_path)
    with folder.led(), pytest.raises(FolderInUse), ClusterFolder(tmp_path).led():
        pass
    with folder.led():
        pass
