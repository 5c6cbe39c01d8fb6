"""The lab's report: results go in, one HTML file comes out that needs nothing but a browser."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lycosa.lab.experiment.results import Result
from lycosa.report.figure.export import places_of
from lycosa.report.html_page import render, write_page
from lycosa.report.lab import views
from lycosa.report.lab.runs import Contest, contests_of
from lycosa.report.lab.sections import overall_of, section_of


def write_report(results: Sequence[Result], file: Path) -> None:
    """Write a report on results, whole or not at all."""
    write_page(report_html(results), file)


def report_html(results: Sequence[Result]) -> str:
    """Return the report as text."""
    contests = contests_of(results)
    places = places_of(contests)
    return render(
        "lab.html",
        title=_title(contests),
        facts=_facts(contests),
        overall=overall_of(contests, places) if len(contests) > 1 else None,
        sections=[section_of(contest, i, places) for i, contest in enumerate(contests)],
        glossary={"By label": views.LABEL, "By own verdict": views.OWN, "Verdicts": views.VERDICT},
        environments=_distinct([run.environment for contest in contests for run in contest.runs]),
        webs=_distinct([contest.web.model_dump() for contest in contests]),
    )


def _title(contests: Sequence[Contest]) -> str:
    if len(contests) == 1:
        return contests[0].title
    topics, webs = ({c.topic for c in contests}, {c.web.name for c in contests})
    place = f" on {contests[0].web.name}" if len(webs) == 1 else f" on {len(webs)} webs"
    return (f"{len(topics)} topics" if len(topics) > 1 else contests[0].topic) + place


def _facts(contests: Sequence[Contest]) -> list[str]:
    """Return the size of the experiment in a few words."""
    rivals = {name for contest in contests for name in contest.rivals}
    runs = sum(len(contest.runs) for contest in contests)
    budgets = sorted({contest.setup.budget for contest in contests})
    return [
        _counted(len(rivals), "strategy", "strategies"),
        _counted(max(contest.repeats for contest in contests), "repeat", "repeats"),
        f"{_range(budgets)} pages each",
        _counted(runs, "crawl", "crawls"),
    ]


def _range(numbers: Sequence[int]) -> str:
    """Name one or two numbers, or the least and the greatest of many."""
    between = " or " if len(numbers) == 2 else " to "
    return between.join(f"{number:,}" for number in dict.fromkeys((numbers[0], numbers[-1])))


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _distinct(values: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return list({json.dumps(value, sort_keys=True): value for value in values}.values())
