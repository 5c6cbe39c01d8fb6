"""What the live view knows of a crawl, by its folder alone."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.tinyweb import page
from tests.unit.store.conftest import Session, wild_web

from lycosa import LycosaError, Topic
from lycosa.engine.commands import Order
from lycosa.engine.crawl import Crawl
from lycosa.engine.learning.feedback import PageLabel
from lycosa.engine.pacing.outlook import HostWait, Outlook, TopLink
from lycosa.engine.remaining import Remaining
from lycosa.frontier import Frontier
from lycosa.store import Store
from lycosa.store.status import status
from lycosa.store.tables.commands import give_order
from lycosa.store.tables.labels import VIEW, Labelling
from lycosa.strategy.best_first import BestFirst
from lycosa.strategy.bfs import BreadthFirst
from lycosa.ui.harvest import POINTS, Harvest
from lycosa.ui.reading import SILENT_S, FolderReader, as_json
from lycosa.ui.snapshot import CrawlState, Snapshot

HOSTILE = "<script>alert(1)</script>\u202e\u0000"


@pytest.fixture
def crawl(tmp_path: Path) -> Session:
    return Session(tmp_path / "crawl", lambda: BreadthFirst(Topic.from_keywords(["flood"])), wild_web())


def reader(crawl: Session, clock: Callable[[], float] = time.time) -> FolderReader:
    return FolderReader(crawl.folder, clock)


def outlook(**more: Any) -> Outlook:
    return Outlook(1, 4, None, 0, 0, (), None, **more)


def test_the_counts_are_those_of_the_crawl(crawl: Session) -> None:
    crawl.sit(50, tidy=True)
    told, read = status(crawl.folder), reader(crawl).read()
    assert (read.counts.visits, read.counts.pages, read.counts.relevant) == (
        told.visits,
        told.pages,
        told.relevant,
    )
    assert read.counts.failures == told.failures
    assert sum(point.pages for point in read.harvest) == read.pages_counted == told.pages
    assert sum(point.relevant for point in read.harvest) == told.relevant


def test_a_database_that_was_replaced_whole_is_read_anew(crawl: Session, tmp_path: Path) -> None:
    crawl.sit(20, tidy=True)
    following = reader(crawl)
    before = following.read().counts.pages
    longer = Session(tmp_path / "longer", lambda: BreadthFirst(Topic.from_keywords(["flood"])), wild_web())
    longer.sit(tidy=True)
    for left in ("-wal", "-shm"):
        (crawl.folder / f"state.sqlite{left}").unlink(missing_ok=True)
    (longer.folder / "state.sqlite").replace(crawl.folder / "state.sqlite")
    after = following.read()
    assert after.counts.pages > before
    assert after.pages_counted == after.counts.pages


def test_a_cluster_that_is_led_is_not_silent(crawl: Session) -> None:
    crawl.sit(5)
    (crawl.folder / "progress.json").write_text("{}")
    written = (crawl.folder / "progress.json").stat().st_mtime
    assert reader(crawl, lambda: written + SILENT_S - 1).read().state is not CrawlState.SILENT


def test_a_second_reading_adds_what_is_new_and_nothing_twice(crawl: Session) -> None:
    crawl.sit(20, tidy=True)
    following = reader(crawl)
    first = following.read()
    crawl.sit(tidy=True)
    second, fresh = following.read(), reader(crawl).read()
    assert second.counts.pages > first.counts.pages
    assert second.pages_counted == fresh.pages_counted == second.counts.pages
    assert (second.best, second.latest) == (fresh.best, fresh.latest)


def test_latest_pages_are_the_newest_first_and_best_pages_the_best_first(crawl: Session) -> None:
    crawl.sit(60, tidy=True)
    read = reader(crawl).read()
    numbers = [page.visit for page in read.latest]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] == crawl.rows("SELECT max(number) FROM visits WHERE relevant IS NOT NULL")[0][0]
    scores = [page.score for page in read.best]
    assert scores == sorted(scores, reverse=True)
    assert all(page.relevant for page in read.best)
    top = crawl.rows("SELECT max(score) FROM visit_list WHERE relevant AND error IS NULL")
    assert scores[0] == top[0][0]


def test_an_answer_changes_verdict_counts_and_best_pages(crawl: Session) -> None:
    crawl.sit(60, tidy=True)
    following = reader(crawl)
    before = following.read()
    best = before.best[0]
    with closing(Labelling(crawl.folder)) as labelling:
        labelling.keep(best.visit, PageLabel.NO, VIEW)
    after = following.read()
    assert after.counts.relevant == before.counts.relevant - 1
    assert best.visit not in [page.visit for page in after.best]
    assert sum(point.relevant for point in after.harvest) == after.counts.relevant


def test_a_finished_crawl_says_why(crawl: Session) -> None:
    crawl.sit(tidy=True)
    read = reader(crawl).read()
    assert (read.state, read.stopped) == (CrawlState.STOPPED, "no links left")
    assert [event.kind for event in read.events][-1] == "start"


def test_a_finished_crawl_that_is_judged_again_is_still_finished(crawl: Session) -> None:
    crawl.sit(tidy=True)
    with Store(crawl.folder) as store:
        strategy = crawl.make()
        store.resume(Crawl(strategy, Frontier(strategy.evidence, urls=store.urls)), event="judge again")
    read = reader(crawl).read()
    assert (read.state, read.stopped) == (CrawlState.STOPPED, "no links left")


def state_of(crawl: Session, kept: Outlook, later_s: float = 0.0) -> Snapshot:
    with Store(crawl.folder) as store:
        store.keep_outlook(kept)
    return reader(crawl, lambda: time.time() + later_s).read()


def test_a_crawl_that_says_nothing_for_long_is_not_at_work(crawl: Session) -> None:
    crawl.sit(10)
    assert state_of(crawl, outlook()).state is CrawlState.RUNNING
    assert state_of(crawl, outlook(paused=True)).state is CrawlState.PAUSED
    assert state_of(crawl, outlook(), later_s=SILENT_S + 1).state is CrawlState.SILENT


def test_hosts_are_shown_with_what_they_wait_for(crawl: Session) -> None:
    crawl.sit(30)
    wait = HostWait("h2.test", 17, 5, "Crawl-delay 10 s", 7.0)
    first, *others = state_of(crawl, outlook(waits=(wait,))).hosts
    assert (first.host, first.queued, first.wait, first.ready_in_s) == (
        "h2.test",
        17,
        "Crawl-delay 10 s",
        7.0,
    )
    assert first.pages == crawl.rows("SELECT pages FROM hosts WHERE name = 'h2.test'")[0][0] > 0
    assert {host.host for host in others} == {"h0.test", "h1.test", "h3.test"}


def test_the_queue_is_shown_with_anchor_and_reasons(crawl: Session) -> None:
    crawl.make = lambda: BestFirst(Topic.from_keywords(["flood"]))
    crawl.sit(10)
    ((link, url, anchor),) = crawl.rows(
        "SELECT id, url, anchor FROM links WHERE state = 0 AND anchor <> '' LIMIT 1"
    )
    (line,) = state_of(crawl, outlook(top=(TopLink(link, url, 0.5, (0.25,)),))).queue
    assert (line.url, line.anchor, line.priority) == (url, anchor, 0.5)
    assert line.found_on.startswith("http://h")
    assert [name for name, _ in line.why]


def test_an_estimate_of_what_is_left_is_shown_where_there_is_one(crawl: Session) -> None:
    crawl.sit(10)
    remaining = Remaining(60, 40.0, 20.0, 70.0, latest=9, promised=12.5, pages=200)
    assert state_of(crawl, outlook(remaining=remaining)).left == f"to find: {remaining}"
    assert state_of(crawl, outlook()).left == ""


def test_orders_are_shown_with_their_outcome(crawl: Session) -> None:
    crawl.sit(10)
    give_order(crawl.folder, Order.BAN, "h1.test")
    (command,) = reader(crawl).read().commands
    assert (command.order, command.value, command.outcome) == ("ban", "h1.test", None)


def test_hostile_words_are_one_line_of_printable_text(tmp_path: Path) -> None:
    web = wild_web()
    web.pages["http://h0.test/0"] = page(
        f"http://h1.test/1|{HOSTILE}", text="flood water", title=f"{HOSTILE}\n{'long ' * 500}"
    )
    crawl = Session(tmp_path / "crawl", lambda: BreadthFirst(Topic.from_keywords(["flood"])), web)
    crawl.sit(1, tidy=True)
    (line,) = reader(crawl).read().latest
    assert line.title.startswith("<script>alert(1)</script>")
    assert line.title.isprintable()
    assert len(line.title) <= 300


def test_a_snapshot_is_one_line_of_json_of_bounded_size(crawl: Session) -> None:
    crawl.sit(tidy=True)
    text = as_json(reader(crawl).read())
    assert b"\n" not in text
    assert json.loads(text)["state"] == "stopped"
    assert len(text) < 60_000


def test_a_crawl_that_has_not_begun_is_waited_for(tmp_path: Path) -> None:
    waiting = FolderReader(tmp_path / "crawl")
    with pytest.raises(LycosaError, match="not begun"):
        waiting.read()
    crawl = Session(tmp_path / "crawl", lambda: BreadthFirst(Topic.from_keywords(["flood"])), wild_web())
    with Store(crawl.folder), pytest.raises(LycosaError, match="not begun"):
        waiting.read()
    crawl.sit(3)
    assert waiting.read().counts.visits == 3


def test_a_damaged_database_is_a_problem_in_one_line(crawl: Session) -> None:
    crawl.sit(30, tidy=True)
    file = crawl.folder / "state.sqlite"
    file.write_bytes(file.read_bytes()[:5_000] + b"?" * 5_000)
    with pytest.raises(LycosaError, match="malformed") as told:
        reader(crawl).read()
    assert "\n" not in str(told.value)


def test_reading_never_writes(crawl: Session) -> None:
    crawl.sit(30, tidy=True)
    before = (crawl.folder / "state.sqlite").read_bytes()
    reader(crawl).read()
    assert (crawl.folder / "state.sqlite").read_bytes() == before


def test_a_long_crawl_has_a_bounded_number_of_points_that_count_every_page() -> None:
    harvest = Harvest()
    for second in range(100_000):
        harvest.add(1e9 + second, second % 4 == 0)
    points = harvest.points()
    assert POINTS <= len(points) <= 2 * POINTS
    assert sum(point.pages for point in points) == harvest.pages == 100_000
    assert sum(point.relevant for point in points) == 25_000


def test_answers_that_come_in_another_order_than_they_were_sent_are_counted() -> None:
    harvest = Harvest()
    for at in (10.0, 12.5, 9.0, 11.0):
        harvest.add(at, True)
    assert sum(point.pages for point in harvest.points()) == 4
