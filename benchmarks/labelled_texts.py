"""Read the labelled text collections into token lists, split into training and test documents."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import zstandard

from lycosa.page import parse_html
from lycosa.text import tokens

Row = dict[str, Any]
THUCNEWS_CLASSES = ("realty", "stocks", "science", "sports")
WEBKB_CLASSES = ("course", "faculty", "project", "student")
UNIVERSITIES = ("cornell", "texas", "washington", "wisconsin")


@dataclass(frozen=True)
class Part:
    """Documents as token lists; each has the classes it belongs to."""

    texts: list[list[str]]
    labels: list[tuple[str, ...]]

    def sample(self, count: int | None, seed: int) -> Part:
        if count is None or count >= len(self.texts):
            return self
        chosen = sorted(np.random.default_rng(seed).choice(len(self.texts), count, replace=False).tolist())
        return Part([self.texts[i] for i in chosen], [self.labels[i] for i in chosen])


@dataclass(frozen=True)
class Collection:
    name: str
    train: Part
    test: Part

    @property
    def classes(self) -> list[str]:
        return sorted({label for labels in self.train.labels for label in labels})

    def sample(self, count: int | None, seed: int) -> Collection:
        smaller = None if count is None else max(1, count // 2)
        return Collection(self.name, self.train.sample(count, seed), self.test.sample(smaller, seed))

    def balanced(self, train: int, test: int, seed: int) -> Collection:
        """Draw as many documents of every class."""

        def draw(part: Part, count: int) -> Part:
            rng = np.random.default_rng(seed)
            chosen: list[int] = []
            for name in self.classes:
                own = [i for i, labels in enumerate(part.labels) if name in labels]
                chosen += rng.choice(own, min(count, len(own)), replace=False).tolist()
            return Part([part.texts[i] for i in chosen], [part.labels[i] for i in chosen])

        name = f"{self.name}, {train}+{test} a class"
        return Collection(name, draw(self.train, train), draw(self.test, test))


@dataclass(frozen=True)
class TaggedPages:
    """WebKB pages with a tag group for each token."""

    texts: list[tuple[str, ...]]
    groups: list[bytes]
    labels: np.ndarray
    universities: np.ndarray
    for_test: np.ndarray


def newsgroups(shared: Path) -> Collection:
    """Bodies of the posts: headers name authors and threads."""
    return _collection(
        "20 Newsgroups", shared / "text/20ng", lambda row: row["text"].partition("\n\n")[2], _one("label")
    )


def ten_newsgroups(shared: Path) -> Collection:
    """Every second newsgroup of the alphabet; paper 002 uses ten and does not name them."""
    every = newsgroups(shared)
    kept = set(every.classes[::2])
    return Collection("20 Newsgroups (10)", _restricted(every.train, kept), _restricted(every.test, kept))


def reuters_r8(shared: Path) -> Collection:
    return _collection("Reuters R8", shared / "text/reuters21578", _text, _one("r8"))


def reuters_top10(shared: Path) -> Collection:
    return _collection("Reuters top 10", shared / "text/reuters21578", _text, lambda row: tuple(row["top10"]))


def thucnews(shared: Path) -> Collection:
    """Headlines of the four classes of paper 000."""
    every = _collection("THUCNews headlines", shared / "text/thucnews_headlines", _text, _one("label"), "zh")
    kept = set(THUCNEWS_CLASSES)
    return Collection(every.name, _restricted(every.train, kept), _restricted(every.test, kept))


def webkb(shared: Path) -> Collection:
    every = _collection("WebKB", shared / "text/webkb", _text, _one("label"))
    kept = set(WEBKB_CLASSES)
    return Collection(every.name, _restricted(every.train, kept), _restricted(every.test, kept))


def webkb_pages(shared: Path, count: int | None, seed: int) -> TaggedPages:
    """Real pages of the four classes that are in both the web and the split."""
    splits = {
        row["url"]: (row["university"], part == "test")
        for part in ("train", "test")
        for row in _rows(shared / "text/webkb" / f"{part}.jsonl.gz")
    }
    rows = [
        row
        for row in _web_rows(shared / "webs/webkb/pages.jsonl.zst")
        if row["url"] in splits and row["labels"] and row["labels"][0] in WEBKB_CLASSES
    ]
    if count is not None and count < len(rows):
        rows = [rows[i] for i in sorted(np.random.default_rng(seed).choice(len(rows), count, replace=False))]
    pages = [parse_html(row["html"].encode(), row["url"], charset="utf-8") for row in rows]
    return TaggedPages(
        [page.tokens for page in pages],
        [page.groups for page in pages],
        np.array([row["labels"][0] for row in rows]),
        np.array([splits[row["url"]][0] for row in rows]),
        np.array([splits[row["url"]][1] for row in rows]),
    )


def _collection(
    name: str,
    folder: Path,
    text: Callable[[Row], str],
    labels: Callable[[Row], tuple[str, ...]],
    language: str = "en",
) -> Collection:
    parts = []
    for part in ("train", "test"):
        rows = [row for row in _rows(folder / f"{part}.jsonl.gz") if labels(row)]
        parts.append(Part([tokens(text(row), language) for row in rows], [labels(row) for row in rows]))
    return Collection(name, *parts)


def _text(row: Row) -> str:
    return str(row["text"])


def _one(field: str) -> Callable[[Row], tuple[str, ...]]:
    return lambda row: (row[field],) if row[field] else ()


def _restricted(part: Part, kept: set[str]) -> Part:
    rows = [i for i, labels in enumerate(part.labels) if kept.intersection(labels)]
    return Part([part.texts[i] for i in rows], [part.labels[i] for i in rows])


def _rows(path: Path) -> Iterator[Row]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _web_rows(path: Path) -> Iterator[Row]:
    with path.open("rb") as file:
        reader = zstandard.ZstdDecompressor().stream_reader(file)
        yield from map(json.loads, io.TextIOWrapper(reader, encoding="utf-8"))
