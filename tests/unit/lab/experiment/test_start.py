"""Where crawls of an experiment start, and the numbers it is given."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from lycosa.cli.lab_grid import grid
from lycosa.cli.lab_run import run
from lycosa.errors import LycosaError
from lycosa.lab.experiment.measures import MOST_CHECKPOINTS, checkpoints
from lycosa.lab.experiment.plan import Plan
from lycosa.lab.experiment.prepared_web import PreparedWeb, prepare_web
from lycosa.lab.experiment.trial import draw

PAGES = {
    "http://site.test/a": "<a href=/b>b</a> flood",
    "http://site.test/b": "<a href=/c>c</a> flood",
    "http://site.test/c": "flood",
}


@pytest.fixture
def prepared(tmp_path: Path) -> PreparedWeb:
    lines = [json.dumps({"url": url, "html": html, "labels": ["floods"]}) for url, html in PAGES.items()]
    (tmp_path / "pages.jsonl").write_text("\n".join(lines))
    (tmp_path / "redirects.tsv").write_text("http://site.test/old\thttp://site.test/a\n")
    return prepare_web(str(tmp_path))


@pytest.mark.parametrize("start", ["http://site.test/a", "HTTP://Site.test:80/a#top", "http://site.test/old"])
def test_however_the_start_is_written_the_same_pages_are_in_reach(prepared: PreparedWeb, start: str) -> None:
    plan = Plan(topic="floods", strategies=("bfs",), budget=10, start=(start,))
    assert prepared.reachable("floods", draw(prepared, plan, 0).seeds) == 3


def test_a_start_that_the_web_does_not_have_is_named(prepared: PreparedWeb) -> None:
    plan = Plan(topic="floods", strategies=("bfs",), budget=10, start=("http://site.test/gone",))
    with pytest.raises(LycosaError, match=r"has no page http://site\.test/gone"):
        draw(prepared, plan, 0)


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ({"start": ("nonsense",)}, "start 'nonsense' is not an http or https URL"),
        ({"random_seed": -1}, "random_seed is -1"),
        ({"budget": 10**12}, "budget is 1000000000000"),
    ],
)
def test_a_number_or_start_that_makes_no_sense_is_named(setting: dict[str, object], complaint: str) -> None:
    with pytest.raises(LycosaError, match=complaint):
        Plan(**{"topic": "floods", "strategies": ("bfs",), "budget": 10, **setting})  # type: ignore[arg-type]


@pytest.mark.parametrize("command", [run, grid])
def test_no_crawl_at_once_is_refused(command: object) -> None:
    told = CliRunner().invoke(command, ["trial.toml", "--out", "out", "--jobs", "0"])  # type: ignore[arg-type]
    assert told.exit_code == 2
    assert "--jobs" in told.output


def test_a_budget_far_beyond_the_web_is_not_measured_at_a_million_places() -> None:
    assert checkpoints(5_500) == [1000, 2000, 3000, 4000, 5000, 5500]
    assert len(checkpoints(10**9)) == MOST_CHECKPOINTS
