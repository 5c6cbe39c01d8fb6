"""What a store keeps, as settings; apart because a crawl that is not kept loads nothing else of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

CONFIG = "crawl.toml"
SHARED = "cluster.toml"
"""Lies in the folder of a crawl by several processes, which are led by another."""


def is_shared(folder: Path) -> bool:
    """Whether a folder is that of several crawls that are one."""
    return (folder / SHARED).is_file()


@dataclass(frozen=True, slots=True)
class Keep:
    """What a store keeps, and how."""

    edges: bool = True
    """Which page links where, by what anchor; about 1 kB a page. A strategy that looks at the link graph
    needs it to go on exactly as it would have."""
    search: bool = True
    """A search index, made as pages come: the file `search.sqlite`, about a third of the size of the text."""
    archive_bytes: int = 1_000_000_000
    """Size from which a WARC file is followed by another."""
