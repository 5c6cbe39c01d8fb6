"""Everything that reads bytes from outside, as functions of bytes: they return, or raise what they may."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from lycosa.config import load
from lycosa.errors import LycosaError
from lycosa.fetch.answer import Received, interpret
from lycosa.fetch.decode import decode
from lycosa.fetch.head import BadHead, read_head
from lycosa.fetch.limits import DecodeLimits, FetchLimits, SitemapLimits
from lycosa.fetch.robots import Robots
from lycosa.fetch.sitemap import parse_sitemap
from lycosa.lab.web.jsonl import read_jsonl
from lycosa.lab.web.warc import read_warcs
from lycosa.model import Exchange, Fetched
from lycosa.page import analyse
from lycosa.page.content import content_of
from lycosa.page.scan import scan
from lycosa.store.repair.damage import ask_state
from lycosa.store.tables.marks import FILE, StoredMarks
from lycosa.store.warc.scan import scan_file
from lycosa.topic.ontology.owl import parse_ontology

URL = "http://site.test/a/b?c=d"


def html(data: bytes) -> None:
    fetched = Fetched(URL, 200, (("content-type", "text/html"),), data)
    analyse(fetched)
    scan(fetched)
    content_of(fetched)


def robots(data: bytes) -> None:
    rules = Robots.parse(data).rules("lycosa")
    for path in ("", "a/b?c=d", "a%2fb$", "*" * 50):
        rules.allowed(f"http://site.test/{path}")


def sitemap(data: bytes) -> None:
    parse_sitemap(data, SitemapLimits())


def head(data: bytes) -> None:
    raw, _, payload = data.partition(b"\n\n")
    read = None
    with suppress(BadHead):
        read = read_head(raw)
    received = Received(read, Exchange(b"", raw, payload, ""), None, False, 0.0, 0.0)
    interpret(URL, received, FetchLimits())


def body(data: bytes) -> None:
    for coding in ("gzip", "br", "zstd", "deflate", "gzip, br", data[:20].decode("latin-1")):
        decode(data, coding, DecodeLimits())


def _in_file(name: str, read: Callable[[Path], object]) -> Callable[[bytes], None]:
    def target(data: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / name
            file.write_bytes(data)
            read(file)

    return target


def _warc(file: Path) -> None:
    scan_file(file)
    list(read_warcs([file]))


def _state(file: Path) -> None:
    for table in ("meta", "links", "visits", "events", "archives"):
        ask_state(file.parent, lambda state, table=table: state.execute(f"SELECT * FROM {table}").fetchall())


def _marks(file: Path) -> None:
    with StoredMarks(file.parent) as marks:
        marks.begin(1)


def owl(data: bytes) -> None:
    parse_ontology(data)


class Target(NamedTuple):
    """A reader of bytes, and what it may raise for bytes that are not what it reads."""

    read: Callable[[bytes], object]
    may_raise: tuple[type[Exception], ...] = ()


TARGETS = {
    "html": Target(html),
    "robots": Target(robots),
    "sitemap": Target(sitemap),
    "head": Target(head),
    "body": Target(body),
    "warc": Target(_in_file("a.warc.gz", _warc), (LycosaError,)),
    "jsonl": Target(_in_file("pages.jsonl", lambda file: list(read_jsonl(file))), (LycosaError,)),
    "toml": Target(_in_file("crawl.toml", load), (LycosaError,)),
    "owl": Target(owl, (LycosaError,)),
    "state": Target(_in_file("state.sqlite", _state), (LycosaError,)),
    "marks": Target(_in_file(FILE, _marks)),
}
