"""The `lycosa` command: finds the command asked for, and says in one line what went wrong."""

from __future__ import annotations

import errno
import importlib
import io
import os
import sys
from pathlib import Path
from typing import Any

import click

from lycosa.errors import LycosaError
from lycosa.version import __version__, build

BAD_INPUT = 2
"""Exit code for anything the user can put right."""
DISK_FULL = 3
"""Exit code of a crawl that has no room; it can be resumed."""
INTERRUPTED = 130


class Commands(click.Group):
    """A group whose commands are imported when they are needed, so that `--help` is quick.

    Parameters
    ----------
    places
        For each command the module and the attribute that hold it.
    """

    def __init__(self, *args: Any, places: dict[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.places = places

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order in which people need them."""
        return list(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        place = self.places.get(cmd_name)
        if place is None:
            return None
        module, _, attribute = place.partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command


PLACES = {
    "crawl": "lycosa.cli.crawl:crawl",
    "resume": "lycosa.cli.crawl:resume",
    "ui": "lycosa.cli.ui:ui",
    "status": "lycosa.cli.inspect:status",
    "why": "lycosa.cli.inspect:why",
    "search": "lycosa.cli.search:search",
    "topics": "lycosa.cli.search:topics",
    "label": "lycosa.cli.label:label",
    "export": "lycosa.cli.export:export",
    "report": "lycosa.cli.report:report",
    "repair": "lycosa.cli.repair:repair",
    "topic": "lycosa.cli.topic:topic",
    "ontology": "lycosa.cli.ontology:ontology",
    "threshold": "lycosa.cli.threshold:threshold",
    "seeds": "lycosa.cli.seeds:seeds",
    "demo": "lycosa.cli.demo:demo",
    "strategies": "lycosa.cli.strategies:strategies",
    "check": "lycosa.cli.check:check",
    "lab": "lycosa.cli.lab:lab",
    "cluster": "lycosa.cli.cluster:cluster",
}


@click.command(cls=Commands, places=PLACES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message=f"%(prog)s, version %(version)s, {build()}")
def lycosa() -> None:
    """Collect the pages of the web that are about one topic, and as few others as possible."""


def main() -> None:
    """Run the command line; bad input ends in one line and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without the letters of a page shows others
            stream.reconfigure(errors="replace")
    try:
        code = _run()
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:  # who reads our output has seen enough
        _forget_output()
        code = 0
    sys.exit(code)


def _run() -> int:
    """Run the command asked for and return its exit code."""
    try:
        code = lycosa(standalone_mode=False)
    except BrokenPipeError:
        raise
    except LycosaError as error:
        return _complain(str(error), DISK_FULL if type(error).__name__ == "DiskFull" else BAD_INPUT)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return _complain("interrupted", INTERRUPTED)
    except OSError as error:
        if error.errno is None:
            raise
        place = f"{error.filename}: " if error.filename else ""
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        return _complain(f"{place}{error.strerror}", DISK_FULL if full else BAD_INPUT)
    return code if isinstance(code, int) else 0


def _forget_output() -> None:
    """Send what is left to nowhere: Python would complain of it at the end."""
    with Path(os.devnull).open("w") as nowhere:
        for stream in (1, 2):
            os.dup2(nowhere.fileno(), stream)


def _complain(message: str, code: int) -> int:
    """Print one line, whatever the message holds."""
    click.echo(f"lycosa: {printable(message)}", err=True)
    return code


def printable(text: str) -> str:
    """Return text as one line that does nothing to a terminal."""
    return "".join(c if c.isprintable() else " " for c in text)
