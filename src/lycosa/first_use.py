"""Packages that import what is heavy when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def on_first_use(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package; `homes` says where its names are: `module` or `module:name`."""

    def get(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, its_name = homes[name].partition(":")
        found = getattr(import_module(module), its_name or name)
        setattr(import_module(package), name, found)  # else the next use would look for it again
        return found

    return get
