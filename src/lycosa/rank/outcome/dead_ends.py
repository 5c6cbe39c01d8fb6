"""Where requests bring no page: learned from the URLs of links that were asked for, and from nothing else.

That a link is dead says little about its topic: pages are sought among those that answer. So what comes of
dead links is kept apart from what comes of pages, by where URLs lie: on which host, below which of its
folders, in which folder, and by how their files end there; digits are all alike. Each of these leans on the
wider one before it, and a host never asked on what first requests to hosts have brought. A folder of dead
links is soon left alone; a place that is merely often dead hardly counts, for a page found there is worth
many requests.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from lycosa.model import Outcome
from lycosa.rank.outcome.column import GrowingColumn
from lycosa.text.cache import BoundedCache

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.uint16]
COST = 0.01
"""What a request that brings no page costs, in pages. At a tenth a crawl shuns folders it has not tried yet,
and stays where it is; at nothing it makes two to four times as many requests for the same pages."""
LEAN = 1.0
"""Requests that the wider place counts for."""
LEVELS = 4
_ROOM = 1 << 16
"""Places are told apart by so many values of their hash; 0 is not known yet."""
_DIGITS = re.compile("[0-9]+")


class DeadEnds:
    """How likely requests bring a page, by where URLs lie.

    Examples
    --------
    >>> ends = DeadEnds()
    >>> ends.describe(np.array([0, 1]), ["http://a.example/old/1.html", "http://a.example/new/2.html"])
    >>> for number in range(200):
    ...     ends.outcome(7, f"http://a.example/old/{number}.html", brought=False)
    ...     ends.outcome(8, f"http://a.example/b{number}.html", brought=True)
    >>> [round(float(less), 1) for less in ends.of(np.array([0, 1]))]
    [-0.9, -0.0]
    """

    def __init__(self) -> None:
        self._places = GrowingColumn(np.uint16, LEVELS)
        """By link: the places it lies in, the widest first."""
        self._asked, self._brought = np.zeros(_ROOM, np.int64), np.zeros(_ROOM, np.int64)
        self._hosts, self._answering = 0, 0
        """Hosts asked, and those whose first answer was a page. So it is with places in others: only first
        requests count for the wider one, or what comes of one folder would be told of its whole host."""
        self._folders: BoundedCache[str, list[int]] = BoundedCache()

    def describe(self, links: npt.NDArray[Any], urls: Sequence[str]) -> None:
        """Keep where links lie that were not met before."""
        (new,) = (self._places.at(links)[:, 0] == 0).nonzero()
        if len(new):
            self._places.put(links[new], [self._places_of(urls[place]) for place in new.tolist()])

    def visited(self, outcome: Outcome) -> bool:
        """Learn from a visit; return whether the request was in vain."""
        number, url = outcome.link.id, outcome.link.url
        if outcome.kind == "redirect":
            return self.redirect(number, url, outcome.target)
        brought = outcome.kind != "error"
        self.outcome(number, url, brought=brought)
        return not brought

    def outcome(self, link: int, url: str, *, brought: bool) -> None:
        """Learn whether asking for a link has brought a page."""
        own = self._places_of(url)
        self._places.one(link)[0] = own
        for place in reversed(own):
            first = not self._asked[place]
            self._asked[place] += 1
            self._brought[place] += brought
            if not first:
                return
        self._hosts += 1
        self._answering += brought

    def redirect(self, link: int, url: str, target: str) -> bool:
        """Learn where a link leads; return whether that is in vain, as one before it led to the same page."""
        led = _hashed(f"to {target}")
        again = bool(self._asked[led])
        self._asked[led] += 1
        if again:
            self.outcome(link, url, brought=False)
        return again

    def of(self, links: npt.NDArray[Any]) -> Floats:
        """Return what is to be taken off links for requests they may cost, from 0 to -1, a whole page."""
        places: Places = self._places.at(links)
        asked, brought = self._asked.take(places), self._brought.take(places)
        likely = np.full(len(links), (self._answering + 1.0) / (self._hosts + 2.0))
        for level in range(LEVELS):
            likely = (brought[:, level] + LEAN * likely) / (asked[:, level] + LEAN)
        return np.asarray(likely / (likely + COST * (1.0 - likely)) - 1.0, np.float32)

    def _places_of(self, url: str) -> list[int]:
        """Return the hash of each place a URL lies in, the widest first."""
        path, _, query = url.partition("?")
        folder, _, file = path.rpartition("/")
        wider = self._folders.get(folder)
        if wider is None:
            wider = self._folders.remember(folder, _folders_of(folder))
        dot = file.rfind(".")
        ending = file[dot:] if dot >= 0 else ""
        return [*wider, _hashed(f"{wider[-1]}{ending}{'?' if query else ''}")]

    def state(self) -> dict[str, Any]:
        """Return where links lie, and what requests have brought."""
        met = np.flatnonzero(self._asked)
        counts = {"asked": self._asked[met], "brought": self._brought[met], "met": met}
        return {
            "places": self._places.state(),
            "hosts": [self._hosts, self._answering],
            **{name: column.tobytes() for name, column in counts.items()},
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from there."""
        self._places.restore(state["places"])
        self._hosts, self._answering = state["hosts"]
        met, asked, brought = (np.frombuffer(state[name], np.int64) for name in ("met", "asked", "brought"))
        self._asked[:], self._brought[:] = 0, 0
        self._asked[met], self._brought[met] = asked, brought


def _folders_of(folder: str) -> list[int]:
    """Return the hashes of a host, of its folder on the way, and of the folder itself."""
    start = folder.find("/", len("https://"))
    host, path = (folder, "") if start < 0 else (folder[:start], _DIGITS.sub("0", folder[start:]))
    first = "/".join(path.split("/", 2)[:2])
    return [_hashed(host), _hashed(f"{host} {first}"), _hashed(f"{host}{path}/")]


def _hashed(place: str) -> int:
    return 1 + crc32(place.encode("utf-8", "surrogatepass")) % (_ROOM - 1)
