"""Harvest by host: what each strategy got from the hosts that gave the most pages."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from lycosa.lab.experiment.results import mean
from lycosa.report.figure.dots import Dot, Row, dot_plot
from lycosa.report.figure.drawing import Labels
from lycosa.report.lab.figures import Figure, Places
from lycosa.report.lab.runs import Contest, Run
from lycosa.report.lab.views import ReportTable, TableCell, cell, yardsticks

MOST = 10
"""Hosts shown."""


@dataclass(frozen=True)
class HostPages:
    """What all crawls of a strategy got from one host."""

    pages: int = 0
    on_topic: int = 0

    @property
    def harvest(self) -> float:
        """On-topic pages per page."""
        return self.on_topic / max(1, self.pages)


def host_figure(contest: Contest, prefix: str, places: Places) -> Figure | None:
    """Draw the harvest of each strategy on each host; None if there is but one host."""
    name, title = f"{prefix}-hosts", "Harvest by host"
    hosts, taken = _largest(contest), _taken(contest)
    if len(hosts) < 2:
        return None
    rows = [
        Row(
            host, f"{pages:,}", [Dot(s, places[s], taken[s][host].harvest) for s in taken if host in taken[s]]
        )
        for host, pages in hosts.items()
    ]
    leader = next(iter(contest.rivals), "")
    best_on_hosts = "; ".join(f"{host} {_best(row)}" for host, row in zip(hosts, rows, strict=True))
    data = [
        [s, host, str(taken[s][host].pages), repr(taken[s][host].harvest)]
        for host in hosts
        for s in taken
        if host in taken[s]
    ]
    return Figure(
        name,
        title,
        "A dot for each strategy; at the right, the pages taken from the host by all crawls together."
        + (f" Large: {leader}." if leader else ""),
        dot_plot(
            Labels(name, title, f"Best on each host: {best_on_hosts}.", "on-topic pages per page"),
            rows,
            leader,
        ),
        [["strategy", "host", "pages", "harvest"], *data],
    )


def host_table(contest: Contest) -> ReportTable:
    """Tabulate the same, with the number of hosts that a crawl took pages from."""
    hosts, taken = _largest(contest), _taken(contest)
    rows = {
        name: [
            cell(mean([run.hosts.count for run in runs]), 1),
            *(_cell(taken[name].get(host)) for host in hosts),
        ]
        for name, runs in contest.by_strategy.items()
    }
    return ReportTable(
        "Harvest by host (of pages taken)", ["hosts per crawl", *hosts], rows, yardsticks(contest)
    )


def _cell(taken: HostPages | None) -> TableCell:
    return TableCell(f"{taken.harvest:.3f}", f"of {taken.pages:,}") if taken else TableCell("–")


def _best(row: Row) -> str:
    best = max(row.dots, key=lambda dot: dot.value)
    return f"{best.name} {best.value:.2f}"


def _largest(contest: Contest) -> dict[str, int]:
    """Return the hosts that gave the most pages to the rivals, with their number."""
    pages: Counter[str] = Counter()
    for runs in contest.rivals.values():
        for run in runs:
            pages.update({host.host: host.pages for host in run.hosts.largest})
    return dict(sorted(pages.items(), key=lambda item: (-item[1], item[0]))[:MOST])


def _taken(contest: Contest) -> dict[str, dict[str, HostPages]]:
    return {name: _of_runs(runs) for name, runs in contest.by_strategy.items()}


def _of_runs(runs: Sequence[Run]) -> dict[str, HostPages]:
    sums: dict[str, HostPages] = defaultdict(HostPages)
    for run in runs:
        for host in run.hosts.largest:
            so_far = sums[host.host]
            sums[host.host] = HostPages(so_far.pages + host.pages, so_far.on_topic + host.on_topic)
    return dict(sums)
