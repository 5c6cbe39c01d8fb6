"""Every setting as a flag: made from the settings themselves, so that none can be forgotten."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from lycosa.cli.options import SettingOption
from lycosa.config import Setting, Settings, build, overlay, read_settings, settings_of
from lycosa.errors import LycosaError

SHORT = {
    "strategy.name": "--strategy",
    "strategy.parameters": "--parameters",
    "strategy.judge.name": "--judge",
    "strategy.ranker.name": "--ranker",
    "strategy.selector.name": "--selector",
    "strategy.tunnel.name": "--tunnel",
    "seed_search.engines": "--engine",
    "budget.pages": "--pages",
    "budget.seconds": "--seconds",
    "ending.until": "--until",
    "work.concurrency": "--concurrency",
    "work.patience": "--patience",
    "politeness.contact": "--contact",
    "politeness.delay_s": "--delay",
    "network.allow_private": "--allow-private",
    "network.resolve": "--resolve",
    "scope.domains": "--domain",
}
"""Short names of the flags people need most."""

PARTS = {
    "strategy.name": "How links are chosen; `lycosa strategies` lists strategies and parts.",
    "strategy.judge.name": "Who judges pages; `contrast`, unless the strategy has a judge of its own.",
    "strategy.ranker.name": "Who ranks links, in place of the strategy's own ranker.",
    "strategy.selector.name": "What chooses the next link, in place of the strategy's own selector.",
    "strategy.tunnel.name": "Which links of irrelevant pages are followed, in place of its own rule.",
}
"""What a crawl is made of, with what the help says."""


BRIEF = {
    "strategy.name": (" NAME", "How links are chosen: see `lycosa strategies`."),
    "strategy.judge.name": (" NAME", "Who judges pages, if not `contrast`."),
    "topic.examples": (" PLACE…", "Pages about the topic: URLs, files or folders."),
    "seed_search.engines": (" KIND=URL…", "Search engines that find seeds: searxng=URL."),
    "budget.pages": (" N", "Pages to download in all."),
    "budget.seconds": (" S", "Seconds to run."),
    "ending.until": (" WHAT", "`evidence`: when little is left."),
    "work.concurrency": (" N", "Requests under way at once."),
    "politeness.delay_s": (" S", "Rest of a host between requests."),
    "politeness.contact": (" TEXT", "Who crawls, sent along: a URL or address."),
    "scope.domains": (" NAME…", "Stay in these domains."),
    "network.allow_private": ("", "Admit private addresses: an intranet."),
}
"""The settings shown in a short help: what follows the flag, and what it does."""


def flag_of(path: str) -> str:
    """Return the flag of a setting: `budget.pages` is `--budget-pages`."""
    return "--" + path.replace(".", "-").replace("_", "-")


def setting_flags(
    without: frozenset[str] = frozenset(),
    first: Mapping[str, str] | None = None,
    defaults: Mapping[str, Any] | None = None,
) -> Callable[[Any], Any]:
    """Add a flag for every setting to a command; those named first come first, with a help of their own.

    `without` names settings, or tables of them, that have no flag. `defaults` are those of the command;
    without them a setting that is not given stays as it was.
    """
    ahead = first or {}

    def decorate(command: Any) -> Any:
        settings = {setting.path: setting for setting in settings_of(Settings)}
        wanted = [path for path in settings if path not in without and path.partition(".")[0] not in without]
        for path in reversed([path for path in wanted if path not in ahead]):
            own = (defaults or {}).get(path, settings[path].default)
            command = _option(settings[path], "as before" if defaults is None else _shown(own))(command)
        for path in reversed(list(ahead)):
            names = (SHORT[path], flag_of(path), _destination(path))
            brief = _brief(settings[path], "none")
            command = click.option(*names, cls=SettingOption, brief=brief, metavar="NAME", help=ahead[path])(
                command
            )
        return command

    return decorate


def settings_from(
    defaults: Mapping[str, Any], file: Path | None, flags: Mapping[str, Any], extra: Mapping[str, Any]
) -> Settings:
    """Put settings together: defaults first, then the file, then flags, then what a command adds."""
    data: dict[str, Any] = {}
    for path, value in defaults.items():
        overlay(data, path, value)
    where = "command line"
    if file is not None:
        where = str(file)
        _merge(data, read_settings(file))
    known = settings_of(Settings)
    paths = {_destination(setting.path): setting.path for setting in known}
    tables = {setting.path for setting in known if isinstance(setting.default, dict)}
    for name, value in flags.items():
        if value is not None and value != ():
            overlay(data, paths[name], _read_table(name, value) if paths[name] in tables else value)
    for path, value in extra.items():
        overlay(data, path, value)
    return build(Settings, data, where)


def _destination(path: str) -> str:
    return path.replace(".", "_")


def _option(setting: Setting, default: str) -> Callable[[Any], Any]:
    flag = flag_of(setting.path)
    several = isinstance(setting.default, tuple | frozenset | dict)
    names = [flag, *([SHORT[setting.path]] if setting.path in SHORT else [])]
    if isinstance(setting.default, bool):
        names[0] = f"{flag}/--no-{flag[2:]}"
    return click.option(
        *names,
        _destination(setting.path),
        cls=SettingOption,
        brief=_brief(setting, default),
        default=() if several else None,
        multiple=several,
        metavar=None if isinstance(setting.default, bool) else _metavar(setting),
        help=f"{setting.about} [{setting.path}; default: {default}]",
    )


def _brief(setting: Setting, default: str) -> tuple[str, str] | None:
    """Return the line of a setting in a short help."""
    if setting.path not in BRIEF:
        return None
    value, about = BRIEF[setting.path]
    shown = f"  [default: {default}]" if default not in ("none", "no limit", "False", "as before") else ""
    return f"{SHORT.get(setting.path, flag_of(setting.path))}{value}", f"{about}{shown}"


def _metavar(setting: Setting) -> str:
    return "KEY=VALUE…" if isinstance(setting.default, dict) else setting.path.rpartition(".")[2].upper()


def _shown(default: Any) -> str:
    if default is None:
        return "no limit"
    if isinstance(default, tuple | frozenset):
        return ", ".join(map(str, sorted(default, key=str))) or "none"
    return "none" if default in ({}, "") else str(default)


def _merge(data: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, Mapping) and isinstance(data.get(key), dict):
            _merge(data[key], value)
        else:
            data[key] = value


def _read_table(name: str, entries: tuple[str, ...]) -> dict[str, Any]:
    """Read `key=value` texts; values are read as TOML where they are TOML."""
    table: dict[str, Any] = {}
    for entry in entries:
        key, equals, text = entry.partition("=")
        if not equals or not key:
            raise LycosaError(f"--{name} {entry!r} is not KEY=VALUE")
        try:
            table[key] = tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError:
            table[key] = text
    return table
