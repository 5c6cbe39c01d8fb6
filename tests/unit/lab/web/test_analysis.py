"""Pages parsed once and read back are the pages that parsing gives."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from importlib import invalidate_caches
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import numpy as np
import pytest
from tests.tinyweb import Notebook

from lycosa.engine import Budget, Crawl, Engine
from lycosa.errors import Kind
from lycosa.fetch.reading import ReadingSource
from lycosa.fetch.replay import ReplayFetcher
from lycosa.lab.experiment import code_digest
from lycosa.lab.experiment.code_digest import source_digest
from lycosa.lab.synth import SynthParams, SynthWeb
from lycosa.lab.web.analysis import AnalysedReplay, Analysis, open_analysis, parser_digest, read_page
from lycosa.lab.web.packing import pack, unpack
from lycosa.model import Page, Queued
from lycosa.page import parse_html
from lycosa.strategy.best_first import BestFirst
from lycosa.topic import Topic

SMALL = SynthParams(pages=400, hosts=5, tunnels=(), topics=("rainstorm", "sports"))


@pytest.fixture(scope="module")
def web() -> SynthWeb:
    return SynthWeb(SMALL)


@pytest.fixture(scope="module")
def analysis(web: SynthWeb, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analysis]:
    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(1) as pool:
        patch.setenv("LYCOSA_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield open_analysis(web, pool)


def through_bytes(page: Page | Kind) -> Page | Kind:
    packed = pack(page)
    table = np.array(packed.strings, dtype=object)
    return unpack(packed.joined(np.arange(len(table), dtype=np.uint32)), table)


def test_every_page_of_a_web_comes_back_equal(web: SynthWeb, analysis: Analysis) -> None:
    assert len(analysis) == len(web)
    assert [url for url in web.urls() if analysis[url] != read_page(web, url)] == []


def test_values_come_back_with_their_types(web: SynthWeb, analysis: Analysis) -> None:
    url = next(web.urls())
    assert repr(analysis[url]) == repr(read_page(web, url))


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<title>a\nb</title><p>\ud800 x</p>",
        "<a href='/x' rel='nofollow ugc'>go</a>",
        "<meta name=robots content='noindex,nofollow'><p>洪水",
        "<div><div>a<a href=/b>c</a></div>d</div>" * 3,
    ],
)
def test_odd_pages_come_back_equal(html: str) -> None:
    page = parse_html(html.encode("utf-8", "surrogatepass"), "http://odd.example/")
    assert through_bytes(page) == page


def test_no_field_of_a_page_is_forgotten() -> None:
    changed = {"links_dropped": 3, "robots": frozenset({"none"}), "groups": b"\x01", "tokens": ("a",)}
    texts = {f.name: f"some {f.name}" for f in fields(Page) if f.type == "str"}
    page = replace(Page("http://a.example/"), **changed, **texts)  # type: ignore[arg-type]
    assert through_bytes(page) == page


def test_why_there_is_no_page_comes_back_too() -> None:
    assert through_bytes(Kind.NOT_HTML) is Kind.NOT_HTML


def test_a_crawl_of_parsed_pages_goes_as_one_that_parses(web: SynthWeb, analysis: Analysis) -> None:
    def visits(replay: bool) -> list[tuple[str, object, object]]:
        source = AnalysedReplay(web, analysis)
        crawl, notebook = Crawl(BestFirst(Topic.from_keywords(["rain", "flood"]))), Notebook()
        crawl.seed(web.homes()[:2])
        engine = (
            Engine(crawl, source, Budget(60), listeners=[notebook])
            if replay
            else Engine(crawl, ReadingSource(ReplayFetcher(web)), Budget(60), listeners=[notebook])
        )
        asyncio.run(engine.run())
        return [(step.visit.url, step.visit.page, step.visit.judgement) for step in notebook.steps]

    assert visits(replay=True) == visits(replay=False)


def test_a_url_that_is_no_page_is_answered_as_in_replay(web: SynthWeb, analysis: Analysis) -> None:
    asked = "http://nowhere.example/"
    link = Queued(0, asked, "nowhere.example", 0, -1, 0.0, ())
    sources = (AnalysedReplay(web, analysis), ReadingSource(ReplayFetcher(web)))
    answers = [asyncio.run(source.obtain(link)) for source in sources]
    assert answers[0] == answers[1]


def test_the_cache_is_used_again(web: SynthWeb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LYCOSA_CACHE", str(tmp_path))
    with ThreadPoolExecutor(1) as pool:
        first = open_analysis(web, pool)
    second = open_analysis(web, None)  # type: ignore[arg-type]  # no pool: nothing may be parsed
    url = next(web.urls())
    assert first[url] == second[url]
    assert second.parse_s > 0


def test_a_digest_covers_what_a_module_imports_and_nothing_else() -> None:
    assert source_digest("lycosa.strategy.bfs") != source_digest("lycosa.strategy.dfs")
    assert source_digest("lycosa.url.words") == source_digest("lycosa.url.words", "lycosa.url.suffix")
    assert len(parser_digest()) == 16


@pytest.mark.parametrize(
    "statement", ["from grown import helper", "from . import helper", "import grown.helper"]
)
def test_a_digest_covers_the_package_of_a_plug_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: str
) -> None:
    package = tmp_path / "grown"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "mine.py").write_text(statement)
    (package / "helper.py").write_text("WORTH = 1")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "grown", raising=False)
    before = _digest_anew("grown.mine")
    (package / "helper.py").write_text("WORTH = 2")
    assert _digest_anew("grown.mine") != before


def test_a_digest_is_of_the_source_where_a_module_was_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "quick.py").write_text("import lycosa.url.words")
    monkeypatch.syspath_prepend(tmp_path)
    before = _digest_anew("quick")
    (tmp_path / f"quick{EXTENSION_SUFFIXES[0]}").write_bytes(b"\x7fELF\0")
    assert _digest_anew("quick") == before
    (tmp_path / "quick.py").unlink()
    assert _digest_anew("quick") != before


def _digest_anew(module: str) -> str:
    """Return a digest as a new process would."""
    for kept in (code_digest.source_digest, code_digest._imports, code_digest._found):
        kept.cache_clear()
    invalidate_caches()
    return source_digest(module)
