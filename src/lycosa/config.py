"""Every setting of a crawl: one typed tree, read from TOML and from flags, described by its own docstrings.

The tree is made of the small dataclasses that the parts of the crawler take, so a setting is
documented and checked where it is used, and nowhere twice.
"""

from __future__ import annotations

import ast
import difflib
import inspect
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, is_dataclass
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, get_type_hints

import tomli_w
from pydantic import TypeAdapter, ValidationError

from lycosa.assembly import StrategyChoice, absolute_files
from lycosa.engine.budget import Budget
from lycosa.engine.duplicates.duplicates import DuplicateRules
from lycosa.engine.ending import Ending
from lycosa.engine.engine import Work
from lycosa.engine.gate import Shares
from lycosa.engine.pacing.politeness import Politeness
from lycosa.engine.pacing.retries import Retries
from lycosa.errors import LycosaError
from lycosa.fetch.dns import DnsLimits
from lycosa.fetch.limits import FetchLimits, RobotsPolicy, SitemapLimits
from lycosa.page import PageLimits
from lycosa.store.store import Keep
from lycosa.topic.settings import TopicSettings
from lycosa.url import Scope, TrapLimits, is_ip

T = TypeVar("T")
_PATHS = (
    *("topic.examples", "topic.unlabelled", "topic.classes", "topic.ontology", "topic.saved"),
    "network.ca_file",
)
"""Settings that name files and folders."""
_RENAMED: dict[str, tuple[str, dict[str, str]]] = {
    "manners": ("politeness", {"patience": "slow_host_factor"}),
    "patience": ("retries", {"retries": "limit", "retry_delay_s": "delay_s"}),
}
"""Tables of 0.1.0: what each is called now, and those of its keys that changed."""
ABOVE_ZERO = frozenset(
    {
        *("topic.terms", "retries.host_failures", "robots.origins", "keep.archive_bytes", "traps.url_bytes"),
        *("fetch.connect_s", "fetch.first_byte_s", "fetch.idle_s", "fetch.total_s", "fetch.rate_window_s"),
        *("fetch.head_bytes", "fetch.wire_bytes", "fetch.decode.decoded_bytes", "fetch.decode.ratio"),
        *("fetch.decode.layers", "fetch.decode.members", "dns.timeout_s", "dns.lookups", "dns.names"),
        *("dns.addresses", "page.links", "page.elements", "page.blocks", "page.text_chars"),
    }
)
"""Settings that nothing works without; any other number may be 0."""
_LARGEST = 1e12
"""No size, count or time is larger; libraries below overflow at different places."""


@dataclass(frozen=True)
class NetworkSettings:
    """How the network is reached."""

    fetcher: str = "http"
    """Who asks for pages: a plug-in of the family `lycosa.fetchers`. It checks addresses itself."""
    parameters: dict[str, Any] = field(default_factory=dict)
    """Parameters of a fetcher other than `http`."""
    allow_private: bool = False
    """Admit addresses that are not public: an intranet. Off, so that no page can reach your machines."""
    resolve: tuple[str, ...] = ()
    """Where to find hosts instead of asking the name server: `example.org:127.0.0.1:8080`, or `*` for all."""
    proxy: str = ""
    """URL of a proxy. It looks names up itself, so only literal addresses can be checked."""
    ca_file: str = ""
    """Certificates of the authorities to trust, if not the usual ones."""

    def __post_init__(self) -> None:
        self.resolve_map()

    def resolve_map(self) -> dict[str, tuple[str, int]]:
        """Return the address and port given for each host."""
        found = {}
        for entry in self.resolve:
            host, _, place = entry.partition(":")
            address, _, port = place.rpartition(":")
            if not (host and is_ip(address) and port.isdigit() and 0 < int(port) < 65536):
                raise LycosaError(f"resolve {entry!r} is not HOST:ADDRESS:PORT, such as *:127.0.0.1:8080")
            found[host] = (address.strip("[]"), int(port))
        return found


@dataclass(frozen=True)
class Settings:
    """A crawl."""

    topic: TopicSettings = field(default_factory=TopicSettings)
    seeds: tuple[str, ...] = ()
    """URLs to start from."""
    strategy: StrategyChoice = field(default_factory=StrategyChoice)
    links_only: bool = False
    """Read links only and judge nothing, several times faster; for `bfs`, `dfs` and `random`."""
    random_seed: int = 0
    """Start of all randomness."""
    budget: Budget = field(default_factory=Budget)
    ending: Ending = field(default_factory=Ending)
    shares: Shares = field(default_factory=Shares)
    scope: Scope = field(default_factory=Scope)
    follow_nofollow: bool = False
    """Follow links that their page asks crawlers not to follow."""
    politeness: Politeness = field(default_factory=Politeness)
    work: Work = field(default_factory=lambda: Work(concurrency=64))
    retries: Retries = field(default_factory=Retries)
    fetch: FetchLimits = field(default_factory=FetchLimits)
    dns: DnsLimits = field(default_factory=DnsLimits)
    robots: RobotsPolicy = field(default_factory=RobotsPolicy)
    sitemaps: SitemapLimits = field(default_factory=SitemapLimits)
    page: PageLimits = field(default_factory=PageLimits)
    traps: TrapLimits = field(default_factory=TrapLimits)
    find_duplicates: bool = True
    """Recognise pages that repeat earlier ones, and hosts that do little else. Off: judge every page."""
    duplicates: DuplicateRules = field(default_factory=DuplicateRules)
    network: NetworkSettings = field(default_factory=NetworkSettings)
    keep: Keep = field(default_factory=Keep)


