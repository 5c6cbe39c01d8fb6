"""The results of experiments in a folder, read once for all pages that are made of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lycosa.lab.experiment.matrix import Experiment, read_experiment
from lycosa.report.lab.runs import Contest, contests_of, read_results


class Results:
    """A folder of results, and the files of the experiments that they come from."""

    def __init__(self, folder: Path, experiments: Path) -> None:
        self.folder = folder
        self._experiments = experiments
        self._read: dict[str, tuple[int, list[Contest]]] = {}

    def has(self, name: str) -> bool:
        """Say whether an experiment has been run."""
        files = (f"{name}/results.json", f"{name}/grid.csv", f"{name}.json")
        return any((self.folder / file).exists() for file in files)

    def contests(self, name: str) -> list[Contest]:
        """Return what an experiment found; nothing if it has not been run."""
        file = self.folder / name / "results.json"
        if not file.exists():
            return []
        written = file.stat().st_mtime_ns
        known = self._read.get(name)
        if known is None or known[0] != written:
            known = self._read[name] = (written, contests_of(read_results(file)))
        return known[1]

    def experiment(self, name: str) -> Experiment:
        """Return what an experiment asks for."""
        return read_experiment(self._experiments / f"{name}.toml")


def restricted(contests: Sequence[Contest], names: Sequence[str]) -> list[Contest]:
    """Return contests with these strategies only, those that ran."""
    wanted = set(names)
    return [
        Contest(
            contest.topic,
            contest.web,
            contest.setup,
            {name: runs for name, runs in contest.by_strategy.items() if runs[0].strategy in wanted},
        )
        for contest in contests
    ]
