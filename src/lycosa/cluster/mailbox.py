"""The outbox and the inbox of a shard, in the database of its crawl.

- `outbox`: rows to be delivered, by receiver and number; written in the transaction of the step that found
  them, deleted when their receiver has them on disk for good.
- `outbox_last`: the number of the last row for each receiver of which rows have been deleted.
- `inbox`: the number of the last row taken in of each sender; changed in one transaction with the links.
- `inbox_chains`: for links still to be visited, the URLs of the redirects that led to them in other shards.
- `meta`, key `mail.epoch`: how often the shard was opened. Numbers begin anew above those of earlier lives:
  rows lost with the last moments before a power cut, delivered or not, are never mistaken for new ones.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from lycosa.cluster.mail import EPOCH_BITS, Batch, MailRow, Receipt, from_text, to_text
from lycosa.cluster.ownership import Ownership
from lycosa.engine.links.referrals import Referral
from lycosa.engine.step import Step
from lycosa.store.database import transaction
from lycosa.url import host_of

_TABLES = (
    "CREATE TABLE IF NOT EXISTS outbox (receiver INTEGER NOT NULL, number INTEGER NOT NULL,"
    " referral TEXT NOT NULL, PRIMARY KEY (receiver, number)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS outbox_last (receiver INTEGER PRIMARY KEY, number INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS inbox (sender INTEGER PRIMARY KEY, number INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS inbox_chains (link INTEGER PRIMARY KEY, urls TEXT NOT NULL)",
)
_EPOCH = "mail.epoch"


class Mailbox:
    """What a shard has to tell others, and what it has heard; a `Companion` of its store.

    Parameters
    ----------
    shard
        Its number.
    ownership
        Says who is told of which host.
    fenced
        Called before anything is written; raises if the shard has been taken over.
    """

    def __init__(self, shard: int, ownership: Ownership, fenced: Callable[[], None] = lambda: None) -> None:
        self.shard = shard
        self._ownership = ownership
        self._fenced = fenced
        self._last: dict[int, int] = {}
        self._received: dict[int, int] = {}
        self._durable: dict[int, int] = {}
        self._confirmed: dict[int, int] = {}
        """What each receiver has said last that it cannot lose."""
        self.rows_sent = 0
        """Rows written in this life."""
        self.links_sent = 0

    def open(self, connection: sqlite3.Connection) -> None:
        """Make the tables if there are none, and begin another life."""
        self._connection = connection
        for table in _TABLES:
            connection.execute(table)
        found = connection.execute("SELECT value FROM meta WHERE key = ?", (_EPOCH,)).fetchone()
        epoch = int(found[0]) + 1 if found else 1
        connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_EPOCH, epoch))
        self._first = epoch << EPOCH_BITS
        self._last = dict(
            connection.execute(
                "SELECT receiver, max(number) FROM (SELECT receiver, number FROM outbox_last"
                " UNION ALL SELECT receiver, max(number) FROM outbox GROUP BY receiver) GROUP BY receiver"
            )
        )
        self._received = dict(connection.execute("SELECT sender, number FROM inbox"))

    def checkpointed(self) -> None:
        """Take note that all that was received is on disk for good."""
        self._durable = dict(self._received)

    # Out

    def record(self, step: Step) -> None:
        """Write what a step has to tell others."""
        self._fenced()
        for referral in step.referrals:
            for receiver, part in self._split(referral):
                number = max(self._last.get(receiver, 0), self._first) + 1
                self._last[receiver] = number
                self._connection.execute(
                    "INSERT INTO outbox VALUES (?, ?, ?)", (receiver, number, to_text(part))
                )
                self.rows_sent += 1
                self.links_sent += len(part.links)

    def _split(self, referral: Referral) -> list[tuple[int, Referral]]:
        """Return a referral in parts, one for each shard that it concerns."""
        if self._ownership.shards == 2:  # all that is not this shard's is the other's
            return [(1 - self.shard, referral)]
        by_receiver: dict[int, list[int]] = {}
        for position, link in enumerate(referral.links):
            owner = self._ownership.shard_of(host_of(link.url))
            by_receiver.setdefault(owner, []).append(position)
        return [
            (receiver, replace(referral, links=tuple(referral.links[place] for place in places)))
            for receiver, places in by_receiver.items()
            if receiver != self.shard
        ]

    @property
    def receivers(self) -> Sequence[int]:
        """The shards to which anything was ever to be sent."""
        return list(self._last)

    def last(self, receiver: int) -> int:
        """Return the number of the last row for a shard."""
        return self._last.get(receiver, 0)

    def waiting(self) -> list[int]:
        """Return the shards for which there are rows that they may still lose."""
        return [receiver for (receiver,) in self._connection.execute("SELECT DISTINCT receiver FROM outbox")]

    def batch(self, receiver: int, after: int, most: int) -> Batch:
        """Return the next rows for a shard that has all up to a number."""
        rows = self._connection.execute(
            "SELECT number, referral FROM outbox WHERE receiver = ? AND number > ? ORDER BY number LIMIT ?",
            (receiver, after, most),
        )
        return Batch(self.shard, after, tuple(MailRow(*row) for row in rows))

    def confirm(self, receiver: int, durable: int) -> None:
        """Delete what its receiver cannot lose any more."""
        if durable > self._confirmed.get(receiver, 0):
            with transaction(self._connection):  # which also says that a disk is full
                self._connection.execute(
                    "DELETE FROM outbox WHERE receiver = ? AND number <= ?", (receiver, durable)
                )
                self._connection.execute(
                    "INSERT OR REPLACE INTO outbox_last VALUES (?, ?)", (receiver, self.last(receiver))
                )
            self._confirmed[receiver] = durable

    # In

    def fresh(self, batch: Batch) -> list[Referral]:
        """Return what is new in a batch; nothing if one before it is missing."""
        received = self._received.get(batch.sender, 0)
        if batch.after > received:
            return []
        return [from_text(row.text) for row in batch.rows if row.number > received]

    def take(self, batch: Batch, chains: Mapping[int, tuple[str, ...]]) -> None:
        """Write that a batch is taken in; called inside the transaction that takes it in."""
        self._fenced()
        self._connection.execute("INSERT OR REPLACE INTO inbox VALUES (?, ?)", (batch.sender, batch.last))
        self._connection.executemany(
            "INSERT OR REPLACE INTO inbox_chains VALUES (?, ?)",
            ((link, json.dumps(urls)) for link, urls in chains.items()),
        )

    def taken(self, batch: Batch) -> None:
        """Take note that the transaction is through."""
        self._received[batch.sender] = max(batch.last, self._received.get(batch.sender, 0))

    def receipt(self, sender: int) -> Receipt:
        """Return what a sender may know."""
        return Receipt(self._received.get(sender, 0), self._durable.get(sender, 0))

    @property
    def all_durable(self) -> bool:
        """Whether nothing that was received can be lost."""
        return self._durable == self._received

    @property
    def received(self) -> int:
        """A number that changes whenever anything is received."""
        return sum(self._received.values())

    def chains(self) -> dict[int, tuple[str, ...]]:
        """Return the redirects that led to links still to be visited."""
        rows = self._connection.execute(
            "SELECT link, urls FROM inbox_chains JOIN links ON links.id = link WHERE state = 0"
        )
        return {link: tuple(json.loads(urls)) for link, urls in rows}
