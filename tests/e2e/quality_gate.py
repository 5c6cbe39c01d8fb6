"""The quality gate: how well every strategy does on a small synthetic web, and the floors it must keep.

`python -m tests.e2e.quality_gate` measures all strategies, or those named, and shows; `--update` raises
floors to what was measured and adds those of new strategies; only `--allow-lower` lowers one. Everything is
seeded, so a fall is a change.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lycosa.lab.experiment.matrix import read_experiment, trials_of
from lycosa.lab.experiment.prepared_web import prepare_web
from lycosa.lab.experiment.runner import Trial, run_trials

ROOT = Path(__file__).resolve().parents[2]
EXPERIMENT = ROOT / "experiments" / "quick.toml"
FILE = Path(__file__).with_name("quality_gate.json")
MARGIN = 0.02
"""For sums of floats that come out differently on another machine and flip a tie; nothing here is luck."""

Scores = dict[str, dict[str, float]]
"""Strategy to measure to its mean over topics and repeats."""


def measured(strategies: Sequence[str] = ()) -> tuple[str, Scores]:
    """Run the experiment; return a digest of its data, and what all strategies, or some, reached."""
    experiment = read_experiment(EXPERIMENT)
    if strategies:
        experiment = experiment.model_copy(update={"strategies": tuple(strategies)})
    trials = trials_of(experiment, ROOT)
    results, failures = run_trials(trials, os.cpu_count() or 1)
    if failures:
        raise SystemExit("\n".join(failures))
    ends: dict[str, list[dict[str, Any]]] = {}
    for result in results:
        ends.setdefault(result["strategy"], []).append(result["checkpoints"][-1])
    return data_digest(trials), {name: _means(points) for name, points in sorted(ends.items())}


def _means(points: list[dict[str, Any]]) -> dict[str, float]:
    return {
        "area": sum(point["label"]["area"] for point in points) / len(points),
        "oracle_share": sum(point["oracle_share"] for point in points) / len(points),
    }


def data_digest(trials: list[Trial]) -> str:
    """Return a digest of the webs, topics, draws and budgets."""
    facts = [
        (prepare_web(spec).web.digest(), p.topic, p.budget, p.repeats, p.seeds, p.examples, p.random_seed)
        for spec, p in ((trial.spec, trial.plan) for trial in trials)
    ]
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def shortfalls(scores: Scores, floors: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Return a line for every strategy below its floor, or without one."""
    lines = []
    for strategy, reached in scores.items():
        for measure, value in reached.items():
            floor = floors.get(strategy, {}).get(measure)
            if floor is None:
                lines.append(f"{strategy} has no floor for {measure}: run the gate with --update")
            elif value < floor:
                lines.append(f"{strategy}: {measure} fell to {value:.3f}, below its floor {floor:.3f}")
    return lines


def raised(scores: Scores, floors: Mapping[str, Mapping[str, float]], allow_lower: bool) -> Scores:
    """Return the floors that follow from scores: higher than before, or as before; others stay."""
    kept = {strategy: dict(before) for strategy, before in floors.items()}
    for strategy, reached in scores.items():
        before = floors.get(strategy, {})
        kept[strategy] = {
            measure: _floor(value, before.get(measure), allow_lower) for measure, value in reached.items()
        }
    return dict(sorted(kept.items()))


def _floor(value: float, before: float | None, allow_lower: bool) -> float:
    new = round(max(0.0, value - MARGIN), 3)
    return new if before is None or allow_lower else max(new, before)


def read_gate() -> dict[str, Any]:
    """Return the digest of the data and the floors, as the file has them."""
    gate: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return gate


def main() -> int:
    """Measure, show, and write floors if asked to."""
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.quality_gate", description=__doc__)
    parser.add_argument("strategy", nargs="*", help="all, unless some are named")
    parser.add_argument("--update", action="store_true", help="raise floors to what was measured")
    parser.add_argument("--allow-lower", action="store_true", help="with --update: lower floors, too")
    options = parser.parse_args()
    gate = read_gate() if FILE.exists() else {"data": "", "floors": {}}
    digest, scores = measured(options.strategy)
    for strategy, reached in scores.items():
        print(strategy, *(f"{measure} {value:.3f}" for measure, value in reached.items()))
    if options.update:
        floors = raised(scores, gate["floors"], options.allow_lower)
        if not options.strategy:  # what was not measured is no longer there
            floors = {strategy: floors[strategy] for strategy in scores}
        FILE.write_text(json.dumps({"data": digest, "floors": floors}, indent=1) + "\n", encoding="utf-8")
        gate = read_gate()
    complaints = shortfalls(scores, gate["floors"])
    if digest != gate["data"]:
        complaints.append("the data changed: measure anew with --update --allow-lower")
    print(*complaints, sep="\n", file=sys.stderr)
    return bool(complaints)


if __name__ == "__main__":
    sys.exit(main())
