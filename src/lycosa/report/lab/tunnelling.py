"""Tunnels that crawls crossed: on-topic pages reached through off-topic ones, drawn and in a table."""

from __future__ import annotations

from collections.abc import Sequence

from lycosa.lab.experiment.results import mean
from lycosa.report.figure.drawing import Labels
from lycosa.report.lab.figures import Figure, stacked_figure
from lycosa.report.lab.runs import Contest, Run
from lycosa.report.lab.views import ReportTable, TableCell, cell, yardsticks

LENGTHS = ("1 off-topic page", "2", "3", "4 or more")
"""Tunnels told apart by length."""


def tunnel_figure(contest: Contest, prefix: str) -> Figure | None:
    """Draw how many on-topic pages lay behind tunnels; None if no crawl crossed any."""
    name, title = f"{prefix}-tunnels", "On-topic pages behind tunnels"
    rows = {strategy: _by_length(runs) for strategy, runs in contest.by_strategy.items()}
    if not any(map(sum, rows.values())):
        return None
    totals = "; ".join(f"{strategy} {sum(row):.1f}" for strategy, row in rows.items())
    labels = Labels(name, title, f"Pages per crawl: {totals}.", "on-topic pages per crawl")
    caption = "Reached through so many off-topic pages in a row, on the way the crawl itself took."
    return stacked_figure(labels, caption, rows, LENGTHS, ["strategy", "tunnel", "pages_per_crawl"])


def tunnel_table(contest: Contest) -> ReportTable:
    """Tabulate the same, with the share of all on-topic pages and the longest tunnel."""
    rows = {}
    for name, runs in contest.by_strategy.items():
        rows[name] = [
            cell(mean([sum(run.tunnels[1:]) for run in runs]), 1),
            cell(mean([sum(run.tunnels[1:]) / max(1, sum(run.tunnels)) for run in runs])),
            *(TableCell(f"{pages:.1f}") for pages in _by_length(runs)),
            TableCell(str(max(max(0, len(run.tunnels) - 1) for run in runs))),
        ]
    head = ["behind tunnels", "share of its on-topic pages", *LENGTHS, "longest"]
    return ReportTable("Tunnels crossed (on-topic pages per crawl)", head, rows, yardsticks(contest))


def _by_length(runs: Sequence[Run]) -> list[float]:
    last = len(LENGTHS)
    exact = [mean([sum(run.tunnels[k : k + 1]) for run in runs]).value for k in range(1, last)]
    return [*exact, mean([sum(run.tunnels[last:]) for run in runs]).value]
