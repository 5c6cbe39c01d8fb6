"""Results of the lab as a table for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.table import Table

from lycosa.lab.experiment.results import Mean, Result, mean

Column = tuple[str, Callable[[Result], float]]

COLUMNS: tuple[Column, ...] = (
    ("harvest", lambda result: result["checkpoints"][-1]["label"]["harvest"]),
    ("recall", lambda result: result["checkpoints"][-1]["label"]["recall"]),
    ("area", lambda result: result["checkpoints"][-1]["label"]["area"]),
    ("share of oracle", lambda result: result["checkpoints"][-1]["oracle_share"]),
    ("own harvest", lambda result: result["checkpoints"][-1]["own"]["harvest"]),
    ("AR", lambda result: result["checkpoints"][-1]["own"]["mean_score"]),
    ("SD", lambda result: result["checkpoints"][-1]["own"]["score_deviation"]),
)


_WIDE = 132
_NARROW_COLUMNS = 4


def summarise(results: Sequence[Result]) -> dict[str, dict[str, Mean]]:
    """Return for each strategy, in order, the mean of each column over its repeats."""
    by_strategy: dict[str, list[Result]] = {}
    for result in results:
        by_strategy.setdefault(result["strategy"], []).append(result)
    return {
        name: {title: mean([value(result) for result in group]) for title, value in COLUMNS}
        for name, group in by_strategy.items()
    }


def results_table(results: Sequence[Result], width: int = 120) -> Table:
    """Return one row for each strategy: by label first, then by its own verdict, as far as there is room."""
    first = results[0]
    repeats = len({result["repeat"] for result in results})
    title = (
        f"{first['web']['name']}, topic {first['topic']}, {first['plan']['budget']} pages, {repeats} repeats"
    )
    table = Table(title=title, caption="mean ± 95 % interval; harvest to share of oracle by label")
    table.add_column("strategy", no_wrap=True)
    table.add_column("pages", justify="right")
    shown = len(COLUMNS) if width >= _WIDE else _NARROW_COLUMNS
    for title, _ in COLUMNS[:shown]:
        table.add_column(title, justify="right", no_wrap=width >= _WIDE)
    for name, row in summarise(results).items():
        pages = mean([result["pages"] for result in results if result["strategy"] == name]).value
        table.add_row(name, f"{pages:.0f}", *(str(cell) for cell in list(row.values())[:shown]))
    return table
