"""Writes a synthetic web to disk as a frozen one, with every redirect that its pages link to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.lab.synth import SynthWeb
from lycosa.lab.synth.statistics import content_links
from lycosa.lab.web.base import WebPage
from lycosa.lab.web.jsonl import write_web
from lycosa.lab.web.new_folder import new_folder


def write_synthetic(web: SynthWeb, out: Path) -> int:
    """Write all pages to a new folder and return how many redirects go with them.

    Pages are computed twice, because redirects come first and are known by the links to them.
    """
    if web.params.pages is None or web.params.traps:
        endless = "pages=none" if web.params.pages is None else f"traps={web.params.traps}"
        raise LycosaError(f"a web with {endless} has no end: it can be crawled but not written")
    with new_folder(out) as folder:
        redirects = _redirects(web)
        write_web(folder, _pages(web), sorted(redirects.items()))
    return len(redirects)


def _pages(web: SynthWeb) -> Iterator[WebPage]:
    yield from filter(None, map(web.page, web.urls()))


def _redirects(web: SynthWeb) -> dict[str, str]:
    found: dict[str, str] = {}
    for page in _pages(web):
        for link in content_links(page.url, page.html):
            target = web.redirect(link)
            if target is not None:
                found[link] = target
    return found
