"""The log of a crawl without a terminal."""

from __future__ import annotations

import io
from types import SimpleNamespace

import pytest
from rich.console import Console
from tests.tinyweb import TinyWeb

from lycosa import Topic
from lycosa.cli import progress
from lycosa.engine import Budget, Crawl, Engine
from lycosa.errors import Kind
from lycosa.strategy.bfs import BreadthFirst


def test_the_first_line_of_a_log_has_the_rate_since_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    crawl = Crawl(BreadthFirst(Topic.from_keywords(["flood"])))
    engine = Engine(crawl, TinyWeb({}), Budget(500), clock=lambda: now[0])
    session = SimpleNamespace(engine=engine)
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    console = Console(file=io.StringIO(), width=300)
    with progress.progress_of(session, console) as lines:  # type: ignore[arg-type]
        engine.rate.note(now[0], 0)
        crawl.tally.pages, crawl.tally.relevant = 120, 60
        crawl.tally.reasons.update({Kind.HTTP_CLIENT: 3, Kind.NOFOLLOW: 40})
        crawl.tally.failures[Kind.HTTP_CLIENT] = 3
        now[0] += 11.0
        lines.refresh()
        lines.refresh()
    written = console.file.getvalue()  # type: ignore[attr-defined]
    assert written.count("\n") == 1
    assert "pages 120  relevant 60  harvest 50.0%  pages/s 10.9" in written
    assert "failed 3 " in written
