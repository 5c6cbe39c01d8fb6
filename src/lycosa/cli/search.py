"""`lycosa search` and `lycosa topics`: look things up in a crawl."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn
from rich.table import Table
from rich.text import Text

from lycosa.cli.options import as_json as json_option
from lycosa.cli.root import printable
from lycosa.errors import LycosaError

if TYPE_CHECKING:
    from types import TracebackType

    from lycosa.store.lookup.hits import Hits, SearchHit
    from lycosa.store.lookup.topics import TopicMap

_FOLDER = click.argument("folder", type=click.Path(path_type=Path))


class _Query(click.Command):
    """Lets a query begin with a -word: what begins with one dash and has a blank in it is no option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put such a query behind the options."""
        queries = [arg for arg in args if arg.startswith("-") and arg[1:2] != "-" and " " in arg]
        if queries and "--" not in args:
            args = [arg for arg in args if arg not in queries]
            args += ["--", *queries]
        return super().parse_args(ctx, args)


@click.command(cls=_Query)
@_FOLDER
@click.argument("query", required=False, default="")
@click.option("--like", metavar="URL", help="Pages like this one, instead of a query.")
@click.option("--count", type=click.IntRange(1, 1000), default=10, show_default=True, help="Pages shown.")
@click.option("--skip", type=click.IntRange(0), default=0, help="Leave out the first so many.")
@click.option("--all", "everything", is_flag=True, help="All pages read, and not the relevant ones only.")
@click.option("--host", default="", help="Only pages of this host and of hosts below it.")
@click.option("--language", default="", metavar="CODE", help="Only pages in this language, such as en.")
@click.option("--topic", type=int, metavar="NUMBER", help="Only pages of this sub-topic: see lycosa topics.")
@click.option(
    "--since", default="", metavar="DAY", help="Only pages fetched on this day or later: 2026-01-31."
)
@click.option("--until", default="", metavar="DAY", help="Only pages fetched on this day or before.")
@click.option("--rebuild", is_flag=True, help="Make the index anew from the archive first.")
@json_option
def search(
    *,
    folder: Path,
    query: str,
    like: str | None,
    count: int,
    skip: int,
    rebuild: bool,
    as_json: bool,
    **chosen: Any,
) -> None:
    """Search the pages of the crawl in FOLDER.

    QUERY is words that a page must have, "phrases", and -words that it must not have. The index is made
    while a crawl runs; one that is missing, behind or damaged is brought up to date from the archive.
    """
    from lycosa.store.lookup.hits import Filter
    from lycosa.store.lookup.search import search as search_for
    from lycosa.store.lookup.search import similar
    from lycosa.store.lookup.upkeep import update_index

    if not (query or like or rebuild):
        raise LycosaError("say what to search for: words in quotes, or --like URL")
    with _Reading() as progress:
        if rebuild:
            pages = update_index(folder, progress, anew=True)
            click.echo(f"{pages:,} pages indexed", err=True)
            if not (query or like):
                return
        kept = Filter(**chosen)
        if like:
            hits = similar(folder, like, kept, count=count, skip=skip, progress=progress)
        else:
            hits = search_for(folder, query, kept, count=count, skip=skip, progress=progress)
    if as_json:
        click.echo(json.dumps({"found": hits.found, "hits": [_plain(hit) for hit in hits]}, indent=1))
    else:
        narrowed = "" if kept == Filter(everything=True) else " in the whole crawl"
        _show_hits(hits, "pages compared" if like else f"pages fit{narrowed}")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("crawl"))
@click.option(
    "--map", "map_file", type=click.Path(path_type=Path), help="Draw a map of them into this SVG file."
)
@click.option("--anew", is_flag=True, help="Group all pages together anew, instead of adding to the groups.")
@json_option
def topics(folder: Path, map_file: Path | None, anew: bool, as_json: bool) -> None:
    """Show the sub-topics of the crawl in FOLDER: relevant pages in groups, named by their telling words.

    Groups appear while a crawl runs and keep their numbers; a page never changes its group.
    """
    from lycosa.store.export.place import check_place
    from lycosa.store.lookup.topics import group_anew, topic_map

    if map_file is not None:
        check_place(map_file, folder)
    with _Reading() as progress:
        if anew:
            group_anew(folder, progress=progress)
        found = topic_map(folder, progress=progress)
    if map_file is not None:
        from lycosa.report.crawl.topic_figure import write_topic_map

        write_topic_map(found, map_file)
    if as_json:
        line = [{**asdict(topic), "best": [page._asdict() for page in topic.best]} for topic in found.topics]
        click.echo(json.dumps({"topics": line, "others": found.others}, indent=1))
    else:
        _show_topics(found)


def _plain(hit: SearchHit) -> dict[str, Any]:
    return {**asdict(hit), "snippet": hit.snippet.text, "marks": hit.snippet.marks}


def _show_hits(hits: Hits, what: str) -> None:
    console = Console()
    for number, hit in enumerate(hits, start=1):
        head = Text(f"{number}. ", style="dim")
        head.append(printable(hit.title or hit.url), style="bold")
        head.append(f"  {hit.score:.2f}{'' if hit.relevant else ' not relevant'}", style="dim")
        console.print(head)
        console.print(Text(printable(hit.url), style="cyan"), soft_wrap=True)
        shown = Text(printable(hit.snippet.text))
        for start, stop in hit.snippet.marks:
            shown.stylize("bold yellow", start, stop)
        console.print(shown)
        console.print()
    if not hits:
        console.print("nothing found; with --all, pages that are not relevant are searched too")
    console.print(f"{len(hits)} shown, {hits.found:,} {what}", style="dim")


def _show_topics(found: TopicMap) -> None:
    console = Console()
    if not found.topics:
        console.print("no sub-topics yet: there are too few relevant pages")
        return
    table = Table("number", "sub-topic", "pages", "most typical pages")
    for topic in found.topics:
        best = "\n".join(printable(page.title or page.url) for page in topic.best[:3])
        table.add_row(str(topic.id), Text(printable(topic.name)), f"{topic.pages:,}", Text(best))
    console.print(table)
    console.print(f"{found.others:,} relevant pages belong to none", style="dim")


class _Reading:
    """Shows how far the index has been made, where somebody looks and it takes long."""

    def __init__(self) -> None:
        self._bar = Progress(
            TextColumn("reading the archive"), BarColumn(), MofNCompleteColumn(), console=Console(stderr=True)
        )
        self._task: TaskID | None = None
        self._shown = sys.stderr.isatty()

    def __call__(self, done: int, of: int) -> None:
        if self._shown:
            if self._task is None:
                self._bar.start()
                self._task = self._bar.add_task("", total=of)
            self._bar.update(self._task, completed=done)

    def __enter__(self) -> _Reading:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()
