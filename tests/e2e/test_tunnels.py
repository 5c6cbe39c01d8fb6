"""Whole crawls of synthetic webs with on-topic pages behind one to four off-topic ones.

The measurement of `docs/results/tunnels.md` on the first two webs there are. No web is chosen, and
the claims are about the mean over all of them.
"""

from __future__ import annotations

from functools import cache
from statistics import fmean

import pytest
from benchmarks.tunnels import TOPICS, ParsedWeb, behind, cross

pytestmark = pytest.mark.slow
WEBS = [ParsedWeb(random_seed) for random_seed in range(2)]


@cache
def recall_behind_tunnels(name: str) -> float:
    """Return the share found of the pages behind tunnels: the mean over all webs and topics."""
    return fmean(behind(cross(web, topic, name)) for web in WEBS for topic in TOPICS)


@pytest.mark.parametrize("name", ["bcw-cc", "cbp-slc"])
def test_strategies_that_judge_blocks_find_more_behind_tunnels_than_best_first(name: str) -> None:
    assert recall_behind_tunnels(name) > recall_behind_tunnels("best-first") + 0.1
