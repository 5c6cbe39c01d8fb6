"""Settings as plain data: nested tables of TOML, before they are checked and after they are written out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lycosa.assembly import absolute_files
from lycosa.errors import LycosaError

_PATHS = (
    *("topic.examples", "topic.unlabelled", "topic.classes", "topic.ontology", "topic.saved"),
    "network.ca_file",
)
"""Settings that name files and folders."""


def overlay(data: dict[str, Any], path: str, value: Any) -> None:
    """Put a value into nested plain data at a dotted path; a text on the way is the short form of a table."""
    *tables, key = path.split(".")
    for table in tables:
        held = data.setdefault(table, {})
        if isinstance(held, str):
            held = data[table] = {"name": held}
        if not isinstance(held, dict):
            raise LycosaError(f"unknown setting {path!r}: {table!r} is no table of settings")
        data = held
    data[key] = value


def absolute_paths(data: dict[str, Any], base: Path) -> None:
    """Make every path among settings absolute; a relative one starts at `base`."""
    for path in _PATHS:
        table_name, _, key = path.partition(".")
        table = data.get(table_name)
        if not isinstance(table, dict) or not table.get(key):
            continue
        value = table[key]
        if isinstance(value, str):
            table[key] = _absolute(value, base)
        elif isinstance(value, list | tuple):
            table[key] = [_absolute(item, base) if isinstance(item, str) else item for item in value]
    absolute_files(data.get("strategy"), base)


def _absolute(place: str, base: Path) -> str:
    if "://" in place:
        return place
    name, equals, folder = place.partition("=")  # a class: `name=folder`
    return f"{name}={base / folder}" if equals else str(base / place)


def without_absent(value: Any) -> Any:
    """Leave out what TOML cannot say (None is the absence of a limit) and make sets lists."""
    if isinstance(value, dict):
        return {key: without_absent(item) for key, item in value.items() if item is not None}
    if isinstance(value, frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value
