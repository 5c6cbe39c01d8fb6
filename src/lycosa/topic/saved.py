"""Topics on disk: `topic.toml`, for people to read and edit, and one model file with pages and ontology.

The model is compressed JSON. Reading gives back a topic equal to the one written.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, cast

import tomli_w
import zstandard

from lycosa.errors import LycosaError
from lycosa.model import JSON, Block, Link, Page, Span
from lycosa.toml_file import read_toml
from lycosa.topic.genre import GenreTerms
from lycosa.topic.ontology import Concept, Ontology
from lycosa.topic.topic import Topic

DESCRIPTION = "topic.toml"
MODEL = "model.json.zst"
FORMAT = 2
MAX_MODEL_BYTES = 2 * 1024**3
"""Largest model that is unpacked."""
MAX_RATIO = 200
"""Unpacked size over packed size; models of pages stay below 20."""
_FREE_BYTES = 16 * 1024**2

_PLAIN = ("name", "language", "size", "sentence", "own_class", "concept")
_RELATIONS = ("is_a", "part_of", "related", "equivalent")


def save_topic(topic: Topic, folder: Path) -> None:
    """Write a topic into a folder."""
    described = {name: getattr(topic, name) for name in _PLAIN}
    described |= {"seeds": list(topic.seeds)}
    described |= {"keywords": dict(topic.keywords), "genre": asdict(topic.genre)}
    model = {
        "format": FORMAT,
        "examples": [page_to_plain(page) for page in topic.examples],
        "unlabelled": [page_to_plain(page) for page in topic.unlabelled],
        "classes": {name: [page_to_plain(page) for page in pages] for name, pages in topic.classes.items()},
        "ontology": None if topic.ontology is None else _ontology_to_plain(topic.ontology),
    }
    text = json.dumps(model, ensure_ascii=False, separators=(",", ":"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / MODEL).write_bytes(zstandard.compress(text.encode("utf-8", "surrogatepass")))
        (folder / DESCRIPTION).write_text(tomli_w.dumps(described), encoding="utf-8")
    except OSError as error:
        raise LycosaError(f"{folder}: the topic cannot be written: {error.strerror}") from error


def load_topic(folder: Path) -> Topic:
    """Read a topic from a folder, or from its `topic.toml`."""
    place = folder.parent if folder.name == DESCRIPTION else folder
    described, model = _description(place / DESCRIPTION), _model(place / MODEL)
    try:
        return Topic(
            **{name: described[name] for name in _PLAIN if name in described},
            seeds=tuple(described.get("seeds", ())),
            keywords={str(term): float(weight) for term, weight in described.get("keywords", {}).items()},
            genre=GenreTerms(**{side: tuple(terms) for side, terms in described.get("genre", {}).items()}),
            examples=tuple(map(page_from_plain, model["examples"])),
            unlabelled=tuple(map(page_from_plain, model["unlabelled"])),
            classes={name: tuple(map(page_from_plain, pages)) for name, pages in model["classes"].items()},
            ontology=_ontology_from_plain(model["ontology"]) if model["ontology"] else None,
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise LycosaError(f"{place}: not a topic that `lycosa topic build` wrote ({error})") from error


def _description(file: Path) -> dict[str, Any]:
    if not file.is_file():
        raise LycosaError(f"{file}: no topic there")
    return read_toml(file)


def _model(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as source:
            most = min(MAX_MODEL_BYTES, _FREE_BYTES + MAX_RATIO * file.stat().st_size)
            data = zstandard.ZstdDecompressor().stream_reader(source).read(most + 1)
        if len(data) > most:
            raise LycosaError(f"{file}: unpacks to more than {most} bytes, the limit for a topic of its size")
        model = json.loads(data.decode("utf-8", "surrogatepass"))
    except OSError as error:
        raise LycosaError(f"{file}: the topic's model cannot be read: {error.strerror}") from error
    except (zstandard.ZstdError, ValueError) as error:
        raise LycosaError(f"{file}: not a topic's model: {error}") from error
    if not isinstance(model, dict) or model.get("format") != FORMAT:
        raise LycosaError(f"{file}: not a model of format {FORMAT}, the one this version reads")
    return model


def page_to_plain(page: Page) -> dict[str, JSON]:
    """Return a page as plain data."""
    plain = {item.name: getattr(page, item.name) for item in fields(page)}
    plain |= {name: list(getattr(page, name)) for name in ("tokens", "blocks", "segments", "links")}
    plain["groups"] = page.groups.hex()
    plain["robots"] = sorted(page.robots)
    return cast("dict[str, JSON]", plain)


def page_from_plain(plain: dict[str, Any]) -> Page:
    """Return the page that became `plain`."""
    return Page(
        **{
            **plain,
            "tokens": tuple(plain["tokens"]),
            "groups": bytes.fromhex(plain["groups"]),
            "blocks": tuple(map(_block, plain["blocks"])),
            "segments": tuple(map(_block, plain["segments"])),
            "links": tuple(map(_link, plain["links"])),
            "robots": frozenset(plain["robots"]),
        }
    )


def _block(parts: list[Any]) -> Block:
    spans, links = parts
    return Block(tuple(Span(*span) for span in spans), tuple(links))


def _link(parts: list[Any]) -> Link:
    url, anchor, words, around, context, block, segment, path, rel, position = parts
    spans = (Span(*words), Span(*around), Span(*context))
    return Link(url, anchor, *spans, block, segment, path, tuple(rel), position)


def _ontology_to_plain(ontology: Ontology) -> dict[str, JSON]:
    plain: dict[str, Any] = {name: sorted(map(list, getattr(ontology, name))) for name in _RELATIONS}
    plain["concepts"] = [[concept.id, concept.label, list(concept.terms)] for concept in ontology.concepts]
    return {**plain, "iri": ontology.iri, "title": ontology.title}


def _ontology_from_plain(plain: dict[str, Any]) -> Ontology:
    concepts = tuple(Concept(id, label, tuple(terms)) for id, label, terms in plain["concepts"])
    relations = {name: frozenset((a, b) for a, b in plain[name]) for name in _RELATIONS}
    return Ontology(concepts, **relations, iri=plain["iri"], title=plain["title"])
