"""`lycosa lab serve`: a frozen or synthetic web on loopback."""

from __future__ import annotations

import asyncio
import json
import shlex
import signal
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lycosa.errors import LycosaError

if TYPE_CHECKING:
    from ssl import SSLContext

    from lycosa.lab.serve.server import Served


@click.command()
@click.argument("web", metavar="WEB")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Default: any free one.")
@click.option("--ca-file", type=click.Path(path_type=Path), help="Answer https too; authority to trust.")
@click.option("--robots", type=click.Path(path_type=Path), help="robots.txt of every host; default: none.")
@click.option(
    "--crawl-delay", type=click.FloatRange(0), help="Seconds that robots.txt asks crawlers to wait."
)
@click.option("--latency", type=float, default=0.0, show_default=True, help="Seconds before every answer.")
@click.option("--jitter", type=float, default=0.0, show_default=True, help="Up to so many seconds more.")
@click.option(
    "--errors", type=float, default=0.0, show_default=True, help="Share of requests that get status 500."
)
@click.option("--resets", type=float, default=0.0, show_default=True, help="Share of connections reset.")
@click.option("--random-seed", type=int, default=0, help="Which requests fail or take longer.")
@click.option("--json", "as_json", is_flag=True, help="Say where it is served as JSON.")
def serve(
    *,
    web: str,
    port: int,
    ca_file: Path | None,
    robots: Path | None,
    crawl_delay: float | None,
    latency: float,
    jitter: float,
    errors: float,
    resets: float,
    random_seed: int,
    as_json: bool,
) -> None:
    """Serve all hosts of a web on one port of this machine.

    WEB is the folder of a frozen web or a crawl, or `synth` with settings as in
    `synth:pages=20000`. A crawl is led to it by the options that are printed,
    `--resolve '*:127.0.0.1:PORT'` and, for https, `--network-ca-file FILE`, and then asks for the
    same URLs as in replay. Which requests fail or take long depends on the URL and on how often it
    was asked for, so two runs meet the same faults. Crawlers that cannot be told where to find
    hosts may use it as their HTTP proxy. Interrupt to stop.
    """
    from lycosa.lab.serve.network_faults import NetworkFaults
    from lycosa.lab.serve.server import serve as serving
    from lycosa.lab.web.named import web_from

    faults = NetworkFaults(latency, jitter, errors, resets, random_seed)
    rules = _robots(robots, crawl_delay)
    with closing(web_from(web)) as found, asyncio.Runner(loop_factory=_quick_loop()) as runner:
        place = serving(found, robots=rules, faults=faults, tls=_tls(ca_file), port=port)
        runner.run(_until_interrupted(place, found.name, ca_file, as_json))


async def _until_interrupted(
    place: AbstractAsyncContextManager[Served], web: str, ca_file: Path | None, as_json: bool
) -> None:
    interrupted = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, interrupted.set)
    async with place as served:
        options = ["--resolve", f"*:127.0.0.1:{served.port}"]
        if ca_file is not None:
            options += ["--network-ca-file", str(ca_file)]
        if as_json:
            click.echo(json.dumps({"web": web, "port": served.port, "options": options}))
        else:
            click.echo(f"serving {web} on port {served.port} of 127.0.0.1")
            click.echo(f"lead a crawl to it with: {shlex.join(options)}")
        await interrupted.wait()


def _quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop where it is installed: a page then costs the server half as much."""
    try:
        import uvloop  # type: ignore[import-not-found, unused-ignore]  # an extra
    except ImportError:
        return None
    return uvloop.new_event_loop  # type: ignore[no-any-return, unused-ignore]


def _robots(file: Path | None, crawl_delay: float | None) -> str:
    if file is not None and crawl_delay is not None:
        raise LycosaError("--robots and --crawl-delay exclude each other: put the delay into the file")
    if crawl_delay is not None:
        return f"User-agent: *\nCrawl-delay: {crawl_delay:g}\n"
    try:
        return file.read_text(encoding="utf-8") if file else ""
    except (OSError, UnicodeDecodeError) as error:
        raise LycosaError(f"cannot read {file}: {error}") from error


def _tls(ca_file: Path | None) -> SSLContext | None:
    if ca_file is None:
        return None
    from lycosa.lab.serve.authority import Authority

    authority = Authority()
    authority.save(ca_file)
    return authority.context()
