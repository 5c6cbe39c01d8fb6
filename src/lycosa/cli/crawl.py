"""`lycosa crawl` and `lycosa resume`: collect the pages about a topic."""

from __future__ import annotations

import asyncio
import signal
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lycosa.cli.options import ListOptions
from lycosa.cli.progress import progress_of
from lycosa.cli.settings import setting_flags, settings_from
from lycosa.errors import LycosaError

if TYPE_CHECKING:
    from lycosa.session import Session

DEFAULTS = {"budget.pages": 1000, "work.concurrency": 64}
"""What a crawl from the command line does when nothing is said."""
_OWN_FLAGS = frozenset({"seeds", "strategy"})


@click.command(cls=ListOptions)
@click.argument("topic", required=False)
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("crawl"), show_default=True, help="Folder."
)
@click.option("--seed", "seeds", multiple=True, metavar="URL…", help="Start here.")
@click.option("--seeds", "seed_file", type=click.Path(path_type=Path), help="File with a URL on each line.")
@click.option("--strategy", metavar="NAME", help="How links are chosen; see `lycosa strategies`.")
@setting_flags(without=_OWN_FLAGS)
def crawl(
    topic: str | None,
    out: Path,
    seeds: tuple[str, ...],
    seed_file: Path | None,
    strategy: str | None,
    **flags: Any,
) -> None:
    """Crawl the web for TOPIC: a sentence, or a TOML file with settings.

    The crawl is kept in a folder: crawl.toml, topic/, state.sqlite, warc/ and report.html. Interrupt it with
    Ctrl-C and take it up again with `lycosa resume`.
    """
    from lycosa.session import Session

    file = Path(topic) if topic is not None and topic.endswith(".toml") else None
    extra: dict[str, Any] = {}
    if topic is not None and file is None:
        extra["topic.sentence"] = topic
    if strategy is not None:
        extra["strategy"] = strategy
    if seeds or seed_file:
        extra["seeds"] = [*seeds, *(read_seeds(seed_file) if seed_file else [])]
    settings = settings_from(DEFAULTS, file, flags, extra)
    if (out / "state.sqlite").exists():
        raise LycosaError(
            f"{out} holds a crawl already: take it up with `lycosa resume {out}`, or choose --out"
        )
    follow(Session(settings, out))


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("crawl"))
@click.option("--pages", type=int, help="New page budget, counted from the start of the crawl.")
@click.option("--reopen", is_flag=True, help="Ask again for hosts given up and links that failed.")
def resume(folder: Path, pages: int | None, reopen: bool) -> None:
    """Take up the crawl in FOLDER where it stopped or was killed."""
    from dataclasses import replace

    from lycosa.session import Session

    session = Session.of_folder(folder)
    session.reopens = reopen
    if pages is not None:
        budget = replace(session.settings.budget, pages=pages)
        session.settings = replace(session.settings, budget=budget)
    follow(session)


def follow(session: Session) -> None:
    """Run a session with a progress display; Ctrl-C ends it after the step under way."""
    from lycosa.engine import Stop
    from lycosa.report.crawl.page import write_crawl_report

    async def run() -> None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, session.interrupt)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, session.interrupt)
        with progress_of(session) as progress:
            session.listeners.append(progress)
            async with aclosing(session.steps()) as steps:
                async for _ in steps:
                    pass

    asyncio.run(run())
    engine = session.engine
    if engine is None:
        return
    tally = engine.crawl.tally
    click.echo(f"{engine.stopped}: {tally.pages} pages, {tally.relevant} relevant, kept in {session.folder}")
    if session.folder is not None and engine.stopped is not Stop.DISK:
        click.echo(f"report: {write_crawl_report(session.folder)}")


def read_seeds(file: Path) -> list[str]:
    """Read a URL from each line; empty lines and lines that begin with # are passed over."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LycosaError(f"cannot read seeds from {file}: {error}") from error
    return [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
