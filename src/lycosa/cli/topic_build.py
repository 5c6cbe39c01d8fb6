"""`lycosa topic build`: a topic from words, pages, labelled folders and an ontology."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from lycosa.cli.options import ListOptions
from lycosa.cli.reading import page_reader


def topic_flags(command: Any) -> Any:
    """Add a flag for everything a topic may be made of."""
    from lycosa.config import settings_of
    from lycosa.topic import TopicSettings

    for setting in reversed(settings_of(TopicSettings)):
        several = isinstance(setting.default, tuple)
        command = click.option(
            f"--{setting.path.replace('_', '-')}",
            default=None,
            multiple=several,
            type=type(setting.default) if not several else str,
            metavar=setting.path.upper() + ("…" if several else ""),
            help=setting.about,
        )(command)
    return command


@click.command(cls=ListOptions)
@click.argument("topic", required=False)
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("topic"), show_default=True, help="Folder."
)
@click.option("--web", default="", metavar="DIR", help="Frozen web that URLs are read from; default: live.")
@topic_flags
def build(topic: str | None, out: Path, web: str, **flags: Any) -> None:
    """Make a topic of TOPIC, a sentence or a TOML file with a [topic] table, and of what flags add.

    Writes topic.toml and one model file into a folder, for `lycosa topic show`, `lycosa topic test`
    and, as `topic.saved`, for a crawl.
    """
    from lycosa.config import build as checked
    from lycosa.config import read_settings
    from lycosa.topic import TopicSettings, topic_from

    values: dict[str, Any] = {}
    where = "command line"
    if topic is not None and topic.lower().endswith(".toml"):
        where = topic
        values = dict(read_settings(Path(topic)).get("topic", {}))
    elif topic is not None:
        values = {"sentence": topic}
    values |= {name: value for name, value in flags.items() if value not in (None, ())}
    made = topic_from(checked(TopicSettings, values, where, "topic."), page_reader(web))
    made.save(out)
    click.echo(f"{made.name}: {len(made.vector)} terms, {len(made.positives)} example pages, kept in {out}")
