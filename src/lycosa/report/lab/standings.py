"""Where every strategy stands in every contest: its share of what the oracle finds, on one scale."""

from __future__ import annotations

from collections.abc import Sequence

from lycosa.report.figure.dots import Dot, Row, dot_plot
from lycosa.report.figure.drawing import Labels
from lycosa.report.lab.figures import Figure, Places
from lycosa.report.lab.runs import Contest
from lycosa.report.lab.significance import across
from lycosa.report.lab.views import LABEL

_SHARE = LABEL[3]


def standings_figure(contests: Sequence[Contest], prefix: str, places: Places) -> Figure | None:
    """Draw a row for each contest and a dot for each strategy; None without a yardstick."""
    name, title = f"{prefix}-standings", "Share of the oracle, contest by contest"
    rows = [_row(contest, places) for contest in contests]
    if not any(row.dots for row in rows):
        return None
    tested = across(contests)
    leader = min(tested.test.ranks, key=tested.test.ranks.__getitem__) if tested else ""
    description = "; ".join(f"{row.name}: {row.note} best" for row in rows)
    labels = Labels(name, title, f"{description}.", "on-topic pages per page of the oracle")
    return Figure(
        name,
        title,
        "A dot for each strategy; the oracle is at 1. At the right, the best share."
        + (f" Large: {leader}, the best by average rank." if leader else ""),
        dot_plot(labels, rows, leader),
        [
            ["contest", "strategy", "share_of_oracle"],
            *([row.name, dot.name, repr(dot.value)] for row in rows for dot in row.dots),
        ],
    )


def _row(contest: Contest, places: Places) -> Row:
    shares = {name: share.value for name, runs in contest.rivals.items() if (share := _SHARE.mean(runs))}
    dots = [Dot(name, places[name], share) for name, share in shares.items()]
    return Row(contest.title, f"{max(shares.values(), default=0.0):.2f}", dots)
