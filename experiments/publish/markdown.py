"""Pieces of Markdown: tables, numbers, sentences, and the generated sections of pages written by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from markupsafe import Markup

from lycosa.errors import LycosaError
from lycosa.lab.experiment.results import Mean


def table(header: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """Return a table; so many columns are words, the others are numbers."""
    rule = ["---"] * words + ["---:"] * (len(header) - words)
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (header, rule, *rows))


def number(value: Mean | None, decimals: int = 3) -> str:
    """Write a mean with its 95 % interval."""
    if value is None:
        return "–"
    margin = f" ± {value.half_width:.{decimals}f}" if value.half_width else ""
    return f"{value.value:.{decimals}f}{margin}"


def rerun(*names: str) -> str:
    """Return the line under a table that says how to run what it is made of again, and that alone."""
    return f"Again, this alone: `.venv/bin/python -m experiments.publish --only {' '.join(names)}`"


def under_tables(text: str, line: str) -> str:
    """Put a line under every table of a page."""
    return re.sub(r"((?:^\|.*\n)+)", rf"\1\n{line}\n", text, flags=re.MULTILINE)


def prose(text: str) -> str:
    """Return a text of ours as one paragraph."""
    return " ".join(text.split())


def plain(sentence: Markup) -> str:
    """Turn a sentence of the report into Markdown."""
    return Markup(re.sub(r"</?strong>", "**", sentence)).unescape()  # noqa: S704  # ours


def kept(text: str, name: str) -> str:
    """Return what stands between the marks of a section written by hand; nothing if there is none."""
    return text.partition(f"<!-- by hand: {name} -->")[2].partition(f"<!-- end of {name} -->")[0].strip()


def with_section(text: str, name: str, content: str) -> str:
    """Put content between the marks of a generated section; all around them stays."""
    begin, end = f"<!-- generated: {name} -->", f"<!-- end of {name} -->"
    before, found, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise LycosaError(f"the page has no section between {begin!r} and {end!r}")
    return f"{before}{begin}\n\n{content.strip()}\n\n{end}{after}"


def update(page: Path, name: str, content: str) -> None:
    """Rewrite a generated section of a page."""
    page.write_text(with_section(page.read_text(encoding="utf-8"), name, content), encoding="utf-8")
