"""Finished crawls of an experiment on disk, so that a run goes on where it was stopped.

A cell is one strategy in one repeat of a plan. Its file is named after everything that decides what
it holds: the web's content, the plan, the code. A changed plan or program finds no old cell.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from lycosa.assembly import FAMILIES, StrategyChoice
from lycosa.lab.experiment.code_digest import source_digest
from lycosa.lab.experiment.description import Inputs
from lycosa.lab.experiment.measures import Sighting
from lycosa.lab.experiment.plan import Plan, strategy_class
from lycosa.lab.experiment.prepared_web import PreparedWeb
from lycosa.lab.experiment.trial import Draw, TrialOutcome
from lycosa.lab.web.graph import WebGraph

_PLAIN = [field.name for field in fields(TrialOutcome) if field.name not in ("draw", "sightings")]


@dataclass(frozen=True)
class Cells:
    """A folder of finished crawls."""

    folder: Path

    def load(self, key: str, graph: WebGraph) -> TrialOutcome | None:
        """Return a finished crawl; None if there is none, or none that can be read."""
        try:
            stored = json.loads(self._file(key).read_text(encoding="utf-8"))
            return _outcome(stored, graph.urls)
        except (OSError, ValueError, KeyError, TypeError, IndexError):
            return None

    def save(self, key: str, outcome: TrialOutcome, graph: WebGraph) -> None:
        """Keep a finished crawl, whole or not at all."""
        file = self._file(key)
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_suffix(f".{secrets.token_hex(4)}.part")
        unfinished.write_text(json.dumps(_stored(outcome, graph.number)), encoding="utf-8")
        unfinished.replace(file)

    def _file(self, key: str) -> Path:
        return self.folder / f"{key}.json"


def cell_key(prepared: PreparedWeb, plan: Plan, name: str, repeat: int) -> str:
    """Return a digest of everything that decides how a crawl goes: equal keys, equal crawls."""
    choice = plan.choice(name)
    parts = [FAMILIES[kind].get(part.name) for kind, part in choice.parts.items()]
    modules = [cls.__module__ for cls in (strategy_class(choice.name), *parts)]
    decisive = {
        "web": prepared.web.digest(),
        "code": source_digest(*modules, "lycosa.lab.experiment.trial"),
        "strategy": asdict(choice),
        **({"models": models} if (models := _models(choice)) else {}),
        "repeat": repeat,
        **{key: getattr(plan, key) for key in ("topic", "budget", "seeds", "examples", "random_seed")},
        **{key: getattr(plan, key) for key in ("start", "concurrency", "analysis", "sentence")},
        **({"described_by": plan.described_by, "keywords": plan.keywords} if plan.described_by else {}),
        **({"live": asdict(plan.live)} if plan.live else {}),
        **({"inputs": _inputs(plan.inputs)} if plan.inputs != Inputs() else {}),
        **({"search": asdict(plan.search)} if plan.search else {}),
        **({"duplicates": True} if plan.duplicates else {}),
    }
    return hashlib.sha256(json.dumps(decisive, sort_keys=True).encode()).hexdigest()[:32]


def _inputs(inputs: Inputs) -> dict[str, Any]:
    """Return the inputs, with the content of the ontology instead of its path."""
    given = asdict(inputs)
    if inputs.ontology:
        given["ontology"] = hashlib.sha256(Path(inputs.ontology).read_bytes()).hexdigest()
    return given


def _models(choice: StrategyChoice) -> dict[str, str]:
    """Return digests of the model files that parts are given."""
    found = {}
    for kind, part in choice.parts.items():
        for name in getattr(FAMILIES[kind].get(part.name), "files", ()):
            file = Path(part.parameters.get(name, ""))
            if name == "model" and file.is_file():
                found[f"{kind}.{name}"] = hashlib.sha256(file.read_bytes()).hexdigest()
    return found


def _stored(outcome: TrialOutcome, number: Mapping[str, int]) -> dict[str, Any]:
    """Return an outcome as plain data; pages that the web lists are numbers."""
    return {
        **{name: getattr(outcome, name) for name in _PLAIN},
        "draw": asdict(outcome.draw),
        "pages": [number.get(sighting.url, sighting.url) for sighting in outcome.sightings],
        "depths": [sighting.depth for sighting in outcome.sightings],
        "relevant": "".join(str(int(sighting.relevant)) for sighting in outcome.sightings),
        "scores": [sighting.score for sighting in outcome.sightings],
        "on_topic": "".join(str(int(sighting.on_topic)) for sighting in outcome.sightings),
        "tunnels": [sighting.tunnel for sighting in outcome.sightings],
        "seconds": [sighting.at_s for sighting in outcome.sightings],
    }


def _outcome(stored: dict[str, Any], urls: tuple[str, ...]) -> TrialOutcome:
    drawn = stored["draw"]
    rows = zip(
        (urls[page] if isinstance(page, int) else page for page in stored["pages"]),
        stored["depths"],
        (digit == "1" for digit in stored["relevant"]),
        stored["scores"],
        (digit == "1" for digit in stored["on_topic"]),
        stored["tunnels"],
        stored["seconds"],
        strict=True,
    )
    return TrialOutcome(
        **{name: stored[name] for name in _PLAIN},
        draw=Draw(drawn["repeat"], tuple(drawn["examples"]), tuple(drawn["seeds"])),
        sightings=tuple(Sighting(*row) for row in rows),
    )
