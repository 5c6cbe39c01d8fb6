"""Everything at once: afterwards every page of the healthy hosts is there once, and nothing has leaked."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.chaos.chaos import EVENTS, Outcome, Plan, Sample, run

SEED = int(os.environ.get("LYCOSA_CHAOS_SEED", "1"))
SECONDS = float(os.environ.get("LYCOSA_CHAOS_SECONDS", "120"))
MEMORY_BYTES = 600_000_000
"""Of which word vectors, and the word statistics of the languages met, take some 250 million."""
MEMORY_GROWTH_BYTES = 40_000_000
DESCRIPTORS = 200
DESCRIPTORS_GROWTH = 20


@pytest.mark.slow
async def test_a_crawl_comes_through_everything_at_once(tmp_path: Path) -> None:
    outcome = await run(Plan(SEED, SECONDS), tmp_path)
    assert outcome.tracebacks == []
    assert outcome.endings[-1] == "no links left"
    assert outcome.missing == {}
    assert outcome.twice == set()
    assert outcome.disagreements == []
    assert outcome.errors["page-too-costly"] > 0
    assert outcome.events.keys() == set(EVENTS)
    assert "disk full" in outcome.endings
    assert outcome.orphans == []
    longest = longest_life(outcome)
    assert_flat([sample.memory_bytes for sample in longest], MEMORY_BYTES, MEMORY_GROWTH_BYTES)
    assert_flat([sample.descriptors for sample in longest], DESCRIPTORS, DESCRIPTORS_GROWTH)


def test_a_leak_is_seen_and_an_outage_is_not_taken_for_one() -> None:
    at_work, away = [20, *[46] * 30], [23] * 15
    assert_flat(at_work + away + [45] * 15, DESCRIPTORS, DESCRIPTORS_GROWTH)
    with pytest.raises(AssertionError):
        assert_flat([20 + 3 * number for number in range(60)], DESCRIPTORS, DESCRIPTORS_GROWTH)


def longest_life(outcome: Outcome) -> list[Sample]:
    """Return what was seen of the process that lived longest."""
    pid, _ = Counter(sample.pid for sample in outcome.samples).most_common(1)[0]
    return [sample for sample in outcome.samples if sample.pid == pid]


def assert_flat(values: Sequence[float], most: float, growth: float) -> None:
    """Compare the peak in the last quarter of a process's life with the peak before it.

    In the first half it loads what it meets: word statistics of other languages, caches. On a busy
    machine that takes half a minute. Peaks, because while the network is away it needs less of everything.
    """
    quarter = len(values) // 4
    assert max(values) < most
    assert max(values[-quarter:]) < max(values[:-quarter]) + growth
