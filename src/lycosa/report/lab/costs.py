"""What crawls cost: the time of a page by stage, drawn and in a table, and what it leaves out."""

from __future__ import annotations

from collections.abc import Sequence

from lycosa.lab.experiment.results import mean
from lycosa.lab.experiment.trial import SHARED
from lycosa.report.figure.drawing import Labels
from lycosa.report.lab.figures import Figure, stacked_figure
from lycosa.report.lab.runs import Contest, Run
from lycosa.report.lab.views import ReportTable, TableCell, cell, yardsticks


def time_figure(contest: Contest, prefix: str) -> Figure:
    """Draw the time of a page by stage."""
    name, title = f"{prefix}-time", "CPU time of a page by stage"
    stages = stages_of(contest)
    rows = {strategy: [stage_ms(runs, s) for s in stages] for strategy, runs in contest.by_strategy.items()}
    totals = "; ".join(f"{strategy} {sum(row):.2f} ms a page" for strategy, row in rows.items())
    labels = Labels(name, title, f"{totals}.", "milliseconds per page")
    return stacked_figure(
        labels, "Mean over the downloaded pages.", rows, stages, ["strategy", "stage", "ms_per_page"]
    )


def stages_of(contest: Contest) -> list[str]:
    """Return the stages that took any time, in the order of a crawl."""
    timed = (stage for run in contest.runs for stage, spent_s in run.timings.stage_s.items() if spent_s)
    return list(dict.fromkeys(timed))


def stage_ms(runs: Sequence[Run], stage: str) -> float:
    """Return the mean milliseconds a stage took for one page."""
    return mean([1000 * run.timings.stage_s.get(stage, 0.0) / max(1, run.pages) for run in runs]).value


def cost_table(contest: Contest) -> ReportTable:
    """Tabulate what a crawl of each strategy costs."""
    stages = stages_of(contest)
    rows = {
        name: [
            cell(mean([run.timings.pages_per_cpu_s for run in runs]), 0),
            cell(mean([run.timings.cpu_s for run in runs]), 2),
            cell(mean([run.timings.wall_s for run in runs]), 2),
            *(TableCell(f"{stage_ms(runs, stage):.2f}") for stage in stages),
            *([cell(mean([run.crawl_s or 0.0 for run in runs]), 0)] if contest.setup.live else []),
        ]
        for name, runs in contest.by_strategy.items()
    }
    head = ["pages per CPU-second", "CPU s", "wall s", *(f"{stage} ms/page" for stage in stages)]
    head += ["crawl s, virtual"] if contest.setup.live else []
    return ReportTable("What a crawl costs", head, rows, yardsticks(contest))


def cost_note(contest: Contest) -> str:
    """Say whether the times hold the parsing of pages."""
    first = contest.runs[0]
    if first.analysis != SHARED:
        return "Every crawl parsed its own pages, and its times hold that."
    parse_ms = 1000 * first.timings.web_parse_s / max(1, contest.web.pages)
    note = "Pages were parsed once and shared by all crawls, so CPU times are those of judging, ranking, "
    note += "choosing and recording alone; wall time holds reading the parsed pages back."
    return note + (
        f" Parsing would add {parse_ms:.1f} ms a page to every strategy alike." if parse_ms else ""
    )
