"""Makes a frozen web of a crawl: its archive goes in, pages, redirects and labels come out.

So a crawl of the live web can be replayed, by every strategy, for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.lab.web.base import WebPage
from lycosa.lab.web.frozen import open_web
from lycosa.lab.web.index import IndexedWeb
from lycosa.lab.web.jsonl import write_web
from lycosa.lab.web.new_folder import new_folder
from lycosa.store import read_state
from lycosa.url import canonical

RELEVANT = "relevant"
"""Label of the pages that the crawl itself judged relevant."""

Labels = Mapping[str, tuple[str, ...]]
"""Labels by canonical URL."""


@dataclass(frozen=True, slots=True)
class SnapshotCounts:
    """What a snapshot holds."""

    pages: int
    redirects: int
    labelled: int
    unknown: tuple[str, ...]
    """URLs that have labels but no page in the crawl."""


def snapshot(
    crawl: Path, out: Path, labels: Labels | None = None, own_verdicts: bool = False
) -> SnapshotCounts:
    """Write the HTML pages and the redirects of a crawl as a frozen web to a new folder.

    With `own_verdicts` the pages that the crawl judged relevant are labelled so. That is an
    opinion, not ground truth: a strategy measured against it is measured against another one.
    """
    languages, relevant = _judged(crawl)
    given = dict(labels or {})
    if own_verdicts:
        for url in relevant:
            given[url] = (*given.get(url, ()), RELEVANT)
    with closing(open_web(_archives(crawl))) as web, new_folder(out) as folder:
        pages = list(web.urls())
        redirects = list(web.redirects())
        write_web(folder, _pages(web, given, languages), redirects)
    known = set(pages)
    unknown = tuple(url for url in given if url not in known)
    return SnapshotCounts(len(pages), len(redirects), len(given) - len(unknown), unknown)


def read_labels(file: Path) -> dict[str, tuple[str, ...]]:
    """Read labels from lines of URL and label, separated by a tab; a URL may have several lines."""
    found: dict[str, tuple[str, ...]] = {}
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LycosaError(f"cannot read {file}: {error}") from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        url, _, label = (part.strip() for part in line.partition("\t"))
        key = canonical(url)
        if key is None or not label or "\t" in label:
            raise LycosaError(f"{file}, line {number}: expected a URL and a label, separated by a tab")
        found[key] = (*found.get(key, ()), label)
    return found


def _archives(crawl: Path) -> list[Path]:
    files = sorted((crawl / "warc").glob("*.warc.gz"))
    if not files:
        raise LycosaError(f"{crawl} has no pages: there is no file in {crawl / 'warc'}")
    return files


def _judged(crawl: Path) -> tuple[dict[str, str], list[str]]:
    """Return the language of every page, and the pages judged relevant."""
    with closing(read_state(crawl)) as state:
        rows = state.execute(
            "SELECT url, language, relevant FROM visits JOIN links ON links.id = visits.link"
            " WHERE relevant IS NOT NULL ORDER BY number"
        ).fetchall()
    languages = {url: language or "" for url, language, _ in rows}
    verdicts = {url: verdict for url, _, verdict in rows}
    return languages, [url for url, verdict in verdicts.items() if verdict]


def _pages(web: IndexedWeb, labels: Labels, languages: Mapping[str, str]) -> Iterator[WebPage]:
    for page in filter(None, map(web.page, web.urls())):
        labelled, language = labels.get(page.url, ()), languages.get(page.url, "")
        yield WebPage(page.url, page.html, labelled, language, content_type=page.content_type)
