"""Makes typed settings of plain data, and says of unknown keys and wrong values which they are."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from math import isfinite
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from lycosa.config.describe import settings_of
from lycosa.config.renamed import RENAMED
from lycosa.config.settings import Settings
from lycosa.errors import LycosaError

T = TypeVar("T")
ABOVE_ZERO = frozenset(
    {
        *(
            "topic.terms",
            "seed_search.results",
            "seed_search.seeds",
            "retries.host_failures",
            "robots.origins",
            "keep.archive_bytes",
            "traps.url_bytes",
        ),
        *("fetch.connect_s", "fetch.first_byte_s", "fetch.idle_s", "fetch.total_s", "fetch.rate_window_s"),
        *("fetch.head_bytes", "fetch.wire_bytes", "fetch.decode.decoded_bytes", "fetch.decode.ratio"),
        *("fetch.decode.layers", "fetch.decode.members", "dns.timeout_s", "dns.lookups", "dns.names"),
        *("dns.addresses", "page.links", "page.elements", "page.blocks", "page.text_chars"),
    }
)
"""Settings that nothing works without; any other number may be 0."""
_LARGEST = 1e12
"""No size, count or time is larger; libraries below overflow at different places."""
_PLAIN = (bool, int, float, str, NoneType)
_DOUBTFUL = object()
_IN_TOML = {
    "a valid tuple": "a list, in brackets",
    "a valid frozenset": "a list, in brackets",
    "a valid dictionary": "a table",
}


def build(cls: type[T], data: Mapping[str, Any], where: str, prefix: str = "") -> T:
    """Make a tree from plain data; unknown keys and wrong values are errors that name the key."""
    hints = get_type_hints(cls)
    values: dict[str, Any] = {}
    for key, value in data.items():
        path = f"{prefix}{key}"
        if key not in hints:
            raise LycosaError(f"{where}: unknown setting {path!r}{_suggestion(cls, prefix, key)}")
        kind = hints[key]
        if is_dataclass(kind) and isinstance(kind, type):
            values[key] = build(kind, _table(kind, value, where, path), where, f"{path}.")
        else:
            values[key] = _checked(kind, value, where, path)
    try:
        return cls(**values)
    except LycosaError as error:
        raise LycosaError(f"{where}: {error}") from error


def _table(kind: type[Any], value: Any, where: str, path: str) -> Mapping[str, Any]:
    """Return the table that a value is or stands for; a name alone may stand for a part."""
    if isinstance(value, Mapping):
        return value
    short = getattr(kind, "short", "")
    if not short or not isinstance(value, str):
        raise LycosaError(f"{where}: {path!r} is a table of settings, not {value!r}")
    return {short: value}


def _checked(kind: Any, value: Any, where: str, path: str) -> Any:
    checked = _plainly(kind, value)
    if checked is _DOUBTFUL:
        checked = _validated(kind, value, where, path)
    for number in _numbers_in(checked):
        if wrong := _out_of_range(number, path):
            raise LycosaError(f"{where}: {path} = {value!r} should be {wrong}")
    return checked


def _plainly(kind: Any, value: Any) -> Any:
    """Return a value that is of its kind beyond doubt, as that kind; most are, and need no library."""
    if kind in _PLAIN:
        is_whole = kind is float and type(value) is int and abs(value) <= _LARGEST
        return float(value) if is_whole else value if type(value) is kind else _DOUBTFUL
    made_of, parts = get_origin(kind), get_args(kind)
    if made_of is UnionType:
        return value if type(value) in parts and type(value) in _PLAIN else _DOUBTFUL
    if made_of is tuple and parts == (str, ...):
        is_texts = isinstance(value, list | tuple) and all(type(item) is str for item in value)
        return tuple(value) if is_texts else _DOUBTFUL
    return _DOUBTFUL


def _validated(kind: Any, value: Any, where: str, path: str) -> Any:
    """Return a value as its kind, or say what it should be instead."""
    from pydantic import TypeAdapter, ValidationError  # noqa: PLC0415  # takes a tenth of a second

    try:
        made = TypeAdapter(kind).validate_python(value)
    except ValidationError as error:
        wanted = error.errors()[0]["msg"].removeprefix("Input should be ").removeprefix("Value error, ")
        wanted = _IN_TOML.get(wanted, wanted)
        raise LycosaError(f"{where}: {path} = {value!r} should be {wanted}") from None
    if isinstance(value, bool) and not isinstance(made, bool):
        raise LycosaError(f"{where}: {path} = {str(value).lower()} should be a number")
    return made


def _numbers_in(value: Any) -> Iterator[int | float]:
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _numbers_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _numbers_in(item)


def _out_of_range(number: float, path: str) -> str:
    """Return what a number should be instead; empty if it is possible."""
    if not isfinite(number):
        return "a finite number"
    if path.startswith("strategy") and path.endswith("parameters"):  # a strategy may mean anything by a sign
        return ""
    if path == "random_seed":
        return "" if 0 <= number < 2**63 else "a whole number from 0 to 2^63 - 1"
    if number < 0:
        return "0 or more"
    if number == 0 and path in ABOVE_ZERO:
        return "above 0"
    return "" if number <= _LARGEST else f"at most {_LARGEST:.0e}"


def _suggestion(cls: type[Any], prefix: str, key: str) -> str:
    """Find what was meant: a key of this table, or one of the same name elsewhere."""
    if not prefix and key in RENAMED:
        return f"; it is now called {RENAMED[key][0]!r}"
    here = [f"{prefix}{item.name}" for item in fields(cls)]
    elsewhere = [s.path for s in settings_of(Settings) if s.path.rpartition(".")[2] == key]
    close = elsewhere or difflib.get_close_matches(f"{prefix}{key}", here, n=1, cutoff=0.5)
    return f"; did you mean {close[0]!r}?" if close else f"; known here: {', '.join(here)}"
