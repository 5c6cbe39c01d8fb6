"""The page of times: the only one that differs from run to run."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.publish.markdown import number, prose, rerun, table
from experiments.publish.printed import HOURS_001

from lycosa.lab.experiment.results import Mean, mean
from lycosa.report.lab.costs import cost_note, stage_ms, stages_of
from lycosa.report.lab.paper_tables import runs_by_strategy
from lycosa.report.lab.runs import Contest, Run

ABOUT = """\
Written by `make results`; do not edit. **These numbers change with the machine and from run to run**;
those of the other pages do not. Here: {cores} cores, {machine}, Python {python}, as many crawls at once
as cores."""


def timings_page(matrix: Sequence[Contest]) -> str:
    """Write the page from the full comparison."""
    stages = list(dict.fromkeys(stage for contest in matrix for stage in stages_of(contest)))
    runs_of = _grouped(matrix)
    rows = [
        [
            f"`{name}`",
            number(_page_ms(runs_of[name]), 2),
            *(f"{stage_ms(runs_of[name], s):.2f}" for s in stages),
        ]
        for name in sorted(runs_of, key=lambda name: _page_ms(runs_of[name]).value)
    ]
    parts = [
        "# Times",
        prose(ABOUT.format(**matrix[0].runs[0].environment)),
        cost_note(matrix[0]),
        "CPU milliseconds of a page, over all crawls of the full comparison:",
        table(["strategy", "a page", *stages], rows),
        rerun("reporting"),
        *_paper_001(runs_of),
    ]
    return "\n\n".join(parts) + "\n"


def _grouped(contests: Sequence[Contest]) -> dict[str, list[Run]]:
    grouped: dict[str, list[Run]] = {}
    for contest in contests:
        for name, runs in runs_by_strategy(contest).items():
            grouped.setdefault(name, []).extend(runs)
    return grouped


def _page_ms(runs: Sequence[Run]) -> Mean:
    return mean([1000 * run.timings.cpu_s / max(1, run.pages) for run in runs])


def _paper_001(runs_of: dict[str, list[Run]]) -> list[str]:
    """Compare running times relative to `bfs`; the paper's hold download and parsing."""
    own = {name: _page_ms(runs).value for name, runs in runs_of.items()}
    names = [name for name in HOURS_001["rainstorm disasters"] if name in own]
    if "bfs" not in names:
        return []
    rows = [
        [
            f"`{name}`",
            *(f"{hours[name] / hours['bfs']:.2f}" if name in hours else "–" for hours in HOURS_001.values()),
            f"{own[name] / own['bfs']:.2f}",
        ]
        for name in names
    ]
    return [
        "## Paper 001, Table 2: running time",
        "In multiples of `bfs`. The paper's hours hold the download and the parsing of 15,000 pages, ours "
        "neither.",
        table(["strategy", *(f"paper, {domain}" for domain in HOURS_001), "ours, CPU"], rows),
        rerun("reporting"),
    ]
