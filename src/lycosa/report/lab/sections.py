"""The parts of the lab's report as plain values: what its template shows, already worked out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from lycosa.lab.experiment.results import Mean, mean
from lycosa.lab.experiment.statistics import RANKED_MEASURES, rank_measures
from lycosa.report.figure.export import prefix_of
from lycosa.report.lab import views
from lycosa.report.lab.commands import commands_of
from lycosa.report.lab.costs import cost_note, cost_table, time_figure
from lycosa.report.lab.figures import Figure, Places, label_figures, own_figures, rank_figure
from lycosa.report.lab.hosting import host_figure, host_table
from lycosa.report.lab.paper_tables import agreement_table, comparison_table, published_for
from lycosa.report.lab.runs import Contest, Run
from lycosa.report.lab.sentences import (
    contest_sentences,
    lead_of,
    luck_sentences,
    overall_sentences,
    percent,
    signed,
)
from lycosa.report.lab.significance import ALPHA, Significance, across, within
from lycosa.report.lab.standings import standings_figure
from lycosa.report.lab.tunnelling import tunnel_figure, tunnel_table
from lycosa.report.lab.verdicts import reliability_figure, verdict_table
from lycosa.report.lab.views import ReportTable, TableCell, cell, yardsticks


@dataclass(frozen=True)
class Section:
    """What the report shows of one contest."""

    name: str
    contest: Contest
    sentences: list[Markup]
    tiles: list[tuple[str, str]]
    by_label: ReportTable
    label_figures: list[Figure]
    by_verdict: ReportTable
    own_figures: list[Figure]
    paper_ranks: ReportTable | None
    verdicts: ReportTable | None
    """How right the verdicts are; None for results that hold no measures of them."""
    reliability: Figure | None
    luck: Luck | None
    comparisons: list[ReportTable]
    """Tables of the paper that the experiment repeats, with ours."""
    tunnel_figure: Figure | None
    tunnels: ReportTable
    host_figure: Figure | None
    hosts: ReportTable
    time_figure: Figure
    costs: ReportTable
    cost_note: str
    stops: ReportTable
    failures: ReportTable | None
    mechanisms: ReportTable | None
    """How often the mechanisms of strategies acted; None if none keeps count."""
    parameters: dict[str, dict[str, bool | int | float | str]]
    draws: list[Run]
    """One run of each repeat, for its seeds and examples."""
    commands: list[str]
    """What runs it again."""


@dataclass(frozen=True)
class Luck:
    """The tests: whether what was seen may be luck."""

    sentences: list[Markup]
    figure: Figure | None
    pairs: ReportTable


@dataclass(frozen=True)
class Overall:
    """What the report shows of all contests together."""

    sentences: list[Markup]
    shares: ReportTable
    luck: Luck | None
    standings: Figure | None
    wins: ReportTable
    """Who found most in each contest, and by how much."""
    agreements: ReportTable | None
    """How the order of the paper that the experiment repeats came out."""


def section_of(contest: Contest, place: int, places: Places) -> Section:
    """Work out what to show of a contest."""
    tested = within(contest)
    prefix = prefix_of(contest, place)
    return Section(
        name=prefix,
        contest=contest,
        sentences=contest_sentences(contest, tested),
        tiles=_tiles(contest),
        by_label=_measures(contest, "By label, after the last page", views.LABEL),
        label_figures=label_figures(contest, prefix, places),
        by_verdict=_measures(contest, "By own verdict, after the last page", views.OWN),
        own_figures=own_figures(contest, prefix, places),
        paper_ranks=_paper_ranks(contest),
        verdicts=verdict_table(contest),
        reliability=reliability_figure(contest, prefix, places),
        luck=_luck(tested, prefix, places),
        comparisons=[comparison_table(contest, published) for published in published_for([contest])],
        tunnel_figure=tunnel_figure(contest, prefix),
        tunnels=tunnel_table(contest),
        host_figure=host_figure(contest, prefix, places),
        hosts=host_table(contest),
        time_figure=time_figure(contest, prefix),
        costs=cost_table(contest),
        cost_note=cost_note(contest),
        stops=_counts(contest, "Why crawls ended (crawls)", [Counter([run.stop]) for run in contest.runs], 0),
        failures=_failures(contest),
        mechanisms=_mechanisms(contest),
        parameters={name: runs[0].settings for name, runs in contest.by_strategy.items()},
        draws=list({run.block: run for run in contest.runs}.values()),
        commands=commands_of(contest),
    )


def overall_of(contests: Sequence[Contest], places: Places) -> Overall:
    """Work out what to show of all contests together."""
    tested = across(contests)
    return Overall(
        overall_sentences(contests, tested),
        _shares(contests),
        _luck(tested, "overall", places),
        standings_figure(contests, "overall", places),
        _wins(contests),
        agreement_table(contests),
    )


def _measures(contest: Contest, caption: str, columns: Sequence[views.Column]) -> ReportTable:
    rows = views.rows(contest, columns)
    return ReportTable(caption, [column.title for column in columns], rows, yardsticks(contest))


def _tiles(contest: Contest) -> list[tuple[str, str]]:
    """Return the few numbers to see first, each with what it is."""
    if not contest.rivals:
        return []
    name, runs = next(iter(contest.rivals.items()))
    harvest, share = (column.mean(runs) for column in (views.LABEL[0], views.LABEL[3]))
    lead = lead_of(contest)
    tiles = [(name, "found the most")]
    tiles += [(percent(harvest.value), "of its pages are on topic")] if harvest else []
    tiles += [(percent(share.value), "of what the oracle finds")] if share else []
    tiles += [(_signed(lead), "pages more than the next")] if lead else []
    return tiles


def _signed(lead: Mean) -> str:
    return signed(lead.value) + (f" ± {signed(lead.half_width)[1:]}" if lead.half_width else "")


def _paper_ranks(contest: Contest) -> ReportTable | None:
    if len(contest.rivals) < 2:
        return None
    columns = dict(zip(RANKED_MEASURES, views.OWN, strict=False))
    measured = {
        name: {title: value.value for title, column in columns.items() if (value := column.mean(runs))}
        for name, runs in contest.rivals.items()
    }
    ranked = sorted(rank_measures(measured).items(), key=lambda item: item[1]["average"])
    rows = {name: [TableCell(f"{rank:g}") for rank in row.values()] for name, row in ranked}
    return ReportTable(
        "Ranks by own verdict, 1 is best (paper 000, Table 4)", [*RANKED_MEASURES, "average"], rows
    )


def _luck(tested: Significance | None, prefix: str, places: Places) -> Luck | None:
    if tested is None:
        return None
    names = sorted(tested.test.ranks, key=tested.test.ranks.__getitem__)
    rows = {
        name: [_p_cell(tested.corrected(name, other)) for other in names[:i]]
        + [TableCell("")] * (len(names) - 1 - i)
        for i, name in enumerate(names)
        if i
    }
    pairs = ReportTable(
        "p-values of all pairs (Wilcoxon, corrected by Holm; bold below 0.05)", names[:-1], rows
    )
    return Luck(
        luck_sentences(tested), rank_figure(tested, prefix, places) if tested.diagram else None, pairs
    )


def _p_cell(p_value: float) -> TableCell:
    return TableCell("< 0.001" if p_value < 0.001 else f"{p_value:.3f}", best=p_value < ALPHA)


def _failures(contest: Contest) -> ReportTable | None:
    """Count failed visits; None if there were none."""
    if not any(run.failures for run in contest.runs):
        return None
    counts = [Counter(run.failures) for run in contest.runs]
    return _counts(contest, "Visits without a page (mean per crawl)", counts, 1)


def _mechanisms(contest: Contest) -> ReportTable | None:
    """Count what mechanisms did, of the strategies that keep count."""
    counts = [Counter(run.mechanisms) for run in contest.runs]
    if not any(counts):
        return None
    table = _counts(contest, "How often mechanisms acted (mean per crawl)", counts, 1)
    keeping = {run.strategy for run in contest.runs if run.mechanisms}
    return replace(table, rows={name: row for name, row in table.rows.items() if name in keeping})


def _counts(contest: Contest, caption: str, counts: Sequence[Counter[str]], decimals: int) -> ReportTable:
    """Return one column for each thing counted in the runs: its mean, or with no decimals its sum."""
    kinds = sorted({kind for count in counts for kind in count})
    by_run = dict(zip(map(id, contest.runs), counts, strict=True))
    rows = {}
    for name, runs in contest.by_strategy.items():
        sums = [sum(by_run[id(run)][kind] for run in runs) for kind in kinds]
        rows[name] = [
            TableCell(f"{total / len(runs) if decimals else total:,.{decimals}f}") for total in sums
        ]
    return ReportTable(caption, kinds, rows, yardsticks(contest))


def _wins(contests: Sequence[Contest]) -> ReportTable:
    rows = {}
    for contest in contests:
        if contest.rivals:
            first, second = [*contest.rivals, "–"][:2]
            lead, share = lead_of(contest), views.LABEL[3].mean(contest.rivals[first])
            clear = lead is not None and lead.half_width > 0 and lead.value > lead.half_width
            rows[contest.title] = [
                TableCell(f"{contest.setup.budget:,}"),
                TableCell(first),
                cell(mean([run.end.label.on_topic for run in contest.rivals[first]]), 0),
                TableCell(percent(share.value) if share else "–"),
                TableCell(second),
                TableCell(_signed(lead) if lead else "–", best=clear),
            ]
    head = ["pages", "found the most", "on topic", "of the oracle", "next", "lead"]
    return ReportTable("Who wins where", head, rows)


def _shares(contests: Sequence[Contest]) -> ReportTable:
    """Return the recall of every strategy in every contest, and the mean of those that took part in all."""
    recall = views.LABEL[1]
    means = {
        name: [recall.mean(contest.by_strategy.get(name, [])) for contest in contests]
        for name in dict.fromkeys(name for contest in contests for name in contest.by_strategy)
    }
    average = {name: mean([m.value for m in row if m]).value for name, row in means.items() if all(row)}
    apart = frozenset[str]().union(*(yardsticks(contest) for contest in contests))
    rows = {
        name: [
            *(cell(value, best=_won(c, name)) for value, c in zip(means[name], contests, strict=True)),
            TableCell(f"{average[name]:.3f}" if name in average else "–"),
        ]
        for name in sorted(means, key=lambda name: (name in apart, -average.get(name, -1.0)))
    }
    return ReportTable("Recall by label", [*(contest.title for contest in contests), "mean"], rows, apart)


def _won(contest: Contest, name: str) -> bool:
    return name == next(iter(contest.rivals), None)
