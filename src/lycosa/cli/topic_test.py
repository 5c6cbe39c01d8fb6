"""`lycosa topic test`: what a judge says about pages, and why, term by term."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from lycosa.cli.options import as_json as json_option
from lycosa.cli.reading import read_place
from lycosa.cli.words import quoted

if TYPE_CHECKING:
    from lycosa.model import Page
    from lycosa.topic import Topic


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("places", nargs=-1, required=True, metavar="PAGE…")
@click.option("--judge", default="vsm", show_default=True, metavar="NAME", help="Who judges.")
@click.option("--threshold", default="auto", show_default=True, help="Score from which a page is relevant.")
@click.option("--web", default="", metavar="DIR", help="Frozen web that URLs are read from; default: live.")
@click.option("--terms", type=click.IntRange(0), default=10, show_default=True, help="Terms to explain with.")
@json_option
def test(
    *, folder: Path, places: tuple[str, ...], judge: str, threshold: str, web: str, terms: int, as_json: bool
) -> None:
    """Judge pages by the topic in FOLDER. PAGE is a file, a folder of files, or a URL."""
    from lycosa.assembly import make_judge
    from lycosa.topic import Topic

    topic = Topic.load(folder)
    judging = make_judge(judge, topic, threshold=_number_or_name(threshold))
    pages = [page for place in places for page in read_place(place, web)]
    found = [_verdict(judging, page, terms, topic) for page in pages]
    if as_json:
        click.echo(json.dumps(found, indent=1, ensure_ascii=False))
        return
    for verdict in found:
        _show(verdict)


def _number_or_name(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def _verdict(judge: Any, page: Page, terms: int, topic: Topic) -> dict[str, Any]:
    rows = judge.explain(page) if hasattr(judge, "explain") else []
    strongest = sorted(rows, key=lambda row: -abs(row.amount))[:terms]
    judgement = judge.judge(page)
    return {
        "url": page.url,
        "title": page.title,
        "relevant": judgement.relevant,
        "score": judgement.score,
        "parts": dict(judgement.parts),
        "reason": judgement.reason,
        "terms": [{**row._asdict(), "word": _word(row.term, page, topic)} for row in strongest],
    }


def _word(term: str, page: Page, topic: Topic) -> str:
    """Return what people read instead of a stem: a word of the topic, or one of the page."""
    from lycosa.text.written import as_written

    return topic.written.get(term) or as_written([term], page)[0]


def _show(verdict: dict[str, Any]) -> None:
    console = Console()
    answer = Text("relevant", "green") if verdict["relevant"] else Text("not relevant", "red")
    console.print(answer + quoted(f"  {verdict['score']:.3f}  {verdict['url']}"), soft_wrap=True)
    parts = ", ".join(f"{name} {value:.3f}" for name, value in verdict["parts"].items())
    for line in (verdict["title"], f"{verdict['reason']}; {parts}"):
        console.print(quoted(f"  {line}"), soft_wrap=True)
    table = Table("term", "in topic", "on page", "adds")
    for row in verdict["terms"]:
        table.add_row(
            quoted(row["word"]), f"{row['in_topic']:.3f}", f"{row['on_page']:.2f}", f"{row['amount']:+.3f}"
        )
    if verdict["terms"]:
        console.print(table)
