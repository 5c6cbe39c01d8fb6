"""Any search engine that describes itself by OpenSearch: a template of URLs, results as RSS, Atom or JSON."""

from __future__ import annotations

import re
from urllib.parse import quote

from lycosa.errors import LycosaError
from lycosa.topic.seeds.base import PAGES_MAX, Fetch, Hit, Ranking, body_of
from lycosa.topic.seeds.markup import read_elements
from lycosa.topic.seeds.results import read_results
from lycosa.url import host_of, resolve

_TYPES = ("application/rss+xml", "application/atom+xml", "application/json")
"""Forms of results that can be read, the best first."""
_PARAMETER = re.compile(r"\{([A-Za-z:]{1,40})(\?)?\}")
_TERMS = "{searchTerms}"
_PAGED = re.compile(r"\{start(?:Index|Page)\??\}")


class OpenSearch:
    """A search engine with an OpenSearch description, or known by its template.

    Parameters
    ----------
    address
        URL of the description document, or a template with `{searchTerms}` in it.
    fetch
        How to ask.
    """

    def __init__(self, address: str, fetch: Fetch) -> None:
        self.address = address
        self.name = host_of(address.partition("{")[0])
        self._fetch = fetch
        if not self.name:
            raise LycosaError(f"{address.partition('?')[0]!r} is no address of a search engine")

    async def search(self, query: str, count: int) -> list[Hit]:
        """Ask page after page, if the template allows, until there are enough hits or no new ones."""
        template = self.address if _TERMS in self.address else await self._template()
        ranking = Ranking(self.name, count)
        for page in range(1, PAGES_MAX + 1):
            url = self._filled(template, query, count, page, len(ranking.hits) + 1)
            answer = body_of(await self._fetch(url), self.name)
            if not ranking.add(read_results(answer, self.name)) or not _PAGED.search(template):
                break
        return ranking.hits

    async def _template(self) -> str:
        """Read the template out of the engine's description of itself."""
        document = body_of(await self._fetch(self.address), self.name)
        found: dict[str, str] = {}
        for element in read_elements(document, self.name):
            given = element.attributes
            is_results = element.name == "Url" and "results" in given.get("rel", "results").split()
            if is_results and _TERMS in (template := given.get("template", "")):
                found.setdefault(given.get("type", "").lower(), template)
        for kind in _TYPES:
            if kind in found:
                return found[kind]
        raise LycosaError(f"{self.name} describes no results as RSS, Atom or JSON; it has {sorted(found)}")

    def _filled(self, template: str, query: str, count: int, page: int, index: int) -> str:
        values = {
            "searchTerms": query,
            "count": str(count),
            "startPage": str(page),
            "startIndex": str(index),
            "language": "*",
            "inputEncoding": "UTF-8",
            "outputEncoding": "UTF-8",
        }

        def value(match: re.Match[str]) -> str:
            name, optional = match.groups()
            if name not in values and not optional:
                raise LycosaError(f"{self.name} wants {match[0]} in its template, which is not known here")
            return quote(values.get(name, ""), safe="")

        url = resolve(_PARAMETER.sub(value, template), self.address.partition("{")[0])
        if url is None or not url.startswith(("http://", "https://")):
            raise LycosaError(f"{self.name} has a template that gives no http(s) URL")
        return url
