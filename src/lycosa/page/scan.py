"""The links of a page and nothing else: for crawls that follow every link and judge nothing.

Several times faster than a whole `Page`, because the parser finds the elements by itself and no
text is read but that of anchors.
"""

from __future__ import annotations

from array import array

from lycosa.errors import Kind
from lycosa.model import Fetched, Page
from lycosa.page import encoding, mime
from lycosa.page.directives import AGENT, base_of, robots
from lycosa.page.html import Document, Element, tree
from lycosa.page.isolation.bounds import TooCostly, within_bounds
from lycosa.page.limits import PageLimits
from lycosa.page.proof import SCANNED_CHARS
from lycosa.places import Block, PageBlocks, PageLinks
from lycosa.places.links import LINK_NUMBERS
from lycosa.url import canonical, link_targets

DEFAULT_LIMITS = PageLimits()
_WHOLE = PageBlocks.of([Block((), ())])
_AT_START = bytes(array("i").itemsize * LINK_NUMBERS)
"""Of a link: no words, in the one block that there is."""


def scan(fetched: Fetched, limits: PageLimits = DEFAULT_LIMITS) -> Page | Kind:
    """Return a page without tokens, text and blocks, or why there is none."""
    try:
        return within_bounds(scan_here, fetched, limits=limits)
    except TooCostly:
        return Kind.PAGE_TOO_COSTLY


def scan_here(fetched: Fetched, limits: PageLimits = DEFAULT_LIMITS) -> Page | Kind:
    """Do what `scan` does, but raise `Unproven` for a page that is not proven cheap."""
    content_type = fetched.header("content-type")
    refused = mime.refusal(content_type, fetched.body)
    if refused is not None:
        return refused
    name = encoding.sniff(fetched.body, mime.charset_of(content_type)).name
    document = tree(encoding.decode(fetched.body, name), SCANNED_CHARS)
    title = document.find("title")
    directives = [value for header, value in fetched.headers if header == "x-robots-tag"]
    notes = (meta.attr("content") or "" for meta in document.find_all("meta") if _is_for_us(meta))
    return Page(
        fetched.url,
        title=" ".join(title.text[: limits.title_chars].split()) if title is not None else "",
        encoding=name,
        blocks=_WHOLE,
        segments=_WHOLE,
        links=_links(document, fetched.url, limits),
        robots=robots(list(notes), directives),
    )


def _links(document: Document, url: str, limits: PageLimits) -> PageLinks:
    base = base_of((element.attr("href") or "" for element in document.find_all("base")), url)
    own, chars = canonical(url), limits.anchor_chars
    has_maps = document.find("area") is not None
    nest = document.select_one("a a, a area" if has_maps else "a a") is not None
    elements = _with(document, "href", has_maps=has_maps)[: limits.links]
    targets = link_targets([element.attr("href") or "" for element in elements], base)
    shown: list[Element] = []
    urls: list[str] = []
    for element, target in zip(elements, targets, strict=True):
        if target is not None and target != own:
            shown.append(element)
            urls.append(target)
    # The text in a link that holds others is theirs: read for each of them, it would be read too often.
    anchors = [
        "" if nest and _holds_links(element) else " ".join(element.text[:chars].split()) for element in shown
    ]
    related = _with(document, "rel", has_maps=has_maps)
    rel_of = {element: tuple((element.attr("rel") or "").lower().split()) for element in related}
    rels = [rel_of.get(element, ()) for element in shown] if rel_of else ()
    return PageLinks(urls, anchors, array("i", _AT_START * len(urls)), rels)


def _holds_links(element: Element) -> bool:
    return element.select_one("a[href], area[href]") is not None


def _with(document: Document, attribute: str, *, has_maps: bool) -> list[Element]:
    """Return the links that have an attribute, in their order; where no maps are, the parser has a list."""
    if has_maps:
        return document.select(f"a[{attribute}], area[{attribute}]")
    return document.find_all("a", attrs={attribute: True})


def _is_for_us(meta: Element) -> bool:
    return (meta.attr("name") or "").strip().lower() in ("robots", AGENT)
