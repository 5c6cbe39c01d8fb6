"""Figures as files: SVG for print, PNG for slides and chats, and the data behind each as CSV."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.lab.experiment.results import Result
from lycosa.report.figure.drawing import Drawing
from lycosa.report.figure.render import files
from lycosa.report.lab.costs import time_figure
from lycosa.report.lab.figures import Figure, Places, label_figures, own_figures, rank_figure
from lycosa.report.lab.hosting import host_figure
from lycosa.report.lab.runs import Contest, contests_of
from lycosa.report.lab.significance import across, within
from lycosa.report.lab.standings import standings_figure
from lycosa.report.lab.tunnelling import tunnel_figure
from lycosa.report.lab.verdicts import reliability_figure


def write_figures(results: Sequence[Result], folder: Path) -> list[Path]:
    """Write every figure of a report to a folder and return the files."""
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for figure in all_figures(contests_of(results)):
            written += _write(figure, folder)
    except OSError as error:
        raise LycosaError(f"cannot write figures to {folder}: {error.strerror}") from error
    return written


def all_figures(contests: Sequence[Contest]) -> list[Figure]:
    """Draw all figures of all contests."""
    places = places_of(contests)
    figures = [
        f
        for i, contest in enumerate(contests)
        for f in contest_figures(contest, prefix_of(contest, i), places)
    ]
    return [*overall_figures(contests, places), *figures]


def overall_figures(contests: Sequence[Contest], places: Places) -> list[Figure]:
    """Draw what is about all contests together; nothing if there is but one."""
    if len(contests) < 2:
        return []
    tested = across(contests)
    ranked = [rank_figure(tested, "overall", places)] if tested and tested.diagram else []
    standings = standings_figure(contests, "overall", places)
    return [*ranked, *([standings] if standings else [])]


def contest_figures(contest: Contest, prefix: str, places: Places) -> list[Figure]:
    """Draw everything about a contest."""
    tested = within(contest)
    some = [
        reliability_figure(contest, prefix, places),
        rank_figure(tested, prefix, places) if tested and tested.diagram else None,
        tunnel_figure(contest, prefix),
        host_figure(contest, prefix, places),
        time_figure(contest, prefix),
    ]
    always = [*label_figures(contest, prefix, places), *own_figures(contest, prefix, places)]
    return [*always, *(figure for figure in some if figure)]


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
    table = folder / f"{figure.name}.csv"
    with table.open("w", encoding="utf-8", errors="replace", newline="") as file:
        csv.writer(file).writerows(figure.data)
    return [*write_drawing(figure.drawing, folder / figure.name), table]


def write_drawing(drawing: Drawing, stem: Path) -> list[Path]:
    """Write a drawing as SVG and as PNG."""
    svg, png = files(drawing)
    vector, image = stem.with_name(f"{stem.name}.svg"), stem.with_name(f"{stem.name}.png")
    vector.write_text(svg, encoding="utf-8")
    image.write_bytes(png)
    return [vector, image]
