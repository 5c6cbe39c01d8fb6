"""What a priority is made of, after the weights of its parts have changed."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from click.testing import CliRunner

from lycosa import Topic
from lycosa.cli.root import lycosa
from lycosa.store.why import Reason, why
from lycosa.strategy.fcpso import FCPSO

Sessions = Callable[..., Any]
TOPIC = Topic.from_keywords(["flood", "river"])


def learning() -> FCPSO:
    return FCPSO(TOPIC, seed=1, window=10)


@pytest.fixture
def crawled(session: Sessions) -> Any:
    made = session(learning)
    made.sit(30)
    made.sit(25)  # a second sitting goes on with the weights of the first
    return made


def sum_of(reason: Reason) -> float:
    return sum(reason.weights[name] * value for name, value in reason.parts.items())


def test_the_weights_do_change(crawled: Any) -> None:
    assert crawled.crawl.strategy.ranked_by != learning().ranked_by


def test_parts_of_a_visited_link_add_up_to_the_priority_it_was_chosen_by(crawled: Any) -> None:
    chosen = {step.visit.link.url: step.visit.link.priority for step in crawled.notebook.steps}
    reasons = {url: why(crawled.folder, url) for url in chosen}
    assert len(chosen) > 30
    assert {url: sum_of(reason) for url, reason in reasons.items()} == pytest.approx(chosen, abs=1e-5)
    assert len({tuple(reason.weights.values()) for reason in reasons.values()}) > 1


def test_parts_of_a_queued_link_add_up_to_its_priority_now(crawled: Any) -> None:
    queued = [url for (url,) in crawled.rows("SELECT url FROM link_list WHERE state = 0")]
    told = {url: why(crawled.folder, url) for url in queued}
    crawled.sit(1)
    link = crawled.notebook.steps[-1].visit.link
    assert told[link.url].priority == pytest.approx(sum_of(told[link.url]), abs=1e-9)
    assert told[link.url].priority == pytest.approx(link.priority, abs=1e-5)


def test_what_speaks_for_a_link_is_said_in_words(crawled: Any) -> None:
    shown = [step.visit.url for step in crawled.notebook.steps if step.visit.link.depth > 1]
    told = why(crawled.folder, shown[-1]).evidence
    visits = len(crawled.notebook.steps)
    assert re.match(r"linked by \d+ pages?, \d+ of them relevant", told[0])
    beside = next(line for line in told if "of these pages" in line)
    relevant, tried = map(int, re.findall(r"^(\d+) of (\d+) links tried", beside)[0])
    assert 0 <= relevant <= tried < visits
    assert any(re.match(r"\d+ of \d+ pages of \S+ were relevant", line) for line in told)


def test_a_title_that_a_reason_quotes_gives_the_terminal_no_orders(crawled: Any) -> None:
    url = crawled.notebook.steps[-1].visit.url
    with closing(sqlite3.connect(crawled.folder / "state.sqlite")) as state, state:
        state.execute("UPDATE visits SET score = 1, relevant = 1, reason = 'like \x1b]0;x\x07[/b]\u202e'")
        state.execute("INSERT INTO events (at, kind, text) VALUES (9e9, 'note', '\x1b[31m[/b]')")
    for command in (["why", url, str(crawled.folder)], ["status", str(crawled.folder)]):
        told = CliRunner().invoke(lycosa, command)
        assert told.exit_code == 0
        assert "[/b]" in told.output
        assert not {"\x1b", "\x07", "\u202e"} & set(told.output)
