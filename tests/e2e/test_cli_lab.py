"""The commands of the lab and the lists of parts, and bad input to any command: said in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.e2e.commands import (
    Ran,
    Run,
    assert_nothing_written,
    assert_one_line,
)


def lab_run(run: Run, out: Path, *more: object, web: object = "synth:pages=900", **options: object) -> Ran:
    given = {"topic": "rainstorm", "strategy": "best-first", "budget": 40, "jobs": 1, **options}
    flags = [part for key, value in given.items() for part in (f"--{key}", value)]
    return run("lab", "run", "--web", web, *flags, "--out", out, *more)


def test_lab_run_repeats_exactly(run: Run, tmp_path: Path) -> None:
    results = []
    for name in ("once", "again"):
        ran = lab_run(run, tmp_path / name)
        assert ran.code == 0, ran.err
        results.append(json.loads((tmp_path / name / "results.json").read_text()))
        for result in results[-1]:
            del result["timings"]
    assert results[0] == results[1]
    assert (tmp_path / "once" / "report.html").is_file()


def test_lab_run_takes_another_judge(run: Run, tmp_path: Path) -> None:
    ran = lab_run(run, tmp_path / "out", judge="page-score")
    assert ran.code == 0, ran.err
    result = json.loads((tmp_path / "out" / "results.json").read_text())[0]
    assert (result["strategy"], result["parameters"]["judge"]) == ("best-first", "page-score")


def test_parts_are_listed(run: Run) -> None:
    rows = json.loads(run("strategies", "--parts", "--json").out)
    names = {(row["kind"], row["name"]) for row in rows}
    assert {("judge", "vsm"), ("ranker", "cpe"), ("selector", "best"), ("tunnel rule", "blocks")} <= names


def test_strategies_are_listed(run: Run) -> None:
    names = {row["name"] for row in json.loads(run("strategies", "--json").out)}
    assert {"bfs", "best-first", "shark-search"} <= names


def frozen(folder: Path, *lines: str) -> Path:
    folder.mkdir()
    (folder / "pages.jsonl").write_text("\n".join(lines) + "\n")
    return folder


GOOD = json.dumps({"url": "http://a.test/", "html": "<p>flood", "labels": ["rainstorm"]})


@pytest.mark.parametrize(
    ("line", "culprit"),
    [
        ('{"url": "http://b.test/", "html": ', "line 2"),
        ('{"url": "http://b.test/"}', "html"),
        ('{"html": "<p>x"}', "url"),
        ("[1, 2]", "line 2"),
    ],
    ids=["broken line", "no html", "no url", "no object"],
)
def test_broken_web_is_named_with_its_line(line: str, culprit: str, run: Run, tmp_path: Path) -> None:
    web = frozen(tmp_path / "web", GOOD, line)
    ran = lab_run(run, tmp_path / "out", web=web, seeds=1, examples=1)
    assert ran.code == 2
    assert_one_line(ran.err, str(web / "pages.jsonl"), "line 2", culprit)
    assert_nothing_written(tmp_path / "out")


BAD_LAB = {
    "wrong label": ({"topic": "rainstrom"}, "rainstrom"),
    "unknown strategy": ({"strategy": "best-frist"}, "best-first"),
    "budget of nothing": ({"budget": 0}, "budget"),
    "no such web": ({"web": "no-such-web"}, "no-such-web"),
    "unknown setting of the web": ({"web": "synth:pagse=3"}, "pages"),
    "more seeds than examples": ({"seeds": 20}, "seeds"),
}


@pytest.mark.parametrize(("options", "culprit"), BAD_LAB.values(), ids=BAD_LAB)
def test_bad_input_to_the_lab_is_said_in_one_line(
    options: dict[str, object], culprit: str, run: Run, tmp_path: Path
) -> None:
    ran = lab_run(run, tmp_path / "out", **options)
    assert ran.code == 2
    assert_one_line(ran.err, culprit)
    assert_nothing_written(tmp_path / "out")


def test_unwritable_output_is_found_before_the_work(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    ran = lab_run(run, tmp_path / "file")
    assert ran.code == 2
    assert_one_line(ran.err, str(tmp_path / "file"))


BAD_CRAWL = {
    "no seeds": (["flood"], "seed"),
    "seed of another scheme": (["flood", "--seed", "ftp://a.test/"], "ftp://a.test/"),
    "no topic": (["--seed", "http://a.test/"], "topic"),
    "unknown strategy": (["flood", "--seed", "http://a.test/", "--strategy", "best-frist"], "best-first"),
    "unknown flag": (["flood", "--seed", "http://a.test/", "--pagse", "3"], "--pagse"),
    "budget of nothing": (["flood", "--seed", "http://a.test/", "--pages", "0"], "pages"),
    "words for a number": (["flood", "--seed", "http://a.test/", "--pages", "many"], "many"),
    "bad address": (["flood", "--seed", "http://a.test/", "--resolve", "a.test"], "a.test"),
    "no such file": (["missing.toml"], "missing.toml"),
    "no such list of seeds": (["flood", "--seeds", "missing.txt"], "missing.txt"),
}


@pytest.mark.parametrize(("arguments", "culprit"), BAD_CRAWL.values(), ids=BAD_CRAWL)
def test_bad_input_to_a_crawl_is_said_in_one_line(
    arguments: list[str], culprit: str, run: Run, tmp_path: Path
) -> None:
    ran = run("crawl", *arguments, "--out", tmp_path / "crawl")
    assert ran.code == 2
    assert culprit in ran.err
    assert "Traceback" not in ran.err
    assert_nothing_written(tmp_path / "crawl")


BAD_TOML = {
    "not TOML": ("topic = [", "not valid TOML"),
    "unknown setting": ("[budget]\npagse = 3", "budget.pages"),
    "wrong type": ('[budget]\npages = "many"', "budget.pages"),
    "no table": ("budget = 3", "budget"),
}


@pytest.mark.parametrize(("text", "culprit"), BAD_TOML.values(), ids=BAD_TOML)
def test_bad_settings_are_named_with_their_file(text: str, culprit: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    ran = run("crawl", file, "--out", tmp_path / "crawl")
    assert ran.code == 2
    assert_one_line(ran.err, str(file), culprit)
    assert_nothing_written(tmp_path / "crawl")


@pytest.mark.parametrize("command", ["status", "resume", "report"])
def test_folder_without_a_crawl_is_said_in_one_line(command: str, run: Run, tmp_path: Path) -> None:
    ran = run(command, tmp_path)
    assert ran.code == 2
    assert_one_line(ran.err, str(tmp_path))
    assert_nothing_written(tmp_path)
