"""The measured section of paper 004: its estimators of thresholds, then crawls with its strategies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from experiments.publish.markdown import number, prose, rerun, table
from experiments.publish.printed import THRESHOLDS_004
from experiments.publish.topics import over_topics

from lycosa.lab.experiment.results import mean
from lycosa.report.lab.runs import Contest
from lycosa.report.lab.views import LABEL, OWN
from lycosa.topic.threshold import Method

METHODS: tuple[Method, ...] = get_args(Method)
BEST = "best"
PRINTED_BEST: Method = "kmeans"
Tried = Mapping[str, Any]
"""One threshold: web, topic, draw, method, threshold, precision, recall, f1."""
COLUMNS = (LABEL[0], LABEL[1], OWN[5])
SHOWN = ("bfs", "best-first", "genre-aware", "genre-aware-links", "oracle")
THRESHOLDS = """\
F1 of the pages that a threshold calls relevant. Ours: {topics} reporting topics, {draws} draws of ten
examples each, the judge `genre-aware`, 2,000 other pages of the web; means over topics ± half of the 95
% interval over topics. `best` is the best threshold of each draw, which no estimator can know; *first*
counts the topics on which no other estimator does better. The paper's F1 is computed from its precision
and recall. More tables are in [the results](../results/thresholds.md)."""
CRAWLS = """\
The paper reports no crawl. These are the crawls of [the full comparison](../results/matrix.md), without
genre terms, by label: on-topic pages per page, share of those in reach, and how often the strategy's
verdict agrees with the label. Means over topics, their number in brackets, with 95 % intervals over
topics. Crawls with genre terms have a page of their own, `genre-004`."""


def threshold_section(tried: Sequence[Tried], contests: Sequence[Contest]) -> str:
    """Write the section from what the estimators reached, and from the crawls."""
    draws = len({entry["draw"] for entry in tried})
    return "\n\n".join(
        (
            "Written by `make results`.",
            "### Thresholds (Table 3)",
            prose(THRESHOLDS.format(draws=draws, topics=len(_reached(tried, BEST)))),
            _thresholds(tried),
            rerun("thresholds-004"),
            "### Crawls",
            prose(CRAWLS),
            _crawls(contests),
            rerun("reporting"),
        )
    )


def _thresholds(tried: Sequence[Tried]) -> str:
    head = ["estimator", *(f"paper, {topic}" for topic in THRESHOLDS_004), "ours", "of the best", "first"]
    reached = {method: _reached(tried, method) for method in (*METHODS, BEST)}
    most = {place: max(reached[method][place] for method in METHODS) for place in reached[BEST]}
    rows = [
        [
            f"`{method}`",
            *(_printed(topic, method) for topic in THRESHOLDS_004),
            number(mean(list(reached[method].values()))),
            number(mean([f1 / max(reached[BEST][place], 1e-9) for place, f1 in reached[method].items()]), 2),
            "–" if method == BEST else str(sum(f1 == most[place] for place, f1 in reached[method].items())),
        ]
        for method in (*METHODS, BEST)
    ]
    return table(head, rows)


def threshold_reading(tried: Sequence[Tried]) -> str:
    """Say which estimator comes closest to the best threshold, and how the paper's best does."""
    reached = {method: _reached(tried, method) for method in (*METHODS, BEST)}
    places = list(reached[BEST])
    shares = {
        method: mean([reached[method][place] / max(reached[BEST][place], 1e-9) for place in places])
        for method in METHODS
    }
    order = sorted(METHODS, key=lambda method: -shares[method].value)
    told = ", ".join(f"`{method}` {number(shares[method], 2)}" for method in order)
    return (
        "**Thresholds.** Of the F1 that the best threshold would reach, the estimators reach, over "
        f"{len(places)} reporting topics: {told}. `{PRINTED_BEST}`, the paper's best on two of its three "
        f"topics, is number {order.index(PRINTED_BEST) + 1} of {len(order)}."
    )


def _printed(topic: str, method: str) -> str:
    if method == BEST:
        return "–"
    _, precision, recall = THRESHOLDS_004[topic][method]
    return f"{2 * precision * recall / (precision + recall) if precision + recall else 0.0:.3f}"


def _reached(tried: Sequence[Tried], method: str) -> dict[tuple[str, str], float]:
    """Return the mean F1 of an estimator on each topic."""
    found: dict[tuple[str, str], list[float]] = {}
    for entry in tried:
        if entry["method"] == method:
            found.setdefault((entry["web"], entry["topic"]), []).append(entry["f1"])
    return {place: mean(values).value for place, values in found.items()}


def _crawls(contests: Sequence[Contest]) -> str:
    """Tabulate the crawls over all topics, and over those of each web."""
    webs = {"all": list(contests)}
    for contest in contests:
        webs.setdefault(contest.web.name, []).append(contest)
    head = [f"{web} ({len(own)}), {column.title}" for web, own in webs.items() for column in COLUMNS]
    rows = [
        [
            f"`{name}`",
            *(number(over_topics(own, name, column.measure)) for own in webs.values() for column in COLUMNS),
        ]
        for name in SHOWN
    ]
    return table(["strategy", *head], rows)
