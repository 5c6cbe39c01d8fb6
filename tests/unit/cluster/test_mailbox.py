"""Rows travel at least once and are received once, whatever is lost, repeated, late or killed."""

from __future__ import annotations

import sqlite3
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa.cluster.mail import Batch, from_text, to_text
from lycosa.cluster.mailbox import Mailbox
from lycosa.cluster.ownership import Ownership
from lycosa.cluster.shard import BATCH_ROWS, DELIVER_EVERY_S
from lycosa.engine.links.referrals import Referral, ReferredLink
from lycosa.engine.step import DiskFull, Step
from lycosa.store.database import transaction

OWNERSHIP = Ownership(2, slots=64)
OTHERS = next(f"http://site{n}.test/" for n in range(99) if OWNERSHIP.shard_of(f"site{n}.test") == 1)


def referral(number: int, *urls: str) -> Referral:
    links = tuple(ReferredLink(url, "text", ("text",), 0, (), (0.5,)) for url in urls or (OTHERS,))
    return Referral(f"http://page.test/{number}", 1, links, True, 0.75, "en")


class Disk:
    """A mailbox in a database that can be killed, losing nothing, or lose its power: back to a checkpoint."""

    def __init__(self, shard: int) -> None:
        self.shard = shard
        self.database = sqlite3.connect(":memory:", isolation_level=None)
        self.database.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID")
        self.database.execute("CREATE TABLE links (id INTEGER PRIMARY KEY, state INTEGER)")
        self.database.execute("CREATE TABLE pages (number INTEGER PRIMARY KEY)")
        self.database.execute("CREATE TABLE got (page TEXT)")
        self.start()

    def start(self) -> None:
        self.mailbox = Mailbox(self.shard, OWNERSHIP)
        with transaction(self.database):
            self.mailbox.open(self.database)
        self.checkpoint()

    def checkpoint(self) -> None:
        self.saved = sqlite3.connect(":memory:", isolation_level=None)
        self.database.backup(self.saved)
        self.mailbox.checkpointed()

    def lose_power(self) -> None:
        self.database = self.saved
        self.start()

    def step(self) -> None:
        """Read the next page, which shows a link of the other shard."""
        with transaction(self.database):
            (number,) = self.database.execute("SELECT count(*) FROM pages").fetchone()
            self.database.execute("INSERT INTO pages VALUES (?)", (number,))
            self.mailbox.record(cast("Step", Fake((referral(number),))))

    def deliver(self, batch: Batch) -> tuple[int, int]:
        fresh = self.mailbox.fresh(batch)
        if fresh:
            with transaction(self.database):
                self.database.executemany("INSERT INTO got VALUES (?)", ((one.url,) for one in fresh))
                self.mailbox.take(batch, {})
            self.mailbox.taken(batch)
        return self.mailbox.receipt(batch.sender)

    @property
    def pages(self) -> list[str]:
        return [f"http://page.test/{n}" for (n,) in self.database.execute("SELECT number FROM pages")]

    @property
    def got(self) -> list[str]:
        return [page for (page,) in self.database.execute("SELECT page FROM got ORDER BY rowid")]


class Fake:
    def __init__(self, referrals: tuple[Referral, ...]) -> None:
        self.referrals = referrals


ACTIONS = [
    "step",
    "send",
    "repeat",
    "lose",
    "confirm",
    "checkpoint",
    "kill",
    "kill sender",
    "sender checkpoint",
]
POWER = ["power cut", "sender power cut"]


def run(actions: list[tuple[str, int]]) -> tuple[Disk, Disk]:  # noqa: PLR0912  # one branch an action
    """Carry out actions, then deliver what is left."""
    sender, receiver = Disk(0), Disk(1)
    carried: list[Batch] = []
    after = 0
    for action, choice in actions:
        if action == "step":
            sender.step()
        elif action in ("send", "lose"):
            carried.append(sender.mailbox.batch(1, after, 1 + choice % 3))
            if action == "send":
                after = receiver.deliver(carried[-1])[0]
        elif action == "repeat" and carried:
            receiver.deliver(carried[choice % len(carried)])
        elif action == "confirm":
            sender.mailbox.confirm(1, receiver.mailbox.receipt(0).durable)
        elif action == "checkpoint":
            receiver.checkpoint()
        elif action == "sender checkpoint":
            sender.checkpoint()
        elif action == "kill":
            receiver.start()
        elif action == "kill sender":
            sender.start()
            after = 0
        elif action == "power cut":
            receiver.lose_power()
        elif action == "sender power cut":
            sender.lose_power()
            after = 0
    for _ in range(200):
        after = receiver.deliver(sender.mailbox.batch(1, after, 2))[0]
    return sender, receiver


