"""Priority P(l) of links, from the pages that show them and their anchors (Liu et al. 2023, section 3)."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from operator import mul
from typing import Any, ClassVar, cast

import numpy as np
import numpy.typing as npt

from lycosa.errors import LycosaError
from lycosa.frontier.base import Evidence, Part, View
from lycosa.model import Judgement, Link, Page, Proposal, SavedState
from lycosa.rank.anchor import AnchorRelevance
from lycosa.rank.base import Ranker
from lycosa.rank.graph import ReadWeb
from lycosa.rank.packed import pack, unpack
from lycosa.rank.pagerank import AnchorPageRank
from lycosa.topic import Topic, TopicVector

PAPER_WEIGHTS = (0.55, 0.25, 0.20)
"""r1, r2 and r3 of Eq. 9."""

_MATERIAL = 0.01
_NEWS_PER_PAGE = 50
_COLUMNS = ("shown", "ranks", "relevance", "anchor", "announced")


class LinkPriority(Ranker):
    """P(l) = 0.55 PR + 0.25 R(page) + 0.20 R(anchor).

    PR and R(page) are means over the pages that show the link, R(anchor) is its best anchor.
    Queued links learn of a change of PR that moves their priority by 0.01 or more, the largest
    changes first, at most 50 links with every page.

    Parameters
    ----------
    topic
        What anchors are compared with.
    vector
        W_T; the topic's own vector by default.
    weights
        r1, r2, r3.
    beta
        Priority a link must exceed to be queued; None queues all.
    damping, omega
        Of the PageRank.

    References
    ----------
    Liu, Wang, Zhong and Yang (2023). A new focused crawler using an improved tabu search algorithm
    incorporating ontology and host information. Frontiers of Information Technology & Electronic
    Engineering 24(6), 859-875. doi:10.1631/FITEE.2200315.

    Eq. 5 to 9. Eq. 9 adds the rank of one containing page p_i, and leaves open which; the mean over all
    of them is taken, as for their relevance.
    """

    name: ClassVar[str] = "link-priority"

    def __init__(
        self,
        topic: Topic,
        vector: TopicVector | None = None,
        *,
        weights: Sequence[float] = PAPER_WEIGHTS,
        beta: float | None = None,
        damping: float = 0.85,
        omega: float = 0.6,
    ) -> None:
        if len(weights) != len(PAPER_WEIGHTS) or min(weights) < 0:
            raise LycosaError(f"weights are {list(weights)}; there must be three, none of them negative")
        self.weights = tuple(weights)
        self.beta = beta
        self.web = ReadWeb()
        self.pagerank = AnchorPageRank(self.web, damping, omega)
        self.anchors = AnchorRelevance(vector or topic.vector)
        self.shown: array[Any] = array("d")
        self.ranks: array[Any] = array("d")
        self.relevance: array[Any] = array("d")
        self.anchor: array[Any] = array("d")
        self.announced: array[Any] = array("d")
        self._kept = bytearray()
        self._waiting: list[int] = []
        self._news: dict[str, tuple[float, ...]] = {}
        self._candidates_of: dict[int, list[int]] = {}
        """What a walk has asked since the last page: it comes back to the same pages again and again …"""
        self._priority_of: dict[int, float] = {}
        """… and to the same links."""

    @property
    def evidence(self) -> Evidence:
        """The three parts; each page that shows a link sends them complete, so the last ones hold."""
        names = ("pagerank", "page", "anchor")
        return Evidence(
            tuple(Part(name, weight, "last") for name, weight in zip(names, self.weights, strict=True))
        )

    def attach(self, view: View) -> None:
        """Know links by the ids of the crawl."""
        self.web.ids = view

    def rank(self, page: Page, judgement: Judgement) -> tuple[Proposal, ...]:
        """Return every link of a page just read with its parts, each URL once."""
        links = self._links(page)
        number = self.web.add(page.url, {url: relevance for url, (_, relevance) in links.items()})
        nodes = self.web.links(number)
        self._grow()
        _add(self.shown, nodes, 1.0)
        _add(self.relevance, nodes, judgement.score)
        if self.pagerank.add(number):
            self._rerank()
        else:
            _add(self.ranks, nodes, self.pagerank.ranks[number])
        self._news = {}
        self._forget()
        shown = [link for link, _ in links.values()]
        parts = self._announce(nodes, [relevance for _, relevance in links.values()])
        return tuple(map(self._propose, nodes, shown, parts))

    def news(self) -> dict[str, tuple[float, ...]]:
        """Return new parts of queued links that the page just ranked has changed in passing."""
        due = [self._waiting.pop() for _ in range(min(len(self._waiting), _NEWS_PER_PAGE))]
        unread = [node for node in due if self.web.page_of[node] < 0]
        for node, url in zip(unread, self.web.urls(unread), strict=True):
            self._news[url] = parts = self.parts(node)
            self.announced[node] = parts[0]
        return self._news

    def parts(self, node: int) -> tuple[float, float, float]:
        """Return the parts of a link's priority; a link no page shows has none."""
        shown = self.shown[node] if node < len(self.shown) else 0.0
        if not shown:
            return 0.0, 0.0, 0.0
        return self.ranks[node] / shown, self.relevance[node] / shown, self.anchor[node]

    # What a walk over the pages read may ask

    def number(self, url: str) -> int:
        """Return the node of a URL."""
        return self.web.number(url)

    def url(self, node: int) -> str:
        """Return the URL of a node."""
        return self.web.url(node)

    def priority(self, node: int) -> float:
        """Return P(l)."""
        if node not in self._priority_of:
            self._priority_of[node] = self._weighed(self.parts(node))
        return self._priority_of[node]

    def is_read(self, node: int) -> bool:
        """Whether the page a link leads to has been read."""
        return bool(self.web.page_of[node] >= 0)

    def below(self, node: int) -> list[int]:
        """Return the links above beta on the page a link leads to, best first; none while it is unread."""
        return self._candidates(self.web.page_of[node])

    def siblings(self, node: int) -> list[int]:
        """Return the other links above beta on the page that showed a link first, best first."""
        beside = self._candidates(self.web.shown_by[node]).copy()
        if node in beside:  # once: a page has each link once
            beside.remove(node)
        return beside

    def _forget(self) -> None:
        """Let go of what was asked before the page just ranked."""
        self._candidates_of.clear()
        self._priority_of.clear()

    def _weighed(self, parts: tuple[float, ...]) -> float:
        return float(sum(map(mul, self.weights, parts)))

    def _candidates(self, page: int) -> list[int]:
        if page < 0:
            return []
        if page not in self._candidates_of:
            self._candidates_of[page] = self._best_first(page)
        return self._candidates_of[page]

    def _best_first(self, page: int) -> list[int]:
        nodes = np.asarray(self.web.links(page))
        means = (self.weights[0] * np.asarray(self.ranks)[nodes]) + (
            self.weights[1] * np.asarray(self.relevance)[nodes]
        )
        priorities = means / np.asarray(self.shown)[nodes] + self.weights[2] * np.asarray(self.anchor)[nodes]
        best_first = np.argsort(-priorities, kind="stable")
        if self.beta is not None:
            best_first = best_first[priorities[best_first] > self.beta]
        links: list[int] = nodes[best_first].tolist()
        return links

    # Keeping the parts

    def _links(self, page: Page) -> dict[str, tuple[Link, float]]:
        """Return each URL a page links to once, with its best anchor; not the page itself."""
        self.anchors.add(page.tokens)
        links: dict[str, tuple[Link, float]] = {}
        for link in page.links:
            relevance = self.anchors.score(page.at(link.words), len(page.tokens))
            held = links.get(link.url)
            if held is None or relevance > held[1]:
                links[link.url] = link, relevance
        links.pop(page.url, None)
        return links

    def _announce(self, nodes: array[int], relevance: list[float]) -> list[tuple[float, float, float]]:
        """Return the parts of the links of a page, given the relevance of their anchors there."""
        places = np.asarray(nodes)
        anchors, shown = np.asarray(self.anchor), np.asarray(self.shown)[places]
        anchors[places] = np.maximum(anchors[places], relevance)
        ranks = np.asarray(self.ranks)[places] / shown
        np.asarray(self.announced)[places] = ranks
        pages = np.asarray(self.relevance)[places] / shown
        return list(zip(ranks.tolist(), pages.tolist(), anchors[places].tolist(), strict=True))

    def _propose(self, node: int, link: Link, parts: tuple[float, float, float]) -> Proposal:
        keep = self.beta is None or self._weighed(parts) > self.beta
        if self._kept[node] and not keep:
            self._news[link.url] = parts  # it stays queued, lower down
        self._kept[node] |= keep
        return Proposal(link, parts, keep)

    def _rerank(self) -> None:
        """Take in new ranks of all pages; line up the queued links to which they matter."""
        ranks = self.pagerank.of_showing_pages()
        self.ranks = array("d", ranks.tobytes())
        means = ranks / np.maximum(1.0, np.asarray(self.shown))
        moved = self.weights[0] * np.abs(means - np.asarray(self.announced))
        queued = (np.asarray(self.web.page_of) < 0) & np.frombuffer(self._kept, dtype=np.bool_)
        affected: npt.NDArray[np.intp] = np.flatnonzero(queued & (moved >= _MATERIAL))
        self._waiting = affected[np.argsort(moved[affected], kind="stable")].tolist()

    def _grow(self) -> None:
        missing = len(self.web) - len(self.shown)
        for name in _COLUMNS:
            getattr(self, name).extend([0.0] * missing)
        self._kept.extend(bytes(missing))

    def state(self) -> SavedState:
        """Return everything learned from the pages."""
        columns = {name: pack(getattr(self, name)) for name in _COLUMNS}
        return {
            **columns,
            "beta": self.beta,
            "kept": pack(array("B", self._kept)),
            "waiting": pack(array("I", self._waiting)),
            "anchors": self.anchors.state(),
            "web": self.web.state(),
            "pagerank": self.pagerank.state(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Become the ranker that returned `state`."""
        for name in _COLUMNS:
            setattr(self, name, unpack("d", state[name]))
        self.beta = cast("float | None", state["beta"])
        self._forget()
        self._kept = bytearray(unpack("B", state["kept"]).tobytes())
        self._waiting = [int(node) for node in unpack("I", state["waiting"])]
        self.web.restore(state["web"])
        self.pagerank.restore(state["pagerank"])
        self.anchors.restore(state["anchors"])


def _add(column: array[float], nodes: array[int], more: float) -> None:
    """Add to the values of some nodes, each of which comes once."""
    np.asarray(column)[np.asarray(nodes)] += more
