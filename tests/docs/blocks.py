"""Code blocks of Markdown pages, and a small web on loopback for those that crawl."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "examples/README.md",
    "experiments/README.md",
    "benchmarks/README.md",
    *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))),
    *(f"docs/results/{path.name}" for path in sorted((ROOT / "docs" / "results").glob("*.md"))),
    *(f"docs/papers/{path.name}" for path in sorted((ROOT / "docs" / "papers").glob("*.md"))),
]


class Block(NamedTuple):
    """One code block."""

    page: str
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}:{self.language or 'plain'}"


def blocks_of(page: str) -> list[Block]:
    """Return the code blocks of a page, in order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.finditer(r"^ *```(\S*)\n(.*?)^ *```$", text, flags=re.MULTILINE | re.DOTALL)
    return [Block(page, text.count("\n", 0, each.start()) + 1, each[1], each[2]) for each in found]


def commands_of(block: Block) -> list[str]:
    """Return the commands of a console block, without comments; a line that ends in `\\` goes on."""
    lines = block.text.replace("\\\n", " ").splitlines()
    return [shlex.join(shlex.split(line, comments=True)) for line in lines if line]


def write_web(folder: Path) -> Path:
    """Write the small web that examples crawl: the hosts they name, with a few pages each."""
    folder.mkdir()
    rows = [
        {"url": url, "html": html, "labels": labels}
        for host, topic, labels in HOSTS
        for url, html in _site(host, topic)
    ]
    (folder / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


HOSTS = [
    ("en.wikipedia.org/wiki/", "flash flood and heavy rain in the valley", ["IT", "rainstorm"]),
    ("example.org/", "sourdough baking with rye flour", ["bread"]),
    ("museum.example/", "exhibitions of paintings", ["exhibition"]),
]
_NAMES = ("", "Flash_flood", "Flood", "a", "b", *(f"page{number}" for number in range(12)))


def _site(host: str, topic: str) -> list[tuple[str, str]]:
    """Return pages that all link to each other; each says of itself that it is about the topic."""
    links = "".join(f'<p>{topic} <a href="http://{host}{name}">{topic} {name}</a></p>' for name in _NAMES)
    head = f"<html lang=en><title>{topic}</title>"
    return [(f"http://{host}{name}", f"{head}<p>{topic} {name * 3}</p>{links}") for name in _NAMES]
