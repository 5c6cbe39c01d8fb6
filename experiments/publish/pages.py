"""Results in, pages of the documentation out; nothing else decides what they say."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

from experiments.publish.ablations import ablations_page
from experiments.publish.grids import SHOWN, grid_page
from experiments.publish.index import index_page
from experiments.publish.judges import KINDS, MATRICES, judges_page
from experiments.publish.live import live_page, write_drawings
from experiments.publish.markdown import prose, update
from experiments.publish.matrix import matrix_page
from experiments.publish.paper_004 import threshold_section
from experiments.publish.papers import measured_section
from experiments.publish.timings import timings_page

from lycosa.lab.experiment.matrix import read_experiment
from lycosa.report.figure.export import overall_figures, places_of
from lycosa.report.figure.render import files
from lycosa.report.lab.runs import Contest, contests_of, read_results

GRIDS = ("grid-000", "grid-001")
ABLATIONS = "ablations"
LIVE = ("live", "pace", "reporting-live")
JUDGES = (*KINDS, *MATRICES)
PAPERS = ("000", "001", "002", "003")
MATRIX_ABOUT = """\
Every strategy of this project and the re-implemented rivals, from ten examples of the topic, three of
which are the seeds (on `webkb`: from the home pages of its departments). Topics are those set apart for
reporting: no strategy was tuned on them. On-topic is what independent labels say; the labels of
`asfweb` are those of whole sites and say little about single pages."""
PORTAL_ABOUT = """\
The same strategies and descriptions of topics, but crawls start at a portal: the root of the index of
`wpcd`, the home page of the foundation on `asfweb`. Everything relevant lies behind irrelevant pages."""


def write_pages(out: Path, experiments: Path, docs: Path) -> None:
    """Write every page that can be made of the results in a folder."""
    results = docs / "results"
    matrix, portal = _contests(out, "reporting"), _contests(out, "portal")
    _write_matrix("The full comparison", MATRIX_ABOUT, matrix, results, "matrix")
    _write_matrix("From a portal", PORTAL_ABOUT, portal, results, "portal")
    index = results / "README.md"
    before = index.read_text(encoding="utf-8") if index.exists() else ""
    index.write_text(index_page(matrix, portal, before), encoding="utf-8")
    _write_live(out, matrix, results)
    _write_judges(out, results)
    write_ablations(out, results)
    for name in GRIDS:
        _write_grid(name, out, experiments, results)
    for paper in PAPERS:
        content = measured_section(_contests(out, f"paper-{paper}"))
        update(docs / "papers" / f"{paper}.md", "measured result", content)
    tried = json.loads((out / "thresholds-004.json").read_text(encoding="utf-8"))
    content = threshold_section(tried, _contests(out, "paper-004"))
    update(docs / "papers" / "004.md", "measured result", content)
    times = timings_page(matrix, _contests(out, "paper-001"))
    (results / "timings.md").write_text(times, encoding="utf-8")


def _contests(out: Path, name: str) -> list[Contest]:
    return contests_of(read_results(out / name / "results.json"))


def _write_matrix(title: str, about: str, contests: Sequence[Contest], folder: Path, name: str) -> None:
    drawn = []
    for figure in overall_figures(contests, places_of(contests)):
        drawn.append(figure.name.replace("overall", name))
        (folder / f"{drawn[-1]}.svg").write_text(files(figure.drawing)[0], encoding="utf-8")
    (folder / f"{name}.md").write_text(matrix_page(title, prose(about), contests, drawn), encoding="utf-8")


def _write_live(out: Path, replayed: Sequence[Contest], folder: Path) -> None:
    """Write the page about crawls as if live, of as much of them as was run."""
    run = {name: _contests(out, name) for name in LIVE if (out / name / "results.json").exists()}
    if run:
        patience, pace, live = (run.get(name, []) for name in LIVE)
        write_drawings(patience, folder)
        (folder / "live.md").write_text(live_page(patience, pace, live, replayed), encoding="utf-8")


def _write_judges(out: Path, folder: Path) -> None:
    """Write the page about judges, of as much as was run."""
    run = {name: _contests(out, name) for name in JUDGES if (out / name / "results.json").exists()}
    if run:
        (folder / "judges.md").write_text(judges_page(run), encoding="utf-8")


def write_ablations(out: Path, folder: Path) -> None:
    """Write what each part of the strategy contributes, if that was run."""
    if (out / ABLATIONS / "results.json").exists():
        page = ablations_page(_contests(out, ABLATIONS))
        (folder / f"{ABLATIONS}.md").write_text(page, encoding="utf-8")


def _write_grid(name: str, out: Path, experiments: Path, results: Path) -> None:
    experiment = read_experiment(experiments / f"{name}.toml")
    page = grid_page(experiment, out / name / "grid.csv")
    (results / f"{name}.md").write_text(page, encoding="utf-8")
    for drawn in SHOWN:
        shutil.copyfile(out / name / f"grid-{drawn}.svg", results / f"{name}-{drawn}.svg")
