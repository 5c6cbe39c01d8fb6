"""A crawl that cannot be taken up from the live view: people are told why, until they try again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.unit.store.conftest import Session, wild_web
from tests.unit.ui.test_safety import PORT, SECRET, ask

from lycosa import LycosaError, Topic
from lycosa.strategy.bfs import BreadthFirst
from lycosa.ui.app import LiveView
from lycosa.ui.resumption import Resumption
from lycosa.ui.snapshot import EventLine

HOSTILE = "<b>bold\u202e"
TAKE_UP = b'{"do": "take-up"}'


@pytest.fixture
def view(tmp_path: Path) -> LiveView:
    crawl = Session(tmp_path / "crawl", lambda: BreadthFirst(Topic.from_keywords(["flood"])), wild_web())
    crawl.sit(5, tidy=True)
    (crawl.folder / "crawl.toml").write_text(f'[budget]\n"{HOSTILE}" = 3\n')
    return LiveView(crawl.folder, SECRET, PORT, control=True)


def ended(resumption: Resumption) -> None:
    assert resumption._last is not None
    resumption._last.process.wait(60)


def not_resumed(view: LiveView) -> str:
    return str(json.loads(ask(view, f"/{SECRET}/snapshot").body)["not_resumed"])


def test_why_a_resume_failed_is_shown_until_the_next_try(view: LiveView) -> None:
    assert not_resumed(view) == ""
    assert "taken up" in ask(view, f"/{SECRET}/orders", "POST", TAKE_UP).body
    again = json.loads(ask(view, f"/{SECRET}/orders", "POST", TAKE_UP).body)
    assert "being taken up already" in again["problem"]
    ended(view._resumption)
    said = not_resumed(view)
    assert said.startswith("`lycosa resume` ended with exit code 2: ")
    assert "crawl.toml: unknown setting 'budget.<b>bold" in said
    assert said.isprintable()
    assert not_resumed(view) == said
    ask(view, f"/{SECRET}/orders", "POST", TAKE_UP)
    assert not_resumed(view) == ""
    ended(view._resumption)
    assert not_resumed(view) == said


def test_a_try_that_was_killed_is_called_that_and_forgotten_once_the_crawl_goes_on(view: LiveView) -> None:
    resumption = Resumption(view.folder)
    resumption.begin()
    assert resumption._last is not None
    resumption._last.process.kill()
    ended(resumption)
    assert resumption.failure([EventLine(1.0, "resume", "")]) == "`lycosa resume` was ended by Killed (9)"
    assert resumption.failure([EventLine(4e9, "resume", "")]) == ""


def test_a_crawl_that_cannot_even_be_tried_says_so(view: LiveView, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    with pytest.raises(LycosaError, match="cannot be started: No such file"):
        Resumption(view.folder).begin()
