"""Flags that name the parts of a strategy."""

from __future__ import annotations

from typing import Any

import click

_PARTS = {
    "judge": "Who judges pages, in place of each strategy's own judge.",
    "ranker": "Who ranks links, in place of each strategy's own ranker.",
    "selector": "What chooses the next link, in place of each strategy's own selector.",
    "tunnel": "Which links of irrelevant pages are followed, in place of each strategy's own rule.",
}


def part_flags(command: Any) -> Any:
    """Add `--judge`, `--ranker`, `--selector` and `--tunnel` to a command."""
    for kind in reversed(_PARTS):
        command = click.option(f"--{kind}", metavar="NAME", help=_PARTS[kind])(command)
    return command
