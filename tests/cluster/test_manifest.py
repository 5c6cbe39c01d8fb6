"""The manifest for KubeRay: what its objects must have, and that every pod keeps shards on its own volume."""

from __future__ import annotations

import copy
import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

jsonschema = pytest.importorskip("jsonschema", reason="comes with Ray")
yaml = pytest.importorskip("yaml", reason="comes with mkdocs")
FILE = Path(__file__).parents[2] / "examples" / "cluster" / "kuberay.yaml"
SCHEMA = json.loads(Path(__file__).with_name("manifest_schema.json").read_text())
CHECK = jsonschema.Draft202012Validator(SCHEMA)
OBJECTS: list[dict[str, Any]] = list(yaml.safe_load_all(FILE.read_text()))
CLUSTER = next(one for one in OBJECTS if one["kind"] == "RayCluster")


def templates() -> list[dict[str, Any]]:
    spec = CLUSTER["spec"]
    return [spec["headGroupSpec"]["template"], *(group["template"] for group in spec["workerGroupSpecs"])]


def test_every_object_is_as_its_schema_says() -> None:
    for one in OBJECTS:
        CHECK.validate(one)


@pytest.mark.parametrize("wrong", ["rayStartParam", "workerGroupSpec"])
def test_a_field_that_does_not_exist_is_noticed(wrong: str) -> None:
    changed = copy.deepcopy(CLUSTER)
    changed["spec"][wrong] = {}
    assert not CHECK.is_valid(changed)


def test_every_pod_has_a_volume_that_no_other_has() -> None:
    claims = [one["spec"]["volumes"][0]["persistentVolumeClaim"]["claimName"] for one in templates()]
    made = [one["metadata"]["name"] for one in OBJECTS if one["kind"] == "PersistentVolumeClaim"]
    assert sorted(claims) == sorted(made)
    assert len(set(claims)) == len(claims)


def test_a_worker_group_has_one_pod_for_its_volume() -> None:
    assert {group["maxReplicas"] for group in CLUSTER["spec"]["workerGroupSpecs"]} == {1}


def test_crawls_are_under_the_same_path_on_every_pod() -> None:
    mounts = [one["spec"]["containers"][0]["volumeMounts"] for one in templates()]
    assert {(mount["name"], mount["mountPath"]) for (mount,) in mounts} == {("crawls", "/crawls")}


def test_the_version_of_ray_is_the_one_that_tests_run_with() -> None:
    pytest.importorskip("ray")
    assert CLUSTER["spec"]["rayVersion"] == version("ray")
