"""Options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypeVar

import click

_Command = TypeVar("_Command", bound=Callable[..., Any])


class ListOptions(click.Command):
    """A command whose repeatable options may also take several values at once.

    `--strategy bfs best-first`, `--strategy bfs --strategy best-first` and
    `--strategy bfs,best-first` are the same. Commas inside a URL stay, and what follows URLs and is none
    is an argument: in `--seed https://example.org/ "flash floods"` the topic.
    """

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Name arguments first: behind an option they would be taken for further values of it."""
        options, *arguments = super().collect_usage_pieces(ctx)
        return [*arguments, options]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Write every value behind its own option, then go on as usual."""
        several = [option for option in self.params if isinstance(option, click.Option) and option.multiple]
        names = {name for option in several for name in option.opts}
        of_urls = {name for option in several if option.metavar == "URL…" for name in option.opts}
        for arg, value in pairwise([*args, "--"]):
            if arg in names and (not value or value.startswith("-")):
                raise click.BadOptionUsage(arg, f"Option {arg!r} requires an argument.", ctx)
        spread: list[str] = []
        current = ""
        for arg in args:
            name, _, value = arg.partition("=")
            if arg.startswith("-"):
                current = arg if arg in names else ""
                spread += [name, value] if name in names and value else [] if current else [arg]
            elif current in of_urls and current in spread[-2:-1] and "://" not in arg:
                spread.append(arg)
                current = ""
            elif current:
                spread += [part for value in _values(arg) for part in (current, value)]
            else:
                spread.append(arg)
        return super().parse_args(ctx, spread)


def _values(text: str) -> list[str]:
    """Return values that are joined by commas; a URL ends at a comma only where another one begins."""
    return [value for value in re.split(r",(?=[^,]*://)" if "://" in text else ",", text) if value]


class SettingOptions(ListOptions):
    """A command with a flag for every setting: `--help` shows those most people need, `--help-all` all."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.append(
            click.Option(
                ["--help-all"],
                is_flag=True,
                expose_value=False,
                is_eager=True,
                callback=_show_everything,
                help="Show the flags of all settings.",
            )
        )

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options; short unless all are asked for."""
        if ctx.meta.get(_ALL):
            super().format_options(ctx, formatter)
            return
        rows = []
        for parameter in self.get_params(ctx):
            if not isinstance(parameter, click.Option):
                continue
            record = parameter.get_help_record(ctx)
            if isinstance(parameter, SettingOption):
                record = parameter.brief
            if record is not None:
                rows.append(record)
        with formatter.section("Options"):
            formatter.write_dl(rows)


_ALL = "lycosa.help-all"


class SettingOption(click.Option):
    """The flag of a setting; `brief` is its line in a short help, None if it has none."""

    def __init__(self, *args: Any, brief: tuple[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.brief = brief


def _show_everything(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        ctx.meta[_ALL] = True
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


def language_option(about: str) -> Callable[[_Command], _Command]:
    """Return `--language` for a command that takes texts in one language."""
    return click.option(
        "--language", default="en", show_default=True, metavar="CODE", callback=_language_code, help=about
    )


def _language_code(_ctx: click.Context, _parameter: click.Parameter, value: str) -> str:
    from lycosa.text.given import given_language

    return given_language(value, "--language")


def as_json(function: Any) -> Any:
    """Add `--json` to a command that lists something."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")(function)
