"""`lycosa topic`: describe a topic once, look at it, try it on pages."""

from __future__ import annotations

import click

from lycosa.cli.root import Commands

PLACES = {
    "build": "lycosa.cli.topic_build:build",
    "show": "lycosa.cli.topic_show:show",
    "test": "lycosa.cli.topic_test:test",
}


@click.command(cls=Commands, places=PLACES)
def topic() -> None:
    """Describe a topic, look at it, and try it on pages."""
