"""Which links stand on the same page: pages read go in, the siblings of a link come out of the link graph."""

from __future__ import annotations

from typing import cast

from lycosa.frontier.base import View
from lycosa.model import JSON, Queued

_SIGHTINGS = 16
"""The latest sightings of a link that count: a menu puts it on every page of a site."""


class Siblings:
    """Knows which pages were read last; what stands on them is in the link graph.

    Parameters
    ----------
    links_max
        Links on all pages it looks at together; the oldest pages are forgotten first.
    """

    def __init__(self, links_max: int) -> None:
        self.view: View | None = None
        """Where the links of pages are looked up."""
        self._links_max = links_max
        self._pages: dict[int, int] = {}
        self._links = 0

    def remember(self, page: int, links: int) -> None:
        """Note a page with so many links, known by the id of the link that led to it."""
        self._pages[page] = links
        self._links += links
        while self._links > self._links_max:
            self._links -= self._pages.pop(next(iter(self._pages)))

    def of(self, link: Queued) -> list[str]:
        """Return the other links of the pages remembered on which this one stands."""
        if self.view is None:
            return []
        shown_on = dict.fromkeys(self.view.in_links([link.id], _SIGHTINGS).page.tolist())
        parents = [page for page in shown_on if page in self._pages]
        targets = dict.fromkeys(self.view.out_links(parents).target.tolist())
        return self.view.urls([target for target in targets if target >= 0 and target != link.id])

    def state(self) -> list[JSON]:
        """Return the pages as plain data, oldest first."""
        return [[page, links] for page, links in self._pages.items()]

    def restore(self, state: JSON) -> None:
        """Remember what the one that returned `state` remembered."""
        self._pages = dict(cast("list[tuple[int, int]]", state))
        self._links = sum(self._pages.values())
