"""Everything at once: afterwards every page of the healthy hosts is there once, and nothing has leaked."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.chaos.chaos import Plan, run

SEED = int(os.environ.get("LYCOSA_CHAOS_SEED", "1"))
SECONDS = float(os.environ.get("LYCOSA_CHAOS_SECONDS", "35"))
MEMORY_BYTES = 400_000_000
DESCRIPTORS = 200


@pytest.mark.slow
async def test_a_crawl_comes_through_everything_at_once(tmp_path: Path) -> None:
    outcome = await run(Plan(SEED, SECONDS), tmp_path)
    assert outcome.tracebacks == []
    assert outcome.endings[-1] == "no links left"
    assert outcome.missing == set()
    assert outcome.twice == set()
    assert outcome.disagreements == []
    assert outcome.errors["page-too-costly"] > 0
    assert outcome.events["kill"] > 0
    assert max(sample.memory_bytes for sample in outcome.samples) < MEMORY_BYTES
    assert max(sample.descriptors for sample in outcome.samples) < DESCRIPTORS
    assert outcome.orphans == []
