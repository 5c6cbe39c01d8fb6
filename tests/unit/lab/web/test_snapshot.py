from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lycosa import Topic
from lycosa.engine import Budget, Crawl, Engine, Work
from lycosa.errors import LycosaError
from lycosa.fetch.replay import ReplayFetcher
from lycosa.frontier import Frontier
from lycosa.lab.synth import SynthParams, SynthWeb
from lycosa.lab.synth.disk import write_synthetic
from lycosa.lab.web.frozen import open_web
from lycosa.lab.web.snapshot import read_labels, snapshot
from lycosa.store import Store
from lycosa.strategy.bfs import BreadthFirst

SMALL = SynthParams(
    pages=300, hosts=4, topics=("sports", "music", "law"), tunnels=(1,), dead=0.1, redirects=0.2
)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LYCOSA_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def web() -> SynthWeb:
    return SynthWeb(SMALL)


@pytest.fixture
def crawl(tmp_path: Path, web: SynthWeb) -> Path:
    """Crawl a part of the web with a real store."""
    strategy = BreadthFirst(Topic.from_keywords(["music", "orchestra", "concert"]))
    with Store(tmp_path / "crawl") as store:
        crawl = Crawl(strategy, Frontier(strategy.evidence, urls=store.urls))
        store.begin(crawl, web.homes())
        engine = Engine(crawl, ReplayFetcher(web), Budget(120), Work(concurrency=1), listeners=[store])
        store.finish(asyncio.run(engine.run()))
    return tmp_path / "crawl"


def test_pages_and_redirects_of_a_crawl_are_those_of_the_web(
    crawl: Path, web: SynthWeb, tmp_path: Path
) -> None:
    taken = snapshot(crawl, tmp_path / "frozen")
    frozen = open_web(tmp_path / "frozen")
    assert (taken.pages, taken.redirects) == (len(frozen), len(list(frozen.redirects())))
    assert taken.pages > 80 and taken.redirects > 5
    for url in frozen.urls():
        original, kept = web.page(url), frozen.page(url)
        assert original is not None and kept is not None
        assert (kept.html, kept.content_type) == (original.html, original.content_type)
    for alias, target in frozen.redirects():
        assert web.redirect(alias) == target


def test_a_snapshot_has_no_labels_unless_asked_for(crawl: Path, tmp_path: Path) -> None:
    taken = snapshot(crawl, tmp_path / "frozen")
    assert (taken.labelled, open_web(tmp_path / "frozen").labels()) == (0, {})


def test_given_labels_are_kept_and_those_of_unknown_pages_reported(
    crawl: Path, web: SynthWeb, tmp_path: Path
) -> None:
    home = web.homes()[0]
    (tmp_path / "labels.tsv").write_text(f"{home}#top\tportal\n\n{home}\tstart\nhttp://no.example/\tportal\n")
    taken = snapshot(crawl, tmp_path / "frozen", read_labels(tmp_path / "labels.tsv"))
    page = open_web(tmp_path / "frozen").page(home)
    assert page is not None and page.labels == ("portal", "start")
    assert (taken.labelled, taken.unknown) == (1, ("http://no.example/",))


def test_own_verdicts_become_labels_on_request(crawl: Path, web: SynthWeb, tmp_path: Path) -> None:
    taken = snapshot(crawl, tmp_path / "frozen", own_verdicts=True)
    frozen = open_web(tmp_path / "frozen")
    assert frozen.labels() == {"relevant": taken.labelled}
    assert 0 < taken.labelled < taken.pages


def test_a_second_snapshot_does_not_touch_the_first(crawl: Path, tmp_path: Path) -> None:
    snapshot(crawl, tmp_path / "frozen")
    before = {file.name: file.read_bytes() for file in (tmp_path / "frozen").iterdir()}
    with pytest.raises(LycosaError, match="frozen exists already"):
        snapshot(crawl, tmp_path / "frozen")
    assert before == {file.name: file.read_bytes() for file in (tmp_path / "frozen").iterdir()}


def test_a_folder_without_a_crawl_is_named(tmp_path: Path) -> None:
    with pytest.raises(LycosaError, match=r"is not a crawl: there is no state\.sqlite"):
        snapshot(tmp_path, tmp_path / "frozen")


def test_a_crawl_without_archives_leaves_nothing(crawl: Path, tmp_path: Path) -> None:
    for file in (crawl / "warc").iterdir():
        file.unlink()
    with pytest.raises(LycosaError, match="crawl has no pages"):
        snapshot(crawl, tmp_path / "frozen")
    assert not (tmp_path / "frozen").exists()


def test_a_damaged_archive_leaves_nothing(crawl: Path, tmp_path: Path) -> None:
    (archive,) = (crawl / "warc").iterdir()
    archive.write_bytes(b"no archive at all" * 100)
    with pytest.raises(LycosaError, match=r"cannot read .*\.warc\.gz"):
        snapshot(crawl, tmp_path / "frozen")
    assert sorted(place.name for place in tmp_path.iterdir()) == ["cache", "crawl"]


@pytest.mark.parametrize("line", ["http://a.example/", "no url\tlabel", "http://a.example/\tone\ttwo"])
def test_a_bad_line_of_labels_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "labels.tsv").write_text(f"http://a.example/\tfine\n{line}\n")
    with pytest.raises(LycosaError, match=r"labels\.tsv, line 2: expected a URL and a label"):
        read_labels(tmp_path / "labels.tsv")


def test_a_synthetic_web_on_disk_answers_like_the_computed_one(web: SynthWeb, tmp_path: Path) -> None:
    redirects = write_synthetic(web, tmp_path / "disk")
    disk = open_web(tmp_path / "disk")
    assert list(disk.urls()) == list(web.urls())
    assert all(disk.page(url) == web.page(url) for url in web.urls())
    assert disk.labels() == web.labels()
    assert len(list(disk.redirects())) == redirects > 50


def test_every_redirect_a_crawl_can_meet_is_on_disk(web: SynthWeb, tmp_path: Path) -> None:
    write_synthetic(web, tmp_path / "disk")
    disk = open_web(tmp_path / "disk")

    async def walk() -> set[str]:
        strategy = BreadthFirst(Topic.from_keywords(["music"]))
        crawl = Crawl(strategy)
        crawl.seed(web.homes())
        met: set[str] = set()
        engine = Engine(crawl, ReplayFetcher(web), Budget(None), Work(concurrency=1))
        async for step in engine.steps():
            url = step.visit.link.url
            assert disk.redirect(url) == web.redirect(url)
            met.add(url)
        return met

    assert len(asyncio.run(walk())) > 300


@pytest.mark.parametrize("params", [SynthParams(pages=None), SynthParams(traps=0.1)])
def test_an_endless_web_is_not_written(params: SynthParams, tmp_path: Path) -> None:
    with pytest.raises(LycosaError, match="has no end"):
        write_synthetic(SynthWeb(params), tmp_path / "disk")
    assert not (tmp_path / "disk").exists()


def test_labels_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "labels.tsv").write_bytes(b"\xef\xbb\xbfhttp://a.example/\tbirds\r\n")
    assert read_labels(tmp_path / "labels.tsv") == {"http://a.example/": ("birds",)}
