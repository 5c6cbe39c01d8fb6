"""How fast a page is read, against what others would need for the same.

    python -m benchmarks.parse --web DIR [--pages 200] [--repeats 3] [--json FILE]

Lycosa, parsel and BeautifulSoup (on lxml) are asked for two things:

- words: title, language, tokens with tag groups, links with address, anchor and `rel`;
- page: the same, and canonical address, refresh and robots rules, visible text, innermost divisions, and
  for each link its path and the tokens of its anchor and of its parent element. Lycosa makes a whole
  `Page` here, which is more: residual blocks, content blocks, hidden elements left out, limits.

Tokens, languages and addresses are made by the same functions for all. Repeats are interleaved, and each
reader's best round counts, in CPU time. Ends with 1 if Lycosa is below its floors, which are for words:
the whole `Page` has none, because the others make less of it.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import sub
from pathlib import Path
from typing import Any, NamedTuple

import bs4
import parsel
import zstandard

from lycosa.page import PageLimits, parse_html
from lycosa.page.encoding import decode
from lycosa.page.html import read
from lycosa.page.links import targets
from lycosa.page.tags import OTHER_TEXT, TAG_GROUP, TITLE_TEXT
from lycosa.page.walk import Outline
from lycosa.text import detect, tokenise
from lycosa.url import link_target

FLOORS = {"parsel": 2.0, "beautifulsoup": 5.0}
"""How many times faster Lycosa must find words and links."""
LIMITS = PageLimits()
PATH_LABELS = 16
UNSEEN = frozenset({"script", "style", "template", "iframe", "noframes", "noembed"})
SEEN_TEXT = "//text()[not(ancestor::script or ancestor::style or ancestor::template or ancestor::iframe)]"


class Source(NamedTuple):
    body: bytes
    url: str


def pages(web: Path, count: int) -> list[Source]:
    """Return pages spread evenly over a frozen web."""
    rows = [Source(row["html"].encode(), row["url"]) for row in stored(web)]
    return rows[:: max(1, len(rows) // count)][:count]


def stored(web: Path) -> Iterator[dict[str, Any]]:
    with (web / "pages.jsonl.zst").open("rb") as file:
        text = io.TextIOWrapper(zstandard.ZstdDecompressor().stream_reader(file), encoding="utf-8")
        yield from map(json.loads, text)


def lycosa_page(source: Source) -> object:
    return parse_html(source.body, source.url, charset="utf-8")


def lycosa_words(source: Source) -> object:
    outline = Outline(LIMITS)
    read(decode(source.body, "utf-8"), outline)
    outline.finish()
    links = [
        (url, " ".join(outline.pieces[outline.starts[element] : outline.stops[element]]), rel.split())
        for element, url, rel in targets(outline, source.url, source.url)
    ]
    words = grouped(outline.pieces, outline.piece_groups, outline.head.language)
    return outline.title, words, links


def grouped(pieces: list[str], groups: Sequence[int], declared: str) -> object:
    """Return tokens and the group of each."""
    language = declared[:2] or detect(" ".join(pieces))
    tokens, offsets = tokenise(pieces, language)
    counts = map(sub, offsets[1:], offsets)
    return tokens, b"".join([b"%c" % group * count for group, count in zip(groups, counts, strict=True)])


def add_meta_words(metas: dict[str, str], pieces: list[str], groups: list[int]) -> None:
    for name in ("description", "keywords"):
        pieces.append(metas.get(name, ""))
        groups.append(TITLE_TEXT)


def beautifulsoup(source: Source, whole: bool) -> object:
    soup = bs4.BeautifulSoup(source.body, "lxml", from_encoding="utf-8")
    pieces, groups = [], []
    for text in soup.find_all(string=True):
        if type(text) is bs4.NavigableString and (piece := text.strip()):
            names = [parent.name for parent in text.parents]
            if not UNSEEN.intersection(names):
                pieces.append(piece)
                groups.append(next((TAG_GROUP[name] for name in names if name in TAG_GROUP), OTHER_TEXT))
    metas = {
        str(meta.get("name", "")).lower(): str(meta.get("content", "")) for meta in soup.find_all("meta")
    }
    add_meta_words(metas, pieces, groups)
    root = soup.find("html")
    links = []
    for a in soup.find_all("a", href=True):
        if target := link_target(a["href"], source.url):
            anchor = a.get_text(" ", strip=True)
            links.append((target, anchor, a.get("rel", []), *(soup_context(a, anchor) if whole else ())))
    return (
        soup.title.get_text() if soup.title else "",
        grouped(pieces, groups, root.get("lang", "") if root else ""),
        links,
        soup_rest(soup) if whole else None,
    )


def soup_rest(soup: bs4.BeautifulSoup) -> object:
    return (
        soup.find("link", rel="canonical", href=True),
        soup.find("meta", attrs={"http-equiv": "refresh"}),
        soup.get_text("\n", strip=True),
        [div.get_text() for div in soup.find_all("div") if not div.find("div")],
    )


def soup_context(a: bs4.Tag, anchor: str) -> tuple[object, str]:
    path = [
        f"{p.name}#{p.get('id', '')}.{'.'.join(p.get('class', []))}" for p in list(a.parents)[:PATH_LABELS]
    ]
    return tokenise([anchor, a.parent.get_text(" ")], "en"), " ".join(reversed(path))


def with_parsel(source: Source, whole: bool) -> object:
    selector = parsel.Selector(body=source.body, encoding="utf-8", type="html")
    pieces, groups = [], []
    for text in selector.root.xpath(SEEN_TEXT):
        if piece := text.strip():
            pieces.append(piece)
            element = text.getparent() if text.is_text else text.getparent().getparent()
            while element is not None and element.tag not in TAG_GROUP:
                element = element.getparent()
            groups.append(OTHER_TEXT if element is None else TAG_GROUP[element.tag])
    metas = {
        meta.attrib.get("name", "").lower(): meta.attrib.get("content", "") for meta in selector.css("meta")
    }
    add_meta_words(metas, pieces, groups)
    links = []
    for a in selector.css("a[href]"):
        if target := link_target(a.attrib["href"], source.url):
            anchor = a.xpath("string()").get("")
            rel = a.attrib.get("rel", "").split()
            links.append((target, anchor, rel, *(parsel_context(a, anchor) if whole else ())))
    return (
        selector.css("title::text").get(""),
        grouped(pieces, groups, selector.xpath("/html/@lang").get("")),
        links,
        parsel_rest(selector, pieces) if whole else None,
    )


def parsel_rest(selector: parsel.Selector, pieces: list[str]) -> object:
    return (
        selector.css("link[rel=canonical]::attr(href)").get(),
        selector.css("meta[http-equiv=refresh]::attr(content)").get(),
        "\n".join(pieces),
        [div.xpath("string()").get() for div in selector.xpath("//div[not(.//div)]")],
    )


def parsel_context(a: parsel.Selector, anchor: str) -> tuple[object, str]:
    ancestors = list(a.root.iterancestors())[:PATH_LABELS]
    path = [f"{e.tag}#{e.get('id', '')}.{e.get('class', '').replace(' ', '.')}" for e in ancestors]
    return tokenise([anchor, a.xpath("string(..)").get("")], "en"), " ".join(reversed(path))


TASKS: dict[str, dict[str, Callable[[Source], object]]] = {
    "words": {
        "lycosa": lycosa_words,
        "parsel": partial(with_parsel, whole=False),
        "beautifulsoup": partial(beautifulsoup, whole=False),
    },
    "page": {
        "lycosa": lycosa_page,
        "parsel": partial(with_parsel, whole=True),
        "beautifulsoup": partial(beautifulsoup, whole=True),
    },
}


def cpu_s(read: Callable[[Source], object], sources: list[Source]) -> float:
    start = time.process_time()
    for source in sources:
        read(source)
    return time.process_time() - start


def measured(sources: list[Source], repeats: int) -> dict[str, dict[str, float]]:
    """Return pages per CPU-second of each reader on each task."""
    best = {task: dict.fromkeys(readers, 0.0) for task, readers in TASKS.items()}
    for number in range(repeats + 1):
        for task, readers in TASKS.items():
            for name, read_page in readers.items():
                rate = len(sources) / cpu_s(read_page, sources)
                if number > 0:  # the first round fills caches
                    best[task][name] = max(best[task][name], rate)
    return best


def show(rates: dict[str, dict[str, float]]) -> None:
    print(f"{'task':8}{'reader':16}{'pages/cpu-s':>12}{'lycosa is':>12}{'floor':>8}")
    for task, by_reader in rates.items():
        for name, rate in by_reader.items():
            floor = FLOORS.get(name, "") if task == "words" else ""
            print(f"{task:8}{name:16}{rate:12.0f}{by_reader['lycosa'] / rate:11.1f}x{floor:>8}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how fast pages are read.")
    parser.add_argument("--web", type=Path, required=True, help="folder of a frozen web (pages.jsonl.zst)")
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", type=Path, help="also write the result there")
    options = parser.parse_args()
    sources = pages(options.web, options.pages)
    rates = measured(sources, options.repeats)
    kilobytes = sum(len(source.body) for source in sources) / len(sources) / 1000
    print(f"{len(sources)} pages of {options.web.name}, {kilobytes:.0f} kB on average")
    show(rates)
    if options.json:
        result = {"web": options.web.name, "pages": len(sources), "pages_per_cpu_s": rates}
        options.json.write_text(json.dumps(result, indent=2) + "\n")
    words = rates["words"]
    return int(any(words["lycosa"] < floor * words[name] for name, floor in FLOORS.items()))


if __name__ == "__main__":
    sys.exit(main())
