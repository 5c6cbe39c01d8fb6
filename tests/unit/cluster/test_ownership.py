from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from lycosa.cluster.ownership import SLOTS, Ownership
from lycosa.errors import LycosaError


def test_all_hosts_of_a_domain_belong_to_one_shard() -> None:
    ownership = Ownership(64)
    names = ["example.co.uk", "www.example.co.uk", "a.b.example.co.uk"]
    assert len({ownership.shard_of(name) for name in names}) == 1


def test_the_suffix_is_no_domain() -> None:
    ownership = Ownership(64)
    assert len({ownership.shard_of(f"name{number}.co.uk") for number in range(100)}) > 20


def test_every_process_agrees() -> None:
    program = "from lycosa.cluster.ownership import Ownership; print(Ownership(64).shard_of('example.org'))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert int(ran.stdout) == Ownership(64).shard_of("example.org")


def test_who_owns_what_never_changes() -> None:
    ownership = Ownership(8)
    names = ["example.org", "example.com", "127.0.0.1", "localhost"]
    assert [ownership.shard_of(name) for name in names] == PINNED


PINNED = [4, 7, 6, 7]


@pytest.mark.parametrize("shards", [2, 16, 64])
def test_slots_are_spread_evenly(shards: int) -> None:
    counts = np.bincount(Ownership(shards).table, minlength=shards)
    assert counts.min() > 0.75 * SLOTS / shards
    assert counts.max() < 1.25 * SLOTS / shards


def test_one_more_shard_takes_its_part_and_nothing_else_moves() -> None:
    before, after = Ownership(8).table, Ownership(9).table
    moved = before != after
    assert set(after[moved]) == {8}
    assert moved.mean() == pytest.approx(1 / 9, abs=0.02)


@pytest.mark.parametrize("shards", [0, -1, 5000])
def test_a_senseless_number_of_shards_is_refused(shards: int) -> None:
    with pytest.raises(LycosaError, match="shards"):
        Ownership(shards)
