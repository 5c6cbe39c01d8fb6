"""`lycosa crawl` and `lycosa resume`: collect the pages about a topic."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
from collections.abc import Iterator
from contextlib import aclosing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lycosa.cli.options import SettingOption, SettingOptions
from lycosa.cli.progress import REFRESH_S, Progress, progress_of
from lycosa.cli.root import BAD_INPUT, DISK_FULL, printable
from lycosa.cli.settings import PARTS, setting_flags, settings_from
from lycosa.errors import LycosaError

if TYPE_CHECKING:
    from lycosa.config import Settings
    from lycosa.engine.tally import Tally
    from lycosa.session import Session
    from lycosa.session.seeding import SeedsFound

DEFAULTS = {"budget.pages": 1000, "work.concurrency": 64}
"""What a crawl from the command line does when nothing is said."""
NO_PAGE = 4
"""Exit code of a crawl that could read no page: its seeds cannot be reached, or give none."""
NOTHING_RELEVANT = 5
"""Exit code of a crawl that read pages and found none of them relevant."""
UNREACHED = 6
"""Exit code of a crawl that found pages and then could reach nothing that was left."""
OWN_FLAGS = frozenset({"seeds"})
SETTLED = frozenset({"topic", "seeds", "seed_search", "strategy", "links_only", "random_seed"})
"""What a crawl under way is: it cannot be changed at resume."""


def _view_flags(command: Any) -> Any:
    """Add the options of the live view."""
    control = "Let the live view steer the crawl; implies --ui."
    command = click.option("--control", cls=SettingOption, is_flag=True, help=control)(command)
    return click.option("--ui", is_flag=True, help="Show it in a browser; --control to steer it there.")(
        command
    )


@click.command(cls=SettingOptions)
@click.argument("topic", required=False)
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("crawl"), show_default=True, help="Folder."
)
@click.option("--seed", "seeds", multiple=True, metavar="URL…", help="Start here.")
@click.option("--seeds", "seed_file", type=click.Path(path_type=Path), help="File with a URL on each line.")
@_view_flags
@setting_flags(without=OWN_FLAGS, first=PARTS, defaults=DEFAULTS)
def crawl(
    *,
    topic: str | None,
    out: Path,
    seeds: tuple[str, ...],
    seed_file: Path | None,
    ui: bool,
    control: bool,
    **flags: Any,
) -> None:
    """Crawl the web for TOPIC: a sentence, or a TOML file with settings; `lycosa resume` goes on with it."""
    from lycosa.session import Session
    from lycosa.store.keep import is_shared

    settings = asked_for(topic, seeds, seed_file, flags)
    if (out / "state.sqlite").exists() and (out / "crawl.toml").exists():
        command = "cluster resume" if is_shared(out) else "resume"
        take_up = f"`lycosa {command} {shlex.quote(str(out))}`"
        raise LycosaError(f"{out} holds a crawl already: take it up with {take_up}, or choose --out")
    _refuse_files_of_others(out)
    from lycosa.session.seeding import NoSeeds

    session = Session(settings, out)
    session.on_seeds.append(show_seeds)
    try:
        follow(session, ui=ui, control=control)
    except NoSeeds as error:
        click.echo(f"lycosa: {error}\nlycosa: {error.how_to}", err=True)
        raise click.exceptions.Exit(BAD_INPUT) from error


@click.command(cls=SettingOptions)
@click.argument("folder", type=click.Path(path_type=Path), default=Path("crawl"))
@click.option("--reopen", is_flag=True, help="Ask again for hosts given up and links that failed.")
@_view_flags
@setting_flags(without=SETTLED)
def resume(*, folder: Path, reopen: bool, ui: bool, control: bool, **flags: Any) -> None:
    """Take up the crawl in FOLDER where it stopped or was killed.

    Settings given here, such as a new page budget (counted from the start of the crawl), are kept.
    """
    from lycosa.session import Session

    Session.of_folder(folder)  # says what is missing
    session = Session(settings_from({}, folder / "crawl.toml", flags, {}), folder)
    session.reopens = reopen
    follow(session, ui=ui, control=control)


def asked_for(
    topic: str | None, seeds: tuple[str, ...], seed_file: Path | None, flags: dict[str, Any]
) -> Settings:
    """Return the settings of a crawl, as the command line has them."""
    file = Path(topic) if topic is not None and topic.lower().endswith(".toml") else None
    extra: dict[str, Any] = {}
    if topic is not None and file is None:
        extra["topic.sentence"] = topic
    if seeds or seed_file:
        extra["seeds"] = [*seeds, *(read_seeds(seed_file) if seed_file else [])]
    return settings_from(DEFAULTS, file, flags, extra)


def _refuse_files_of_others(out: Path) -> None:
    """Refuse to begin a crawl where its files would replace some that no crawl has written."""
    if any((out / name).exists() for name in ("state.sqlite", "warc")):
        return
    held = [name for name in ("crawl.toml", "topic", "report.html") if (out / name).exists()]
    if held:
        raise LycosaError(f"{out} has {', '.join(held)} in it, which a crawl would replace: choose --out")


def show_seeds(found: SeedsFound) -> None:
    """Say what search engines found, before the crawl begins."""
    for failure in found.failures:
        click.echo(f"lycosa: {printable(failure)}", err=True)
    click.echo(f"{len(found.seeds)} seeds found for {printable(found.query)}:")
    for seed in found.seeds:
        click.echo(f"  {seed.url}  {printable(seed.title)}".rstrip())


def follow(session: Session, *, ui: bool = False, control: bool = False) -> None:
    """Run a session with a progress display; Ctrl-C ends it after the step under way."""
    from lycosa.cli.last_screen import last_screen, next_commands
    from lycosa.engine import Stop

    with _view(session, control=control) if ui or control else nullcontext():
        asyncio.run(_steps(session))
    engine, folder = session.engine, shlex.quote(str(session.folder))
    if engine is None:
        return
    for line in last_screen(session):
        click.echo(line)
    for kind, text in engine.crawl.revision.notices(last=True):
        click.echo(printable(f"{kind}: {text}"))
    if session.folder is not None and engine.stopped is not Stop.DISK:
        _report(session.folder)
        for line in next_commands(session):
            click.echo(line)
    if engine.stopped is Stop.DISK:
        _end(DISK_FULL, f"no space left for {session.folder}: make room, then `lycosa resume {folder}`")
    if engine.stopped is not Stop.INTERRUPTED:
        _say_if_nothing(session, engine.crawl.tally)
    if engine.stopped is Stop.UNREACHABLE:
        resume = f"`lycosa resume {folder}`" if session.folder else "crawling again"
        _end(UNREACHED, f"links are left that could not be reached for now: {resume} tries again")


def _report(folder: Path) -> None:
    from lycosa.report.crawl.page import write_crawl_report  # takes as long as all other imports together

    click.echo(f"report: {write_crawl_report(folder)}")


@contextmanager
def _view(session: Session, *, control: bool) -> Iterator[None]:
    """Show a session in a browser while the block runs."""
    from lycosa.ui.serving import view_alongside

    if session.folder is None:
        raise LycosaError("only a crawl that is kept in a folder can be shown")
    with view_alongside(session.folder, control=control) as address:
        click.echo(f"live view: {address}", err=True)
        yield


async def _steps(session: Session) -> None:
    """Take every step of a session until it ends or a signal ends it."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, session.interrupt)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup: the crawl outlives its terminal
        loop.add_signal_handler(signal.SIGHUP, _hung_up, session)
    with progress_of(session) as progress:
        session.listeners.append(progress)
        refreshing = asyncio.create_task(_refresh(progress))
        async with aclosing(session.steps()) as steps:
            async for _ in steps:
                pass
        refreshing.cancel()


