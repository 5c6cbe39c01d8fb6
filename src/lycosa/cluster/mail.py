"""What travels between shards: referrals in numbered rows, batches of them, and receipts.

A batch says after which row its rows come. Its receiver takes it in only if it has that row, and of its rows
only those that it has not; so a batch that comes twice, too early or too late changes nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from pydantic_core import from_json, to_json

from lycosa.engine.links.referrals import Referral, referred_link_of

EPOCH_BITS = 40
"""Rows of one life of a shard; the next life numbers its rows above them."""


class MailRow(NamedTuple):
    """One referral in an outbox."""

    number: int
    """Grows from row to row; there are gaps."""
    text: str


class Batch(NamedTuple):
    """Rows of one shard for another, in order."""

    sender: int
    after: int
    """Number of the last row before these, or of one that the sender was told to be known."""
    rows: tuple[MailRow, ...]

    @property
    def last(self) -> int:
        """The number of the last row."""
        return self.rows[-1].number if self.rows else self.after


class Receipt(NamedTuple):
    """What a receiver has of a sender's rows."""

    received: int
    """Number of the last row taken in; those after it are to be sent."""
    durable: int
    """Number of the last row that not even a power cut can lose: the sender may delete up to it."""


def to_text(referral: Referral) -> str:
    """Return a referral as JSON."""
    told = (
        *(referral.url, referral.depth, referral.links, int(referral.relevant)),
        *(referral.score, referral.language, referral.chain),
    )
    return to_json(told, inf_nan_mode="constants").decode()


def from_text(text: str) -> Referral:
    """Return the referral that `to_text` wrote."""
    url, depth, links, relevant, score, language, chain = from_json(text)
    referred = tuple(
        referred_link_of((to, anchor, tuple(words), block, tuple(rel), tuple(parts)))
        for to, anchor, words, block, rel, parts in links
    )
    return Referral(url, depth, referred, bool(relevant), score, language, tuple(chain))
