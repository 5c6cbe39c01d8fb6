"""The page about crawls as if live: what patience buys, what a crawl takes, and how the strategies fare."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from experiments.publish.markdown import number, prose, rerun, table
from experiments.publish.topics import harvest, over_topics

from lycosa.lab.experiment.oracle import Oracle
from lycosa.lab.experiment.plan import strategy_class
from lycosa.lab.experiment.results import mean
from lycosa.report.figure.export import places_of, prefix_of
from lycosa.report.figure.render import files
from lycosa.report.lab.figures import label_figures
from lycosa.report.lab.runs import Contest, Run
from lycosa.topic import Topic

IN_TIME = "-label-harvest-time"
ABOUT = """\
Crawls of frozen and synthetic webs by the engine of live crawls, in virtual time: 64 requests at once, a
fifth of a second for an answer, a second of rest for every host. [Concurrency, delay and
patience](../pace.md) says what the settings mean."""
PATIENCE_ABOUT = """\
Best first with several patiences, from the file `live.toml`. At 0 every slot is busy; at 1 only the best
link is asked for. Harvest by label after the last page, and how long the crawl took: means over draws
with 95 % intervals."""
PACE_ABOUT = """\
From the file `pace.toml`: synthetic webs that differ in the number of their hosts. Few pages of them are
on topic, so the harvest is low for everybody."""
STRATEGIES_ABOUT = """\
Every strategy with the default patience on reporting topics, from the file `reporting-live.toml`; beside
it the harvest after as many pages in replay, which asks for one page at a time and never waits. Means
over topics. Strategies that do not wait choose in their own way, or in an order that is not by worth."""


def live_page(
    patience: Sequence[Contest], pace: Sequence[Contest], live: Sequence[Contest], replayed: Sequence[Contest]
) -> str:
    """Write the page; what was not run is left out."""
    parts = ["# As if live", "Written by `make results`; do not edit.", prose(ABOUT)]
    if patience:
        parts += ["## What patience buys", prose(PATIENCE_ABOUT), _patience_table(patience), rerun("live")]
        parts += [f"![{contest.title}]({drawing_of(contest, i)}.svg)" for i, contest in enumerate(patience)]
    if pace:
        parts += ["## 1,000 pages on few hosts and on many", prose(PACE_ABOUT), _patience_table(pace)]
        parts.append(rerun("pace"))
    if live:
        parts += ["## Strategies", prose(STRATEGIES_ABOUT), _strategies_table(live, replayed)]
        parts.append(rerun("reporting-live", "reporting"))
    return "\n\n".join(parts) + "\n"


def write_drawings(contests: Sequence[Contest], folder: Path) -> None:
    """Draw harvest against time for every contest."""
    places = places_of(contests)
    for i, contest in enumerate(contests):
        for figure in label_figures(contest, prefix_of(contest, i), places):
            if figure.name.endswith(IN_TIME):
                file = folder / f"{drawing_of(contest, i)}.svg"
                file.write_text(files(figure.drawing)[0], encoding="utf-8")


def drawing_of(contest: Contest, place: int) -> str:
    """Return the name of the drawing of harvest against time."""
    return f"live-{prefix_of(contest, place)}"


def _patience_table(contests: Sequence[Contest]) -> str:
    rows = []
    for contest in contests:
        for runs in sorted(contest.rivals.values(), key=_patience):
            on_topic = mean([run.end.label.harvest for run in runs])
            took_s = mean([run.crawl_s or 0.0 for run in runs])
            told = (contest.topic, contest.web.spec, f"{_patience(runs):g}", f"{contest.setup.budget:,}")
            rows.append((*told, number(on_topic), number(took_s, 0)))
    return table(["topic", "web", "patience", "pages", "harvest", "seconds"], rows, words=2)


def _patience(runs: Sequence[Run]) -> float:
    return float(runs[0].parameters["patience"])


def _strategies_table(live: Sequence[Contest], replayed: Sequence[Contest]) -> str:
    rows = []
    for name in sorted({run.strategy for contest in live for run in contest.runs}):
        own = [run for contest in live for run in contest.runs if run.strategy == name]
        alone = [contest for contest in replayed if contest.topic in {run.topic for run in own}]
        rows.append(
            (
                f"`{name}`",
                "yes" if _waits(name) else "no",
                number(over_topics(alone, name, partial(_harvest_at, live=own))),
                number(over_topics(live, name, harvest)),
                number(over_topics(live, name, lambda run: run.crawl_s or 0.0), 0),
            )
        )
    head = ["strategy", "waits", "harvest, replayed", "harvest, as if live", "seconds"]
    return table(head, rows, words=2)


def _waits(name: str) -> bool:
    if name == Oracle.name:
        return Oracle.waits_for_better
    return bool(strategy_class(name)(Topic.from_keywords(["any"])).waits_for_better)


def _harvest_at(run: Run, live: Sequence[Run]) -> float:
    """Return the harvest of a replay after as many pages as its topic's live crawls had."""
    pages = max(one.pages for one in live if one.topic == run.topic)
    passed = [rate for at, rate in zip(run.curve.pages, run.curve.label_harvest, strict=True) if at <= pages]
    return passed[-1] if passed else run.end.label.harvest
