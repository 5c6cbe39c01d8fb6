"""The measured section of paper 004: its estimators of thresholds, then crawls with its strategies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from experiments.publish.markdown import number, prose, rerun, table
from experiments.publish.papers import others
from experiments.publish.printed import THRESHOLDS_004

from lycosa.lab.experiment.results import mean
from lycosa.report.lab.paper_tables import runs_by_strategy
from lycosa.report.lab.runs import Contest
from lycosa.report.lab.views import LABEL, OWN
from lycosa.topic.threshold import Method

METHODS: tuple[Method, ...] = get_args(Method)
BEST = "best"
Tried = Mapping[str, Any]
"""One threshold: web, topic, draw, method, threshold, precision, recall, f1."""
COLUMNS = (LABEL[0], LABEL[1], OWN[5])
THRESHOLDS = """\
F1 of the pages that a threshold calls relevant. Ours: {draws} draws of ten examples, the judge
`genre-aware`, 2,000 other pages of the web, mean ± half of the 95 % interval; `best` is the best
threshold of each draw, which no estimator can know. The paper's F1 is computed from its precision and
recall. More tables are in [the results](../results/thresholds.md)."""
CRAWLS = """\
The paper reports no crawl. By label, after the last page: on-topic pages per page, share of those in
reach, and how often the strategy's verdict agrees with the label."""


def threshold_section(tried: Sequence[Tried], contests: Sequence[Contest]) -> str:
    """Write the section from what the estimators reached, and from the crawls."""
    draws = len({entry["draw"] for entry in tried})
    return "\n\n".join(
        (
            "Written by `make results`.",
            "### Thresholds (Table 3)",
            prose(THRESHOLDS.format(draws=draws)),
            _thresholds(tried),
            rerun("thresholds-004"),
            "### Crawls",
            prose(CRAWLS),
            _crawls(contests),
            rerun("paper-004"),
        )
    )


def _thresholds(tried: Sequence[Tried]) -> str:
    places = list(dict.fromkeys((entry["web"], entry["topic"]) for entry in tried))
    head = ["estimator", *(f"paper, {topic}" for topic in THRESHOLDS_004)]
    head += [f"{topic} on {web}" for web, topic in places]
    rows = [
        [
            f"`{method}`",
            *(_printed(topic, method) for topic in THRESHOLDS_004),
            *(_reached(tried, (*place, method)) for place in places),
        ]
        for method in (*METHODS, BEST)
    ]
    return table(head, rows)


def _printed(topic: str, method: str) -> str:
    if method == BEST:
        return "–"
    _, precision, recall = THRESHOLDS_004[topic][method]
    return f"{2 * precision * recall / (precision + recall) if precision + recall else 0.0:.3f}"


def _reached(tried: Sequence[Tried], wanted: tuple[str, str, str]) -> str:
    found = [e["f1"] for e in tried if (e["web"], e["topic"], e["method"]) == wanted]
    return number(mean(found))


def _crawls(contests: Sequence[Contest]) -> str:
    head = [f"{c.topic} on {c.web.name}, {column.title}" for c in contests for column in COLUMNS]
    rows = [
        [
            f"`{name}`",
            *(
                number(column.mean(runs_by_strategy(contest).get(name, [])))
                for contest in contests
                for column in COLUMNS
            ),
        ]
        for name in others(contests)
    ]
    return table(["strategy", *head], rows)
