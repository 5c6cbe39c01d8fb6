"""The measured sections of the pages about papers: what a paper prints, beside what we measured."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.publish.markdown import number, prose, table

from lycosa.lab.web.named import SYNTH
from lycosa.report.lab.paper_tables import agreements, mean_of, published_for, runs_by_strategy
from lycosa.report.lab.published import Measure, Published
from lycosa.report.lab.runs import Contest

PLACES = """\
Written by `make results`. Our crawls: {places}; {repeats} draws of examples and seeds each, mean ± half
of the 95 % interval. *Own* is what a crawler says of its pages, as in the papers; *label* is what
independent labels say. `oracle` knows the labels: more cannot be had. Numbers of the paper come from
its own crawls of the open web, so compare orders, not sizes."""
ORDER = """\
Every pair of crawlers that the paper puts in order, over all draws on the real webs, and on the
synthetic one: how often ours come out the same way or reversed by more than the 95 % interval of the
difference, and how often the difference is within noise.
Intervals are not corrected for the number of pairs."""


def measured_section(contests: Sequence[Contest]) -> str:
    """Write the section of a paper that compares crawlers."""
    tables = published_for(contests)
    titles = list(dict.fromkeys(measure.title for printed in tables for measure in printed.measures))
    parts = [_introduction(contests)]
    for title in titles:
        parts += [f"### {title}", _beside(contests, tables, title)]
    return "\n\n".join([*parts, "### Order", prose(ORDER), _order(contests, tables)])


def _order(contests: Sequence[Contest], tables: Sequence[Published]) -> str:
    """Count pairs of the paper that come out again, on real webs and on synthetic ones."""
    kinds = {
        "real": [contest for contest in contests if not is_synthetic(contest)],
        "synthetic": [contest for contest in contests if is_synthetic(contest)],
    }
    rows = []
    for printed in tables:
        found = zip(*(agreements(own, printed) for own in kinds.values()), strict=True)
        rows += [
            [
                printed.title,
                f"{each[0].title}, {each[0].verdict}",
                str(each[0].pairs),
                *(str(count) for a in each for count in (a.same, a.reversed, a.noise)),
            ]
            for each in found
        ]
    counts = [f"{kind}: {what}" for kind in kinds for what in ("same", "reversed", "noise")]
    return table(["table", "measure", "pairs", *counts], rows, words=2)


def is_synthetic(contest: Contest) -> bool:
    """Say whether a contest was held on a web made up by the lab."""
    return contest.web.spec.partition(":")[0] == SYNTH


def _introduction(contests: Sequence[Contest]) -> str:
    places = "; ".join(
        f"{contest.topic} on {contest.web.name}, {contest.setup.budget:,} pages" for contest in contests
    )
    return prose(PLACES.format(places=places, repeats=max(contest.repeats for contest in contests)))


def _beside(contests: Sequence[Contest], tables: Sequence[Published], title: str) -> str:
    """Write one measure: columns of the paper first, then ours by web."""
    found = [
        (printed, measure) for printed in tables for measure in printed.measures if measure.title == title
    ]
    ours = found[0][1].ours
    names = list(dict.fromkeys(name for printed, _ in found for name in printed.strategies))
    head = ["strategy", *(f"paper, {printed.title}" for printed, _ in found)]
    head += [f"{contest.topic} on {contest.web.name}, {verdict}" for contest in contests for verdict in ours]
    rows = [
        [
            f"`{name}`",
            *(_said(measure, name) for _, measure in found),
            *(_ours(contest, found[0][1], verdict, name) for contest in contests for verdict in ours),
        ]
        for name in (*names, *others(contests, names))
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
