"""The report of a live crawl: its folder in, `report.html` out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup

from lycosa.lab.experiment.results import Mean
from lycosa.report.crawl.summary import Bar, CrawlFacts, ProgressPoint, facts_of
from lycosa.report.crawl.topic_figure import topic_figure
from lycosa.report.figure.bars import histogram
from lycosa.report.figure.drawing import Labels
from lycosa.report.figure.plot import Series, line_plot
from lycosa.report.figure.render import inline
from lycosa.report.html_page import render, write_page
from lycosa.store.export.place import check_place
from lycosa.store.repair.damage import damage_in_one_line

REPORT = "report.html"
_UNITS = ((7200.0, 3600.0, "hours"), (180.0, 60.0, "minutes"))
"""From so many seconds on, time is counted in units of so many, called so."""


def write_crawl_report(folder: Path, file: Path | None = None) -> Path:
    """Write the report of a crawl, by default into its folder; return where it is."""
    place = file or folder / REPORT
    if file is not None:
        check_place(file, folder)
    with damage_in_one_line(folder):
        page = crawl_html(facts_of(folder))
    write_page(page, place)
    return place


def crawl_html(facts: CrawlFacts) -> str:
    """Return the report as text."""
    return render(
        "crawl.html",
        facts=facts,
        harvest=facts.status.relevant / facts.status.pages if facts.status.pages else 0.0,
        curve=_curve_figure(facts.curve) if facts.curve else None,
        histogram=_histogram(facts.scores) if facts.scores else None,
        topic_map=inline(topic_figure(facts.topics)) if facts.topics.points else None,
    )


def _curve_figure(points: Sequence[ProgressPoint]) -> Markup:
    _, per_unit, unit = next(
        (found for found in _UNITS if points[-1].seconds >= found[0]), (0.0, 1.0, "seconds")
    )
    times = tuple(point.seconds / per_unit for point in points)
    last = points[-1]
    labels = Labels(
        "curve",
        "Pages over time",
        f"After {times[-1]:.1f} {unit}: {last.pages} pages, {last.relevant} of them relevant.",
        f"{unit} since the start",
        "pages",
    )
    lines = [
        Series("read", 1, times, tuple(Mean(point.pages, 0.0) for point in points)),
        Series("relevant", 0, times, tuple(Mean(point.relevant, 0.0) for point in points)),
    ]
    return inline(line_plot(labels, lines))


def _histogram(bars: Sequence[Bar]) -> Markup:
    """Draw how many pages have which score."""
    pages, relevant = sum(bar.pages for bar in bars), sum(bar.relevant for bar in bars)
    description = f"{pages} pages, {relevant} of them relevant."
    return inline(histogram(Labels("scores", "Scores of the pages", description, "score", "pages"), bars))
