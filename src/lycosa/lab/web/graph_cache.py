"""Keeps link graphs in the cache, so that the second experiment on a web starts at once."""

from __future__ import annotations

import secrets
from pathlib import Path

import numpy as np

from lycosa.lab.web.analysis import Analysis, parser_digest
from lycosa.lab.web.base import Web
from lycosa.lab.web.graph import WebGraph, build_graph
from lycosa.lab.web.index import cache_folder


def open_graph(web: Web, pages: Analysis) -> WebGraph:
    """Return the link graph of a web; build it if the cache has none of this content and parser."""
    file = cache_folder() / f"graph-{web.digest()[:16]}-{parser_digest()}.npz"
    try:
        return _load(file)
    except (OSError, ValueError, KeyError):
        graph = build_graph(web, pages)
        _save(graph, file)
        return graph


def _save(graph: WebGraph, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(f"{file.stem}.{secrets.token_hex(4)}.part.npz")
    np.savez(
        unfinished,
        urls=_packed(graph.urls),
        starts=graph.starts,
        targets=graph.targets,
        aliases=_packed(tuple(graph.aliases)),
        alias_targets=np.array(list(graph.aliases.values()), dtype=np.int32),
    )
    unfinished.replace(file)


def _load(file: Path) -> WebGraph:
    with np.load(file, allow_pickle=False) as stored:
        aliases = dict(zip(_unpacked(stored["aliases"]), stored["alias_targets"].tolist(), strict=True))
        return WebGraph(_unpacked(stored["urls"]), stored["starts"], stored["targets"], aliases)


def _packed(texts: tuple[str, ...]) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """Canonical URLs hold no white space, so a line each is safe."""
    return np.frombuffer("\n".join(texts).encode(), dtype=np.uint8)


def _unpacked(data: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> tuple[str, ...]:
    text = data.tobytes().decode()
    return tuple(text.split("\n")) if text else ()
