"""Compiled or not, the same pages, and links worth the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

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

from array import array
from hashlib import sha256
from itertools import accumulate
from random import Random
import numpy as np
from lycosa.engine.duplicates import runs
from lycosa.page import blocks, html, links, walk
from lycosa.page.proof import tag_search
from lycosa.page.document import parse_here
from lycosa.frontier import rank_rows
from lycosa.graph import NO_BLOCK, ShownLinks, look_back
from lycosa.rank.outcome import link_rows
from lycosa.text import cache, chunk_table, grouped, stem, token, tokenise
from lycosa.tokens import counts, gather, rows, stem_numbers

html.parse_unproven()
PARTS = (
    "<p>", "<div class='a b'>", "</div>", "<a href=/x%s>", "<a href='../y?b=%s&a=1' title=t rel=nofollow>",
    "</a>", "<ul><li>", "<table><tr><td>", "<b>", "<h2 id=i>", "<img alt='flood %s'>", "<div hidden>",
    "<script>x</script>", "<svg><title>t</title>", "<meta name=description content='rain %s'>", "<template>",
    "<base href=/z/>", "<frameset>", " floods and rivers %s ", "\\n", "naïve façade ", "数据库模型 ",
    "don't ", "l\\u2019homme ", "a\\u3000b\\u2028c\\x85d\\xa0e ", "\\x1f\\0x ", "&amp; ",
    "<title>Wolf %s</title>",
)
found = sha256()
for number in range(400):
    draw = Random(number)
    parts = [draw.choice(PARTS) for _ in range(draw.randrange(120))]
    body = "".join(part % draw.randrange(50) if "%s" in part else part for part in parts)
    page = parse_here(body.encode(), f"http://a.org/dir/{number}", layout=bool(number % 2))
    found.update(repr([getattr(page, name) for name in page.__slots__ if name != "robots"]).encode())

TAG_PARTS = (
    *"< <a <b <font <A <body <HTML <i <big> <span <nobr <strike".split(" "),
    "<em/", "<u>", "<code class='x'>", "<a href=u>",
    "<strong\\n", "<tt\\r>", "<a ", "<b ", " k='v'", " k='<b>'", " ", "\\t", "\\f", "x", "='", '="', "'", '"',
    "=", "/", "/>", ">", "=y", "=>", " =", "= ", "\\0", "e\\xe9", "\\u4e2d", "\\U0001f600",
    "a" * 98, "b" * 99, "c" * 100, " z" * 23, " z" * 24, " z=1" * 24, " z=1" * 25,
    *(f" q={quote}{'v' * count}{quote}" for quote in ("", "'", '"') for count in (998, 999, 1000)),
)
for number in range(20000):
    draw = Random(number)
    markup = "".join(draw.choices(TAG_PARTS, k=draw.randrange(14)))
    found.update(repr(tag_search.telling_tags(markup)).encode())

SPACES = " \\xa0\\u1680\\u2003\\u2028\\u205f\\u3000\\x85\\0\\x1c"
LETTERS = SPACES + "ab\\u2019\\xdf\\xe9\\u4e2d\\u6587\\u304b\\u30ab\\u0301\\u200d\\ud800.,1"
cache.CACHE_ENTRIES = 500  # so that tables grow and start again
for number in range(3000):
    draw = Random(number)
    texts = ["".join(draw.choices(LETTERS, k=draw.randrange(40))) for _ in range(draw.randrange(4))]
    language = draw.choice(["en", "fr", "zh", "xx"])
    found.update(repr(tokenise(texts, language)).encode())
    found.update(repr(grouped(texts, bytes(draw.choices(range(6), k=len(texts))), language)).encode())

counter = counts.StemCounter()
for number in range(300):
    draw = Random(number)
    sizes = [draw.choice((0, 1, 2, 30)) for _ in range(draw.randrange(20))]
    text, starts = np.frombuffer(draw.randbytes(sum(sizes)), np.uint8), np.int32([0, *accumulate(sizes)])
    chosen = np.int32([draw.randrange(len(sizes)) for _ in range(40)] if sizes else [])
    found.update(gather.gathered(text, starts, chosen))
    stops = np.sort(np.array(draw.choices(range(len(chosen) + 1), k=20)).reshape(-1, 2, 2), axis=2)
    spliced = gather.spliced(chosen, chosen[::-1].copy(), stops[:, :, 0], stops[:, :, 1])
    found.update(spliced.tobytes())
    spans = [sorted(draw.choices(range(len(chosen) + 1), k=2)) for _ in range(3)]
    outside = runs.outside_links(np.int32(spans), len(chosen))
    stems = np.frombuffer(draw.randbytes(24 * len(sizes)), np.uint64).reshape(-1, 3).copy()
    stems[:, 2] %= draw.choice((10, 10_000))  # some texts are longer than is looked at
    found.update(outside + runs.run_hashes(stems, chosen, outside).tobytes())

    groups, amounts = bytes(draw.choices(range(3), k=len(chosen))), np.arange(len(chosen), dtype=np.int32)
    for told in ((b"", None), (groups, None), (b"", amounts), (groups, amounts)):
        for column in counter.count(chosen, *told, len(sizes) or 1):
            found.update(repr(column.tolist()).encode())

for number in range(400):
    draw, some = Random(number), np.random.default_rng(number)
    sizes = draw.choices((1, 2, 7, 8, 9, 16, 17, 40, 129) if number % 20 else (1, 130, 300), k=9)
    meanings = some.standard_normal((sum(sizes), draw.choice((1, 3, 100, 128)))).astype(np.float32)
    found.update(rows.row_sums(meanings, np.array([0, *accumulate(sizes[:-1])])).tobytes())
    hashes = some.integers(0, 1 << 64, draw.choice((0, 1, 3, 254, 255, 256, 1000)), np.uint64)
    hashes = np.sort(np.concatenate([hashes, hashes[:40]]))
    found.update(repr(runs.majority(hashes, draw.choice((1, 255)))).encode())

LINKS, BLOCKS = 60, 30
for number in range(400):
    draw, some = Random(number), np.random.default_rng(number)
    sums, by_page = some.random((LINKS, 6)), some.integers(0, 900, (LINKS, 2))
    by_block, pages = some.integers(0, 900, (BLOCKS, 2)), np.array(draw.choices(range(LINKS), k=5))
    sums[::7, 0] = 0
    count = draw.choice((0, 1, 40))
    targets, within = some.integers(LINKS, size=count), some.integers(BLOCKS, size=count)
    link_rows.add_sightings(sums, targets, (draw.random(), 3, 900), by_block, within)
    of_each = [draw.randrange(9) for _ in pages]
    places = np.uint16(draw.choices([0, 0, 1, 2, 9, NO_BLOCK], k=sum(of_each)))
    shown = ShownLinks(of_each, np.int32(draw.choices([-2, *range(-1, 12)], k=sum(of_each))), places)
    firsts = np.array(draw.choices(range(BLOCKS - 9), k=5))
    told = draw.randrange(12), *draw.choice(((1, 700), (0, -300)))
    link_rows.add_outcome((sums, by_page, by_block), pages, firsts, shown, told)
    found.update(sums.tobytes() + by_page.tobytes() + by_block.tobytes())
    hosts, directories = np.uint32(some.integers(5, size=count)), np.uint32(some.integers(9, size=count))
    by_place = some.random((9, 2))
    worth = link_rows.rated(sums, targets, draw.random(), (by_place, hosts), (by_place, directories))
    found.update(worth.tobytes())
    steps = some.integers(-127, 128, (LINKS, draw.choice((64, 196))), np.int8)
    found.update(link_rows.meanings_of(steps, targets, 127.0).tobytes())
    table, column, across = some.random((40, 9)), some.random(40), some.random(9)
    link_rows.subtract_product(table, column, across, np.empty((40, 9)))
    found.update(table.tobytes())

for number in range(300):
    draw, some = Random(number), np.random.default_rng(number)
    count, width = draw.choice((1, 3, 40)), draw.choice((1, 5, 12))
    parts = (some.standard_normal((count, width)) * draw.choice((1, 1e30))).astype(np.float32)
    parts[some.random(parts.shape) < 0.2] *= 0
    parts[some.random(parts.shape) < draw.choice((0, 0, 0.01))] = draw.choice((np.nan, np.inf))
    ranks, wrong = rank_rows.ranks_of(parts, some.standard_normal(width) * draw.choice((1, 1e9)))
    found.update(repr(wrong).encode() + (ranks.tobytes() if wrong < 0 else b""))
    before, chosen = array("I", range(80)), some.permutation(80)[:count]
    states = array("B", draw.choices((0, draw.choice((0, 2))), k=80))
    ranks = np.uint32(some.integers(80, size=count))
    ranks[::2] = chosen[::2]
    for column in (*rank_rows.moved(before, states, 0, chosen, ranks), before):
        found.update(repr(column.tolist()).encode())
    others = np.where(some.random(parts.shape) < 0.1, np.float32(2), parts)
    found.update(repr(rank_rows.differing(parts, others[:, :width]).tolist()).encode())
    last, strays = array("q", draw.choices((-1, 0, 5), k=9)), array("q", draw.choices((-1, 1, 5), k=4))
    targets = array("i", draw.choices([-5, -3, -2, *range(9)], k=count))
    back = look_back.look_back(targets, 6, last, strays, draw.choice((0, 3)))
    found.update(back + last.tobytes() + strays.tobytes())
    facts = before, array("H", range(80)), before, array("i", draw.choices(range(-1, 30), k=80))
    known = rank_rows.facts_of(chosen, facts)
    since = look_back.ages(array("i", draw.choices(range(-1, 9), k=20)), known[-1], 9)
    found.update(b"".join(column.tobytes() for column in (*known, since)))

compiled = (walk, blocks, links, tag_search, chunk_table, stem, token, counts, gather, stem_numbers, runs)
compiled += (rows, link_rows, rank_rows, look_back)
print(*(module.__file__.endswith(".py") for module in compiled), found.hexdigest())
"""


def _read(how: str, sources: Path = ROOT / "src") -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, how],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(sources)},
    )
    return done.stdout.split()


def test_the_sources_alone_read_pages() -> None:
    *are_pure, digest = _read("pure")
    assert are_pure == ["True"] * 15
    assert len(digest) == 64


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_compiled_modules_read_the_same_pages(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        cwd=tmp_path,
        env=os.environ | {"LYCOSA_COMPILE": "1"},
        capture_output=True,
        check=True,
    )
    (*are_pure, digest), (*_, expected) = _read("as built", tmp_path / "src"), _read("pure")
    assert are_pure == ["False"] * 15
    assert digest == expected


def test_the_program_says_how_it_was_built() -> None:
    said = subprocess.run(
        [sys.executable, "-m", "lycosa", "--version"], capture_output=True, text=True, check=True
    ).stdout
    compiled = list((ROOT / "src/lycosa/page").glob("walk.*.so"))
    assert said.strip().endswith("compiled" if compiled else "pure Python")
