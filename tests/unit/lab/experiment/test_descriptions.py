"""Topics described in several ways: what an experiment means by them, and what judges are given."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from lycosa.cli.lab_run import run
from lycosa.errors import LycosaError
from lycosa.lab.experiment.cells import cell_key
from lycosa.lab.experiment.description import Description, Words
from lycosa.lab.experiment.matrix import read_experiment, trials_of
from lycosa.lab.experiment.prepared_web import PreparedWeb, prepare_web
from lycosa.lab.experiment.trial import Plan, draw
from lycosa.model import Page

WEB = "synth:pages=400,hosts=5,tunnels=,topics=rainstorm+sports"
WORDS = Words("Heavy rain and the floods that follow", ("rainstorm", "flood"))
WAYS = ["sentence + seed", "sentence", "keywords", "1 example", "3 examples", "10 examples + sentence"]
FILE = f"""
about = "ways"
strategies = ["with-vsm", "with-contrast"]
described_by = {json.dumps(WAYS)}
repeats = 1
budgets = {{ pages = [12] }}
variants.with-vsm = {{ name = "best-first", judge = "vsm" }}
variants.with-contrast = {{ name = "best-first", judge = "contrast" }}
[[webs]]
web = "{WEB}"
tuning = ["rainstorm"]
[webs.words.rainstorm]
sentence = "{WORDS.sentence}"
keywords = {json.dumps(WORDS.keywords)}
"""
PAGES = [Page(f"http://a.example/{i}", tokens=("rain", str(i)), groups=b"\5\5") for i in range(10)]
SEEDS = ("http://a.example/0",)


@pytest.fixture(scope="module")
def prepared() -> PreparedWeb:
    return prepare_web(WEB)


def plan(described_by: str, **changes: Any) -> Plan:
    given = {"sentence": WORDS.sentence, "keywords": WORDS.keywords, "described_by": described_by, **changes}
    return Plan("rainstorm", ("bfs",), 10, **given)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sentence + seed", Description(sentence=True, seeds=1)),
        ("sentence+3 seeds", Description(sentence=True, seeds=3)),
        ("keywords", Description(keywords=True)),
        ("1 example", Description(examples=1)),
        ("10 examples + sentence", Description(sentence=True, examples=10)),
    ],
)
def test_a_description_says_what_is_given(text: str, expected: Description) -> None:
    assert Description.parse(text) == expected


@pytest.mark.parametrize("text", ["sentense", "", "0 examples", "seed", "sentence + "])
def test_a_description_that_means_nothing_is_an_error(text: str) -> None:
    with pytest.raises(LycosaError, match="described_by"):
        Description.parse(text)


def test_a_sentence_with_a_seed_gives_the_judge_both_and_no_examples() -> None:
    topic = Description.parse("sentence + seed").topic(WORDS, PAGES, SEEDS)
    assert (topic.sentence, topic.seeds, topic.examples) == (WORDS.sentence, SEEDS, ())


def test_a_sentence_alone_keeps_the_seeds_from_the_judge() -> None:
    assert Description.parse("sentence").topic(WORDS, PAGES, SEEDS).seeds == ()


def test_examples_with_a_sentence_give_both() -> None:
    topic = Description.parse("3 examples + sentence").topic(WORDS, PAGES, SEEDS)
    assert (topic.sentence, len(topic.examples), topic.keywords) == (WORDS.sentence, 3, {})


def test_no_description_names_the_label() -> None:
    for way in WAYS:
        assert Description.parse(way).topic(WORDS, PAGES, SEEDS).name == "topic"


def test_a_plan_draws_the_pages_its_description_needs(prepared: PreparedWeb) -> None:
    sizes = {
        way: (len(drawn.examples), len(drawn.seeds))
        for way in ("sentence + seed", "sentence", "1 example", "10 examples")
        for drawn in [draw(prepared, plan(way, seeds=2), 0)]
    }
    assert sizes == {
        "sentence + seed": (1, 1),
        "sentence": (2, 2),
        "1 example": (1, 1),
        "10 examples": (10, 2),
    }


def test_fewer_examples_are_the_first_of_more(prepared: PreparedWeb) -> None:
    few, many = (draw(prepared, plan(way), 0).examples for way in ("3 examples", "10 examples"))
    assert many[:3] == few


def test_words_that_are_asked_for_must_be_given() -> None:
    with pytest.raises(LycosaError, match="no keywords given"):
        plan("keywords", keywords=())


def test_keywords_without_a_description_are_an_error() -> None:
    with pytest.raises(LycosaError, match="described_by"):
        plan("")


def test_the_description_decides_which_finished_crawl_is_used_again(prepared: PreparedWeb) -> None:
    one = plan("sentence + 3 seeds")
    assert cell_key(prepared, one, "bfs", 0) != cell_key(
        prepared, replace(one, described_by="keywords"), "bfs", 0
    )
    other = replace(one, keywords=("sleet",))
    assert cell_key(prepared, one, "bfs", 0) != cell_key(prepared, other, "bfs", 0)


def test_a_file_without_the_words_it_asks_for_is_told_which_topic_lacks_them(tmp_path: Path) -> None:
    file = tmp_path / "ways.toml"
    file.write_text(FILE.replace("keywords = [", "#keywords = ["), encoding="utf-8")
    with pytest.raises(LycosaError, match="no keywords given, by which rainstorm on synth"):
        read_experiment(file)


def test_a_file_gives_a_trial_for_each_description(tmp_path: Path) -> None:
    file = tmp_path / "ways.toml"
    file.write_text(FILE, encoding="utf-8")
    assert [trial.plan.protocol for trial in trials_of(read_experiment(file), tmp_path)] == WAYS


@pytest.mark.slow
def test_an_experiment_on_judges_tells_how_right_each_was_in_results_report_and_table(tmp_path: Path) -> None:
    file, out = tmp_path / "ways.toml", tmp_path / "out"
    file.write_text(FILE.replace(json.dumps(WAYS), '["sentence + seed", "3 examples"]'), encoding="utf-8")
    ran = CliRunner().invoke(run, [str(file), "--out", str(out), "--jobs", "1"])
    assert ran.exit_code == 0, ran.output
    results = json.loads((out / "results.json").read_text(encoding="utf-8"))
    assert {result["protocol"] for result in results} == {"sentence + seed", "3 examples"}
    assert all(result["checkpoints"][-1]["verdict"]["average_precision"] > 0 for result in results)
    assert all(sum(b["pages"] for b in result["reliability"]) == result["pages"] for result in results)
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "rainstorm on synth-0, by sentence + seed" in page
    assert "Verdicts against labels" in page
    assert list((out / "figures").glob("*-reliability.csv"))
    columns = pq.read_table(out / "results.parquet").column_names
    assert {"verdict_f1", "verdict_average_precision", "verdict_calibration_error"} <= set(columns)


def test_one_way_can_be_asked_for_on_the_command_line(tmp_path: Path) -> None:
    words = ["--keywords", "rainstorm", "flood", "--described-by", "keywords"]
    given = ["--web", WEB, "--topic", "rainstorm", "--strategy", "bfs", "--budget", "5", "--jobs", "1"]
    ran = CliRunner().invoke(run, [*given, *words, "--out", str(tmp_path / "out")])
    assert ran.exit_code == 0, ran.output
    result = json.loads((tmp_path / "out" / "results.json").read_text(encoding="utf-8"))[0]
    assert result["protocol"] == "keywords"
    assert result["plan"]["keywords"] == ["rainstorm", "flood"]
