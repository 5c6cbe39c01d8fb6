"""The harvest over time in a bounded number of points: verdicts in, pages and relevant ones by time out.

Times are those at which answers came. A stop of a crawl leaves no hole: time in which nothing came for
longer than a minute is left out.
"""

from __future__ import annotations

from lycosa.ui.snapshot import HarvestPoint

POINTS = 120
"""At most twice as many are kept."""
_LONGEST_GAP_S = 60.0


class Harvest:
    """Counts pages by the time they came; when there are too many points, two become one.

    Examples
    --------
    >>> harvest = Harvest()
    >>> for at, relevant in [(100.0, True), (100.4, False), (101.5, True), (9000.0, True)]:
    ...     harvest.add(at, relevant)
    >>> [tuple(point) for point in harvest.points() if point.pages]
    [(0.0, 2, 1), (1.0, 1, 1), (61.0, 1, 1)]
    """

    def __init__(self) -> None:
        self.bucket_s = 1.0
        self.pages = 0
        self._counts: list[tuple[int, int]] = []
        self._active_s = 0.0
        self._latest: float | None = None

    def add(self, at: float, relevant: bool) -> None:
        """Count a page."""
        if self._latest is not None and at > self._latest:
            self._active_s += min(at - self._latest, _LONGEST_GAP_S)
        self._latest = at if self._latest is None else max(at, self._latest)
        place = int(self._active_s / self.bucket_s)
        while place >= 2 * POINTS:
            self._halve()
            place = int(self._active_s / self.bucket_s)
        self._counts += [(0, 0)] * (place + 1 - len(self._counts))
        pages, good = self._counts[place]
        self._counts[place] = pages + 1, good + relevant
        self.pages += 1

    def points(self) -> list[HarvestPoint]:
        """Return the points in order of time."""
        return [HarvestPoint(place * self.bucket_s, *count) for place, count in enumerate(self._counts)]

    def _halve(self) -> None:
        self.bucket_s *= 2
        counts = [*self._counts, (0, 0)]
        self._counts = [
            (counts[place][0] + counts[place + 1][0], counts[place][1] + counts[place + 1][1])
            for place in range(0, len(self._counts), 2)
        ]