def actions(*names: str) -> Any:
    return st.lists(st.tuples(st.sampled_from(names), st.integers(0, 9)), max_size=60)


@settings(max_examples=60, deadline=None)
@given(actions(*ACTIONS))
def test_every_link_is_received_once_and_in_order(chosen: list[tuple[str, int]]) -> None:
    sender, receiver = run(chosen)
    assert receiver.got == sender.pages


@settings(max_examples=60, deadline=None)
@given(actions(*ACTIONS, *POWER))
def test_no_link_is_lost_in_a_power_cut(chosen: list[tuple[str, int]]) -> None:
    sender, receiver = run(chosen)
    assert set(receiver.got) >= set(sender.pages)


def test_a_batch_that_comes_too_early_waits_for_the_one_before() -> None:
    sender, receiver = Disk(0), Disk(1)
    for _ in range(4):
        sender.step()
    first = sender.mailbox.batch(1, 0, 2)
    second = sender.mailbox.batch(1, first.last, 2)
    assert receiver.deliver(second)[0] == 0
    assert receiver.deliver(first)[0] == first.last
    assert receiver.deliver(second)[0] == second.last
    assert receiver.got == sender.pages


def test_what_a_fast_shard_reads_between_two_deliveries_travels_in_one_message() -> None:
    sender = Disk(0)
    for _ in range(round(DELIVER_EVERY_S * 500)):
        sender.step()
    assert len(sender.mailbox.batch(1, 0, BATCH_ROWS).rows) == round(DELIVER_EVERY_S * 500)


def test_rows_are_deleted_only_when_their_receiver_cannot_lose_them() -> None:
    sender, receiver = Disk(0), Disk(1)
    sender.step()
    receipt = receiver.deliver(sender.mailbox.batch(1, 0, 9))
    sender.mailbox.confirm(1, receipt[1])
    assert sender.mailbox.batch(1, 0, 9).rows
    receiver.checkpoint()
    sender.mailbox.confirm(1, receiver.mailbox.receipt(0).durable)
    assert not sender.mailbox.batch(1, 0, 9).rows


def test_each_shard_is_told_of_its_own_links_only() -> None:
    ownership = Ownership(3, slots=64)
    sites = {ownership.shard_of(f"site{n}.test"): f"http://site{n}.test/" for n in range(99)}
    sender = Disk(0)
    sender.mailbox._ownership = ownership
    with transaction(sender.database):
        sender.mailbox.record(cast("Step", Fake((referral(1, *map(sites.__getitem__, (0, 1, 2, 0, 1))),))))
    for receiver, times in ((1, 2), (2, 1)):
        (row,) = sender.mailbox.batch(receiver, 0, 9).rows
        assert [link.url for link in from_text(row.text).links] == [sites[receiver]] * times
    assert sender.mailbox.last(0) == 0


TEXTS = st.text(max_size=20)
LINKS = st.builds(
    ReferredLink,
    TEXTS,
    TEXTS,
    st.lists(TEXTS, max_size=3).map(tuple),
    st.integers(-1, 9),
    st.lists(TEXTS, max_size=2).map(tuple),
    st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=3).map(tuple),
)


@given(st.builds(Referral, TEXTS, st.integers(0, 99), st.lists(LINKS, max_size=4).map(tuple), st.booleans()))
def test_a_referral_arrives_as_it_was_sent(sent: Referral) -> None:
    assert from_text(to_text(sent)) == sent


class FullDisk:
    """A database that cannot be changed any more."""

    in_transaction = False

    def execute(self, statement: str, *_: object) -> None:
        if statement.startswith("DELETE"):
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error


def test_a_disk_that_is_full_when_rows_are_forgotten_is_called_that() -> None:
    sender = Disk(0)
    sender.step()
    sender.mailbox._connection = cast("sqlite3.Connection", FullDisk())
    with pytest.raises(DiskFull):
        sender.mailbox.confirm(1, sender.mailbox.last(1))


def test_who_goes_on_knows_the_last_row_whether_it_was_deleted_or_not() -> None:
    sender, receiver = Disk(0), Disk(1)
    sender.step()
    last = sender.mailbox.last(1)
    sender.start()
    assert sender.mailbox.last(1) == last
    receiver.deliver(sender.mailbox.batch(1, 0, 9))
    receiver.checkpoint()
    sender.mailbox.confirm(1, receiver.mailbox.receipt(0).durable)
    sender.start()
    assert (sender.mailbox.last(1), sender.mailbox.batch(1, 0, 9).rows) == (last, ())
