"""SearXNG, a metasearch engine that anyone can run: through its JSON interface."""

from __future__ import annotations

from urllib.parse import urlencode

from lycosa.errors import LycosaError
from lycosa.topic.seeds.base import PAGES_MAX, Fetch, Hit, Ranking, body_of
from lycosa.topic.seeds.results import read_json
from lycosa.url import canonical, host_of


class SearXNG:
    """An instance of SearXNG; every engine it has asked counts as an engine of its own.

    Parameters
    ----------
    address
        URL of the instance, such as `https://searx.example.org`.
    fetch
        How to ask.
    """

    def __init__(self, address: str, fetch: Fetch) -> None:
        if canonical(address) is None:
            raise LycosaError(
                f"{address.partition('?')[0]!r} is no address of a SearXNG; expected https://HOST"
            )
        self.address = address
        self.name = host_of(address)
        self._fetch = fetch

    async def search(self, query: str, count: int) -> list[Hit]:
        """Ask page after page until there are enough hits, or no new ones."""
        ranking = Ranking(self.name, count)
        for page in range(1, PAGES_MAX + 1):
            asked = urlencode({"q": query, "format": "json", "pageno": page})
            fetched = await self._fetch(f"{self.address.rstrip('/')}/search?{asked}")
            if fetched.status == 403:
                raise LycosaError(f"{self.name} refuses to answer in JSON: its search.formats must list json")
            if not ranking.add(read_json(body_of(fetched, self.name), self.name)):
                break
        return ranking.hits
