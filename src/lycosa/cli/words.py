"""How commands write times, counts and what others wrote, all in the same words."""

from __future__ import annotations

from rich.text import Text

from lycosa.cli.root import printable


def quoted(text: object) -> Text:
    """Return what others may have written: on one line, no markup, and nothing a terminal obeys."""
    return Text(printable(str(text)))


def clock_time(seconds: float) -> str:
    """Write a time in minutes and seconds, long ones in hours too."""
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def relevant_pages(latest: int, at_visit: int) -> str:
    """Say how many pages are relevant, and how many were when they were visited."""
    before = f" ({at_visit:,} at the time of the visit)" if latest != at_visit else ""
    return f"{latest:,} relevant{before}"


def awaited_line(host: str, better: int, ready_in_s: float | None) -> str:
    """Say of a host what is waited for."""
    when = "answer under way" if ready_in_s is None else f"ready in {ready_in_s:.1f} s"
    return f"{host}: {better:,} better links, {when}"


def counted(counts: dict[str, int], most: int = 6) -> str:
    """Write counts by kind, the first of them by name."""
    line = [f"{kind} {count:,}" for kind, count in list(counts.items())[:most]]
    left = sum(list(counts.values())[most:])
    return ", ".join([*line, f"others {left:,}"] if left else line)
