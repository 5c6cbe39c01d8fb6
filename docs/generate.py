"""Writes the reference pages from the code they describe: settings, commands, strategies, rooms.

Run `make docs` after a change; a test fails while a page is behind.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import Any

import click

from lycosa.cli.crawl import DEFAULTS
from lycosa.cli.root import Commands, lycosa
from lycosa.cli.settings import SHORT, flag_of
from lycosa.config import Setting, Settings, settings_of
from lycosa.plugin import FLOODS
from lycosa.registry import Family, fetchers, judges, rankers, selectors, strategies, tunnels

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))
from rooms import picture  # noqa: E402  # beside this file, wherever it is run from

ROOMS_START = "<!-- rooms: made by `make docs` from the imports -->"
ROOMS_END = "<!-- end of rooms -->"


def pages() -> dict[str, str]:
    """Return every generated page by file name."""
    return {
        "configuration.md": configuration(),
        "commands.md": commands(),
        "strategies.md": plug_ins(),
        "architecture.md": architecture(),
    }


def configuration() -> str:
    """List every setting with its default, meaning and flag."""
    lines = [
        "# Configuration",
        "",
        "Every setting of a crawl, as a key of the TOML file given to `lycosa crawl` and as a flag of that",
        "command. A crawl keeps the settings it ran with, all of them, in its `crawl.toml`. Unknown keys are",
        "errors. Made from the code by `make docs`.",
        "",
    ]
    section = None
    for setting in settings_of(Settings):
        table = setting.path.rpartition(".")[0]
        if table != section:
            section = table
            lines += ["", f"## `[{table}]`" if table else "## Top level", ""]
            lines += ["| key | default | meaning | flag |", "|---|---|---|---|"]
        flags = ", ".join(f"`{flag}`" for flag in (SHORT.get(setting.path), flag_of(setting.path)) if flag)
        about = setting.about.replace("|", "\\|")
        lines.append(f"| `{setting.path}` | {_default(setting)} | {about} | {flags} |")
    return "\n".join(lines) + "\n"


def _default(setting: Setting) -> str:
    value = DEFAULTS.get(setting.path, setting.default)
    if value is None:
        return "no limit"
    if isinstance(value, frozenset):
        value = tuple(sorted(value))
    if value in ((), {}, ""):
        return "none"
    return f"`{value}`"


def commands() -> str:
    """Show the help of every command."""
    lines = ["# Commands", "", "What `--help` says. Made from the code by `make docs`.", ""]
    for path, command in _walk(lycosa, ("lycosa",)):
        context = click.Context(
            command,
            info_name=" ".join(path),
            max_content_width=100,
            help_option_names=lycosa.context_settings["help_option_names"],
        )
        lines += [f"## `{' '.join(path)}`", "", "```text", _help(command, context), "```", ""]
    return "\n".join(lines)


def _help(command: click.Command, context: click.Context) -> str:
    """Return a command's help; the flags of settings are in the configuration page and left out here."""
    asked = copy(command)
    asked._help_option = None  # the names it was first used with, which may have been other ones
    text = asked.get_help(context)
    kept = re.split(r"\n  --(?=topic-name)", text, maxsplit=1)
    if len(kept) == 1:
        return text
    return f"{kept[0]}\n  … and a flag for every setting: see configuration.md"


def _walk(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, Commands):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            if found is not None:
                yield from _walk(found, (*path, name))


def architecture() -> str:
    """Draw the rooms anew in the page that tells how everything works."""
    text = (FOLDER / "architecture.md").read_text(encoding="utf-8")
    before, start, rest = text.partition(ROOMS_START)
    _, end, after = rest.partition(ROOMS_END)
    return f"{before}{start}\n{picture()}{end}{after}"


def plug_ins() -> str:
    """Show the docstrings of strategies, of their parts, and of fetchers."""
    lines = [
        "# Strategies, their parts, fetchers",
        "",
        "What can be named on the command line and in settings. Made from the code by `make docs`.",
        "",
        "A strategy is a judge, a ranker, a tunnel rule and a selector. A crawl may name others in place",
        "of its own: `--judge`, `--ranker`, `--tunnel`, `--selector`, or `[strategy.judge]` and so on in its",
        "settings. A strategy that cannot do with another part says why.",
        "",
        "The examples crawl `lycosa.plugin.FLOODS`, the news of a valley where some pages are about floods:",
        "",
        "```text",
        str(FLOODS),
        "```",
        "",
    ]
    families = {
        "Strategies": strategies,
        "Judges": judges,
        "Rankers": rankers,
        "Selectors": selectors,
        "Tunnel rules": tunnels,
        "Fetchers": fetchers,
    }
    for title, family in families.items():
        lines += [f"## {title}", "", *_table(family), ""]
        for name, cls in family.classes.items():
            lines += [f"### `{name}`", "", "```text", inspect.getdoc(cls) or "", "```", ""]
    return "\n".join(lines)


def _table(family: Family) -> list[str]:
    rows = [f"| [`{name}`](#{name}) | {_idea(cls)} |" for name, cls in family.classes.items()]
    return ["| name | idea |", "|---|---|", *rows]


def _idea(cls: type[Any]) -> str:
    return (inspect.getdoc(cls) or "").partition("\n")[0]


if __name__ == "__main__":
    os.environ["COLUMNS"] = "100"
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
