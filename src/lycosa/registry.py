"""Names to plug-ins: the built-in ones found in their package, others by entry point.

A plug-in is any class with a `name` of its own that is not empty, in a module of its family's package or
behind an entry point of its family's group. Nothing has to be edited to add one.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

from lycosa.errors import LycosaError


@dataclass(frozen=True)
class Family:
    """All plug-ins of one kind."""

    kind: str
    package: str
    group: str
    adapt: Callable[[Any, str], type[Any]] | None = None
    """Makes a plug-in of a plain function and a name, where a family takes functions."""

    @cached_property
    def classes(self) -> dict[str, type[Any]]:
        """Every plug-in by name, sorted; built-in names cannot be taken over."""
        loaded = {name: found for name, found in self._installed.items() if isinstance(found, type)}
        return dict(sorted({**loaded, **self._built_in()}.items()))

    @property
    def broken(self) -> dict[str, str]:
        """Installed plug-ins that do not load, with the reason: they must not stop the others."""
        return {name: found for name, found in self._installed.items() if isinstance(found, str)}

    def add(self, cls: type[Any]) -> None:
        """Make a class known by its name for as long as this process lives; built-in names stay."""
        if cls.name in self._built_in() or cls.name in self._installed:
            raise LycosaError(f"there is a {self.kind} {cls.name!r} already; choose another name")
        self.classes[cls.name] = cls

    def find(self, name: str) -> type[Any] | None:
        """Return the plug-in of that name, if there is one.

        Most built-in ones are in a module of their name, and are found without the others being imported.
        """
        found = None if "classes" in vars(self) else self._by_module(name)
        return found or self.classes.get(name)

    def get(self, name: str) -> type[Any]:
        """Return the plug-in of that name; say which names are close if there is none."""
        found = self.find(name)
        if found is not None:
            return found
        if name in self.broken:
            raise LycosaError(f"{self.kind} {name!r} does not load: {self.broken[name]}")
        close = difflib.get_close_matches(name, self.classes, n=3)
        hint = f"did you mean {' or '.join(close)}?" if close else f"known: {', '.join(self.classes)}"
        raise LycosaError(f"unknown {self.kind} {name!r}; {hint}")

    def _built_in(self) -> dict[str, type[Any]]:
        package = importlib.import_module(self.package)
        found: dict[str, type[Any]] = {}
        for info in pkgutil.iter_modules(package.__path__):
            if not info.ispkg:
                found |= _plugins_in(importlib.import_module(f"{self.package}.{info.name}"))
        return found

    def _by_module(self, name: str) -> type[Any] | None:
        module = f"{self.package}.{name.replace('-', '_')}"
        if not name.replace("-", "_").isidentifier() or importlib.util.find_spec(module) is None:
            return None
        return _plugins_in(importlib.import_module(module)).get(name)

    @cached_property
    def _installed(self) -> dict[str, type[Any] | str]:
        found: dict[str, type[Any] | str] = {}
        for entry in entry_points(group=self.group):
            try:
                loaded = entry.load()
                plain = callable(loaded) and not isinstance(loaded, type)
                made = self.adapt(loaded, entry.name) if self.adapt and plain else loaded
                wrong = f"{entry.value}: it is no class but of type {type(made).__name__}"
                found[entry.name] = made if isinstance(made, type) else wrong
            except Exception as error:  # whatever another's package may raise
                found[entry.name] = f"{entry.value}: {error}"
        return found


def entry_points(group: str) -> Iterable[Any]:
    """Return what installed packages offer; what looks for it is imported when a name is not built in."""
    found: Iterable[Any] = importlib.import_module("importlib.metadata").entry_points(group=group)
    return found


def _plugins_in(module: ModuleType) -> dict[str, type[Any]]:
    """Return the plug-ins that a module defines."""
    return {
        vars(cls)["name"]: cls
        for cls in vars(module).values()
        if isinstance(cls, type) and cls.__module__ == module.__name__ and vars(cls).get("name")
    }


def _judge_from(function: Any, name: str) -> type[Any]:
    made: type[Any] = importlib.import_module("lycosa.judge.function").judge_from(function, name)
    return made


strategies = Family("strategy", "lycosa.strategy", "lycosa.strategies")
judges = Family("judge", "lycosa.judge", "lycosa.judges", _judge_from)
rankers = Family("ranker", "lycosa.rank", "lycosa.rankers")
selectors = Family("selector", "lycosa.strategy.select", "lycosa.selectors")
tunnels = Family("tunnel rule", "lycosa.strategy.tunnel", "lycosa.tunnels")
fetchers = Family("fetcher", "lycosa.fetch", "lycosa.fetchers")
