"""The running display of a crawl: its counts and what it waits for in, some lines for a terminal out.

What pages and hosts call themselves is shown as text without control characters, cut to one line.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lycosa.cli.root import printable
from lycosa.cli.words import clock_time, counted
from lycosa.engine.pacing.outlook import Outlook
from lycosa.store.tables.counts import Counts
from lycosa.ui.snapshot import HarvestPoint
from lycosa.url import host_of

_BARS = "▁▂▃▄▅▆▇█"
_SPARKS = 48
_FINDS = 6
_HOSTS = 4
_FIXED_LINES = 8
"""Lines besides finds and hosts: numbers, an estimate, headings, failures, and one for the cursor."""
_CHARS = 300


class Find(NamedTuple):
    """A page that was found relevant."""

    score: float
    title: str
    host: str


class Finds(deque[Find]):
    """The last of them."""

    def __init__(self) -> None:
        super().__init__(maxlen=_FINDS)

    def add(self, score: float, title: str, url: str) -> None:
        """Take in a page."""
        self.appendleft(
            Find(score, printable(title[:_CHARS]).strip() or printable(url[:_CHARS]), host_of(url))
        )


def live_screen(
    counts: Counts, outlook: Outlook, finds: Sequence[Find], harvest: Sequence[HarvestPoint], height: int
) -> RenderableType:
    """Return the display; it fits a terminal of that height."""
    room = max(0, height - _FIXED_LINES)
    hosts = outlook.waits[: min(_HOSTS, room // 2)]
    shown = list(finds)[: min(_FINDS, room - len(hosts))]
    lines: list[RenderableType] = [_headline(counts, outlook), _queue(outlook), _sparkline(harvest)]
    if outlook.remaining is not None:
        lines.append(_one_line(("to find  ", "dim"), (str(outlook.remaining), "")))
    if shown:
        lines += [Text("last finds", style="dim"), _finds(shown)]
    if hosts:
        lines += [Text("hosts that wait", style="dim"), _hosts(outlook, len(hosts))]
    if counts.failures:
        lines.append(_one_line(("failed  ", "dim"), (counted(counts.failures), "")))
    return Group(*lines)


def _one_line(*parts: tuple[str, str]) -> Text:
    line = Text(no_wrap=True, overflow="ellipsis")
    for text, style in parts:
        line.append(text, style)
    return line


def _headline(counts: Counts, outlook: Outlook) -> Text:
    of = f" of {outlook.page_budget:,}" if outlook.page_budget is not None else ""
    left = f"  {clock_time(outlook.ends_in_s)} left" if outlook.ends_in_s is not None else ""
    return _one_line(
        ("paused  ", "bold yellow") if outlook.paused else ("", ""),
        (f"{counts.relevant:,} relevant", "bold green"),
        (f"  {counts.pages:,}{of} pages", "bold"),
        (f"  harvest {counts.harvest:.1%}  {outlook.pages_per_s:.1f} pages/s{left}", ""),
    )


def _queue(outlook: Outlook) -> Text:
    line = (
        f"{outlook.queued:,} links queued on {outlook.queued_hosts:,} hosts  "
        f"{outlook.under_way}/{outlook.slots} requests under way"
    )
    if outlook.better:
        line += f"  waits for {outlook.better:,} better links"
    return _one_line((line, "dim"))


def _sparkline(harvest: Sequence[HarvestPoint]) -> Text:
    """Draw the share of relevant pages over time, the last part of it."""
    marks = [_bar(point) for point in harvest[-_SPARKS:]]
    return _one_line(("harvest  ", "dim"), ("".join(marks), "green"))


def _bar(point: HarvestPoint) -> str:
    if not point.pages:
        return " "
    return _BARS[min(len(_BARS) - 1, point.relevant * len(_BARS) // point.pages)]


def _grid(*widths: int | None) -> Table:
    grid = Table.grid(padding=(0, 2))
    for width in widths:
        grid.add_column(no_wrap=True, overflow="ellipsis", max_width=width)
    return grid


def _finds(finds: Sequence[Find]) -> Table:
    grid = _grid(5, None, 30)
    for find in finds:
        grid.add_row(Text(f"{find.score:.2f}", "green"), Text(find.title), Text(find.host, "dim"))
    return grid


def _hosts(outlook: Outlook, count: int) -> Table:
    grid = _grid(34, None, 24)
    for wait in outlook.waits[:count]:
        grid.add_row(
            Text(printable(wait.host)), Text(str(wait), "yellow"), Text(f"{wait.queued:,} queued", "dim")
        )
    return grid
