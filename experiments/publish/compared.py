"""Pages of experiments that set strategies with one device more or less beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from experiments.publish.markdown import number, prose, rerun, table
from experiments.publish.topics import called, difference, found, harvest, over_topics

from lycosa.lab.experiment.results import Mean
from lycosa.report.lab.runs import Contest


class Question(NamedTuple):
    """What is asked of a device: a strategy that has it, and one that has not."""

    papers: tuple[str, ...]
    """Papers that say something about it."""
    asked: str
    having: str
    lacking: str


CONTROLS = (
    Question(("002",), "anchor and context beside the page, in best first", "best-first", "best-first-page"),
    Question(("000", "001"), "comprehensive priority E instead of P(l)", "best-first", "best-first-P"),
    Question(("000", "001"), "annealing instead of nearly always the best", "fcsa", "fcsa-greedy"),
    Question(("001",), "a tabu walk instead of the best link, both by P(l)", "fcts", "best-first-P"),
    Question(("001",), "the improved walk instead of the plain one", "fcits", "fcts"),
    Question(("001",), "the ontology instead of the TF-IDF vector", "fcoits", "fcits"),
    Question(("001",), "memory of hosts", "fcits-oh", "fcoits"),
    Question(("000",), "blocks added to the classifier", "bcw-cc", "fcbcw"),
    Question(("000",), "the classifier added to blocks", "bcw-cc", "fccbs"),
    Question(("003",), "growth of the table, with the queue", "keyword-table", "queue-no-growth"),
    Question(("003",), "growth of the table, without the queue", "growth-no-queue", "keyword-table-basic"),
    Question(("003",), "the queue, with growth", "keyword-table", "growth-no-queue"),
    Question(("003",), "the queue, without growth", "queue-no-growth", "keyword-table-basic"),
    Question(("000",), "several objectives (Pareto front) instead of E", "best-first-pareto", "best-first"),
    Question(
        ("001",), "several objectives (Pareto front) instead of P(l)", "best-first-P-pareto", "best-first-P"
    ),
)
WARM_UP = (
    Question(("000",), "the classifier of paper 000, with blocks", "bcw-cc", "bcw-cc-30"),
    Question(("000",), "the classifier of paper 000, without blocks", "fcbcw", "fcbcw-30"),
    Question(("002",), "that of paper 002, with blocks", "cbp-slc", "cbp-slc-30"),
    Question(("002",), "that of paper 002, without blocks", "slc", "slc-30"),
    Question(("002",), "that of paper 002, on anchors alone", "anchor-text-0", "anchor-text"),
)
"""Training before the crawl against training after 30 pages of it."""
TITLES = {
    "controls": ("Controls: one device at a time", CONTROLS),
    "warm-up": ("Training before the crawl", WARM_UP),
}
ABOUT = """\
{about}. Topics are units: means over the topics' means ± half of the 95 % interval over {topics}
topics. Tuning topics: nothing reported rests on them. A difference is called more or less if that
interval leaves out 0; with so few topics much stays open."""
COPIES = """\
The same crawls with copies of pages found, as in a live crawl, and not found as everywhere else in the
lab: links of a copy are not followed. What is found is the share of on-topic pages in reach, by label."""


def compared_page(name: str, about: str, contests: Sequence[Contest]) -> str:
    """Write the page of an experiment: what each device does, then all means."""
    title, questions = TITLES[name]
    topics = len({(contest.web.digest, contest.topic) for contest in contests})
    parts = [
        f"# {title}",
        "Written by `make results`; do not edit.",
        prose(ABOUT.format(about=about, topics=topics)),
        "## What a device does",
        "The share of the on-topic pages in reach that was found, with the device less without it:",
        _differences(contests, questions),
        rerun(name),
        "## All means",
        _means(contests),
        rerun(name),
    ]
    return "\n\n".join(parts) + "\n"


def _differences(contests: Sequence[Contest], questions: Sequence[Question]) -> str:
    rows = []
    for _, asked, having, lacking in questions:
        compared = difference(contests, having, lacking, found)
        if compared is not None:
            told = f"{compared.mean.value:+.3f} ± {compared.mean.half_width:.3f}"
            counts = str(compared.more), str(compared.less)
            rows.append((asked, f"`{having}` – `{lacking}`", told, *counts, compared.word))
    return table(["device", "strategies", "difference", "topics more", "topics less", "found"], rows, words=2)


def _means(contests: Sequence[Contest]) -> str:
    names = {run.strategy for contest in contests for run in contest.runs}
    values = {name: over_topics(contests, name, found) for name in names}
    rows = [
        (
            f"`{name}`",
            number(values[name]),
            number(over_topics(contests, name, harvest)),
            number(over_topics(contests, name, lambda run: run.end.oracle_share)),
            number(over_topics(contests, name, called)),
        )
        for name in sorted(names, key=lambda name: (name == "oracle", -_value(values[name]), name))
    ]
    return table(["strategy", "found", "harvest, label", "share of oracle", "AC, own"], rows)


def _value(mean: Mean | None) -> float:
    return mean.value if mean else 0.0


def duplicates_page(contests: Sequence[Contest]) -> str:
    """Write the page of crawls with and without copies found."""
    kinds: Mapping[bool, list[Contest]] = {
        find: [contest for contest in contests if contest.setup.duplicates is find] for find in (False, True)
    }
    names = sorted({run.strategy for contest in contests for run in contest.runs})
    rows = []
    for name in names:
        off, on = ([_found(contest, name) for contest in kinds[find]] for find in (False, True))
        gained = [b - a for a, b in zip(off, on, strict=True)]
        cells = (over_topics(kinds[find], name, found) for find in (False, True))
        rows.append((f"`{name}`", *map(number, cells), f"{sum(gained) / max(1, len(gained)):+.3f}"))
    parts = [
        "# Copies of pages",
        "Written by `make results`; do not edit.",
        prose(COPIES),
        table(["strategy", "not found", "found", "difference"], rows),
        rerun("duplicates"),
    ]
    return "\n\n".join(parts) + "\n"


def _found(contest: Contest, name: str) -> float:
    return _value(over_topics([contest], name, found))
