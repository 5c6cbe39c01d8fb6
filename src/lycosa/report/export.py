"""Figures as files: SVG for print and slides, and the data behind each as CSV."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.lab.results import Result
from lycosa.report.figures import Figure, contest_figures, rank_figure
from lycosa.report.runs import Contest, contests_of
from lycosa.report.significance import across
from lycosa.report.svg import standalone


def write_figures(results: Sequence[Result], folder: Path) -> list[Path]:
    """Write every figure of a report to a folder and return the files."""
    files: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for figure in all_figures(contests_of(results)):
            files += _write(figure, folder)
    except OSError as error:
        raise LycosaError(f"cannot write figures to {folder}: {error.strerror}") from error
    return files


def all_figures(contests: Sequence[Contest]) -> list[Figure]:
    """Draw all figures of all contests."""
    places = places_of(contests)
    figures = [
        f
        for i, contest in enumerate(contests)
        for f in contest_figures(contest, prefix_of(contest, i), places)
    ]
    tested = across(contests) if len(contests) > 1 else None
    return ([rank_figure(tested, "overall", places)] if tested and tested.diagram else []) + figures


def places_of(contests: Sequence[Contest]) -> dict[str, int]:
    """Give every strategy its hue and dash; the oracle has its own."""
    rivals = sorted({name for contest in contests for name in contest.rivals})
    yardsticks = {name: -1 for contest in contests for name in contest.by_strategy}
    return {**yardsticks, **{name: place for place, name in enumerate(rivals)}}


def prefix_of(contest: Contest, place: int) -> str:
    """Return a file name for a contest, whatever its topic is called."""
    letters = "".join(c if c.isascii() and c.isalnum() else "-" for c in contest.topic.lower())[:40]
    return f"{place + 1:02}-{letters.strip('-') or 'topic'}"


def _write(figure: Figure, folder: Path) -> list[Path]:
    drawing, table = folder / f"{figure.name}.svg", folder / f"{figure.name}.csv"
    drawing.write_text(standalone(figure.svg), encoding="utf-8", errors="replace")
    with table.open("w", encoding="utf-8", errors="replace", newline="") as file:
        csv.writer(file).writerows(figure.data)
    return [drawing, table]