def _hung_up(session: Session) -> None:
    """End a crawl whose terminal is gone; there is nobody left to write to."""
    session.interrupt()
    with Path(os.devnull).open("w") as nowhere:
        for stream in (1, 2):
            os.dup2(nowhere.fileno(), stream)


def _say_if_nothing(session: Session, tally: Tally) -> None:
    """End with a code of its own if a crawl that has come to its end found nothing."""
    if tally.pages and (tally.latest_relevant or session.settings.links_only):
        return
    if tally.pages:
        hint = "lower the threshold, describe the topic in other words, or try `lycosa topic test`"
        _end(NOTHING_RELEVANT, f"none of {tally.pages} pages is relevant: {hint}")
    reasons = ", ".join(f"{kind} {count}" for kind, count in (tally.failures or tally.refused).most_common(3))
    place = shlex.join([next(iter(session.settings.seeds), "URL"), str(session.folder)])
    _end(NO_PAGE, f"no page could be read ({reasons or 'no links'}): see `lycosa why {place}`")


def _end(code: int, message: str) -> None:
    click.echo(f"lycosa: {message}", err=True)
    raise click.exceptions.Exit(code)


async def _refresh(progress: Progress) -> None:
    """Show what happens while the crawl waits, too."""
    while True:
        await asyncio.sleep(REFRESH_S)
        progress.refresh()


def read_seeds(file: Path) -> list[str]:
    """Read a URL from each line; empty lines and lines that begin with # are passed over."""
    from lycosa.url import given_url

    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LycosaError(f"cannot read seeds from {file}: {error}") from error
    found = [(number, line.strip()) for number, line in enumerate(lines, start=1)]
    seeds = [(number, line) for number, line in found if line and not line.startswith("#")]
    for number, seed in seeds:
        given_url(seed, f"{file}, line {number}: seed")
    return [seed for _, seed in seeds]
