"""`lycosa label`: tell a crawl which of its pages are right."""

from __future__ import annotations

import csv
import io
import re
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lycosa.cli.root import printable
from lycosa.cli.words import relevant_pages
from lycosa.errors import LycosaError

if TYPE_CHECKING:
    from lycosa.engine.learning.feedback import PageLabel
    from lycosa.store.tables.asked import AskedPage

_KEYS = {"y": "yes", "n": "no", "m": "more", "x": "never"}
_WORDS = {
    **_KEYS,
    **{word: word for word in _KEYS.values()},
    "1": "yes",
    "0": "no",
    "true": "yes",
    "false": "no",
}
_HELP = "y relevant, n not, m more like this, x never this site, s skip, q stop"
_SKIP, _STOP = "s", "q"
_LAST_WORD = re.compile(rf"[\s,;]+({'|'.join(_WORDS)})$", re.IGNORECASE)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("crawl"))
@click.option(
    "--count", type=click.IntRange(min=1), default=20, show_default=True, help="Pages to ask about."
)
@click.option(
    "--file", type=click.Path(path_type=Path), help="Take answers from a CSV file with columns url and label."
)
def label(folder: Path, count: int, file: Path | None) -> None:
    """Say of pages of the crawl in FOLDER whether they are relevant; it may be running.

    Shown are the pages whose answers teach most, and some drawn at random, by which precision and recall are
    estimated. A running crawl and `lycosa resume` go by the answers: pages are examples or counter-examples
    from then on, and a site that is never to be seen is closed. If the crawl is not running, its pages are
    judged again at once. A file has lines such as `https://example.org/,yes`; labels are yes, no, more and
    never.
    """
    from lycosa.store.keep import is_shared
    from lycosa.store.repair.damage import ask_state
    from lycosa.store.status import status
    from lycosa.store.tables.labels import quality

    before = status(folder)
    given = _from_file(folder, file) if file is not None else _ask(folder, count)
    if not given:
        click.echo("no answers")
        return
    click.echo(str(ask_state(folder, quality)))
    if is_shared(folder):
        click.echo("the answers are verdicts from now on; the shards of a cluster do not learn from them")
        return
    if not _rejudge(folder):
        click.echo("the crawl is running and takes the answers in after its next visits")
        return
    after = status(folder)
    click.echo(
        f"judged again: {after.pages:,} pages, {relevant_pages(after.relevant, after.relevant_at_visit)},"
        f" {before.relevant:,} before"
    )


def _ask(folder: Path, count: int) -> int:
    """Ask about pages one after another; return how many answers were given."""
    from lycosa.config import load
    from lycosa.engine.learning.feedback import PageLabel
    from lycosa.session import Session
    from lycosa.store import CONFIG
    from lycosa.store.keep import is_shared
    from lycosa.store.tables.asked import asked_pages
    from lycosa.store.tables.labels import Labelling

    together = is_shared(folder)
    session = Session(load(folder / CONFIG), folder) if together else Session.of_folder(folder)
    click.echo(_HELP)
    given = 0
    with closing(Labelling(folder)) as labelling:
        for page in asked_pages(folder, count, session.stored_strategy()):
            _show(page)
            key = _key()
            if key == _STOP:
                break
            if key != _SKIP:
                labelling.keep(page.visit, PageLabel(_KEYS[key]), page.chosen)
                given += 1
    return given


def _show(page: AskedPage) -> None:
    verdict = "relevant" if page.relevant else "not relevant"
    click.echo(f"\n{printable(page.title) or '(no title)'}\n{page.url}")
    click.echo(f"  {printable(page.snippet)}")
    for side, words in (("for", page.words_for), ("against", page.words_against)):
        if words:
            click.echo(f"  {side}: {printable(', '.join(words))}")
    click.echo(f"  {verdict} by {page.score:.2f}, chosen as {page.chosen}")


def _key() -> str:
    """Read an answer: one key in a terminal, a line elsewhere; the end of input stops."""
    while True:
        if sys.stdin.isatty():
            click.echo("? ", nl=False)
            key = click.getchar(echo=True).lower()
            click.echo()
        else:
            line = sys.stdin.readline()
            key = line.strip().lower()[:1] if line else _STOP
        if key in (*_KEYS, _SKIP, _STOP):
            return key
        click.echo(_HELP)


def _from_file(folder: Path, file: Path) -> int:
    from lycosa.store.tables.labels import keep_answers

    answers = dict(_lines(file))
    unknown = keep_answers(folder, answers)
    if unknown:
        click.echo(f"{len(unknown)} of {len(answers)} URLs were not read by the crawl, such as {unknown[0]}")
    return len(answers) - len(unknown)


def _lines(file: Path) -> Iterator[tuple[str, PageLabel]]:
    """Give the URL and the label on each line of a file; a first line may say which columns they are.

    Under such a line a label may be missing, as in an export of a crawl of which some pages were labelled.
    Without one, the last word of a line is the label: URLs hold commas, and some people write tabs or spaces.
    """
    from lycosa.engine.learning.feedback import PageLabel

    url, label, headed, named = 0, 1, False, False
    try:
        for number, row in enumerate(_rows(file), start=1):
            cells = [cell.strip() for cell in row]
            names = [cell.lower() for cell in cells]
            if number == 1 and "url" in names:
                url, headed, named = names.index("url"), True, "label" in names
                label = names.index("label") if named else url + 1
                continue
            if not headed:
                cells = _taken_apart(cells)
            word = cells[label].lower() if len(cells) > label else ""
            if not any(cells) or (named and not word):
                continue
            if word not in _WORDS:
                raise LycosaError(f"line {number} of {file}: label {word!r} is not yes, no, more or never")
            yield cells[url], PageLabel(_WORDS[word])
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise LycosaError(f"cannot read answers from {file}: {error}") from error


def _rows(file: Path) -> Iterator[list[str]]:
    """Give the rows of a table with commas, or with tabs if its first line has one."""
    with file.open(encoding="utf-8-sig", newline="") as stream:
        text = stream.read()
    first = text.partition("\n")[0]
    return csv.reader(io.StringIO(text, newline=""), delimiter="\t" if "\t" in first else ",")


def _taken_apart(cells: list[str]) -> list[str]:
    """Return URL and label of a line without named columns, where the commas in it did not tell them."""
    if len(cells) > 1 and cells[1].lower() in _WORDS:
        return cells
    line = ",".join(cells)
    found = _LAST_WORD.search(line)
    if found is None:
        return cells
    return [line[: found.start()], found[1]]


def _rejudge(folder: Path) -> bool:
    """Let a crawl that is not running take the answers in; say whether it did."""
    from lycosa.session import Session
    from lycosa.store.database import FolderInUse

    try:
        Session.of_folder(folder).rejudge()
    except FolderInUse:
        return False
    return True
