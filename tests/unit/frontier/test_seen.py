from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from lycosa.errors import LycosaError
from lycosa.frontier.seen import SeenSet, hash_of


def hashes(count: int, seed: int = 0) -> list[int]:
    drawn = np.random.default_rng(seed).integers(0, 2**64, size=count, dtype=np.uint64)
    return list(dict.fromkeys(drawn.tolist()))


def test_rows_are_numbered_in_order_of_arrival() -> None:
    seen = SeenSet()
    known = hashes(5000)
    assert [seen.add(value) for value in known] == list(range(len(known)))


def test_adding_twice_gives_the_first_row() -> None:
    seen = SeenSet()
    seen.add(7)
    assert seen.add(9) == 1
    assert seen.add(7) == 0
    assert len(seen) == 2


def test_every_hash_is_found_after_growth_and_no_other() -> None:
    seen = SeenSet()
    known, strangers = hashes(200_000), set(hashes(5000, seed=1))
    for value in known:
        seen.add(value)
    assert [seen.find(value) for value in known] == list(range(len(known)))
    assert {seen.find(value) for value in strangers - set(known)} == {-1}


@pytest.mark.parametrize("value", [0, 1, 2**56, 2**64 - 1, 2**64 - 2])
def test_extreme_hashes_are_hashes_too(value: int) -> None:
    seen = SeenSet()
    assert seen.find(value) == -1
    assert seen.add(value) == seen.find(value) == 0


def test_hashes_that_share_all_probed_bits_are_told_apart() -> None:
    crowd = [2**64 - 1 - low for low in range(1000)]  # one segment, one home slot: its last
    seen = SeenSet()
    for value in crowd:
        seen.add(value)
    assert [seen.find(value) for value in crowd] == list(range(1000))


def test_extend_is_add_repeated() -> None:
    known = hashes(30_000)
    bulk = SeenSet()
    for value in known[:5000]:
        bulk.add(value)
    bulk.extend(np.array(known[5000:20_000], dtype=np.uint64))
    for value in known[20_000:]:
        bulk.add(value)
    assert [bulk.find(value) for value in known] == list(range(len(known)))


def test_extend_with_nothing_changes_nothing() -> None:
    seen = SeenSet()
    seen.extend(np.empty(0, dtype=np.uint64))
    assert len(seen) == 0


def test_a_hash_loaded_twice_is_refused() -> None:
    with pytest.raises(LycosaError, match="links 0 and 2 have the same URL"):
        SeenSet().extend(np.array([5, 6, 5], dtype=np.uint64))


@pytest.mark.slow
def test_a_url_never_costs_more_than_16_bytes_beyond_100_000() -> None:
    seen = SeenSet()
    dearest = 0.0
    for row, value in enumerate(hashes(400_000), start=1):
        seen.add(value)
        if row >= 100_000 and row % 500 == 0:
            dearest = max(dearest, seen.size_bytes / row)
    assert dearest <= 16


def test_the_hash_of_a_url_is_pinned_because_other_programs_may_store_it() -> None:
    assert hash_of("http://example.com/") == 0xB97A010E03AF1E2B


def test_the_hash_depends_on_the_key_and_is_the_same_for_one_key() -> None:
    keys = [b"", b"a" * 16, b"b" * 16]
    assert len({hash_of("http://example.com/", key) for key in keys}) == 3
    assert hash_of("http://example.com/", keys[1]) == hash_of("http://example.com/", keys[1])


def test_the_order_of_links_is_the_same_with_any_key() -> None:
    from lycosa.frontier import Evidence, Frontier, Part

    def order(key: bytes) -> list[str]:
        frontier = Frontier(Evidence((Part("score"),)), key=key)
        for number in range(500):
            frontier.push(f"http://h{number % 7}.test/{number}", f"h{number % 7}.test", [number * 37 % 11])
        taken = []
        while (best := frontier.best()) is not None:
            taken.append(frontier.take(best, now=0.0).url)
            frontier.release(best, now=0.0)
        return taken

    assert order(b"") == order(b"a" * 16) == order(b"b" * 16)


@pytest.mark.parametrize(("seed", "different"), [("random", 2), ("0", 1)])
def test_a_keyed_hash_rests_on_a_secret_of_the_process_where_there_is_one(seed: str, different: int) -> None:
    program = "from lycosa.frontier.seen import hash_of; print(hash_of('http://example.com/', bytes(16)))"
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    said = {
        subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, check=True
        ).stdout
        for _ in range(2)
    }
    assert len(said) == different
