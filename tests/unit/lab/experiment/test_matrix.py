"""Experiments as files: what they mean, what is wrong with them, and how they are run and resumed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from rich.console import Console

from lycosa.assembly import PartChoice, StrategyChoice, assemble
from lycosa.cli.lab_run import run, tell_failed
from lycosa.errors import LycosaError
from lycosa.lab.experiment import runner
from lycosa.lab.experiment.cells import Cells, cell_key
from lycosa.lab.experiment.flat import write_table
from lycosa.lab.experiment.matrix import Budgets, Experiment, read_experiment, trials_of
from lycosa.lab.experiment.plan import Plan, rivals, strategy_class
from lycosa.lab.experiment.prepared_web import PreparedWeb, prepare_web
from lycosa.lab.experiment.runner import Trial, run_trials
from lycosa.lab.experiment.trial import draw, run_cell
from lycosa.registry import strategies
from lycosa.report.lab.runs import contests_of, read_results
from lycosa.topic import Topic

ROOT = Path(__file__).resolve().parents[4]
WEB = "synth:pages=400,hosts=5,tunnels=,topics=rainstorm+sports"
FILE = f"""
strategies = ["bfs", "best-first"]
repeats = 2
budgets = {{ reachable = [0.1, 0.2], cap = 30 }}
[parameters.best-first]
threshold = 0.4
[[webs]]
web = "{WEB}"
tuning = ["rainstorm"]
reporting = ["sports"]
"""


@pytest.fixture(scope="module")
def prepared() -> PreparedWeb:
    return prepare_web(WEB)


def experiment(folder: Path, text: str) -> Experiment:
    file = folder / "trial.toml"
    file.write_text(text, encoding="utf-8")
    return read_experiment(file)


@pytest.mark.parametrize("file", sorted((ROOT / "experiments").glob("*.toml")), ids=lambda file: file.stem)
def test_every_experiment_of_the_project_can_be_read(file: Path) -> None:
    read = read_experiment(file)
    assert read.about
    assert read.named() or read.grid


@pytest.mark.parametrize("file", sorted((ROOT / "experiments").glob("*.toml")), ids=lambda file: file.stem)
def test_every_variant_of_an_experiment_can_be_put_together(file: Path) -> None:
    for choice in read_experiment(file).choices().values():
        assemble(choice, Topic.from_keywords(["flood"]), 0, strategy_class)


def test_all_stands_for_every_registered_strategy(tmp_path: Path) -> None:
    read = experiment(tmp_path, FILE.replace('["bfs", "best-first"]', '["all", "rivals", "bfs"]'))
    assert set(strategies.classes) | set(rivals.classes) == set(read.named())
    assert len(set(read.named())) == len(read.named())


@pytest.mark.parametrize(
    ("text", "culprit"),
    [
        ("repeats = ", "trial.toml is not valid TOML"),
        (FILE.replace("repeats", "repeat"), "trial.toml: repeat: unknown key"),
        (FILE.replace("repeats = 2", "repeats = 0"), "trial.toml: repeats"),
        (FILE.replace('"bfs"', '"bsf"'), "trial.toml: unknown strategy 'bsf'; did you mean bfs"),
        (FILE.replace("parameters.best-first", "parameters.best"), "trial.toml: unknown strategy 'best'"),
        (
            FILE.replace('["sports"]', '["rainstorm"]'),
            "webs.0: rainstorm is named for tuning and",
        ),
        (
            FILE.replace('tuning = ["rainstorm"]', "").replace('reporting = ["sports"]', ""),
            "webs.0: no topics",
        ),
        (FILE.replace("{ reachable = [0.1, 0.2], cap = 30 }", "{}"), "trial.toml: budgets: give pages"),
        (FILE.replace("[0.1, 0.2]", "[inf]"), "trial.toml: budgets.reachable.0"),
        (FILE.replace("reachable = [0.1, 0.2]", f"pages = [{10**12}]"), "trial.toml: budgets.pages.0"),
        (f"random_seed = -1\n{FILE}", "trial.toml: random_seed"),
        (f"{FILE}\n[variants.bfs]\nname = 'dfs'", "trial.toml: variants.bfs: a strategy is named so"),
        (f"{FILE}\n[variants.oracle]\nname = 'dfs'", "trial.toml: variants.oracle: a strategy is named so"),
    ],
)
def test_a_bad_file_is_named_with_its_key(tmp_path: Path, text: str, culprit: str) -> None:
    with pytest.raises(LycosaError, match=culprit):
        experiment(tmp_path, text)


def test_what_a_file_asks_for_twice_is_tried_once(tmp_path: Path) -> None:
    once, twice = FILE, FILE.replace('["rainstorm"]', '["rainstorm", "rainstorm"]')
    assert trials_of(experiment(tmp_path, twice), tmp_path) == trials_of(experiment(tmp_path, once), tmp_path)


def test_a_web_that_is_not_there_is_named(tmp_path: Path) -> None:
    read = experiment(tmp_path, FILE.replace(WEB, "nowhere"))
    with pytest.raises(LycosaError, match="no web 'nowhere'"):
        trials_of(read, tmp_path)


def test_budgets_follow_what_is_in_reach_up_to_the_cap() -> None:
    budgets = Budgets(pages=(100,), reachable=(0.5, 2.0), cap=150)
    assert budgets.of(reachable=120) == [60, 100, 150]


def test_smaller_budgets_are_checkpoints_of_the_largest(tmp_path: Path, prepared: PreparedWeb) -> None:
    plan = trials_of(experiment(tmp_path, FILE), tmp_path)[0].plan
    reach = min(prepared.reachable("rainstorm", draw(prepared, plan, repeat).seeds) for repeat in range(2))
    assert plan.budget == min(30, -(-reach // 5))
    assert {-(-reach // 10), plan.budget} <= set(plan.checkpoints)
    assert plan.use == "tuning"


@pytest.mark.parametrize(
    ("checkpoints", "expected"), [("10", (10, 20, 25)), ("[5, 7, 100]", (5, 7, 25))], ids=["every", "at"]
)
def test_checkpoints_are_where_the_file_wants_them(
    tmp_path: Path, checkpoints: str, expected: tuple[int, ...]
) -> None:
    text = FILE.replace("{ reachable = [0.1, 0.2], cap = 30 }", "{ pages = [25] }")
    read = experiment(tmp_path, f"checkpoints = {checkpoints}\n{text}")
    assert trials_of(read, tmp_path)[0].plan.checkpoints == expected


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Trial], Cells, list[dict[str, Any]]]:
    folder = tmp_path_factory.mktemp("out")
    trials = trials_of(experiment(folder, FILE), folder)
    cells = Cells(folder / "cells")
    results, failures = run_trials(trials, 1, cells)
    assert failures == []
    return trials, cells, results


def test_results_name_experiment_protocol_use_and_analysis(done: Any) -> None:
    results = done[2]
    assert [(r["topic"], r["strategy"], r["repeat"]) for r in results] == [
        (topic, strategy, repeat)
        for topic in ("rainstorm", "sports")
        for strategy in ("bfs", "best-first")
        for repeat in (0, 1)
    ]
    assert {(r["experiment"], r["protocol"], r["analysis"]) for r in results} == {
        ("trial", "examples", "shared")
    }
    assert {r["topic"]: r["use"] for r in results} == {"rainstorm": "tuning", "sports": "reporting"}
    assert {r["parameters"]["threshold"] for r in results if r["strategy"] == "best-first"} == {0.4}


VARIANTS = """
[variants.best-first-table]
name = "best-first"
judge = "page-score"
[variants.best-first-table.tunnel]
name = "steps"
parameters = { steps = 1 }
"""


def test_a_parameter_may_be_several_numbers(tmp_path: Path) -> None:
    text = FILE.replace('["bfs", "best-first"]', '["bcw-cc", "lists"]').replace(
        "parameters.best-first", "parameters.bcw-cc"
    )
    text = text.replace("threshold = 0.4", "weights = [0.2, 0.4, 0.4]")
    text += "[variants.lists]\nname = 'best-first'\n[variants.lists.judge]\nname = 'vsm'\n"
    text += "parameters = { tag_weights = [0, 1, 1, 1, 1, 1] }\n"
    results, failures = run_trials(trials_of(experiment(tmp_path, text), tmp_path), 1)
    assert failures == []
    made = {result["strategy"]: result["parameters"] for result in results}
    assert made["bcw-cc"]["weights"] == "0.2 0.4 0.4"
    assert made["lists"]["judge.tag_weights"] == "0 1 1 1 1 1"
    assert contests_of(results)


def test_a_variant_is_a_strategy_with_other_parts_under_a_name_of_its_own(tmp_path: Path) -> None:
    text = FILE.replace('["bfs", "best-first"]', '["best-first", "best-first-table"]') + VARIANTS
    results, failures = run_trials(trials_of(experiment(tmp_path, text), tmp_path), 1)
    assert failures == []
    made = {result["strategy"]: result["parameters"] for result in results}
    named = {key: made["best-first-table"][key] for key in ("judge", "tunnel", "tunnel.steps")}
    assert named == {"judge": "page-score", "tunnel": "steps", "tunnel.steps": 1}
    assert "judge" not in made["best-first"]
    curves = {result["strategy"]: result["checkpoints"] for result in results}
    assert curves["best-first"] != curves["best-first-table"]


@pytest.mark.parametrize(
    ("old", "new", "culprit"),
    [
        ("page-score", "page-scoer", "unknown judge 'page-scoer'; did you mean page-score"),
        ('name = "best-first"', 'name = "best"', "unknown strategy 'best'"),
        ("judge =", "jugde =", "unknown setting 'best-first-table.jugde'"),
    ],
)
def test_what_is_wrong_with_a_variant_is_named(tmp_path: Path, old: str, new: str, culprit: str) -> None:
    with pytest.raises(LycosaError, match=culprit):
        experiment(tmp_path, FILE + VARIANTS.replace(old, new))


def test_a_variant_finds_no_crawl_of_the_strategy_it_is_made_from(prepared: PreparedWeb) -> None:
    plain = Plan("rainstorm", ("best-first",), budget=5)
    other = Plan(
        "rainstorm",
        ("best-first",),
        budget=5,
        variants={"best-first": StrategyChoice("best-first", judge=PartChoice("page-score"))},
    )
    assert cell_key(prepared, plain, "best-first", 0) != cell_key(prepared, other, "best-first", 0)


def test_shared_pages_are_not_charged_to_a_crawl(done: Any) -> None:
    for result in done[2]:
        assert "parse" not in result["timings"]["stage_s"]
        assert result["timings"]["web_parse_s"] > 0


def test_a_report_can_be_made_of_the_results(done: Any) -> None:
    assert [contest.topic for contest in contests_of(done[2])] == ["rainstorm", "sports"]


def test_a_second_run_finds_everything_done(done: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    trials, cells, results = done
    monkeypatch.setattr(runner, "ProcessPoolExecutor", None)  # nothing may be crawled
    again, failures = run_trials(trials, 1, cells)
    assert again == results
    assert failures == []


def test_the_first_draws_of_an_experiment_are_crawls_that_the_whole_has_too(
    done: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    trials, cells, results = done
    monkeypatch.setattr(runner, "ProcessPoolExecutor", None)  # nothing may be crawled
    first, failures = run_trials([trial.up_to(1) for trial in trials], 1, cells)
    assert failures == []
    assert {result["repeat"] for result in first} == {0} < {result["repeat"] for result in results}
    assert [trial.up_to(None) for trial in trials] == trials


def test_a_damaged_cell_is_crawled_again(done: Any) -> None:
    trials, cells, results = done
    victim = next(iter(cells.folder.iterdir()))
    victim.write_text("{", encoding="utf-8")
    again, _ = run_trials(trials, 1, cells)
    assert [r["checkpoints"] for r in again] == [r["checkpoints"] for r in results]


def test_a_cell_keeps_the_whole_outcome(prepared: PreparedWeb, tmp_path: Path) -> None:
    plan = Plan("rainstorm", ("bfs",), budget=10)
    outcome = run_cell(prepared, plan, "bfs", 0)
    Cells(tmp_path).save("k", outcome, prepared.graph)
    assert Cells(tmp_path).load("k", prepared.graph) == outcome


def test_a_crawl_knows_the_off_topic_pages_it_came_through(tmp_path: Path) -> None:
    ways = {"a": "b", "b": "c", "c": "d", "d": "e", "e": ""}  # on topic: a, d, e
    lines = [
        json.dumps(
            {
                "url": f"http://way.example/{name}",
                "html": f"<title>Storm {name}</title><p>rain and floods <a href='/{to}'>next {to}</a></p>",
                "labels": ["storm"] if name in "ade" else [],
            }
        )
        for name, to in ways.items()
    ]
    (tmp_path / "pages.jsonl").write_text("\n".join(lines), encoding="utf-8")
    plan = Plan("storm", ("bfs",), budget=5, seeds=1, examples=1, start=("http://way.example/a",))
    outcome = run_cell(prepare_web(str(tmp_path)), plan, "bfs", 0)
    assert [(s.url[-1], s.tunnel) for s in outcome.sightings] == [
        *(("a", 0), ("b", 0), ("c", 1), ("d", 2), ("e", 0))
    ]


def test_results_tell_of_tunnels_and_hosts(done: Any) -> None:
    for result in done[2]:
        assert sum(result["tunnels"]) == result["checkpoints"][-1]["label"]["on_topic"]
        assert sum(host["pages"] for host in result["hosts"]["largest"]) == result["pages"]
        assert result["web"]["spec"] == WEB


def test_results_name_the_folder_of_a_web_and_not_the_way_to_it(tmp_path: Path) -> None:
    page = {"url": "http://way.example/", "html": "<p>heavy rain</p>", "labels": ["storm"]}
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "pages.jsonl").write_text(json.dumps(page), encoding="utf-8")
    results, _ = run_trials([Trial(str(folder), Plan("storm", ("bfs",), 1, seeds=1, examples=1))])
    assert results[0]["web"]["spec"] == "small"
    assert str(tmp_path) not in json.dumps(results)


@pytest.mark.parametrize(
    "change",
    [
        {"budget": 11},
        {"topic": "sports"},
        {"random_seed": 1},
        {"start": ("http://a.example/",)},
        {"parameters": {"bfs": {"threshold": 0.1}}},
        {"analysis": "own"},
    ],
    ids=str,
)
def test_whatever_decides_a_crawl_changes_its_key(prepared: PreparedWeb, change: dict[str, Any]) -> None:
    facts: dict[str, Any] = {"topic": "rainstorm", "strategies": ("bfs",), "budget": 10}
    plan, other = Plan(**facts), Plan(**{**facts, **change})
    assert cell_key(prepared, plan, "bfs", 0) != cell_key(prepared, other, "bfs", 0)


def test_what_does_not_decide_a_crawl_leaves_its_key(prepared: PreparedWeb) -> None:
    plan = Plan("rainstorm", ("bfs",), budget=10)
    other = Plan("rainstorm", ("bfs", "dfs"), budget=10, checkpoints=(5,), experiment="x", repeats=4)
    assert cell_key(prepared, plan, "bfs", 0) == cell_key(prepared, other, "bfs", 0)


def test_own_analysis_gives_the_same_crawl(prepared: PreparedWeb) -> None:
    crawls = [
        run_cell(prepared, Plan("rainstorm", ("best-first",), budget=20, analysis=analysis), "best-first", 0)
        for analysis in ("shared", "own")
    ]
    assert crawls[0].sightings == crawls[1].sightings
    assert "parse" in crawls[1].stage_s


def test_a_crawl_that_breaks_stops_no_other(tmp_path: Path) -> None:
    plan = Plan("rainstorm", ("best-first", "bfs"), budget=5, parameters={"bfs": {"threshold": "low"}})
    results, failures = run_trials([Trial(WEB, plan)], 1)
    assert [result["strategy"] for result in results] == ["best-first"]
    assert len(failures) == 1
    assert failures[0].startswith("bfs on rainstorm, repeat 0: LycosaError: threshold")


def test_an_unknown_parameter_is_an_error_in_one_line(prepared: PreparedWeb) -> None:
    plan = Plan("rainstorm", ("bfs",), budget=5, parameters={"bfs": {"speed": 9}})
    with pytest.raises(LycosaError, match=r"parameters of the strategy bfs: .*'speed'"):
        run_cell(prepared, plan, "bfs", 0)


def test_the_table_has_a_row_for_each_crawl_and_checkpoint(done: Any, tmp_path: Path) -> None:
    results = done[2]
    write_table(results, tmp_path / "results.parquet")
    table = pq.read_table(tmp_path / "results.parquet")
    assert table.num_rows == sum(len(result["checkpoints"]) for result in results)
    wanted = {
        "strategy",
        "topic",
        "repeat",
        "at",
        "label_harvest",
        "label_tunnelled",
        "tunnels",
        "oracle_share",
    }
    assert wanted <= set(table.column_names)


def test_the_command_runs_a_file_and_writes_everything(tmp_path: Path) -> None:
    (tmp_path / "trial.toml").write_text(FILE, encoding="utf-8")
    out = tmp_path / "out"
    told = CliRunner().invoke(run, [str(tmp_path / "trial.toml"), "--jobs", "1", "--out", str(out)])
    assert told.exception is None, told.output
    assert {file.name for file in out.iterdir()} == {
        *("cells", "figures", "report.html", "results.json", "results.parquet")
    }
    assert len(read_results(out / "results.json")) == 8


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["trial.toml", "--topic", "IT"], "trial.toml says what to run"),
        (["--web", "synth"], "nothing to run"),
    ],
)
def test_the_command_wants_a_file_or_a_topic(arguments: list[str], complaint: str) -> None:
    told = CliRunner().invoke(run, [*arguments, "--out", "out"])
    assert isinstance(told.exception, LycosaError)
    assert complaint in str(told.exception)


def test_strategies_that_fail_on_pages_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    failures = [("mine", {"page-failed": 3, "empty": 1}), ("mine", {"page-failed": 1}), ("bfs", {"empty": 2})]
    tell_failed([{"strategy": name, "failures": counts} for name, counts in failures], Console())
    assert capsys.readouterr().out == (
        "mine: 4 pages failed as they were read or judged; `lycosa check` may say why\n"
    )
