"""The report of a live crawl: its folder in, `report.html` out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup

from lycosa.lab.experiment.results import Mean
from lycosa.report.crawl.summary import Bar, CrawlFacts, Point, facts_of
from lycosa.report.figure.axis import Scale, nice_ticks, tick_labels
from lycosa.report.figure.plot import WIDTH, Series, line_plot
from lycosa.report.figure.svg import Labels, canvas, element, path, series_class, text
from lycosa.report.html_page import render, write_page

REPORT = "report.html"
_UNITS = ((7200.0, 3600.0, "hours"), (180.0, 60.0, "minutes"))
"""From so many seconds on, time is counted in units of so many, called so."""
_HISTOGRAM_HEIGHT = 300


def write_crawl_report(folder: Path, file: Path | None = None) -> Path:
    """Write the report of a crawl, by default into its folder; return where it is."""
    place = file or folder / REPORT
    write_page(crawl_html(facts_of(folder)), place)
    return place


def crawl_html(facts: CrawlFacts) -> str:
    """Return the report as text."""
    return render(
        "crawl.html",
        facts=facts,
        harvest=facts.status.relevant / facts.status.pages if facts.status.pages else 0.0,
        curve=_curve_figure(facts.curve) if facts.curve else None,
        histogram=_histogram(facts.scores) if facts.scores else None,
    )


def _curve_figure(points: Sequence[Point]) -> Markup:
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
    return line_plot(
        labels,
        [
            Series("read", 1, times, tuple(Mean(point.pages, 0.0) for point in points)),
            Series("relevant", 0, times, tuple(Mean(point.relevant, 0.0) for point in points)),
        ],
    )


def _histogram(bars: Sequence[Bar]) -> Markup:
    """Draw how many pages have which score; the relevant ones stand out."""
    ticks, rises = nice_ticks(bars[0].low, bars[-1].high), nice_ticks(0, max(bar.pages for bar in bars))
    x = Scale(ticks[0], ticks[-1], 54, WIDTH - 10)
    y = Scale(0, rises[-1], _HISTOGRAM_HEIGHT - 44, 26)
    drawn = [text(4, 14, "pages", "faint")]
    for rise, label in zip(rises, tick_labels(rises), strict=True):
        drawn.append(path([(x.start, y(rise)), (x.stop, y(rise))], class_="grid"))
        drawn.append(text(x.start - 6, y(rise) + 4, label, "faint end"))
    for tick, label in zip(ticks, tick_labels(ticks), strict=True):
        drawn.append(text(x(tick), y.start + 18, label, "faint middle"))
    drawn.append(text((x.start + x.stop) / 2, y.start + 36, "score", "faint middle"))
    pages, relevant = sum(bar.pages for bar in bars), sum(bar.relevant for bar in bars)
    labels = Labels("scores", "Scores of the pages", f"{pages} pages, {relevant} of them relevant.")
    return canvas(labels, WIDTH, _HISTOGRAM_HEIGHT, *drawn, *(_bar(bar, x, y) for bar in bars if bar.pages))


def _bar(bar: Bar, x: Scale, y: Scale) -> Markup:
    left, width = x(bar.low) + 0.5, max(x(bar.high) - x(bar.low) - 1, 1.0)
    told = f"{bar.low:.3f} to {bar.high:.3f}: {bar.pages} pages, {bar.relevant} relevant"
    parts = [element("title", told)]
    for low, high, place in ((bar.relevant, bar.pages, -1), (0, bar.relevant, 0)):
        if high > low:
            look = f"bar fill {series_class(place)}"
            parts.append(
                element("rect", x=left, y=y(high), width=width, height=y(low) - y(high), class_=look)
            )
    return element("g", *parts)
