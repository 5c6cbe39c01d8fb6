"""The parts of the lab's report as plain values: what its template shows, already worked out."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from lycosa.lab.results import Mean, mean
from lycosa.lab.statistics import RANKED_MEASURES, rank_measures
from lycosa.report import views
from lycosa.report.export import prefix_of
from lycosa.report.figures import (
    Figure,
    Places,
    label_figures,
    own_figures,
    rank_figure,
    stage_ms,
    stages_of,
    time_figure,
)
from lycosa.report.runs import Contest, Run
from lycosa.report.sentences import (
    contest_sentences,
    lead_of,
    luck_sentences,
    overall_sentences,
    percent,
    signed,
)
from lycosa.report.significance import ALPHA, Significance, across, within
from lycosa.report.views import Cell, cell

Rows = dict[str, list[Cell]]
"""Strategy to its cells."""


@dataclass(frozen=True)
class Table:
    """A table with one row per strategy."""

    caption: str
    head: list[str]
    rows: Rows
    yardsticks: frozenset[str] = frozenset()
    """Rows that do not compete."""


@dataclass(frozen=True)
class Section:
    """What the report shows of one contest."""

    name: str
    contest: Contest
    sentences: list[Markup]
    tiles: list[tuple[str, str]]
    by_label: Table
    label_figures: list[Figure]
    by_verdict: Table
    own_figures: list[Figure]
    paper_ranks: Table | None
    luck: Luck | None
    time_figure: Figure
    costs: Table
    stops: Table
    failures: Table | None
    parameters: dict[str, dict[str, bool | int | float | str]]
    draws: list[Run]
    """One run of each repeat, for its seeds and examples."""
    command: str


@dataclass(frozen=True)
class Luck:
    """The tests: whether what was seen may be luck."""

    sentences: list[Markup]
    figure: Figure | None
    pairs: Table


@dataclass(frozen=True)
class Overall:
    """What the report shows of all contests together."""

    sentences: list[Markup]
    shares: Table
    luck: Luck | None


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
        luck=_luck(tested, prefix, places),
        time_figure=time_figure(contest, prefix),
        costs=_costs(contest),
        stops=_counts(contest, "Why crawls ended (crawls)", [Counter([run.stop]) for run in contest.runs], 0),
        failures=_failures(contest),
        parameters={name: runs[0].settings for name, runs in contest.by_strategy.items()},
        draws=list({run.block: run for run in contest.runs}.values()),
        command=_command(contest),
    )


def overall_of(contests: Sequence[Contest], places: Places) -> Overall:
    """Work out what to show of all contests together."""
    tested = across(contests)
    return Overall(overall_sentences(contests, tested), _shares(contests), _luck(tested, "overall", places))


def _measures(contest: Contest, caption: str, columns: Sequence[views.Column]) -> Table:
    rows = views.rows(contest, columns)
    return Table(caption, [column.title for column in columns], rows, _yardsticks(contest))


def _yardsticks(contest: Contest) -> frozenset[str]:
    return frozenset(contest.by_strategy) - frozenset(contest.rivals)


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


def _paper_ranks(contest: Contest) -> Table | None:
    if len(contest.rivals) < 2:
        return None
    columns = dict(zip(RANKED_MEASURES, views.OWN, strict=False))
    measured = {
        name: {title: value.value for title, column in columns.items() if (value := column.mean(runs))}
        for name, runs in contest.rivals.items()
    }
    ranked = sorted(rank_measures(measured).items(), key=lambda item: item[1]["average"])
    rows = {name: [Cell(f"{rank:g}") for rank in row.values()] for name, row in ranked}
    return Table("Ranks by own verdict, 1 is best (paper 000, Table 4)", [*RANKED_MEASURES, "average"], rows)


def _luck(tested: Significance | None, prefix: str, places: Places) -> Luck | None:
    if tested is None:
        return None
    names = sorted(tested.test.ranks, key=tested.test.ranks.__getitem__)
    rows = {
        name: [_p_cell(tested.corrected(name, other)) for other in names[:i]]
        + [Cell("")] * (len(names) - 1 - i)
        for i, name in enumerate(names)
        if i
    }
    pairs = Table("p-values of all pairs (Wilcoxon, corrected by Holm; bold below 0.05)", names[:-1], rows)
    return Luck(
        luck_sentences(tested), rank_figure(tested, prefix, places) if tested.diagram else None, pairs
    )


def _p_cell(p_value: float) -> Cell:
    return Cell("< 0.001" if p_value < 0.001 else f"{p_value:.3f}", best=p_value < ALPHA)


def _costs(contest: Contest) -> Table:
    stages = stages_of(contest)
    rows = {
        name: [
            cell(mean([run.timings.pages_per_cpu_s for run in runs]), 0),
            cell(mean([run.timings.cpu_s for run in runs]), 2),
            cell(mean([run.timings.wall_s for run in runs]), 2),
            *(Cell(f"{stage_ms(runs, stage):.2f}") for stage in stages),
        ]
        for name, runs in contest.by_strategy.items()
    }
    head = ["pages per CPU-second", "CPU s", "wall s", *(f"{stage} ms/page" for stage in stages)]
    return Table("What a crawl costs", head, rows, _yardsticks(contest))


def _failures(contest: Contest) -> Table | None:
    """Count failed visits; None if there were none."""
    if not any(run.failures for run in contest.runs):
        return None
    counts = [Counter(run.failures) for run in contest.runs]
    return _counts(contest, "Visits without a page (mean per crawl)", counts, 1)


def _counts(contest: Contest, caption: str, counts: Sequence[Counter[str]], decimals: int) -> Table:
    """Return one column for each thing counted in the runs: its mean, or with no decimals its sum."""
    kinds = sorted({kind for count in counts for kind in count})
    by_run = dict(zip(map(id, contest.runs), counts, strict=True))
    rows = {}
    for name, runs in contest.by_strategy.items():
        sums = [sum(by_run[id(run)][kind] for run in runs) for kind in kinds]
        rows[name] = [Cell(f"{total / len(runs) if decimals else total:,.{decimals}f}") for total in sums]
    return Table(caption, kinds, rows, _yardsticks(contest))


def _command(contest: Contest) -> str:
    """Return the command that runs the contest again, but for the folders."""
    setup, strategies = contest.setup, dict.fromkeys(run.strategy for run in contest.runs)
    options: dict[str, Sequence[object]] = {
        "--topic": [contest.topic],
        "--strategy": list(strategies),
        "--budget": [setup.budget],
        "--seeds": [setup.seeds],
        "--examples": [setup.examples],
        "--repeats": [contest.repeats],
        "--start": setup.start,
        "--random-seed": [setup.random_seed],
        "--concurrency": [setup.concurrency],
    }
    words = [str(word) for option, values in options.items() if values for word in (option, *values)]
    return "lycosa lab run --web WEB --out DIR " + shlex.join(words)


def _shares(contests: Sequence[Contest]) -> Table:
    """Return the recall of every strategy in every contest, and the mean of those that took part in all."""
    recall = views.LABEL[1]
    means = {
        name: [recall.mean(contest.by_strategy.get(name, [])) for contest in contests]
        for name in dict.fromkeys(name for contest in contests for name in contest.by_strategy)
    }
    average = {name: mean([m.value for m in row if m]).value for name, row in means.items() if all(row)}
    yardsticks = frozenset[str]().union(*(_yardsticks(contest) for contest in contests))
    rows = {
        name: [
            *(cell(value, best=_won(c, name)) for value, c in zip(means[name], contests, strict=True)),
            Cell(f"{average[name]:.3f}" if name in average else "–"),
        ]
        for name in sorted(means, key=lambda name: (name in yardsticks, -average.get(name, -1.0)))
    }
    return Table("Recall by label", [*(contest.title for contest in contests), "mean"], rows, yardsticks)


def _won(contest: Contest, name: str) -> bool:
    return name == next(iter(contest.rivals), None)
