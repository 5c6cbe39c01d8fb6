"""The estimators of paper 004 on the topics of an experiment: the threshold, and what it reaches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.reproduce_thresholds import Case, Labelled, best, cases
from experiments.publish.paper_004 import BEST, METHODS

from lycosa.lab.experiment.matrix import Experiment, trials_of
from lycosa.lab.experiment.prepared_web import PreparedWeb, prepare_web
from lycosa.model import Page
from lycosa.topic.threshold import estimate

JUDGE = "genre-aware"


def write_thresholds(experiment: Experiment, webs: Path, jobs: int, out: Path, *, sample: int = 2000) -> None:
    """Try every estimator on every topic of an experiment; write a list of plain values."""
    found = []
    for trial in trials_of(experiment, webs, jobs):
        prepared = prepare_web(trial.spec, jobs)
        drawn = cases(
            _pages(prepared), trial.plan.topic, JUDGE, draws=trial.plan.repeats, sample=sample, words=False
        )
        found += [{"web": prepared.web.name, **tried} for case in drawn for tried in _tried(case)]
    out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def _pages(prepared: PreparedWeb) -> list[Labelled]:
    found = []
    for url in prepared.web.urls():
        page, stored = prepared.pages[url], prepared.web.page(url)
        if isinstance(page, Page) and stored is not None:
            found.append(Labelled(replace(page, links=(), blocks=(), segments=()), stored.labels))
    return found


def _tried(case: Case) -> Iterator[dict[str, Any]]:
    for method in METHODS:
        yield _scored(case, method, estimate(case.held_out, method).value)
    yield _scored(case, BEST, best(case)[1])


def _scored(case: Case, method: str, threshold: float) -> dict[str, Any]:
    called = case.scores >= threshold
    hits, positive, relevant = (int(np.sum(part)) for part in (called & case.truth, called, case.truth))
    return {
        "topic": case.topic,
        "draw": case.draw,
        "method": method,
        "threshold": threshold,
        "precision": hits / positive if positive else 0.0,
        "recall": hits / relevant if relevant else 0.0,
        "f1": 2 * hits / (positive + relevant) if hits else 0.0,
    }
