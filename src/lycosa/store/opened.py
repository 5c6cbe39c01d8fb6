"""A crawl opened for reading from Python: its pages, its status and its reasons, as plain values."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lycosa.errors import LycosaError
from lycosa.page.content import Content
from lycosa.store.export.export import export
from lycosa.store.html_table import html_table
from lycosa.store.lookup.hits import Filter, Hits
from lycosa.store.lookup.search import search, similar
from lycosa.store.lookup.topics import SubTopic, sub_topics, topics_of_visits
from lycosa.store.repair.damage import ask_state
from lycosa.store.status import Status, status
from lycosa.store.tables.page_rows import Choice, PageRows, Row
from lycosa.store.why import Reason, why

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped,import-not-found,unused-ignore]

_BATCH = 500
_LABELS = """SELECT url, label FROM visit_list JOIN links ON links.id = visit_list.link
    WHERE label IS NOT NULL ORDER BY number"""


class OpenedCrawl:
    """A crawl in a folder; it may be running. Iterating over it gives its relevant pages.

    Every page is a dictionary of plain values, read when it is asked for; nothing is kept open between.

    Examples
    --------
    ::

        crawl = lycosa.open("floods")
        for page in crawl:
            print(page["score"], page["url"], page["title"])
        crawl.status().relevant
        crawl.why("https://example.org/").reason
        crawl.search("river dams", language="en")[0].snippet.text
        crawl.topics()
        crawl.frame(text=True).groupby("host").size()
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.status()  # whatever is wrong with the folder is said now

    def __iter__(self) -> Iterator[Row]:
        return self.pages()

    def __len__(self) -> int:
        """Return how many pages are relevant."""
        return self.status().relevant

    def __repr__(self) -> str:
        now = self.status()
        return f"<crawl {str(self.folder)!r}: {now.strategy}, {now.pages} pages, {now.relevant} relevant>"

    def pages(
        self,
        *,
        everything: bool = False,
        text: bool = False,
        markdown: bool = False,
        min_score: float | None = None,
    ) -> Iterator[Row]:
        """Give the pages in the order they were read.

        Parameters
        ----------
        everything
            All pages read, and not the relevant ones only.
        text, markdown
            Add the main content, and the dates a page gives itself; read from the archive.
        min_score
            Only pages with at least this score.
        """
        choice = Choice(everything, text, markdown, min_score)
        topics = ask_state(self.folder, lambda state: topics_of_visits(self.folder, state))
        while batch := self._batch(choice, topics=topics):
            yield from (row for _, row in batch)
            choice = replace(choice, after=batch[-1][0])

    def page(self, url: str) -> Row:
        """Return what is known of one page, with its text and Markdown."""
        number = self._visit_of(url)
        choice = Choice(everything=True, text=True, markdown=True, after=number - 1)
        return self._batch(choice, 1)[0][1]

    def content(self, url: str) -> Content:
        """Return the content of one page: text, Markdown, dates."""
        number = self._visit_of(url)
        return ask_state(self.folder, lambda state: PageRows(state, self.folder, Choice()).content(number))

    def status(self) -> Status:
        """Say how the crawl stands."""
        return status(self.folder)

    def why(self, url: str) -> Reason:
        """Explain what happened to a URL."""
        return why(self.folder, url)

    def search(
        self, query: str, *, count: int = 10, skip: int = 0, snippets: bool = True, **chosen: Any
    ) -> Hits:
        """Return the pages that fit a query best, each with a passage.

        Parameters
        ----------
        query
            Words that pages must have, `"phrases"`, and `-words` that they must not have.
        count, skip
            How many pages, after how many.
        snippets
            Whether to read a passage of each page from the archive.
        **chosen
            Which pages, as in `lycosa.store.lookup.hits.Filter`: `everything`, `host`, `language`, `topic`,
            `since`, `until`.
        """
        return search(self.folder, query, Filter(**chosen), count=count, skip=skip, snippets=snippets)

    def similar(
        self, url: str, *, count: int = 10, skip: int = 0, snippets: bool = True, **chosen: Any
    ) -> Hits:
        """Return the relevant pages most like a page that was read; the options are those of `search`."""
        return similar(self.folder, url, Filter(**chosen), count=count, skip=skip, snippets=snippets)

    def topics(self) -> tuple[SubTopic, ...]:
        """Return the sub-topics of the relevant pages, the largest first."""
        return sub_topics(self.folder)

    def labels(self) -> dict[str, str]:
        """Return what people said of pages, by URL."""
        return ask_state(self.folder, lambda state: dict(state.execute(_LABELS).fetchall()))

    def frame(self, **choice: Any) -> pd.DataFrame:
        """Return the pages as a pandas frame, with the options of `pages`; pandas has to be installed."""
        try:
            import pandas as pd  # noqa: PLC0415  # not needed otherwise
        except ImportError as error:
            raise LycosaError("frame() needs pandas: pip install pandas; or use pages()") from error
        rows = list(self.pages(**choice))
        names = ("everything", "text", "markdown", "min_score")
        columns = Choice(**{name: choice[name] for name in names if name in choice}).columns
        return pd.DataFrame(rows, columns=list(columns))

    def export(self, file: str | Path, form: str, **choice: Any) -> int:
        """Write the pages out, as `lycosa export` does; return how many."""
        return export(self.folder, Path(file), form, **choice)

    def _repr_html_(self) -> str:
        """Show a notebook how the crawl stands."""
        now = self.status()
        rows = [
            ("strategy", now.strategy),
            ("pages", f"{now.pages:,}, {now.relevant:,} relevant"),
            ("requests", f"{now.visits:,} to {now.hosts:,} hosts"),
            *((f"links {name}", f"{count:,}") for name, count in now.links.items()),
        ]
        return html_table(str(self.folder), rows)

    def _batch(
        self, choice: Choice, count: int = _BATCH, *, topics: Mapping[int, str] | None = None
    ) -> list[tuple[int, Row]]:
        """Return the next pages with the numbers of their visits."""

        def read(state: sqlite3.Connection) -> list[tuple[int, Row]]:
            rows = PageRows(state, self.folder, choice, topics)
            found = list(islice(rows.numbered(), count))
            rows.unreadable.say()
            return found

        return ask_state(self.folder, read)

    def _visit_of(self, url: str) -> int:
        """Return the number of the visit that read a page."""
        reason = self.why(url)
        for visit in reversed(reason.visits):
            if visit["relevant"] is not None:
                return int(visit["number"])
        raise LycosaError(f"{reason.url} was not read: {reason.refused or reason.state}")


def open_crawl(folder: str | Path) -> OpenedCrawl:
    """Open the crawl in a folder for reading; it may be running, stopped or finished."""
    return OpenedCrawl(Path(folder))
