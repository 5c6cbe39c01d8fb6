"""Orders to a crawl on disk: given by anybody, carried out by its own process, kept for a resume."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.tinyweb import TinyWeb

from lycosa import LycosaError, Topic
from lycosa.engine.commands import Command, Order
from lycosa.engine.learning.feedback import PageLabel
from lycosa.errors import Kind
from lycosa.store import Store, read_state
from lycosa.store.status import status
from lycosa.store.tables.commands import give_order, latest_commands
from lycosa.store.tables.counts import stored_counts
from lycosa.store.tables.labels import VIEW, Labelling
from lycosa.strategy.bfs import BreadthFirst

Sessions = Callable[..., Any]


def bfs() -> BreadthFirst:
    return BreadthFirst(Topic.from_keywords(["flood"]))


def test_an_order_waits_until_it_is_carried_out(session: Sessions) -> None:
    crawl = session(bfs)
    crawl.sit(5)
    give_order(crawl.folder, Order.SEED, "http://h1.test/new")
    with Store(crawl.folder) as store:
        (order,) = store.commands.pending()
        assert order == Command(1, "seed", "http://h1.test/new")
        store.commands.done(order.id, "queued")
        assert store.commands.pending() == []
    with closing(read_state(crawl.folder)) as db:
        assert latest_commands(db, 5) == [(1, "seed", "http://h1.test/new", "queued")]


def test_orders_can_be_given_while_the_crawl_holds_its_folder(session: Sessions) -> None:
    crawl = session(bfs)
    crawl.sit(5)
    with Store(crawl.folder) as store:
        give_order(crawl.folder, Order.PAUSE)
        assert [order.order for order in store.commands.pending()] == ["pause"]


def test_a_folder_without_a_crawl_takes_no_orders(tmp_path: Path) -> None:
    with pytest.raises(LycosaError, match="not a crawl"):
        give_order(tmp_path, Order.STOP)


def test_an_order_without_end_is_refused(session: Sessions) -> None:
    crawl = session(bfs)
    crawl.sit(1)
    with pytest.raises(LycosaError, match="characters at most"):
        give_order(crawl.folder, Order.SEED, "http://a.test/" + "a" * 5_000)


def test_a_ban_between_two_steps_is_there_after_a_kill(session: Sessions, web: TinyWeb) -> None:
    crawl = session(bfs)
    crawl.sit(5)
    with Store(crawl.folder) as store:
        counts = status(crawl.folder)
        store.banned((("h1.test", Kind.OUT_OF_SCOPE),), crawl.crawl.tally.state())
        assert counts.visits == 5
    before = [url for url in web.asked if url.startswith("http://h1.test/")]
    crawl.sit()
    assert [url for url in web.asked if url.startswith("http://h1.test/")] == before
    assert ("site banned", "h1.test") in crawl.rows("SELECT kind, text FROM events")


def test_status_and_the_crawl_itself_count_alike(session: Sessions) -> None:
    crawl = session(bfs)
    crawl.sit(40)
    crawl.sit(tidy=True)
    tally, told = crawl.crawl.tally, status(crawl.folder)
    assert (told.visits, told.pages, told.relevant) == (tally.visits, tally.pages, tally.latest_relevant)
    assert told.failures == {str(kind): count for kind, count in tally.failures.most_common()}
    assert told.failures == dict(
        crawl.rows("SELECT error, count(*) FROM visits WHERE error IS NOT NULL GROUP BY error")
    )
    assert sum(told.failures.values()) + sum(told.refused.values()) == sum(tally.reasons.values())


def test_failures_of_a_crawl_that_did_not_tell_them_apart_are_counted(session: Sessions) -> None:
    crawl = session(bfs)
    crawl.sit(60, tidy=True)
    with Store(crawl.folder) as store:
        store._connection.execute(
            "UPDATE meta SET value = json_remove(value, '$.failures') WHERE key = 'tally'"
        )
    failures = crawl.crawl.tally.failures
    with closing(read_state(crawl.folder)) as db:
        assert stored_counts(db).failures == {str(kind): count for kind, count in failures.most_common()}
    crawl.sit(0)
    assert crawl.crawl.tally.failures == failures


def test_an_answer_counts_at_once_and_only_once(session: Sessions) -> None:
    crawl = session(bfs)
    crawl.sit(30, tidy=True)
    before = status(crawl.folder).relevant
    ((visit,),) = crawl.rows("SELECT number FROM visits WHERE relevant = 0 AND error IS NULL LIMIT 1")
    with closing(Labelling(crawl.folder)) as labelling:
        labelling.keep(visit, PageLabel.YES, VIEW)
    assert status(crawl.folder).relevant == before + 1
    crawl.sit(40, tidy=True)
    told = status(crawl.folder)
    assert told.relevant == crawl.crawl.tally.latest_relevant
    assert crawl.rows(f"SELECT relevant FROM visit_list WHERE number = {visit}") == [(1,)]
