"""Measures a synthetic web from its pages as they are served, to check it against its parameters."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lycosa.lab.synth.draw import generator
from lycosa.lab.synth.web import SynthWeb
from lycosa.url import link_target

_HREF = re.compile(r'href="([^"]*)"')
_MAIN = '<div id="main">'
_FOOTER = '<div class="footer">'


@dataclass(frozen=True, slots=True)
class Statistics:
    """What was measured. Links are those of the content, not of header, navigation and footer."""

    pages: int
    kinds: dict[str, int]
    links: float
    """Mean number of links of a single-topic page."""
    locality: float
    """Share of the live links of single-topic pages that lead to a page of the same topic."""
    dead: float
    """Share of the links of single-topic pages that lead nowhere."""
    redirected: float
    """Share of the live links of single-topic pages that lead to a redirect."""
    tunnels: dict[str, tuple[int, ...]]
    """For each tunnel label: the numbers of off-topic pages met on the shortest ways from on-topic
    pages to the pages behind. Empty unless the whole web was measured."""


def describe(web: SynthWeb, sample: int | None = None, seed: int = 0) -> Statistics:
    """Measure a web on a random sample of its pages, or on all of them, which costs a minute per 100,000."""
    urls = list(web.urls()) if web.params.pages is not None else _endless_sample(web, sample or 1000)
    if sample is not None and sample < len(urls):
        urls = generator(seed).sample(urls, sample)
    kinds: Counter[str] = Counter()
    plain = links = live = local = redirected = 0
    for url in urls:
        page = web.page(url)
        if page is None:
            continue
        kinds[page.kind] += 1
        if page.kind != "content" or len(page.labels) > 1:
            continue
        plain += 1
        topic = web.topic_of(url)
        for target in content_links(url, page.html):
            links += 1
            final = web.redirect(target) or target
            redirected += final != target
            if web.topic_of(final) is not None or web.page(final) is not None:
                live += 1
                local += web.topic_of(final) == topic
    return Statistics(
        pages=len(urls),
        kinds=dict(kinds),
        links=links / max(1, plain),
        locality=local / max(1, live),
        dead=1 - live / max(1, links),
        redirected=redirected / max(1, live),
        tunnels=tunnel_lengths(web) if sample is None and web.params.pages is not None else {},
    )


def content_links(url: str, html: bytes) -> Iterator[str]:
    """Yield where the links in the content of a page lead, in canonical form."""
    text = html.decode()
    main = text[text.index(_MAIN) : text.rindex(_FOOTER)]
    for href in _HREF.findall(main):
        if (target := link_target(href.replace("&amp;", "&"), url)) is not None:
            yield target


def tunnel_lengths(web: SynthWeb) -> dict[str, tuple[int, ...]]:
    """Walk every link of the web from the on-topic pages, and count the off-topic pages on the way.

    Header, navigation and footer are walked too: a way around a tunnel must not hide there.
    """
    graph = {url: tuple(_all_links(web, url)) for url in web.urls()}
    lengths: dict[str, set[int]] = {}
    hidden = {label: web.on_topic(label) for label in web.labels() if label.startswith("tunnel:")}
    behind = frozenset().union(*hidden.values())
    for name in web.params.topics:
        on_topic = web.on_topic(name)
        hops = _hops(graph, on_topic - behind)
        for label, urls in hidden.items():
            first = [hops[url] for url in urls & on_topic if url in hops]
            if first:
                lengths.setdefault(label, set()).add(min(first) - 1)
    return {label: tuple(sorted(found)) for label, found in lengths.items()}


def _all_links(web: SynthWeb, url: str) -> Iterator[str]:
    page = web.page(url)
    for href in _HREF.findall(page.html.decode() if page else ""):
        target = link_target(href.replace("&amp;", "&"), url)
        if target is not None:
            yield web.redirect(target) or target


def _hops(graph: dict[str, tuple[str, ...]], starts: Iterable[str]) -> dict[str, int]:
    """Return the number of links from the nearest start to every page that can be reached."""
    hops = dict.fromkeys(starts, 0)
    queue = deque(hops)
    while queue:
        url = queue.popleft()
        for target in graph.get(url, ()):
            if target not in hops:
                hops[target] = hops[url] + 1
                queue.append(target)
    return hops


def _endless_sample(web: SynthWeb, count: int) -> list[str]:
    """Return pages of a web without end: those that a walk from the home pages meets first."""
    seen = dict.fromkeys(web.homes())
    queue = deque(seen)
    while queue and len(seen) < count:
        for target in _all_links(web, queue.popleft()):
            if target not in seen:
                seen[target] = None
                queue.append(target)
    return list(seen)[:count]
