"""`lycosa seeds`: URLs to start a crawl from, found by search engines."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import AsyncExitStack, closing
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Column, Table

from lycosa.cli.options import ListOptions, language_option
from lycosa.cli.root import printable
from lycosa.cli.words import quoted
from lycosa.errors import LycosaError
from lycosa.topic.seeds import DEFAULT_HEURISTIC, HEURISTICS

if TYPE_CHECKING:
    from lycosa.topic.seeds import Fetch, Found, SearchEngine, Seed

_ENGINE_HELP = "Whom to ask: searxng=URL, opensearch=URL, file=PATH or web=FOLDER."


@click.command(cls=ListOptions)
@click.option("--genre", multiple=True, metavar="TERM…", help="Terms of the genre: syllabus, course.")
@click.option("--content", multiple=True, metavar="TERM…", help="Terms of the content: database, SQL.")
@click.option("--engine", "engines", multiple=True, required=True, metavar="KIND=WHERE…", help=_ENGINE_HELP)
@click.option(
    "--heuristic", type=click.Choice(list(HEURISTICS)), default=DEFAULT_HEURISTIC, show_default=True
)
@click.option("--results", type=click.IntRange(1, 1000), default=30, show_default=True, help="Per engine.")
@click.option("--count", type=click.IntRange(1), default=20, show_default=True, help="Seeds wanted.")
@click.option("--spread", "spread_out", is_flag=True, help="As many different hosts as possible first.")
@language_option("Language of the terms, for web=FOLDER.")
@click.option("--urls", "urls_only", is_flag=True, help="Print nothing but URLs, one per line.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def seeds(
    *,
    genre: tuple[str, ...],
    content: tuple[str, ...],
    engines: tuple[str, ...],
    heuristic: str,
    results: int,
    count: int,
    spread_out: bool,
    language: str,
    urls_only: bool,
    as_json: bool,
) -> None:
    """Find seeds for a crawl with search engines.

    A query is built of genre and content terms and sent to every engine. URLs that more engines
    found come first, then those with the better rank. An address may name a key in the
    environment, as in opensearch='https://api.example/?q={searchTerms}&key=${API_KEY}'.
    """
    from lycosa.topic.seeds import build_query, spread

    query = build_query(heuristic, genre, content)
    found = asyncio.run(_find(query, engines, results, language))
    for failure in found.failures:
        click.echo(f"lycosa: {printable(failure)}", err=True)
    chosen = (spread(found.seeds) if spread_out else found.seeds)[:count]
    if urls_only:
        click.echo("\n".join(seed.url for seed in chosen))
    elif as_json:
        click.echo(json.dumps({"query": query, "seeds": [seed._asdict() for seed in chosen]}, indent=1))
    else:
        _show(query, chosen)


async def _find(query: str, specs: tuple[str, ...], results: int, language: str) -> Found:
    from lycosa.config import Settings
    from lycosa.session.seeding import engine_fetch
    from lycosa.topic.seeds import find_seeds

    async with AsyncExitStack() as opened:
        fetch = engine_fetch(Settings(), specs, opened)
        engines = [_engine(spec, fetch, language, opened) for spec in specs]
        return await find_seeds(query, engines, results)


def _engine(spec: str, fetch: Fetch, language: str, opened: AsyncExitStack) -> SearchEngine:
    from lycosa.lab.serve.search import LocalEngine
    from lycosa.lab.web.named import web_from
    from lycosa.topic.seeds.named import engine_named

    kind, _, where = spec.partition("=")
    if where and kind == "web":
        web = opened.enter_context(closing(web_from(where)))
        return opened.enter_context(closing(LocalEngine(web, language)))
    try:
        return engine_named(spec, fetch, os.environ)
    except LycosaError as error:
        raise LycosaError(f"--{error} or web=FOLDER" if "expected" in str(error) else str(error)) from error


def _show(query: str, chosen: list[Seed]) -> None:
    console = Console()
    console.print(quoted(f"query: {query}"), soft_wrap=True)
    table = Table("priority", "rank", Column("URL", overflow="fold"), Column("found by", overflow="fold"))
    for seed in chosen:
        table.add_row(str(seed.priority), str(seed.rank), quoted(seed.url), quoted(", ".join(seed.engines)))
    console.print(table)
