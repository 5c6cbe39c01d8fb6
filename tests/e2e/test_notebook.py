"""Lycosa in IPython: progress and tables are shown by its own display machinery, inside a running loop."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import RichOutput, capture_output
from tests.e2e.commands import served

from lycosa.lab.web.named import web_from

SEEDS = sorted(web_from("synth").on_topic("rainstorm"))[:2]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served(web_from("synth")) as port:
        yield port


@pytest.fixture
def shell() -> Iterator[InteractiveShell]:
    yield InteractiveShell.instance()
    InteractiveShell.clear_instance()


def shown(shell: InteractiveShell, cell: str) -> list[RichOutput]:
    """Run a cell as a notebook does, inside a running loop; return what it showed."""

    async def run() -> None:
        ran = await shell.run_cell_async(cell, transformed_cell=shell.transform_cell(cell))
        ran.raise_error()

    with capture_output() as captured:
        asyncio.run(run())
    return list(captured.outputs)


def test_a_cell_crawls_shows_progress_and_then_tables(
    shell: InteractiveShell, port: int, tmp_path: Path
) -> None:
    crawl = f"""
import lycosa
visits = list(lycosa.crawl_sync(
    "rainstorm disasters and floods", {SEEDS!r}, pages=12, out={str(tmp_path / "crawl")!r}, progress=True,
    network__resolve=["*:127.0.0.1:{port}"], politeness__delay_s=0, politeness__address_delay_s=0,
))
"""
    tables = [output.data.get("text/html", "") for output in shown(shell, crawl)]
    assert "Lycosa: running" in tables[0]
    assert "page budget spent" in tables[-1]
    assert "<td>12, " in tables[-1]
    assert len(shell.user_ns["visits"]) == 12
    for ask in ("crawl", "crawl.status()", "crawl.search('flood')", f"crawl.why({SEEDS[0]!r})"):
        cell = f"crawl = lycosa.open({str(tmp_path / 'crawl')!r})\ndisplay({ask})"
        data = shown(shell, cell)[-1].data
        assert data["text/html"].startswith("<table>"), ask
    for ask in (
        "crawl",
        "crawl.status()",
        "crawl.why(visits[0].url)",
        "visits[0]",
        "crawl.search('flood')[0]",
    ):
        assert len(repr(shell.ev(ask))) < 300, ask


def test_hostile_titles_are_text_in_a_notebook() -> None:
    from lycosa.search.snippet import Snippet
    from lycosa.store.lookup.hits import Hits, SearchHit

    bad = "<script>alert(1)</script>"
    hit = SearchHit(
        f"http://a.test/{bad}", bad, "a.test", "en", True, 1.0, 1.0, "", None, 0, Snippet(bad, ((0, 8),))
    )
    assert "<script" not in Hits([hit], 1)._repr_html_()
