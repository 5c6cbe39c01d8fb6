"""Names to plug-ins: the built-in ones found in their package, others by entry point.

A plug-in is any class with a `name` of its own, in a module of its family's package or
behind an entry point of its family's group. Nothing has to be edited to add one.
"""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import entry_points
from typing import Any

from lycosa.errors import LycosaError


@dataclass(frozen=True)
class Family:
    """All plug-ins of one kind."""

    kind: str
    package: str
    group: str

    @cached_property
    def classes(self) -> dict[str, type[Any]]:
        """Every plug-in by name, sorted; built-in names cannot be taken over."""
        found = {**self._installed(), **self._built_in()}
        return dict(sorted(found.items()))

    def get(self, name: str) -> type[Any]:
        """Return the plug-in of that name; say which names are close if there is none."""
        if name in self.classes:
            return self.classes[name]
        close = difflib.get_close_matches(name, self.classes, n=3)
        hint = f"did you mean {' or '.join(close)}?" if close else f"known: {', '.join(self.classes)}"
        raise LycosaError(f"unknown {self.kind} {name!r}; {hint}")

    def _built_in(self) -> dict[str, type[Any]]:
        package = importlib.import_module(self.package)
        modules = [
            importlib.import_module(f"{self.package}.{info.name}")
            for info in pkgutil.iter_modules(package.__path__)
            if not info.ispkg
        ]
        return {
            vars(cls)["name"]: cls
            for module in modules
            for cls in vars(module).values()
            if isinstance(cls, type) and cls.__module__ == module.__name__ and "name" in vars(cls)
        }

    def _installed(self) -> dict[str, type[Any]]:
        found: dict[str, type[Any]] = {}
        for entry in entry_points(group=self.group):
            try:
                found[entry.name] = entry.load()
            except Exception as error:
                raise LycosaError(
                    f"{self.kind} {entry.name!r} ({entry.value}) does not load: {error}"
                ) from error
        return found


strategies = Family("strategy", "lycosa.strategy", "lycosa.strategies")
judges = Family("judge", "lycosa.judge", "lycosa.judges")
rankers = Family("ranker", "lycosa.rank", "lycosa.rankers")