class Setting(NamedTuple):
    """One setting, for documentation and flags."""

    path: str
    """Where it stands, with dots: `budget.pages`."""
    type: Any
    default: Any
    about: str


def settings_of(cls: type[Any], prefix: str = "", instance: Any = None) -> list[Setting]:
    """List every setting of a tree, in order, with the defaults of `instance` or of the tree itself."""
    hints = get_type_hints(cls)
    told = _field_docstrings(cls)
    found: list[Setting] = []
    for item in fields(cls):
        path, kind = f"{prefix}{item.name}", hints[item.name]
        if is_dataclass(kind) and isinstance(kind, type):
            found += settings_of(kind, f"{path}.", _default(item, instance))
        else:
            found.append(Setting(path, kind, _default(item, instance), told.get(item.name, "")))
    return found


def load(file: Path) -> Settings:
    """Read settings from a TOML file; paths in it are relative to where it is."""
    return build(Settings, read_settings(file), str(file))


def read_settings(file: Path) -> dict[str, Any]:
    """Read a TOML file of settings as plain data: absolute paths, present names."""
    data = read_toml(file)
    _rename(data)
    absolute_paths(data, file.absolute().parent)
    return data


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


def _rename(data: dict[str, Any]) -> None:
    """Give settings of 0.1.0 their present names; where both are there, the present one counts."""
    for old, (new, keys) in _RENAMED.items():
        if isinstance(table := data.get(old), dict):
            del data[old]
            now = data.setdefault(new, {})
            for key, value in table.items():
                now.setdefault(keys.get(key, key), value)
    if isinstance(parameters := data.get("parameters"), dict):
        del data["parameters"]
        if parameters:
            overlay(data, "strategy.parameters", parameters)
    if isinstance(judges := data.get("judge"), bool):
        del data["judge"]
        data.setdefault("links_only", not judges)
    politeness = data.get("politeness")
    if isinstance(politeness, dict) and "patience" in politeness:
        politeness.setdefault("slow_host_factor", politeness.pop("patience"))


def read_toml(file: Path) -> dict[str, Any]:
    """Read a TOML file as plain data."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise LycosaError(f"cannot read {file}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LycosaError(f"{file} is not valid TOML: {error}") from error


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


def _table(kind: type[Any], value: Any, where: str, path: str) -> Mapping[str, Any]:
    """Return the table that a value is or stands for; a name alone may stand for a part."""
    if isinstance(value, Mapping):
        return value
    short = getattr(kind, "short", "")
    if not short or not isinstance(value, str):
        raise LycosaError(f"{where}: {path!r} is a table of settings, not {value!r}")
    return {short: value}


def to_toml(settings: Settings, base: Path | None = None) -> str:
    """Write settings out in full, as `crawl.toml` keeps them; paths are made absolute from `base`."""
    plain = _plain(asdict(settings))
    if base is not None:
        absolute_paths(plain, base)
    return tomli_w.dumps(plain)


def _plain(value: Any) -> Any:
    """Leave out what TOML cannot say (None is the absence of a limit) and make sets lists."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value


def _checked(kind: Any, value: Any, where: str, path: str) -> Any:
    try:
        checked = TypeAdapter(kind).validate_python(value)
    except ValidationError as error:
        said = error.errors()[0]["msg"].removeprefix("Input should be ").removeprefix("Value error, ")
        raise LycosaError(f"{where}: {path} = {value!r} should be {said}") from None
    for number in _numbers_in(checked):
        if wrong := _out_of_range(number, path):
            raise LycosaError(f"{where}: {path} = {value!r} should be {wrong}")
    return checked


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
    if not prefix and key in _RENAMED:
        return f"; it is now called {_RENAMED[key][0]!r}"
    here = [f"{prefix}{item.name}" for item in fields(cls)]
    elsewhere = [s.path for s in settings_of(Settings) if s.path.rpartition(".")[2] == key]
    close = elsewhere or difflib.get_close_matches(f"{prefix}{key}", here, n=1, cutoff=0.5)
    return f"; did you mean {close[0]!r}?" if close else f"; known here: {', '.join(here)}"


def _default(item: Any, instance: Any) -> Any:
    if instance is not None:
        return getattr(instance, item.name)
    return item.default_factory() if item.default_factory is not MISSING else item.default


def _field_docstrings(cls: type[Any]) -> dict[str, str]:
    """Read the text that stands under each field in the source."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    body = next(node for node in tree.body if isinstance(node, ast.ClassDef)).body
    found: dict[str, str] = {}
    for item, below in pairwise(body):
        match item, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = " ".join(text.split())
    return found
