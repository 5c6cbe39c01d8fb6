"""Labels are for drawing examples and for scoring: no crawl but the oracle's knows them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lycosa.lab.experiment.cells import cell_key
from lycosa.lab.experiment.oracle import Oracle
from lycosa.lab.experiment.plan import Plan, rivals
from lycosa.lab.experiment.prepared_web import PreparedWeb, prepare_web
from lycosa.lab.experiment.trial import run_cell
from lycosa.registry import strategies

LABEL, OTHER = "rainstorm", "sports"
"""Both are words that stand on many pages."""
PLAN = Plan(LABEL, ("bfs",), 40, seeds=2, examples=5)


class Relabelled:
    """A web whose pages about one topic carry another label."""

    def __init__(self, web: Any, label: str, renamed: str) -> None:
        self._web, self._label, self._renamed = web, label, renamed

    def on_topic(self, label: str) -> frozenset[str]:
        assert label == self._renamed
        found: frozenset[str] = self._web.on_topic(self._label)
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._web, name)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LYCOSA_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield prepare_web("synth:pages=400,hosts=5,tunnels=,topics=rainstorm+sports")


@pytest.mark.parametrize("name", [*strategies.classes, *rivals.classes, Oracle.name])
def test_another_label_for_the_same_pages_changes_no_crawl(prepared: PreparedWeb, name: str) -> None:
    relabelled = replace(prepared, web=Relabelled(prepared.web, LABEL, OTHER))
    before = run_cell(prepared, PLAN, name, 0)
    after = run_cell(relabelled, replace(PLAN, topic=OTHER), name, 0)
    assert len(before.sightings) > 3
    assert after.sightings == before.sightings


def test_another_sentence_is_another_crawl(prepared: PreparedWeb) -> None:
    said = replace(PLAN, sentence="heavy rain and floods")
    assert cell_key(prepared, PLAN, "best-first", 0) != cell_key(prepared, said, "best-first", 0)
