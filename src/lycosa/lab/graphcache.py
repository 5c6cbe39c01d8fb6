"""Keeps link graphs in the cache, so that a web is parsed once for all experiments."""

from __future__ import annotations

import hashlib
import secrets
from concurrent.futures import Executor
from importlib import metadata, resources
from pathlib import Path

import numpy as np

from lycosa.lab.graph import LinkGraph, build_graph
from lycosa.lab.index import cache_folder
from lycosa.lab.web import Web


def open_graph(web: Web, pool: Executor) -> LinkGraph:
    """Return the link graph of a web; build it if the cache has none of this content and parser."""
    file = cache_folder() / f"graph-{web.digest()[:16]}-{_parser_digest()}.npz"
    try:
        return _load(file)
    except (OSError, ValueError, KeyError):
        graph = build_graph(web, pool)
        _save(graph, file)
        return graph


def _parser_digest() -> str:
    """Return a digest that changes with the code that finds links."""
    state = hashlib.sha256(metadata.version("turbohtml").encode() + metadata.version("ada-url").encode())
    for package in ("lycosa.page", "lycosa.url"):
        for module in sorted(resources.files(package).iterdir(), key=lambda entry: entry.name):
            if module.name.endswith(".py"):
                state.update(module.read_bytes())
    return state.hexdigest()[:16]


def _save(graph: LinkGraph, file: Path) -> None:
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


def _load(file: Path) -> LinkGraph:
    with np.load(file, allow_pickle=False) as stored:
        aliases = dict(zip(_unpacked(stored["aliases"]), stored["alias_targets"].tolist(), strict=True))
        return LinkGraph(_unpacked(stored["urls"]), stored["starts"], stored["targets"], aliases)


def _packed(texts: tuple[str, ...]) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """Canonical URLs hold no white space, so a line each is safe."""
    return np.frombuffer("\n".join(texts).encode(), dtype=np.uint8)


def _unpacked(data: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> tuple[str, ...]:
    text = data.tobytes().decode()
    return tuple(text.split("\n")) if text else ()
