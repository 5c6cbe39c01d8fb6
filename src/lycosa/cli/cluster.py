"""`lycosa cluster`: one crawl by many processes, on one machine or many."""

from __future__ import annotations

import asyncio
import json
import signal
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lycosa.cli.crawl import (
    DEFAULTS,
    NO_PAGE,
    NOTHING_RELEVANT,
    OWN_FLAGS,
    SETTLED,
    UNREACHED,
    asked_for,
    show_seeds,
)
from lycosa.cli.options import SettingOptions, as_json
from lycosa.cli.root import BAD_INPUT, DISK_FULL, Commands, printable
from lycosa.cli.settings import PARTS, setting_flags, settings_from
from lycosa.errors import LycosaError

if TYPE_CHECKING:
    from lycosa.cluster.folder import ClusterFolder
    from lycosa.cluster.run import ClusterStanding
    from lycosa.config import Settings

PLACES = {
    "crawl": "lycosa.cli.cluster:crawl",
    "resume": "lycosa.cli.cluster:resume",
    "status": "lycosa.cli.cluster:status",
    "gather": "lycosa.cli.cluster:gather",
}


@click.command(cls=Commands, places=PLACES)
def cluster() -> None:
    """Crawl with many processes, on this machine or on many: docs/cluster.md."""


def _address(command: Any) -> Any:
    about = "Of a Ray cluster, HOST:PORT; without it Ray is started here, on loopback."
    return click.option("--address", metavar="RAY", help=about)(command)


@click.command(cls=SettingOptions)
@click.argument("topic", required=False)
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("crawl"), show_default=True, help="Folder."
)
@click.option("--shards", type=int, default=2, show_default=True, help="Crawls that share the web.")
@_address
@click.option("--seed", "seeds", multiple=True, metavar="URL…", help="Start here.")
@click.option("--seeds", "seed_file", type=click.Path(path_type=Path), help="File with a URL on each line.")
@setting_flags(without=OWN_FLAGS, first=PARTS, defaults=DEFAULTS)
def crawl(
    *,
    topic: str | None,
    out: Path,
    shards: int,
    address: str | None,
    seeds: tuple[str, ...],
    seed_file: Path | None,
    **flags: Any,
) -> None:
    """Crawl the web for TOPIC with several processes; every setting is that of `lycosa crawl`."""
    from lycosa.cluster.folder import ClusterFolder
    from lycosa.cluster.preparation import prepare
    from lycosa.session.seeding import NoSeeds

    settings = asked_for(topic, seeds, seed_file, flags)
    try:
        settings, described = asyncio.run(prepare(settings, show_seeds))
    except NoSeeds as error:
        click.echo(f"lycosa: {error}\nlycosa: {error.how_to}", err=True)
        raise click.exceptions.Exit(BAD_INPUT) from error
    folder = ClusterFolder(out)
    _refuse_evidence(settings)
    folder.begin(settings, described, shards)
    with folder.led():
        _follow(folder, address)


@click.command(cls=SettingOptions)
@click.argument("folder", type=click.Path(path_type=Path), default=Path("crawl"))
@_address
@setting_flags(without=SETTLED)
def resume(*, folder: Path, address: str | None, **flags: Any) -> None:
    """Take up the cluster in FOLDER where it stopped or was killed; settings given here are kept."""
    from lycosa.cluster.folder import ClusterFolder

    opened = ClusterFolder(folder)
    opened.plan()  # says what is missing
    with opened.led():
        settings = settings_from({}, folder / "crawl.toml", flags, {})
        _refuse_evidence(settings)
        opened.write_settings(settings)
        _follow(opened, address)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("crawl"))
