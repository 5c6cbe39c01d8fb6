"""What the papers report of their crawls: figures of their tables, to be set beside ours.

Papers 000, 001 and 003 print numbers. Paper 002 draws curves only; what its text says of them is kept
as an order in words. Paper 004 reports on thresholds, and on no crawl.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from lycosa.report.lab.runs import Run

Ours = Callable[[Run], float | None]


@dataclass(frozen=True)
class PublishedNumber:
    """What a paper says of one strategy: a number, or a word that stands for a place."""

    text: str
    standing: float
    """Strategies are in order by this; equal where the paper does not say which is better."""


@dataclass(frozen=True)
class Measure:
    """One column of a paper's table, and what we measure in its place."""

    title: str
    printed: Mapping[str, PublishedNumber]
    ours: Mapping[str, Ours]
    """By whose verdict: `own`, `label` or both."""
    decimals: int = 3
    lower_is_better: bool = False

    def pairs(self) -> list[tuple[str, str]]:
        """Return what the paper puts in order, as pairs of the better and the worse strategy."""
        sign = 1 if self.lower_is_better else -1
        ordered = sorted(self.printed, key=lambda name: sign * self.printed[name].standing)
        return [
            (a, b)
            for a, b in combinations(ordered, 2)
            if self.printed[a].standing != self.printed[b].standing
        ]


@dataclass(frozen=True)
class Published:
    """A table of a paper."""

    title: str
    measures: tuple[Measure, ...]

    @property
    def strategies(self) -> list[str]:
        """The strategies it names, in its order."""
        return list(dict.fromkeys(name for measure in self.measures for name in measure.printed))


_HARVEST: dict[str, Ours] = {
    "own": lambda run: run.end.own.harvest,
    "label": lambda run: run.end.label.harvest,
}
_RECALL: dict[str, Ours] = {"label": lambda run: run.end.label.recall}
_SCORES = (
    Measure("AC", {}, _HARVEST),
    Measure("AR", {}, {"own": lambda run: run.end.own.mean_score}),
    Measure("SD", {}, {"own": lambda run: run.end.own.score_deviation}, lower_is_better=True),
    Measure("RC", {}, _RECALL),
)
"""The columns of the tables of papers 000 and 001, in their order."""


def _columns(rows: Mapping[str, tuple[float, ...]]) -> list[dict[str, PublishedNumber]]:
    """Turn rows of numbers into columns."""
    width = len(next(iter(rows.values())))
    return [
        {name: PublishedNumber(f"{row[i]:.3f}", row[i]) for name, row in rows.items()} for i in range(width)
    ]


def _scores(title: str, rows: Mapping[str, tuple[float, ...]]) -> Published:
    """Make a table of AC, AR, SD and, if there is a fourth number, RC."""
    columns = zip(_SCORES, _columns(rows), strict=False)
    return Published(title, tuple(replace(measure, printed=column) for measure, column in columns))


def _precision(at: int) -> dict[str, Ours]:
    def own(run: Run) -> float | None:
        return next((point.own.harvest for point in run.checkpoints if point.at == at), None)

    def label(run: Run) -> float | None:
        return next((point.label.harvest for point in run.checkpoints if point.at == at), None)

    return {"own": own, "label": label}


def _places(**standing: tuple[str, float]) -> dict[str, PublishedNumber]:
    return {name.replace("_", "-"): PublishedNumber(word, place) for name, (word, place) in standing.items()}


