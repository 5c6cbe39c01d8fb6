"""`lycosa repair`: mend a damaged crawl."""

from __future__ import annotations

from pathlib import Path

import click

from lycosa.errors import LycosaError


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("crawl"))
def repair(folder: Path) -> None:
    """Mend the crawl in FOLDER after damage to its database or its archives.

    Every row and every record that is whole is kept; places, counts and lost rows are made again from the
    archives. What is changed is first copied to a folder `repair-…` in FOLDER.
    """
    from lycosa.store.repair.repair import repair as mend

    strategy, parts, complaint = _strategy_of(folder)
    result = mend(folder, strategy=strategy, parts=parts)
    for change in result.changes:
        click.echo(change)
    if result.backup is not None:
        click.echo(f"repaired; what was changed is kept in {result.backup}")
    else:
        click.echo(f"{folder} is whole: nothing to repair")
    if complaint:
        click.echo(f"lycosa: {complaint}", err=True)


def _strategy_of(folder: Path) -> tuple[str, int | None, str]:
    """Return the crawl's strategy and how many numbers it keeps of a link, and what hinders a resume."""
    from lycosa.session import Session

    if not folder.is_dir():
        return "", None, ""
    try:
        session = Session.of_folder(folder)
        strategy = session.stored_strategy()
    except LycosaError as error:
        return "", None, f"{error}; the pages can be exported, but `lycosa resume` needs it"
    return strategy.name, len(strategy.evidence.parts), ""
