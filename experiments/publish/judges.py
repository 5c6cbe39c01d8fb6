"""The page about judges: how right their verdicts are, and what a judge does for a strategy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from experiments.publish.markdown import prose, rerun, table

from lycosa.report.lab.runs import Contest, Run

SUFFIX = "+contrast"
"""Ends the names of strategies that judge by `contrast` in place of their own judge."""
ABOUT = """\
Crawls of 300 pages; verdicts at the visit against labels, on the pages that each crawl read. Means over
topics, each of which counts the same. [What the measures mean](../lab.md#what-the-measures-mean); [the judge
`contrast`](../judge.md)."""
JUDGES_ABOUT = """\
The same best-first crawls with several judges, the topic described in several ways. `vsm` and `semantic` do
not mean their scores as probabilities."""
MATRIX_ABOUT = """\
Every strategy that judges by score, from ten examples, with its own judge and with `contrast`: on-topic pages
found, as a share of all pages read, and how right the verdicts were."""
KINDS = {"judges": "tuning topics", "reporting-judges": "reporting topics"}
MATRICES = {"matrix-judge": "tuning topics", "reporting-matrix-judge": "reporting topics"}
Measure = Callable[[Run], float | None]
MEASURES: dict[str, Measure] = {
    "precision": lambda run: run.end.verdict.precision,
    "recall": lambda run: run.end.verdict.recall,
    "F1": lambda run: run.end.verdict.f1,
    "AP": lambda run: run.end.verdict.average_precision,
    "Brier": lambda run: run.end.verdict.brier,
    "calibration error": lambda run: run.end.verdict.calibration_error,
}


def judges_page(results: dict[str, Sequence[Contest]]) -> str:
    """Write the page; what was not run is left out."""
    parts = ["# Judges", "Written by `make results`; do not edit.", prose(ABOUT)]
    for name, topics in KINDS.items():
        if name in results:
            parts += [f"## Judges on the {topics}", prose(JUDGES_ABOUT), verdict_table(results[name])]
            parts.append(rerun(name))
    for name, topics in MATRICES.items():
        if name in results:
            parts += [
                f"## Strategies with and without `contrast`, {topics}",
                prose(MATRIX_ABOUT),
                matrix_table(results[name]),
                rerun(name),
            ]
    return "\n\n".join(parts) + "\n"


def verdict_table(contests: Sequence[Contest]) -> str:
    """Tabulate verdicts: a row for each web, description and judge."""
    rows = []
    for web in dict.fromkeys(contest.web.name for contest in contests):
        here = [contest for contest in contests if contest.web.name == web]
        for described in dict.fromkeys(contest.setup.described_by for contest in here):
            told = [contest for contest in here if contest.setup.described_by == described]
            for strategy in sorted({name for contest in told for name in contest.rivals}):
                cells = [_mean(told, strategy, measure) for measure in MEASURES.values()]
                judge = strategy.removeprefix("best-first-")
                rows.append((f"{web} ({len(told)})", described, f"`{judge}`", *map(_number, cells)))
    return table(["web (topics)", "described by", "judge", *MEASURES], rows, words=3)


def matrix_table(contests: Sequence[Contest]) -> str:
    """Tabulate strategies: the share of on-topic pages and the F1 of verdicts, with either judge."""
    names = sorted({name for contest in contests for name in contest.rivals})
    rows = []
    for name in (name for name in names if not name.endswith(SUFFIX)):
        other = f"{name}{SUFFIX}"
        cells = [
            _mean(contests, strategy, measure)
            for measure in (_harvest, MEASURES["F1"], MEASURES["AP"])
            for strategy in (name, other)
        ]
        rows.append((f"`{name}`", *map(_number, cells)))
    heads = ("on topic", "F1", "AP")
    return table(
        ["strategy", *(f"{head}, {judge}" for head in heads for judge in ("own", "`contrast`"))], rows
    )


def _harvest(run: Run) -> float | None:
    return run.end.label.harvest


def _mean(contests: Sequence[Contest], strategy: str, measure: Measure) -> float | None:
    """Return the mean over topics of the means over draws."""
    means = []
    for contest in contests:
        found = [measure(run) for run in contest.by_strategy.get(strategy, [])]
        known = [value for value in found if value is not None]
        if known:
            means.append(sum(known) / len(known))
    return sum(means) / len(means) if means else None


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