_RAINSTORM_000 = _scores(
    "Table 3: rainstorm disasters, 15,000 pages",
    {
        "bfs": (0.2366, 0.2947, 0.3096),
        "best-first": (0.6542, 0.6376, 0.2599),
        "fcsa": (0.7004, 0.6627, 0.1953),
        "fcits-oh": (0.8256, 0.7412, 0.1441),
        "fcpso": (0.8364, 0.8079, 0.1424),
        "fccbs": (0.6275, 0.6874, 0.1937),
        "fcbcw": (0.8453, 0.8246, 0.2080),
        "bcw-cc": (0.9015, 0.8412, 0.1643),
    },
)
_SPORTS_000 = _scores(
    "Table 5: sports, 15,000 pages",
    {
        "bfs": (0.2754, 0.3027, 0.2952, 0.0808),
        "best-first": (0.5885, 0.6184, 0.2627, 0.2067),
        "fccbs": (0.6423, 0.6534, 0.1937, 0.2941),
        "fcbcw": (0.7507, 0.8061, 0.1987, 0.2537),
        "bcw-cc": (0.7885, 0.8586, 0.1606, 0.3539),
    },
)
_TOURISM_001 = _scores(
    "Table 2: tourism, 15,000 pages",
    {
        "bfs": (0.3740, 0.4247, 0.2848),
        "best-first": (0.6820, 0.6966, 0.2317),
        "fcsa": (0.7503, 0.7292, 0.1769),
        "fcwseo": (0.8086, 0.7553, 0.1293),
        "fcts": (0.7215, 0.7066, 0.1726),
        "fcits": (0.7721, 0.7534, 0.1446),
        "fcoits": (0.8453, 0.7806, 0.1413),
        "fcits-oh": (0.8721, 0.7912, 0.1340),
    },
)
_RAINSTORM_001 = _scores(
    "Table 2: rainstorm disasters, 15,000 pages",
    {
        "bfs": (0.2366, 0.2947, 0.3096),
        "best-first": (0.6542, 0.6376, 0.2599),
        "fcsa": (0.7004, 0.6627, 0.1953),
        "fcwseo": (0.8103, 0.8200, 0.1570),
        "olmoaco": (0.7417, 0.7781, 0.1375),
        "fcts": (0.6836, 0.6523, 0.1962),
        "fcits": (0.7369, 0.7002, 0.1589),
        "fcoits": (0.7969, 0.7306, 0.1495),
        "fcits-oh": (0.8262, 0.7421, 0.1444),
    },
)
_BETWEEN = ("between", 2.0)
_COMBINED_BEST = _places(
    bfs=("worst", 1.0),
    best_first=_BETWEEN,
    anchor_text=_BETWEEN,
    link_context=_BETWEEN,
    slc=_BETWEEN,
    cbp=_BETWEEN,
    cbp_slc=("best", 3.0),
)
_ORDER_002 = Published(
    "Figs. 11-13, as its text reads them: mean of ten topics",
    (
        Measure(
            "harvest rate",
            _COMBINED_BEST,
            _HARVEST,
        ),
        Measure(
            "target recall",
            _COMBINED_BEST,
            _RECALL,
        ),
        Measure(
            "links to a target",
            _places(
                bfs=("fewest", 1.0),
                best_first=("most", 4.0),
                anchor_text=("between", 3.0),
                link_context=("between", 3.0),
                slc=("between", 3.0),
                cbp=("between", 3.0),
                cbp_slc=("second fewest", 2.0),
            ),
            {
                "own": lambda run: run.end.own.target_length / max(1, run.end.own.relevant),
                "label": lambda run: run.end.label.target_length / max(1, run.end.label.on_topic),
            },
            decimals=2,
            lower_is_better=True,
        ),
    ),
)
_PRECISION_003 = Published(
    "Table 4: computer science",
    tuple(
        Measure(f"precision at {at:,}", column, _precision(at))
        for at, column in zip(
            (100, 500, 1000, 2000),
            _columns(
                {
                    "bfs": (0.50, 0.35, 0.26, 0.20),
                    "keyword-table-basic": (0.75, 0.67, 0.64, 0.65),
                    "keyword-table": (0.86, 0.81, 0.78, 0.77),
                }
            ),
            strict=True,
        )
    ),
)
PUBLISHED = {
    "paper-000": (_RAINSTORM_000, _SPORTS_000),
    "paper-001": (_RAINSTORM_001, _TOURISM_001),
    "paper-002": (_ORDER_002,),
    "paper-003": (_PRECISION_003,),
}
"""The tables of a paper by the experiment that repeats them."""
