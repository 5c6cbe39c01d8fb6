"""`lycosa ui`: look at a crawl in a browser, and steer it."""

from __future__ import annotations

import secrets
import socket
import sys
from pathlib import Path

import click

from lycosa.errors import LycosaError


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("crawl"))
@click.option("--control", is_flag=True, help="Let the page steer the crawl and label pages.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Default: any free one.")
@click.option("--inherit", type=int, hidden=True, help="Serve on a socket of the process that started this.")
def ui(folder: Path, control: bool, port: int, inherit: int | None) -> None:
    """Show the crawl in FOLDER in a browser; it may be running, stopped or finished.

    The page is served on this machine only, at an address that holds a secret. It follows the crawl as it
    goes. With --control it can pause, resume and stop the crawl, raise its budget, add seeds, ban sites, and
    label pages. Interrupt to end the view; the crawl goes on.
    """
    from lycosa.ui.app import LiveView
    from lycosa.ui.serving import SECRET_BYTES, address, at_end_of_input, interrupted_only, listening, serve

    if inherit is not None:
        place, secret = socket.socket(fileno=inherit), sys.stdin.readline().strip()
        serve(LiveView(folder, secret, place.getsockname()[1], control=control), place, at_end_of_input)
        return
    if not (folder / "state.sqlite").is_file():
        raise LycosaError(f"{folder} is not a crawl: there is no state.sqlite in it")
    secret = secrets.token_urlsafe(SECRET_BYTES)
    with listening(port) as place:
        click.echo(f"live view of {folder}: {address(place, secret)}")
        click.echo(
            "it can steer the crawl" if control else "it only shows; --control lets it steer the crawl"
        )
        serve(LiveView(folder, secret, place.getsockname()[1], control=control), place, interrupted_only)
