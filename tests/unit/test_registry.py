from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest

from lycosa import registry
from lycosa.errors import LycosaError
from lycosa.registry import Family, fetchers, judges, rankers, selectors, strategies, tunnels

FAMILIES = [strategies, judges, rankers, selectors, tunnels, fetchers]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.kind)
def test_a_plug_in_is_the_same_whether_or_not_the_others_were_looked_for(family: Family) -> None:
    for name, cls in replace(family).classes.items():  # not those that other tests have added
        assert replace(family).find(name) is cls


@pytest.mark.parametrize("name", ["", "base", "no-such", "../vsm", "vsm.TagWeightedVSM", "-", "__init__"])
def test_what_is_no_name_is_not_found(name: str) -> None:
    assert replace(judges).find(name) is None


def test_a_crawl_that_names_its_parts_imports_no_others() -> None:
    code = (
        "import sys; from lycosa.assembly import assemble; from lycosa.config import Settings, build\n"
        "from lycosa.session import Session; from lycosa.topic import Topic\n"
        "choice = {'name': 'best-first', 'judge': {'name': 'vsm'}}\n"
        "session = Session(build(Settings, {'seeds': ['http://a.test/'], 'strategy': choice}, ''), None)\n"
        "print(assemble(session.settings.strategy, Topic.from_keywords(['flood'])).name)\n"
        "others = ('lycosa.judge.contrast', 'lycosa.strategy.fcsa', 'lycosa.topic.seeds', 'lycosa.search')\n"
        "print(*[name for name in others if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["best-first"]


def test_an_entry_point_that_is_no_class_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("answer", "lycosa.lab.web.jsonl:LINE_BYTES_MAX", "lycosa.strategies")
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry])
    family = replace(strategies)
    assert "answer" not in family.classes
    assert "no class but of type int" in family.broken["answer"]
    with pytest.raises(LycosaError, match="'answer' does not load"):
        family.get("answer")
