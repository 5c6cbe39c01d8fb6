"""Builds the package; with LYCOSA_COMPILE=1 the modules that read pages are compiled with mypyc."""

from __future__ import annotations

import os

from setuptools import setup

COMPILED = (
    *("page/blocks", "page/directives", "page/head", "page/links", "page/paths", "page/tags", "page/walk"),
    *("text/phrase", "text/token", "topic/vector", "url/canonical", "url/target"),
)
"""The same sources as without a compiler, and the same pages; what they cost is mostly Python calls."""


def extensions() -> list[object]:
    """Return what is to be compiled."""
    if os.environ.get("LYCOSA_COMPILE") != "1":
        return []
    from mypyc.build import mypycify  # noqa: PLC0415  # only where it is asked for

    modules = [f"src/lycosa/{name}.py" for name in COMPILED]
    return list(mypycify(["--follow-imports=silent", *modules], opt_level="3"))


setup(ext_modules=extensions())
