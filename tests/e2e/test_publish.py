"""The published pages: made of results alone, and careful with what people wrote."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from experiments.publish.claims import CLAIMS
from experiments.publish.index import READING
from experiments.publish.markdown import kept, with_section
from experiments.publish.pages import write_pages
from experiments.publish.parts import PARTS, PROGRAMS, Part, Progress
from experiments.publish.rehearsal import rehearsed
from experiments.publish.systems import Outcome, outcome
from tests.labresults import NamedWeb, made_results

from lycosa.errors import LycosaError
from lycosa.lab.experiment.grid import MEASURES, GridPoint
from lycosa.lab.experiment.matrix import read_experiment
from lycosa.lab.experiment.results import Mean
from lycosa.report.lab.grid import write_grid
from lycosa.report.lab.published import PUBLISHED
from lycosa.report.lab.runs import contests_of

ROOT = Path(__file__).resolve().parents[2]
RIVALS = {"best-first": 0.6, "bfs": 0.2, "shark-search": 0.5, "ache": 0.9, "oracle": 1.0}
CONTROLS = {"best-first": 0.6, "best-first-page": 0.4, "fcsa": 0.3, "fcsa-greedy": 0.5, "oracle": 1.0}


def write_results(out: Path, name: str, skills: dict[str, float]) -> None:
    """Write what an experiment on two topics of two webs would leave."""
    results = []
    for number, topic in enumerate(("one", "two", "three")):
        made = made_results(
            skills, topic=topic, web=NamedWeb(f"web-{number // 2}"), experiment=name, repeats=4
        )
        for result in made:
            result["web"]["digest"] = f"{number // 2}" * 64
        results += made
    for result in results[: len(results) // 3]:
        result["web"]["spec"] = "synth:pages=10"
    (out / name).mkdir(parents=True)
    (out / name / "results.json").write_text(json.dumps(results), encoding="utf-8")


def write_search_results(out: Path) -> None:
    """Write what crawls from generated seeds, and with and without copies found, would leave."""
    for name, key, values in (
        ("genre-004", "search", [_query("union"), _query("justGenre")]),
        ("genre-terms", "described_by", ["10 examples", "10 examples + found terms"]),
        ("duplicates", "duplicates", [False, True]),
    ):
        results = []
        for value in values:
            made = made_results({"bfs": 0.2, "genre-aware": 0.5}, topic="one", experiment=name)
            for result in made:
                result["plan"] |= {"described_by": "terms + 10 seeds", key: value}
            results += made
        (out / name).mkdir(parents=True)
        (out / name / "results.json").write_text(json.dumps(results), encoding="utf-8")


def _query(heuristic: str) -> dict[str, object]:
    return {"heuristic": heuristic, "query": "any words", "engines": ["text"], "results": 30}


def write_live_results(out: Path) -> None:
    """Write what experiments as if live would leave."""
    network = {"latency_s": 0.2, "jitter_s": 0, "host_rest_s": 1, "address_rest_s": 0}
    for name, patiences in (("live", (0.0, 0.8)), ("pace", (0.8,)), ("reporting-live", (0.8,))):
        results = []
        for patience in patiences:
            made = made_results(
                {"best-first": 0.4 + patience / 2, "bfs": 0.1}, topic="one", experiment=name, crawl_s=90.0
            )
            for result in made:
                result["parameters"]["patience"] = patience
                result["plan"]["live"] = {**network, "hosts_per_address": 1, "longest_hold_s": 30}
            results += made
        (out / name).mkdir(parents=True)
        (out / name / "results.json").write_text(json.dumps(results), encoding="utf-8")


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("out")
    write_results(folder, "reporting", RIVALS)
    write_results(folder, "portal", RIVALS)
    write_live_results(folder)
    write_results(folder, "judges", {"best-first-vsm": 0.3, "best-first-contrast": 0.6})
    write_results(folder, "matrix-judge", {"fcsa": 0.3, "fcsa+contrast": 0.6, "lycosa": 0.7})
    for paper, tables in PUBLISHED.items():
        write_results(
            folder, paper, {name: 0.5 for table in tables for name in table.strategies} | {"oracle": 1}
        )
    for name in ("controls", "warm-up"):
        write_results(folder, name, CONTROLS)
    write_search_results(folder)
    for name, keys in (
        ("grid-000", ("tau", "lam")),
        ("grid-001", ("threshold", "beta")),
        ("grid-001-hosts", ("few_visits", "host_tabu_length")),
    ):
        points = [
            GridPoint({keys[0]: a, keys[1]: b}, dict.fromkeys(MEASURES, Mean(a * b, 0.01)))
            for a in (0.6, 0.7)
            for b in (0.2, 0.3)
        ]
        write_grid(points, name, folder / name)
    tried = [
        {"web": "w", "topic": "t", "draw": draw, "method": method, "f1": 0.5}
        for draw in range(2)
        for method in ("mean", "weighted_mean", "kmeans", "birch", "silhouette", "best")
    ]
    (folder / "thresholds-004.json").write_text(json.dumps(tried), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def written(out: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project") / "docs"
    folder.mkdir()
    shutil.copyfile(ROOT / "README.md", folder.parent / "README.md")
    shutil.copytree(ROOT / "docs" / "papers", folder / "papers")
    (folder / "results").mkdir()
    write_pages(out, ROOT / "experiments", folder)
    return folder


@pytest.fixture
def docs(written: Path, tmp_path: Path) -> Path:
    return shutil.copytree(written, tmp_path / "docs")


def pages_of(docs: Path) -> dict[str, bytes]:
    return {str(file.relative_to(docs)): file.read_bytes() for file in docs.rglob("*") if file.is_file()}


def test_the_same_results_make_the_same_pages(out: Path, docs: Path) -> None:
    before = pages_of(docs)
    write_pages(out, ROOT / "experiments", docs)
    assert pages_of(docs) == before


def test_the_page_about_judges_sets_strategies_with_contrast_beside_those_without(docs: Path) -> None:
    text = (docs / "results" / "judges.md").read_text(encoding="utf-8")
    assert "## Judges on the tuning topics" in text
    assert "reporting topics" not in text  # what was not run is left out
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    assert [row.split(" | ")[0] for row in rows] == ["| `fcsa`", "| `lycosa`"]
    own, contrast = rows[0].split(" | ")[1:3]
    assert float(own) < float(contrast)


def test_the_front_page_tells_what_the_oracle_leaves_to_others(written: Path) -> None:
    text = (written.parent / "README.md").read_text(encoding="utf-8")
    assert "Every strategy on 3 topics of 2 real webs that nothing was tuned on, 4 draws each" in text
    assert re.search(r"`best-first` \d+ % \(average rank 2\.0\), `ache` \d+ % \(average rank 1\.0\)", text)


def test_the_summary_recommends_what_a_user_can_name(docs: Path) -> None:
    text = (docs / "results" / "README.md").read_text(encoding="utf-8")
    assert "**Choose `best-first`**" in text
    assert "Ahead of it, and known to the lab only: `ache` (1.00)." in text


def test_what_was_written_by_hand_stays(out: Path, docs: Path) -> None:
    index, paper = docs / "results" / "README.md", docs / "papers" / "000.md"
    mark = f"<!-- by hand: {READING} -->"
    index.write_text(index.read_text(encoding="utf-8").replace(mark, f"{mark}\n\nMine."), encoding="utf-8")
    paper.write_text(paper.read_text(encoding="utf-8") + "\nMine, too.\n", encoding="utf-8")
    write_pages(out, ROOT / "experiments", docs)
    assert kept(index.read_text(encoding="utf-8"), READING) == "Mine."
    assert paper.read_text(encoding="utf-8").endswith("\nMine, too.\n")


def test_the_matrix_gives_every_mean_its_interval_and_rank(docs: Path) -> None:
    text = (docs / "results" / "matrix.md").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if line.startswith("| `bfs` | 0"))
    assert all(re.fullmatch(r"0\.\d{3} ± 0\.\d{3} \(4\)", cell.strip()) for cell in row.split("|")[2:-1])


@pytest.mark.parametrize("paper", ["000", "001", "002", "003", "004"])
def test_every_paper_has_its_numbers_beside_ours(docs: Path, paper: str) -> None:
    text = (docs / "papers" / f"{paper}.md").read_text(encoding="utf-8")
    measured = text.partition("<!-- generated: measured result -->")[2].partition("<!-- end of")[0]
    assert "| paper, " in measured
    assert measured.count("\n| `") >= 3


def test_crawls_as_if_live_have_a_page_with_harvest_and_time(docs: Path) -> None:
    text = (docs / "results" / "live.md").read_text(encoding="utf-8")
    patience = [line for line in text.splitlines() if line.startswith("| one | ")]
    assert len(patience) == 4 + 2  # two strategies with two patiences, and with one
    assert all(line.endswith("| 90 |") for line in patience)
    assert "| `best-first` | yes | 0." in text
    assert "| `bfs` | no | 0." in text
    assert (docs / "results" / "live-01-one.svg").exists()


def test_every_system_has_a_row_and_a_verdict_that_follows_from_the_counts(docs: Path) -> None:
    text = (docs / "results" / "systems.md").read_text(encoding="utf-8")
    rows = {line.split("`")[1]: line for line in text.splitlines() if line.startswith("| `")}
    assert len(rows) == len(CLAIMS) == 26
    head = next(line for line in text.splitlines() if line.startswith("| system"))
    assert {line.count(" | ") for line in rows.values()} == {head.count(" | ")}
    assert rows["dfs"].endswith("| **cannot be tested here** |")  # no paper says anything of it
    assert "ahead of bfs" in rows["best-first"]
    # Three topics are too few for any pair to be told apart, and what is open is not held in favour.
    assert rows["best-first"].endswith("| **does not hold** |")


def test_a_control_says_what_its_device_does(docs: Path) -> None:
    text = (docs / "results" / "controls.md").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if "`best-first` – `best-first-page`" in line)
    assert "| +0." in row
    assert "| 3 | 0 | more |" in row


def test_under_every_table_stands_the_command_that_makes_it_again(docs: Path) -> None:
    pages = [*(docs / "results").glob("*.md"), *(docs / "papers").glob("00*.md")]
    for page in pages:
        text = page.read_text(encoding="utf-8")
        if page.parent.name == "papers":
            text = text.partition("<!-- generated")[2].partition("<!-- end of")[0]
        lines = [line for line in text.splitlines() if line]
        ends = [
            following
            for line, following in pairwise([*lines, ""])
            if line.startswith("|") and not following.startswith("|")
        ]
        assert ends, page
        assert all(line.startswith("Again, this alone: `.venv/bin/python -m ") for line in ends), page


def test_a_part_rewrites_its_own_pages_alone(out: Path, docs: Path) -> None:
    for page in (docs / "results").glob("*.md"):
        page.write_text("", encoding="utf-8")
    write_pages(out, ROOT / "experiments", docs, ["portal"])
    written = {page.stem for page in (docs / "results").glob("*.md") if page.read_text(encoding="utf-8")}
    assert written == {"portal", "README"}


A, B, C = ("a", "b", "c", "d"), ("e",), ("f", "g", "h")


@pytest.mark.parametrize(
    ("came_out", "verdict"),
    [
        (Outcome(printed=A, open=C), "holds"),
        (Outcome(printed=A, reversed=B, open=C), "holds partly"),
        (Outcome(printed=C, open=A), "holds partly"),
        (Outcome(open=A), "does not hold"),
        (Outcome(reversed=B), "does not hold"),
        (Outcome(printed=B, reversed=C), "does not hold"),
        (Outcome(), "cannot be tested here"),
    ],
)
def test_a_verdict_follows_from_how_the_pairs_of_a_system_come_out(came_out: Outcome, verdict: str) -> None:
    assert came_out.verdict == verdict


def test_pairs_that_labels_put_in_order_on_enough_topics_are_told_apart() -> None:
    contests = [
        contest
        for number in range(8)
        for contest in contests_of(made_results({"bfs": 0.1, "bcw-cc": 0.9}, topic=f"topic {number}"))
    ]
    assert outcome(contests, "bcw-cc", ahead=["bfs"], behind=[]) == Outcome(printed=("bfs",))
    assert outcome(contests, "bcw-cc", ahead=[], behind=["bfs"]) == Outcome(reversed=("bfs",))
    assert outcome(contests[:2], "bcw-cc", ahead=["bfs"], behind=[]) == Outcome(open=("bfs",))


def test_every_part_has_its_experiment_and_every_rerun_its_part() -> None:
    experiments = {file.stem for file in (ROOT / "experiments").glob("*.toml")}
    names = {part.name for part in PARTS}
    assert names - {PROGRAMS} <= experiments
    assert set(re.findall(r'rerun\("([^"{]+)"\)', _sources())) <= names


def _sources() -> str:
    files = (ROOT / "experiments" / "publish").glob("*.py")
    return "".join(file.read_text(encoding="utf-8") for file in files)


@pytest.mark.parametrize("name", sorted({part.name for part in PARTS} - {PROGRAMS}))
def test_a_rehearsal_is_short_and_never_looks_at_a_reporting_topic(name: str) -> None:
    small = rehearsed(read_experiment(ROOT / "experiments" / f"{name}.toml"))
    reporting = {*read_experiment(ROOT / "experiments" / "reporting.toml").webs[0].reporting}
    assert all(not web.reporting and reporting.isdisjoint(web.tuning) for web in small.webs)
    assert small.budgets.of(10_000) == [20]


@pytest.mark.slow
def test_a_part_is_run_and_its_page_written_by_the_command_under_its_table(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "experiments.publish", "--only", "paper-003", "--rehearsal"]
    folders = ["--out", str(tmp_path / "out"), "--docs", str(tmp_path / "docs"), "--jobs", "1"]
    ran = subprocess.run([*command, *folders], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "paper-003 (1 of 1); 0 min gone" in ran.stdout
    assert "## Paper 003" in (tmp_path / "docs" / "results" / "scale.md").read_text(encoding="utf-8")


def test_the_end_of_a_run_is_estimated_by_how_long_it_has_taken_so_far() -> None:
    parts = [Part("first", 10.0), Part("second", 30.0)]
    assert Progress(parts, 0, 0.0, jobs=2).left_s == 20 * 60  # 40 CPU minutes on two cores
    assert Progress(parts, 1, 600.0, jobs=2).left_s == 30 * 60  # twice as slow as it should be


def test_times_are_on_their_own_page_alone(docs: Path) -> None:
    timed = {name for name, page in pages_of(docs).items() if b"CPU" in page}
    assert timed <= {"results/timings.md"}


def test_pages_link_to_what_is_there(docs: Path) -> None:
    written_elsewhere = {
        *("report.png", "classifiers.md", "thresholds.md", "sentence-threshold.md", "tunnels.md"),
        *("../lab.md", "../pace.md", "../judge.md"),
        *("../../experiments/reporting.toml", "../../experiments/tuning.toml"),
    }
    for page in (docs / "results").glob("*.md"):
        targets = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
        assert [t for t in targets if t not in written_elsewhere and not (page.parent / t).exists()] == []


def test_a_page_without_its_marks_is_refused() -> None:
    with pytest.raises(LycosaError, match="measured result"):
        with_section("# Page", "measured result", "text")
