"""The page of genre-aware crawls with genre terms: rules for queries, and estimators of thresholds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from experiments.publish.markdown import prose, rerun, table
from experiments.publish.topics import found

from lycosa.lab.experiment.results import mean
from lycosa.report.lab.paper_tables import runs_by_strategy
from lycosa.report.lab.runs import Contest, Run

ABOUT = """\
Crawls for course pages of `webkb`, a genre with a content, with the kind of input paper 004 asks for:
genre, content and URL terms, and seeds that queries of these terms find. One topic, so nothing here
says how it is elsewhere. By label, per page read; *F1* is that of the verdicts, which the threshold
decides."""
TERMS_ABOUT = """\
Paper 004 wants genre and content terms that an expert wrote down. Here they are found on ten examples
(`find_terms`): what most of them have once or twice is of the kind, what they repeat is the subject. Beside
them the same crawls without terms, where the judge falls back on the topic vector, and with terms that
were written down. Tuning topics, of which only `course` is a genre; means over draws."""
Measure = Callable[[Run], float | None]


def genre_page(contests: Sequence[Contest]) -> str:
    """Write the page."""
    parts = [
        "# Genre-aware crawling from generated seeds",
        "Written by `make results`; do not edit.",
        prose(ABOUT),
    ]
    for described in dict.fromkeys(contest.setup.described_by for contest in contests):
        own = [contest for contest in contests if contest.setup.described_by == described]
        parts += [
            f"## Described by {described}",
            "On-topic pages per page read, by the rule that made the query for seeds:",
            _by_heuristic(own),
            rerun("genre-004"),
            "Thresholds: means over the rules.",
            _by_strategy(own),
            rerun("genre-004"),
        ]
    return "\n\n".join(parts) + "\n"


def terms_page(contests: Sequence[Contest]) -> str:
    """Write the page of terms that are found on examples, beside written ones and none."""
    ways = list(dict.fromkeys(contest.setup.described_by for contest in contests))
    parts = ["# Terms found on examples", "Written by `make results`; do not edit.", prose(TERMS_ABOUT)]
    for title, measure in (("Found of what is in reach", found), ("F1 of the verdicts", _MEASURES["F1"])):
        rows = [
            (topic, f"`{name}`", *(_number(_runs(contests, topic, way, name), measure) for way in ways))
            for topic in dict.fromkeys(contest.topic for contest in contests)
            for name in _names(contests)
            if name != "oracle"
        ]
        parts += [f"## {title}", table(["topic", "strategy", *ways], rows, words=2), rerun("genre-terms")]
    return "\n\n".join(parts) + "\n"


def _runs(contests: Sequence[Contest], topic: str, way: str, name: str) -> list[Run]:
    own = [c for c in contests if c.topic == topic and c.setup.described_by == way]
    return [run for contest in own for run in runs_by_strategy(contest).get(name, [])]


def _by_heuristic(contests: Sequence[Contest]) -> str:
    names = _names(contests)
    rows = [
        (
            f"`{contest.setup.search.heuristic}`" if contest.setup.search else "–",
            *(_number(runs_by_strategy(contest).get(name, []), _MEASURES["harvest"]) for name in names),
        )
        for contest in contests
    ]
    return table(["seeds by", *(f"`{name}`" for name in names)], rows)


def _by_strategy(contests: Sequence[Contest]) -> str:
    rows = []
    for name in _names(contests):
        runs = [run for contest in contests for run in runs_by_strategy(contest).get(name, [])]
        cells = (_number(runs, measure) for measure in _MEASURES.values())
        rows.append((f"`{name}`", *cells))
    return table(["strategy", *_MEASURES], rows)


_MEASURES: dict[str, Measure] = {
    "harvest": lambda run: run.end.label.harvest,
    "called relevant": lambda run: run.end.own.harvest,
    "precision": lambda run: run.end.verdict.precision,
    "recall": lambda run: run.end.verdict.recall,
    "F1": lambda run: run.end.verdict.f1,
}


def _names(contests: Sequence[Contest]) -> list[str]:
    ran = dict.fromkeys(run.strategy for contest in contests for run in contest.runs)
    return sorted(ran, key=lambda name: (name == "oracle", name))


def _number(runs: Sequence[Run], measure: Measure) -> str:
    values = [value for run in runs if (value := measure(run)) is not None]
    return f"{mean(values).value:.3f}" if values else "–"
