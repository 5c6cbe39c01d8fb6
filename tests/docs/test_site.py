"""The documentation builds as a site without a warning, links lead somewhere, nothing is loaded from afar."""

from __future__ import annotations

import importlib.util
import logging
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow


class Page(HTMLParser):
    """Collects the links, the targets of links and the loaded parts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        self.places |= {given[key] for key in ("id", "name") if key in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag in ("script", "img", "iframe", "source") and "src" in given:
            self.loads.append(given["src"])
        elif tag == "link" and given.get("rel") != "canonical":
            self.loads.append(given.get("href", ""))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    spec = importlib.util.spec_from_file_location("site_builder", ROOT / "docs" / "site.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    out = tmp_path_factory.mktemp("site")
    logging.getLogger("mkdocs").setLevel(logging.WARNING)
    module.build_site(out)
    yield out


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {file: Page(file.read_text(encoding="utf-8")) for file in site.rglob("*.html")}


def test_every_page_of_the_documentation_is_on_the_site(site: Path) -> None:
    missing = [
        page.name
        for page in (ROOT / "docs").glob("*.md")
        if not (site / "docs" / f"{page.stem}.html").is_file()
    ]
    assert not missing
    assert (site / "index.html").is_file()


def test_every_link_within_the_site_leads_somewhere(site: Path, pages: dict[Path, Page]) -> None:
    broken = []
    for file, page in pages.items():
        if file.name == "404.html":
            continue
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            target = target / "index.html" if target.is_dir() else target
            found = pages.get(target)
            if not target.is_file() or (
                found and parts.fragment and unquote(parts.fragment) not in found.places
            ):
                broken.append(f"{file.relative_to(site)}: {link}")
    assert not broken


def test_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[Path, Page]) -> None:
    foreign = [load for page in pages.values() for load in page.loads if urlsplit(load).netloc]
    styles = [
        found
        for file in site.rglob("*.css")
        for found in re.findall(r"url\(['\"]?((?:https?:)?//[^)]*)|@import", file.read_text(encoding="utf-8"))
    ]
    assert not foreign
    assert not styles
