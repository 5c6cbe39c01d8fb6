"""The page about what each part of the strategy `lycosa` contributes: its crawls without that part."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.publish.markdown import prose, rerun, table

from lycosa.lab.experiment.oracle import Oracle
from lycosa.report.lab.runs import Contest, Run

WHOLE = "lycosa"
ABOUT = """\
The strategy `lycosa` without each of its parts, from the file `ablations.toml`: the share of what the oracle
finds when it may read as many pages as there are to find, and twice as many. Tuning topics, on which the
weights were set: expect less elsewhere. A part is worth what the strategy loses without it; differences of
less than .03 are within chance."""
COUNTS_ABOUT = "What its mechanisms did, in the mean over all these crawls of the whole strategy:"


def ablations_page(contests: Sequence[Contest]) -> str:
    """Write the page."""
    webs = sorted({contest.web.name for contest in contests})
    names = sorted({run.strategy for contest in contests for run in contest.runs} - {Oracle.name}, key=_place)
    rows = [(f"`{name}`", *(_shares(contests, web, name) for web in webs)) for name in names]
    return (
        "\n\n".join(
            (
                "# What each part contributes",
                "Written by `make results`; do not edit.",
                prose(ABOUT),
                table(["strategy", *webs], rows),
                rerun("ablations"),
                COUNTS_ABOUT,
                _counts([run for contest in contests for run in contest.runs if run.strategy == WHOLE]),
                rerun("ablations"),
            )
        )
        + "\n"
    )


def _place(name: str) -> tuple[bool, bool, str]:
    return name != WHOLE, not name.startswith("without"), name


def _shares(contests: Sequence[Contest], web: str, name: str) -> str:
    """Return the mean shares of the oracle half-way and at the end; topics count alike."""
    topics = [
        [_half_and_end(run) for run in contest.runs if run.strategy == name]
        for contest in contests
        if contest.web.name == web
    ]
    means = [[sum(column) / len(column) for column in zip(*runs, strict=True)] for runs in topics if runs]
    if not means:
        return "–"
    return " / ".join(f"{sum(column) / len(column):.2f}".lstrip("0") for column in zip(*means, strict=True))


def _half_and_end(run: Run) -> tuple[float, float]:
    half = min(run.checkpoints, key=lambda point: abs(point.at - run.end.at / 2))
    return half.oracle_share or 0.0, run.end.oracle_share or 0.0


def _counts(runs: Sequence[Run]) -> str:
    kinds = sorted({kind for run in runs for kind in run.mechanisms})
    rows = [(kind, f"{sum(run.mechanisms.get(kind, 0) for run in runs) / len(runs):,.0f}") for kind in kinds]
    return table(["mechanism", "times"], rows)
