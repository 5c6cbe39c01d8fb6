"""Every setting as a flag: made from the settings themselves, so that none can be forgotten."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from lycosa.config import Setting, Settings, build, overlay, read_toml, settings_of
from lycosa.errors import LycosaError

SHORT = {
    "budget.pages": "--pages",
    "budget.seconds": "--seconds",
    "work.concurrency": "--concurrency",
    "work.patience": "--patience",
    "politeness.contact": "--contact",
    "politeness.delay_s": "--delay",
    "network.allow_private": "--allow-private",
    "network.resolve": "--resolve",
    "scope.domains": "--domain",
}
"""Short names of the flags people need most."""


def flag_of(path: str) -> str:
    """Return the flag of a setting: `budget.pages` is `--budget-pages`."""
    return "--" + path.replace(".", "-").replace("_", "-")


def setting_flags(without: frozenset[str] = frozenset()) -> Callable[[Any], Any]:
    """Add a flag for every setting to a command."""

    def decorate(command: Any) -> Any:
        for setting in reversed(settings_of(Settings)):
            if setting.path not in without:
                command = _option(setting)(command)
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
        _merge(data, read_toml(file))
    paths = {flag_of(setting.path)[2:].replace("-", "_"): setting.path for setting in settings_of(Settings)}
    for name, value in flags.items():
        if value is not None and value != ():
            overlay(data, paths[name], _read_table(name, value) if paths[name] == "parameters" else value)
    for path, value in extra.items():
        overlay(data, path, value)
    return build(Settings, data, where)


def _option(setting: Setting) -> Callable[[Any], Any]:
    flag = flag_of(setting.path)
    several = isinstance(setting.default, tuple | frozenset | dict)
    names = [flag, *([SHORT[setting.path]] if setting.path in SHORT else [])]
    if isinstance(setting.default, bool):
        names[0] = f"{flag}/--no-{flag[2:]}"
    return click.option(
        *names,
        flag[2:].replace("-", "_"),
        default=() if several else None,
        multiple=several,
        metavar=None if isinstance(setting.default, bool) else _metavar(setting),
        help=f"{setting.about} [{setting.path}; default: {_shown(setting.default)}]",
    )


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
