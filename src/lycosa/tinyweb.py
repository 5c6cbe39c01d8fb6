"""A web of a few pages written by hand: texts in, the order in which a strategy visits them out.

For examples and for tests of your own strategies, on webs small enough to work the order out by hand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from lycosa.engine.crawl import Crawl
from lycosa.engine.links.gate import Gate, GateRules
from lycosa.errors import Kind
from lycosa.model import Fetched, Page
from lycosa.page import parse_html
from lycosa.strategy.base import Strategy

HOME = "http://tiny.test"
"""Where paths are, if no other host is given."""
_LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")
_VISITS_MAX = 1_000


class TinyWeb:
    """Pages by address; each line of a text is a block, and `[anchor](address)` is a link.

    Parameters
    ----------
    pages
        Texts by path, or by URL where there is more than one host. The first line is the title too.

    Examples
    --------
    >>> from lycosa.plugin import TinyWeb, Topic
    >>> from lycosa.strategy.bfs import BreadthFirst
    >>> web = TinyWeb({"/": "Floods: [rivers](/rivers), [rain](/rain)", "/rain": "Rain", "/rivers": "Rivers"})
    >>> web.visits(BreadthFirst(Topic.from_keywords(["flood"])))
    ['/', '/rivers', '/rain']
    """

    def __init__(self, pages: Mapping[str, str]) -> None:
        self.pages = {_url(address): text for address, text in pages.items()}

    def read(self, url: str) -> Page | None:
        """Return a page; None if there is none."""
        text = self.pages.get(url)
        return None if text is None else parse_html(_html(text).encode(), url)

    def visits(self, strategy: Strategy, start: str = "/", count: int = _VISITS_MAX) -> list[str]:
        """Crawl from one page to the end, or for so many pages; return their addresses in order.

        One request at a time, so that the order depends on nothing but the strategy and its seed.
        """
        crawl = Crawl(strategy, gate=Gate(GateRules()), duplicates=None)
        crawl.seed([_url(start)])
        visited: list[str] = []
        while len(visited) < count and (link := crawl.next(0.0)) is not None:
            page = self.read(link.url)
            if page is None:
                crawl.settle(link, Fetched(link.url, 404, error=Kind.HTTP_CLIENT), None, 0.0)
            else:
                visited.append(link.url.removeprefix(HOME))
                crawl.settle(link, Fetched(link.url, 200), page, 0.0)
        return visited

    def __str__(self) -> str:
        return "\n".join(f"{url.removeprefix(HOME)}\n{_indented(text)}" for url, text in self.pages.items())


def _url(address: str) -> str:
    return HOME + address if address.startswith("/") else address


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())


def _html(text: str) -> str:
    lines = text.splitlines()
    title = escape(_LINK.sub(r"\1", lines[0])) if lines else ""
    blocks = "".join(f"<div><p>{_LINK.sub(_anchor, escape(line, quote=False))}</p></div>" for line in lines)
    return f"<html lang=en><head><title>{title}</title></head><body>{blocks}</body></html>"


def _anchor(found: re.Match[str]) -> str:
    return f'<a href="{escape(found[2])}">{found[1]}</a>'


FLOODS = TinyWeb(
    {
        "/": (
            "Valley news\n"
            "[Flood and rain reports](/reports)\n"
            "[The village band](/band)\n"
            "[Other sites](/sites)"
        ),
        "/reports": (
            "Flood and rain reports\n"
            "After heavy rain the flood came. [The flood of May](/may) [Pictures](/pictures)"
        ),
        "/may": "The flood of May\nRain for a week, then the flood. [Pictures](/pictures)",
        "/pictures": "Pictures\n[One](/one) [Home](/)",
        "/one": "A picture of the flood\nThe bridge in the flood.",
        "/band": "The village band\nGuitar music every summer. [Concerts](/concerts)",
        "/concerts": "Concerts\nMusic in the garden.",
        "/sites": (
            "Other sites\n"
            "Flood and rain levels: [river](http://river.test/)\n"
            "Cakes and bread: [kitchen](/kitchen)"
        ),
        "/kitchen": "Kitchen\nBread, cakes, recipes. [Concerts](/concerts)",
        "http://river.test/": "River levels\nRain and flood by the hour. [Levels](http://river.test/levels)",
        "http://river.test/levels": "Levels\nFlood levels after rain.",
    }
)
"""The web of the examples: news of a valley, where some pages are about floods."""
