"""Who may read how many pages: a budget in, grants out that never add up to more, whatever is killed when.

A grant is on disk before a shard hears of it, and is taken back only when the shard has said that it holds to
less. So a shard that cannot be reached keeps what it was given, and the budget holds all the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lycosa.cluster.fence import write_durably
from lycosa.errors import LycosaError

LEDGER = "ledger.json"


@dataclass(slots=True)
class Ledger:
    """The grants of one cluster.

    Parameters
    ----------
    budget
        Pages that all shards may read together; None is no limit.
    granted
        Pages that each may read, those it has read included.
    keep
        Called with the grants before a higher one holds.
    """

    budget: int | None
    granted: dict[int, int] = field(default_factory=dict)
    keep: Callable[[Mapping[int, int]], None] = lambda granted: None

    @property
    def left(self) -> int:
        """Pages that nobody has been granted."""
        return max(0, (self.budget or 0) - sum(self.granted.values()))

    def returned(self, shard: int, pages: int) -> None:
        """Take note that a shard holds to so many pages, of all that it was granted."""
        self.granted[shard] = min(pages, self.granted.get(shard, 0))

    def grant(self, wanted: Mapping[int, int]) -> dict[int, int]:
        """Raise grants to what is wanted as far as the budget allows; return those that have been raised."""
        raised: dict[int, int] = {}
        left = self.left
        for shard, pages in wanted.items():
            more = min(max(0, pages - self.granted.get(shard, 0)), left)
            if more:
                raised[shard] = self.granted.get(shard, 0) + more
                left -= more
        if raised:
            self.granted.update(raised)
            self.keep(self.granted)
        return raised


def wanted(used: Mapping[int, int], shares: Mapping[int, float], left: int) -> dict[int, int]:
    """Return what each shard should be granted, if so many pages are left beyond those used."""
    portions = {shard: left * shares.get(shard, 0.0) for shard in used}
    whole = {shard: int(portion) for shard, portion in portions.items()}
    rest = round(sum(portions.values())) - sum(whole.values())
    by_remainder = sorted(portions, key=lambda shard: (whole[shard] - portions[shard], shard))
    for shard in by_remainder[:rest]:
        whole[shard] += 1
    return {shard: used[shard] + whole[shard] for shard in used}


def open_ledger(folder: Path, budget: int | None) -> Ledger:
    """Return the ledger in a cluster's folder, an empty one if there is none."""
    file = folder / LEDGER

    def keep(granted: Mapping[int, int]) -> None:
        write_durably(file, json.dumps({str(shard): pages for shard, pages in sorted(granted.items())}))

    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
        granted = {int(shard): int(pages) for shard, pages in stored.items()}
    except FileNotFoundError:
        granted = {}
    except (ValueError, TypeError, AttributeError) as error:
        raise LycosaError(f"{file} is damaged: {error}") from error
    return Ledger(budget, granted, keep)
