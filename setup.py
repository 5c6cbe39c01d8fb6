"""Builds the package; with LYCOSA_COMPILE=1 the modules that read pages are compiled with Cython."""

from __future__ import annotations

import os

from setuptools import setup

COMPILED = (
    "src/lycosa/page/walk.py",
    "src/lycosa/page/blocks.py",
    "src/lycosa/page/links.py",
    "src/lycosa/page/proof/tag_search.pyx",
    "src/lycosa/text/chunk_table.pyx",
    "src/lycosa/text/stem.py",
    "src/lycosa/text/token.py",
    "src/lycosa/tokens/counts.pyx",
    "src/lycosa/tokens/gather.pyx",
    "src/lycosa/tokens/rows.pyx",
    "src/lycosa/tokens/stem_numbers.py",
    "src/lycosa/engine/duplicates/runs.pyx",
    "src/lycosa/frontier/rank_rows.pyx",
    "src/lycosa/graph/look_back.pyx",
    "src/lycosa/rank/outcome/link_rows.pyx",
)
"""What goes over every element, link and word of a page, over what words mean, and over the links beside an
outcome. Python modules are the same source as without a compiler, and the `.pxd` beside one says what in it
is a number; the others are written a second time, in terms of bytes and numbers."""


def extensions() -> list[object]:
    """Return what is to be compiled."""
    if os.environ.get("LYCOSA_COMPILE") != "1":
        return []
    from Cython.Build import cythonize  # noqa: PLC0415  # only where it is asked for

    return list(cythonize(COMPILED, build_dir="build", language_level=3))


setup(ext_modules=extensions())
