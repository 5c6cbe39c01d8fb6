"""A small table for notebooks: facts in, HTML out, in which everything is text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def html_table(caption: str, facts: Iterable[tuple[str, str]]) -> str:
    """Return facts as a table of two columns.

    Examples
    --------
    >>> html_table("a<b", [("pages", "3")])
    '<table><caption>a&lt;b</caption><tr><th>pages</th><td>3</td></tr></table>'
    """
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in facts)
    return f"<table><caption>{escape(caption)}</caption>{rows}</table>"
