"""What the tables about a paper say, in sentences made of the numbers: a reading cannot part from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from experiments.publish.claims import CLAIMS
from experiments.publish.compared import CONTROLS, WARM_UP, Question
from experiments.publish.markdown import number
from experiments.publish.systems import outcome, pairs_of
from experiments.publish.topics import Difference, difference, found, harvest, over_topics

from lycosa.report.lab.paper_tables import TOPICS, Agreement, agreements
from lycosa.report.lab.published import PUBLISHED
from lycosa.report.lab.runs import Contest

JUDGED = {"label": "labels", "own": "the crawlers themselves"}
"""Whose verdict counts."""


def reading(paper: str, results: Mapping[str, Sequence[Contest]]) -> str:
    """Say what came out: over the reporting topics, system by system, at scale, and in the controls."""
    reporting, own = results["reporting"], results.get(f"paper-{paper}", ())
    parts = [_over_topics(paper, reporting), _pairs(paper, reporting), _systems(paper, reporting)]
    if own:
        parts.append(_at_scale(paper, own))
    for name, questions in (("controls", CONTROLS), ("warm-up", WARM_UP)):
        asked = [question for question in questions if paper in question.papers]
        if asked and results.get(name):
            parts.append(_controls(name, asked, results[name]))
    return "\n\n".join(parts)


def _over_topics(paper: str, reporting: Sequence[Contest]) -> str:
    order = _ordered(_systems_of(paper), reporting)
    told = ", ".join(f"`{name}` ({number(over_topics(reporting, name, found), 2)})" for name in order)
    best = _best(paper)
    place = f" The paper's best, `{best}`, is number {order.index(best) + 1}." if best in order else ""
    return (
        f"**Over {len(reporting)} reporting topics**, by the share of the on-topic pages in reach that was "
        f"found, the paper's crawlers stand like this: {told}.{place}"
    )


def _pairs(paper: str, reporting: Sequence[Contest]) -> str:
    """Sum up the pairs of the paper's first table, by labels and by own verdict."""
    printed = PUBLISHED[f"paper-{paper}"][0]
    counts = _told_pairs(agreements(reporting, printed, unit=TOPICS))
    return f"**Pairs of {printed.title}**, with topics as units: {counts}."


def _told_pairs(found_pairs: Sequence[Agreement]) -> str:
    return "; ".join(
        f"{one.title} by {JUDGED[one.verdict]}: {one.same} of {one.pairs} as printed, "
        f"{one.reversed} reversed, {one.noise} within noise"
        for one in found_pairs
        if one.units > 1
    )


def _systems(paper: str, reporting: Sequence[Contest]) -> str:
    verdicts: dict[str, list[str]] = {}
    for claim in CLAIMS:
        if paper in claim.papers:
            verdict = outcome(reporting, claim.system, *pairs_of(claim)).verdict
            verdicts.setdefault(verdict, []).append(f"`{claim.system}`")
    told = "; ".join(f"{verdict}: {', '.join(names)}" for verdict, names in sorted(verdicts.items()))
    return f"**What is said of its systems**, by [the rule of their page](../results/systems.md): {told}."


def _at_scale(paper: str, own: Sequence[Contest]) -> str:
    names = _ordered(_systems_of(paper), own, by_harvest=True)
    told = ", ".join(f"`{name}` ({number(over_topics(own, name, harvest), 2)})" for name in names)
    counts = _told_pairs(agreements(own, PUBLISHED[f"paper-{paper}"][0]))
    return (
        f"**With the paper's own inputs on [a synthetic web](../results/scale.md)**, by the share of pages "
        f"on topic: {told}. Pairs, with draws as units: {counts}."
    )


def _controls(name: str, asked: Sequence[Question], contests: Sequence[Contest]) -> str:
    lines = []
    for question in asked:
        compared = difference(contests, question.having, question.lacking, found)
        if compared is not None:
            lines.append(f"- {question.asked}: {_told(compared)}")
    title = "Controls" if name == "controls" else "Training before the crawl instead of after 30 pages"
    return "\n".join(
        [f"**[{title}](../results/{name}.md)**, what each finds more of what is in reach:", "", *lines]
    )


def _told(compared: Difference) -> str:
    value = f"{compared.mean.value:+.3f} ± {compared.mean.half_width:.3f}"
    return f"{value} over {compared.topics} tuning topics, {compared.word}"


def _systems_of(paper: str) -> list[str]:
    return list(dict.fromkeys(n for table in PUBLISHED[f"paper-{paper}"] for n in table.strategies))


def _best(paper: str) -> str:
    printed = PUBLISHED[f"paper-{paper}"][0].measures[0].printed
    return max(printed, key=lambda name: printed[name].standing)


def _ordered(names: Sequence[str], contests: Sequence[Contest], *, by_harvest: bool = False) -> list[str]:
    """Return the systems that were run, the one that found most first."""
    measure = harvest if by_harvest else found
    values = {name: mean.value for name in names if (mean := over_topics(contests, name, measure))}
    return sorted(values, key=lambda name: (-values[name], name))
