"""The page of crawls at the papers' own scale, with their own inputs, on a synthetic web of many hosts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from experiments.publish.markdown import number, prose, rerun, table
from experiments.publish.topics import called, harvest

from lycosa.lab.experiment.results import mean
from lycosa.lab.experiment.statistics import rank_measures
from lycosa.report.lab.published import PUBLISHED
from lycosa.report.lab.runs import Contest, Run

ABOUT = """\
Crawls of a synthetic web that has more than 15,000 pages about each topic, on many hosts, with the
inputs that the papers give their crawlers: labelled classes, an ontology, seeds that several search
engines find, a table made of results. *Own* is what a crawler says of its pages, *label* what
independent labels say; means over draws and topics with 95 % intervals over draws. Ranks are those of
the papers: each of RP, AC, AR and SD by own verdict, and their average."""
SHORT = """\
**The papers read 15,000 pages; these crawls read {budget:,}**, so that everything fits into one run. With
`budgets = {{ pages = [15000] }}` in the file it is their number."""
FULL = 15_000
HEAD = (
    *("strategy", "RP, own", "AC, own", "AC, label", "AR, own", "SD, own", "RC, label"),
    *("share of oracle", "rank", "printed AC"),
)


def scale_page(results: Mapping[str, Sequence[Contest]]) -> str:
    """Write the page; results come by the paper they belong to."""
    parts = ["# At the papers' own scale", "Written by `make results`; do not edit.", prose(ABOUT)]
    for paper, contests in results.items():
        budget = max(contest.setup.budget for contest in contests)
        parts += [f"## Paper {paper}", *([prose(SHORT.format(budget=budget))] if budget < FULL else [])]
        for title, group in _grouped(contests).items():
            parts += [
                f"### {title}",
                _table(paper, group),
                rerun(f"paper-{paper}"),
                "Pages on topic by label, per page read:",
                _curve(group),
                rerun(f"paper-{paper}"),
            ]
    return "\n\n".join(parts) + "\n"


def _grouped(contests: Sequence[Contest]) -> dict[str, list[Contest]]:
    """Group contests by what crawlers are given; topics of one kind belong together."""
    groups: dict[str, list[Contest]] = {}
    for contest in contests:
        topics = ", ".join(dict.fromkeys(c.topic for c in contests if _given(c) == _given(contest)))
        groups.setdefault(f"{topics}: {_given(contest)}", []).append(contest)
    return groups


def _given(contest: Contest) -> str:
    setup = contest.setup
    parts = (
        setup.described_by,
        f"seeds by `{setup.search.heuristic}`" if setup.search else "",
        "duplicates found" if setup.duplicates else "",
        f"{setup.budget:,} pages",
    )
    return ", ".join(filter(None, parts))


def _table(paper: str, contests: Sequence[Contest]) -> str:
    runs_of = _runs(contests)
    measures = {
        name: {
            "RP": _mean(runs, lambda run: run.end.own.relevant),
            "AC": _mean(runs, called),
            "AR": _mean(runs, lambda run: run.end.own.mean_score),
            "SD": _mean(runs, lambda run: run.end.own.score_deviation),
        }
        for name, runs in runs_of.items()
        if name != "oracle"
    }
    ranked = rank_measures(measures)
    printed = _printed(paper)
    order = sorted(runs_of, key=lambda name: (name == "oracle", -_mean(runs_of[name], harvest)))
    return table(
        HEAD,
        [
            [
                f"`{name}`",
                f"{_mean(runs_of[name], lambda run: run.end.own.relevant):,.0f}",
                *(number(mean([value(run) or 0.0 for run in runs_of[name]])) for value in _COLUMNS),
                f"{ranked[name]['average']:.2f}" if name in ranked else "–",
                printed.get(name, "–"),
            ]
            for name in order
        ],
    )


_COLUMNS = (
    called,
    harvest,
    lambda run: run.end.own.mean_score,
    lambda run: run.end.own.score_deviation,
    lambda run: run.end.label.recall,
    lambda run: run.end.oracle_share,
)


def _printed(paper: str) -> dict[str, str]:
    """Return what the paper's tables give in its first measure."""
    said: dict[str, list[str]] = {}
    for printed in PUBLISHED.get(f"paper-{paper}", ()):
        for name, value in printed.measures[0].printed.items():
            said.setdefault(name, []).append(value.text)
    return {name: " / ".join(values) for name, values in said.items()}


def _curve(contests: Sequence[Contest]) -> str:
    runs_of = _runs(contests)
    places = sorted({point.at for contest in contests for run in contest.runs for point in run.checkpoints})
    rows = [
        [f"`{name}`", *(_harvest_at(runs_of[name], at) for at in places)]
        for name in sorted(runs_of, key=lambda name: (name == "oracle", name))
    ]
    return table(["strategy", *(f"{at:,}" for at in places)], rows)


def _harvest_at(runs: Sequence[Run], at: int) -> str:
    values = [point.label.harvest for run in runs for point in run.checkpoints if point.at == at]
    return f"{mean(values).value:.3f}" if values else "–"


def _runs(contests: Sequence[Contest]) -> dict[str, list[Run]]:
    grouped: dict[str, list[Run]] = {}
    for contest in contests:
        for run in contest.runs:
            grouped.setdefault(run.strategy, []).append(run)
    return grouped


def _mean(runs: Sequence[Run], value: object) -> float:
    return mean([value(run) or 0.0 for run in runs]).value  # type: ignore[operator]
