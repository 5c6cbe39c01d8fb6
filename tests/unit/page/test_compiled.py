"""Compiled or not, the same pages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from lycosa.version import build

PROGRAM = """
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader

def only_sources(path):
    if "lycosa" not in path:
        raise ImportError
    return FileFinder(path, (SourceFileLoader, SOURCE_SUFFIXES))

if sys.argv[1] == "pure":
    sys.path_hooks.insert(0, only_sources)
    sys.path_importer_cache.clear()

from hashlib import sha256
from random import Random
from lycosa.page import html, walk
from lycosa.page.document import parse_here

html.parse_unproven()
PARTS = (
    "<p>", "<div class='a b'>", "</div>", "<a href=/x%s>", "<a href='../y?b=%s&a=1' title=t rel=nofollow>",
    "</a>", "<ul><li>", "<table><tr><td>", "<b>", "<h2 id=i>", "<img alt='flood %s'>", "<div hidden>",
    "<script>x</script>", "<svg><title>t</title>", "<meta name=description content='rain %s'>", "<template>",
    "<base href=/z/>", "<frameset>", " floods and rivers %s ", "\\n", "naïve façade ", "数据库模型 ",
    "don't ", "&amp; ", "<title>Wolf %s</title>",
)
found = sha256()
for number in range(400):
    draw = Random(number)
    parts = [draw.choice(PARTS) for _ in range(draw.randrange(120))]
    body = "".join(part % draw.randrange(50) if "%s" in part else part for part in parts)
    page = parse_here(body.encode(), f"http://a.org/dir/{number}", layout=bool(number % 2))
    found.update(repr([getattr(page, name) for name in page.__slots__ if name != "robots"]).encode())
print(walk.__file__.endswith(".py"), found.hexdigest())
"""


def _read(how: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", PROGRAM, how], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_the_sources_alone_read_pages() -> None:
    is_pure, digest = _read("pure")
    assert is_pure == "True"
    assert len(digest) == 64


@pytest.mark.skipif(build() == "pure Python", reason="nothing is compiled: make compiled")
def test_compiled_modules_read_the_same_pages() -> None:
    (is_pure, digest), (_, expected) = _read("as built"), _read("pure")
    assert is_pure == "False"
    assert digest == expected


def test_the_program_says_how_it_was_built() -> None:
    said = subprocess.run(
        [sys.executable, "-m", "lycosa", "--version"], capture_output=True, text=True, check=True
    ).stdout
    compiled = list((Path(__file__).parents[3] / "src/lycosa/page").glob("walk.*.so"))
    assert said.strip().endswith("compiled" if compiled else "pure Python")