@as_json
def status(*, folder: Path, as_json: bool) -> None:
    """Say how the shards of the cluster in FOLDER stand, or stood when it was last at work."""
    from lycosa.cluster.standing import shard_rows

    rows = shard_rows(folder)
    if as_json:
        click.echo(json.dumps(rows))
        return
    names = ("shard", "pages", "relevant", "visits", "queued", "granted", "sent", "state")
    widths = [max(len(name), *(len(str(row[name])) for row in rows)) for name in names]
    for row in [dict(zip(names, names, strict=True)), *rows]:
        cells = (str(row[name]).rjust(width) for name, width in zip(names[:-1], widths, strict=False))
        click.echo("  ".join((*cells, printable(str(row["state"])))))
    click.echo(
        f"together {sum(row['pages'] for row in rows):,} pages, "
        f"{sum(row['relevant'] for row in rows):,} relevant"
    )


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("crawl"))
def gather(*, folder: Path) -> None:
    """Put the shards in FOLDER together as one crawl to read while they work; done anyway at the end."""
    from lycosa.cluster.gathered.gathering import gather as put_together

    found = put_together(folder)
    click.echo(f"{found.visits:,} requests of {len(found.shards)} shards gathered in {folder}")
    for shard in found.missing:
        click.echo(f"lycosa: shard {shard} is not on this machine and is left out", err=True)


def _refuse_evidence(settings: Settings) -> None:
    if settings.ending.until == "evidence":
        raise LycosaError("a cluster cannot end by evidence: no shard knows what is left; give it --pages")


def _follow(folder: ClusterFolder, address: str | None) -> None:
    """Run a cluster and say how it goes; Ctrl-C ends it in order."""
    from lycosa.engine import Stop

    stop, pages, relevant = asyncio.run(_run(folder, address))
    click.echo(f"{stop}: {pages:,} pages, {relevant:,} relevant, in {folder.folder}")
    _report(folder)
    again = f"`lycosa cluster resume {folder.folder}`"
    if stop is Stop.DISK:
        _end(DISK_FULL, f"a shard has no space left: make room, then {again}")
    if stop is Stop.UNREACHABLE:
        _end(UNREACHED, f"what is left could not be reached: {again} tries again")
    if stop is not Stop.INTERRUPTED and not pages:
        _end(NO_PAGE, f"no page could be read: see `lycosa cluster status {folder.folder}`")
    if stop is not Stop.INTERRUPTED and not relevant and not folder.settings().links_only:
        _end(NOTHING_RELEVANT, f"none of {pages} pages is relevant: try `lycosa topic test`")


def _report(folder: ClusterFolder) -> None:
    """Put together what is on this machine, and write a report of it."""
    from lycosa.cluster.gathered.gathering import gather as put_together
    from lycosa.report.crawl.page import write_crawl_report
    from lycosa.store.database import STATE

    if any((folder.shard_folder(shard) / STATE).is_file() for shard in range(folder.plan().shards)):
        for shard in put_together(folder.folder).missing:
            click.echo(f"lycosa: shard {shard} is not on this machine and is left out", err=True)
        click.echo(f"report: {write_crawl_report(folder.folder)}")


async def _run(folder: ClusterFolder, address: str | None) -> tuple[str, int, int]:
    from lycosa.cluster.run import ClusterRun

    def heed_signals() -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, run.interrupt)

    run = ClusterRun(folder, address, _Progress(), heed_signals)
    heed_signals()
    stop = await run.run()
    reports = run.reports.values()
    return stop, sum(one.pages for one in reports), sum(one.relevant for one in reports)


class _Progress:
    """Writes a line when something has changed, more rarely as time goes on."""

    def __init__(self) -> None:
        self._last = ""
        self._calls = 0
        self._next = 1

    def __call__(self, standing: ClusterStanding) -> None:
        self._calls += 1
        level = "" if standing.floor == -inf else f", links above {standing.floor:.2f}"
        line = (
            f"{standing.pages:,} pages, {standing.relevant:,} relevant, {standing.queued:,} queued, "
            f"{standing.links_sent:,} handed over, {standing.at_work} of {standing.shards} shards{level}"
        )
        notes = (f"shard {shard}: {printable(note)}" for shard, note in sorted(standing.notes.items()))
        said = "\n".join((line, *notes))
        if self._calls >= self._next and said != self._last:
            self._last, self._next = said, max(self._calls + 1, int(self._calls * 1.2))
            click.echo(said, err=True)


def _end(code: int, message: str) -> None:
    click.echo(f"lycosa: {message}", err=True)
    raise click.exceptions.Exit(code)
