"""Options that several commands share."""

from __future__ import annotations

from typing import Any

import click


class ListOptions(click.Command):
    """A command whose repeatable options may also take several values at once.

    `--strategy bfs best-first`, `--strategy bfs --strategy best-first` and
    `--strategy bfs,best-first` are the same.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Write every value behind its own option, then go on as usual."""
        names = {
            name
            for parameter in self.params
            if isinstance(parameter, click.Option) and parameter.multiple
            for name in parameter.opts
        }
        spread: list[str] = []
        current = ""
        for arg in args:
            name, _, value = arg.partition("=")
            if arg.startswith("-"):
                current = arg if arg in names else ""
                spread += [name, value] if name in names and value else [] if current else [arg]
            elif current:
                spread += [part for value in arg.split(",") if value for part in (current, value)]
            else:
                spread.append(arg)
        return super().parse_args(ctx, spread)


def as_json(function: Any) -> Any:
    """Add `--json` to a command that lists something."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")(function)
