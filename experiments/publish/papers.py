"""The measured sections of the pages about papers: what a paper prints, beside what we measured."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.publish.markdown import number, prose, rerun, table
from experiments.publish.topics import over_topics

from lycosa.lab.web.named import SYNTH
from lycosa.report.lab.paper_tables import TOPICS, Agreement, agreements, mean_of, runs_by_strategy
from lycosa.report.lab.published import PUBLISHED, Measure, Published
from lycosa.report.lab.runs import Contest

PLACES = """\
Written by `make results`. *Reporting topics* are the {topics} topics of [the full
comparison](../results/matrix.md): the mean over topics ± half of the 95 % interval over topics. *Own* is
what a crawler says of its pages, as in the papers; *label* is what independent labels say. `oracle`
knows the labels: more cannot be had. Numbers of the paper come from its own crawls of the open web, so
compare orders, not sizes."""
OWN = """\
The others are crawls of {experiment}, with the paper's own kind of input: {places}; {repeats} draws
each, mean ± half of the 95 % interval over draws. More of them is on [the page of the papers'
scale](../results/scale.md)."""
ORDER = """\
Every pair of crawlers that the paper puts in order: how often ours come out the same way or reversed by
more than the 95 % interval of the difference, and how often the difference is within noise. On the
reporting topics the units are topics, each the mean of its draws; in the paper's own experiment they
are draws. Intervals are not corrected for the number of pairs."""


def measured_section(paper: str, reporting: Sequence[Contest], own: Sequence[Contest]) -> str:
    """Write the section of a paper that compares crawlers."""
    tables = PUBLISHED[f"paper-{paper}"]
    names = [name for printed in tables for name in printed.strategies]
    titles = list(dict.fromkeys(measure.title for printed in tables for measure in printed.measures))
    again = rerun("reporting", f"paper-{paper}")
    parts = [_introduction(paper, reporting, own)]
    for title in titles:
        parts += [f"### {title}", _beside(reporting, own, tables, title), again]
    extra = others(own, names)
    if extra and extra != ["oracle"]:
        parts.append(f"Also run: {', '.join(f'`{name}`' for name in extra)}.")
    return "\n\n".join([*parts, "### Order", prose(ORDER), _order(reporting, own, tables), again])


def _introduction(paper: str, reporting: Sequence[Contest], own: Sequence[Contest]) -> str:
    about = PLACES.format(topics=len(reporting))
    if own:
        places = "; ".join(f"{_place(contest)}, {contest.setup.budget:,} pages" for contest in own)
        repeats = max(contest.repeats for contest in own)
        about += " " + OWN.format(experiment=f"`paper-{paper}.toml`", places=places, repeats=repeats)
    return prose(about)


def _order(reporting: Sequence[Contest], own: Sequence[Contest], tables: Sequence[Published]) -> str:
    """Count pairs of the paper that come out again, on reporting topics and in its own experiment."""
    rows = []
    for printed in tables:
        found = zip(agreements(reporting, printed, unit=TOPICS), agreements(own, printed), strict=True)
        rows += [
            [printed.title, f"{a.title}, {a.verdict}", str(a.pairs), *_counts(a), *_counts(b)]
            for a, b in found
        ]
    kinds = ("reporting topics", "own experiment")
    counts = [f"{kind}: {what}" for kind in kinds for what in ("same", "reversed", "noise")]
    return table(["table", "measure", "pairs", *counts], rows, words=2)


def _counts(found: Agreement) -> list[str]:
    if found.units < 2:
        return ["–"] * 3
    return [str(count) for count in (found.same, found.reversed, found.noise)]


def is_synthetic(contest: Contest) -> bool:
    """Say whether a contest was held on a web made up by the lab."""
    return contest.web.spec.partition(":")[0] == SYNTH


def _place(contest: Contest) -> str:
    return f"{contest.topic} on {'a synthetic web' if is_synthetic(contest) else contest.web.name}"


def _beside(
    reporting: Sequence[Contest], own: Sequence[Contest], tables: Sequence[Published], title: str
) -> str:
    """Write one measure: columns of the paper first, then ours over topics, then those of its experiment."""
    found = [
        (printed, measure) for printed in tables for measure in printed.measures if measure.title == title
    ]
    measure = found[0][1]
    names = list(dict.fromkeys(name for printed, _ in found for name in printed.strategies))
    head = ["strategy", *(f"paper, {printed.title}" for printed, _ in found)]
    head += [f"{len(reporting)} reporting topics, {verdict}" for verdict in measure.ours]
    head += [f"{_place(contest)}, {verdict}" for contest in own for verdict in measure.ours]
    rows = [
        [
            f"`{name}`",
            *(_said(of, name) for _, of in found),
            *(number(over_topics(reporting, name, ours), measure.decimals) for ours in measure.ours.values()),
            *(_ours(contest, measure, verdict, name) for contest in own for verdict in measure.ours),
        ]
        for name in (*names, "oracle")
    ]
    return table(head, rows)


def others(contests: Sequence[Contest], names: Sequence[str] = ()) -> list[str]:
    """Return the strategies that ran beside those named, the oracle last."""
    ran = dict.fromkeys(run.strategy for contest in contests for run in contest.runs)
    return sorted((name for name in ran if name not in names), key=lambda name: (name == "oracle", name))


def _said(measure: Measure, name: str) -> str:
    return measure.printed[name].text if name in measure.printed else "–"


def _ours(contest: Contest, measure: Measure, verdict: str, name: str) -> str:
    return number(mean_of(measure.ours[verdict], runs_by_strategy(contest).get(name, [])), measure.decimals)
