"""The pages of parameter grids: heat maps, numbers and, where a paper has a grid, its numbers beside ours."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from experiments.publish.markdown import rerun, table
from experiments.publish.printed import GRID_000

from lycosa.lab.experiment.grid import MEASURES
from lycosa.lab.experiment.matrix import Experiment

SHOWN = "own-harvest", "harvest"
"""Heat maps on the page: what the paper draws, and the same by label."""


def grid_page(experiment: Experiment, file: Path) -> str:
    """Write the page of a grid from its table."""
    with file.open(encoding="utf-8", newline="") as stream:
        head, *rows = csv.reader(stream)
    points = [dict(zip(head, row, strict=True)) for row in rows]
    strategy, names = (
        (experiment.grid.strategy, list(experiment.grid.values)) if experiment.grid else ("", [])
    )
    topics = ", ".join(f"{topic} on {web.web}" for web in experiment.webs for topic in web.tuning)
    best = {measure: max(points, key=lambda point: float(point[measure])) for measure in MEASURES}
    parts = [
        f"# Grid: {experiment.about}",
        "Written by `make results`; do not edit.",
        f"Every combination of {' and '.join(f'`{name}`' for name in names)} of `{strategy}`: mean over "
        f"{topics}, {experiment.repeats} draws each. These are tuning topics; nothing reported rests on "
        "them.",
        *(f"![{drawn}]({experiment.name}-{drawn}.svg)" for drawn in SHOWN),
        *(_paper_000(points, experiment.name) if strategy == "bcw-cc" and _numeric(points) else []),
        "## Best values",
        table(
            ["measure", "meaning", *names, "value"],
            [
                [
                    measure.replace("_", " "),
                    MEASURES[measure],
                    *_values(point, names),
                    _number(point, measure),
                ]
                for measure, point in best.items()
            ],
            words=2,
        ),
        rerun(experiment.name),
        "## All combinations",
        table(
            [*names, *(measure.replace("_", " ") for measure in MEASURES)],
            [[*_values(p, names), *(_number(p, measure) for measure in MEASURES)] for p in points],
            words=0,
        ),
        rerun(experiment.name),
    ]
    return "\n\n".join(parts) + "\n"


def _values(point: dict[str, str], names: Sequence[str]) -> list[str]:
    return [point[name] for name in names]


def _number(point: dict[str, str], measure: str) -> str:
    return f"{float(point[measure]):.3f} ± {float(point[f'{measure}_half_width']):.3f}"


def _numeric(points: Sequence[dict[str, str]]) -> bool:
    """Say whether all thresholds are numbers, as the paper's are."""
    return all("auto" not in (point["tau"], point["lam"]) for point in points)


def _paper_000(points: Sequence[dict[str, str]], name: str) -> list[str]:
    """Set Table 6 of paper 000 beside ours: AC by own verdict."""
    ours = {(f"{float(p['tau']):g}", f"{float(p['lam']):g}"): float(p["own_harvest"]) for p in points}
    rows = [
        [tau, lam, f"{ac:.3f}", f"{ours[tau, lam]:.3f}"]
        for tau, row in GRID_000.items()
        for lam, ac in row.items()
        if (tau, lam) in ours
    ]
    return ["## Beside the paper", "AC by own verdict; the paper's is its Table 6.",
            table(["tau", "lambda", "paper", "ours"], rows), rerun(name)]  # fmt: skip
