"""Pages that repeat earlier ones: a page in, what it repeats and how closely out.

Compared are words, not bytes, so that a changing advertisement or a session number does not make
a page new. Only pages unlike all before them are remembered; those that repeat one are counted with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from xxhash import xxh3_64_intdigest

from lycosa.engine.duplicates.notfound import says_not_found
from lycosa.engine.duplicates.originals import NEAR_BITS_MAX, Originals
from lycosa.engine.duplicates.simhash import Fingerprint, fingerprint, packed, signature
from lycosa.errors import Kind
from lycosa.model import Page, Queued
from lycosa.ranges import check_range


@dataclass(frozen=True, slots=True)
class DuplicateRules:
    """When a page counts as a repetition of another, and what a host that repeats itself may cost."""

    short_tokens: int = 250
    """Words of running text, outside links and not repeated, from which a page may be a near-duplicate.
    In a shorter one the text that all pages of a site share outweighs its own; it is compared exactly."""
    near_bits: int = 3
    """Bits of 64 in which the SimHashes of near-duplicates may differ, 3 at most: one per cent of text."""
    canonical_bits: int = 16
    """Bits that may differ if a page itself names the other as its canonical form."""
    soft_404_cluster: int = 10
    """Pages of one host that are alike, from which on those that say "not found" count as error pages."""
    host_pages: int = 50
    """Pages of a host before it is judged by how many of them repeat others."""
    host_share: float = 0.8
    """Share of repetitions with which a host is given up."""
    remembered: int = 1_000_000
    """Pages to compare with; the oldest are forgotten. Each takes 60 bytes."""

    def __post_init__(self) -> None:
        check_range(self, "near_bits", least=0, most=NEAR_BITS_MAX)
        check_range(self, "short_tokens", "soft_404_cluster", "host_pages", "remembered", least=1)


DEFAULT_RULES = DuplicateRules()


class Sameness(NamedTuple):
    """What an earlier page has to do with one."""

    kind: Kind | None = None
    """`DUPLICATE`, `NEAR_DUPLICATE` or `SOFT_404`; None if the page is like no other."""
    same_as: int = -1
    """Number of the visit that brought the earlier page."""
    seen: Fingerprint | None = None
    """What to keep for `Duplicates.load`; None if there is no need to."""


class KnownPage(NamedTuple):
    """A page as a store gives it back at resume."""

    number: int
    link: int
    host: str
    seen: Fingerprint


class Duplicates:
    """Compares every page with the ones before it.

    State is rebuilt by `load` from what each `Sameness` gave to keep.
    """

    def __init__(self, rules: DuplicateRules = DEFAULT_RULES) -> None:
        self.rules = rules
        self._originals = Originals(rules.remembered)
        self._pages: Counter[str] = Counter()
        self._repeats: Counter[str] = Counter()

    def check(self, page: Page, link: Queued, number: int, canonical: int | None = None) -> Sameness:
        """Compare the page of a visit with all before, and remember it.

        `canonical` is the id of the link that the page names as its better address.
        """
        if not page.tokens:
            return Sameness()
        seen = self._fingerprint(page, link.host)
        kind, slot = self._find(seen)
        if slot is None and canonical is not None:
            slot = self._form_of(canonical, seen)
            if slot is not None:
                return Sameness(Kind.NEAR_DUPLICATE, self._originals.number[slot])
        alike = self._count(KnownPage(number, link.id, link.host, seen), slot)
        if slot is None:
            return Sameness(seen=seen)
        if alike >= self.rules.soft_404_cluster and says_not_found(f"{page.title}\n{page.text}"):
            kind = Kind.SOFT_404
        return Sameness(kind, self._originals.number[slot], seen)

    def exhausted(self, host: str) -> bool:
        """Whether so many pages of a host repeat others that it is not worth asking again."""
        repeats, pages = self._repeats[host], self._pages[host]
        return pages >= self.rules.host_pages and repeats >= self.rules.host_share * pages

    def load(self, rows: Iterable[KnownPage]) -> None:
        """Take in the pages of an earlier crawl, in the order of their visits."""
        for row in rows:
            self._count(row, self._find(row.seen)[1])

    def _fingerprint(self, page: Page, host: str) -> Fingerprint:
        """Return the fingerprint of a page; one that says it does not exist is known by its title alone."""
        if says_not_found(page.title):
            return Fingerprint(signature(page.title, packed((host,))), None)
        return fingerprint(page, self.rules.short_tokens)

    def _find(self, seen: Fingerprint) -> tuple[Kind | None, int | None]:
        """Find the page that one repeats."""
        slot = self._originals.same(seen.signature)
        if slot is not None:
            return Kind.DUPLICATE, slot
        if seen.simhash is not None:
            slot = self._originals.near(seen.simhash, self.rules.near_bits)
        return Kind.NEAR_DUPLICATE if slot is not None else None, slot

    def _form_of(self, canonical: int, seen: Fingerprint) -> int | None:
        """Believe a page that calls itself a form of another, unless their texts say otherwise.

        Many a site names its home page as the canonical form of everything.
        """
        slot = self._originals.at(canonical)
        if slot is None or seen.simhash is None or not self._originals.simhash[slot]:
            return None
        differing = (self._originals.simhash[slot] ^ seen.simhash).bit_count()
        return slot if differing <= self.rules.canonical_bits else None

    def _count(self, row: KnownPage, slot: int | None) -> int:
        """Count a page, with the one it repeats or as a new one; return how many of its host are alike."""
        self._pages[row.host] += 1
        host = xxh3_64_intdigest(row.host.encode())
        if slot is None:
            self._originals.add(row.seen, row.number, row.link, host)
            return 1
        self._repeats[row.host] += 1
        if self._originals.host[slot] != host:
            return 1
        self._originals.repeats[slot] += 1
        return 1 + self._originals.repeats[slot]
