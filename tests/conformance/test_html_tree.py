"""The tree construction tests of the web platform, as inputs that must not break a page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from lycosa.page import PageLimits, parse_html
from lycosa.page.html import read
from lycosa.page.walk import Outline


def inputs(folder: Path) -> Iterator[bytes]:
    for file in sorted(folder.glob("*.dat")):
        for case in (b"\n" + file.read_bytes()).split(b"\n#data\n")[1:]:
            yield case.partition(b"\n#errors")[0]


def test_no_input_breaks_a_page(shared: Path) -> None:
    bodies = list(inputs(shared / "conformance/wpt-html-tree/dat"))
    for body in bodies:
        page = parse_html(body, "http://example.org/")
        assert len(page.groups) == len(page.tokens)
        covered = sum(stop - start for block in page.segments for start, stop in block.spans)
        assert covered == sum(stop - start for block in page.blocks for start, stop in block.spans)
        assert all(link.position in page.segments[link.segment].links for link in page.links)
    assert len(bodies) == 1_936


def test_links_are_found_in_tree_order(shared: Path) -> None:
    for case in json.loads((shared / "conformance/wpt-html-tree/links.json").read_bytes()):
        outline = Outline(PageLimits())
        read(case["html"], outline)
        assert [href for _, href, _ in outline.links] == case["hrefs"], case["html"]
