"""The page of the 26 systems: what the papers say of each, what we find, and whether it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from experiments.publish.claims import CLAIMS, Claim
from experiments.publish.markdown import number, prose, rerun, table
from experiments.publish.topics import called, difference, found, harvest, over_topics

from lycosa.lab.experiment.statistics import holm, ranks
from lycosa.report.lab.published import PUBLISHED, Measure
from lycosa.report.lab.runs import Contest
from lycosa.report.lab.significance import ALPHA

MAIN = {"AC", "harvest rate", "precision at 1,000"}
"""The measure by which a paper puts its crawlers in order first."""
ABOUT = """\
Every system of the five papers has a row. A paper's claim about a system is its place in the paper's
tables, by AC, harvest rate or precision: whom it is ahead of, and whom it is behind. We put the same
pairs in order by what labels say, on the {topics} reporting topics of [the full comparison](matrix.md):
the share of the on-topic pages in reach that a crawl found, the mean over the draws of a topic being
one value. A pair is *as printed* or *reversed* if Wilcoxon's signed-rank test over topics says so at 5
%, corrected after Holm for all pairs of the system; otherwise it is *open*."""
RULE = """\
The verdict follows from the counts. **Holds**: more than half of the pairs are as printed, and none is
reversed. **Holds partly**: some pairs are as printed. **Does not hold**: none is; that an open pair
might still be true is not held in its favour. **Cannot be tested here**: the papers put the system in
no order, or it was not run. *Own* counts the same pairs by the crawler's own verdict, which is what the
papers do. *At scale* is its place among the systems of that paper on [a synthetic web](scale.md) by
labels, and the printed one."""
HEAD = (
    "system",
    "paper",
    "what is said",
    "found",
    "our finding",
    "own",
    "at scale",
    "verdict",
)


@dataclass(frozen=True)
class Counts:
    """How the pairs of a system come out."""

    printed: int = 0
    reversed: int = 0
    open: int = 0

    @property
    def pairs(self) -> int:
        """All of them."""
        return self.printed + self.reversed + self.open

    @property
    def verdict(self) -> str:
        """What follows for the claim."""
        if not self.pairs:
            return "cannot be tested here"
        if not self.printed:
            return "does not hold"
        return "holds" if 2 * self.printed > self.pairs and not self.reversed else "holds partly"

    def __str__(self) -> str:
        return f"{self.printed} / {self.reversed} / {self.open}" if self.pairs else "–"


def systems_page(reporting: Sequence[Contest], scale: Mapping[str, Sequence[Contest]]) -> str:
    """Write the page from the full comparison and, by paper, from the crawls at the papers' scale."""
    rows = [_row(claim, reporting, scale) for claim in CLAIMS]
    verdicts = [row[-1] for row in rows]
    summed = ", ".join(f"{verdicts.count(v)} {v.strip('*')}" for v in dict.fromkeys(sorted(verdicts)))
    parts = [
        f"# The {len(CLAIMS)} systems of the papers",
        "Written by `make results`; do not edit.",
        prose(ABOUT.format(topics=len(reporting))),
        prose(RULE),
        f"In all: {summed}.",
        "Findings count pairs as printed / reversed / open.",
        table(HEAD, rows, words=len(HEAD)),
        rerun("reporting", *(f"paper-{paper}" for paper in scale)),
    ]
    return "\n\n".join(parts) + "\n"


def _row(claim: Claim, reporting: Sequence[Contest], scale: Mapping[str, Sequence[Contest]]) -> list[str]:
    ahead, behind = pairs_of(claim)
    counts = counted(reporting, claim.system, ahead, behind)
    share = over_topics(reporting, claim.system, found)
    finding = f"{counts} ({_named(ahead, behind)})" if counts.pairs else (claim.untestable or "was not run")
    return [
        f"`{claim.system}`",
        ", ".join(f"[{paper}](../papers/{paper}.md)" for paper in claim.papers) or "–",
        claim.text,
        number(share, 2),
        finding,
        str(counted(reporting, claim.system, ahead, behind, own=True)),
        _places(claim, scale) or "–",
        f"**{counts.verdict}**",
    ]


def pairs_of(claim: Claim) -> tuple[list[str], list[str]]:
    """Return the systems that one is said to be ahead of, and those it is said to be behind.

    Where two tables disagree on a pair, neither counts.
    """
    if claim.untestable:
        return [], []
    printed = [pair for paper in claim.papers for measure in _main(paper) for pair in measure.pairs()]
    said = {pair for pair in printed if (pair[1], pair[0]) not in printed}
    ahead = sorted({b for a, b in said if a == claim.system} | set(claim.ahead_of))
    return ahead, sorted({a for a, b in said if b == claim.system})


def counted(
    contests: Sequence[Contest],
    system: str,
    ahead: Sequence[str],
    behind: Sequence[str],
    *,
    own: bool = False,
) -> Counts:
    """Count the pairs of a system that come out as printed, reversed, or neither."""
    measure = called if own else found
    signed = [(other, 1) for other in ahead] + [(other, -1) for other in behind]
    tested = [
        (sign * compared.mean.value, compared.p_value)
        for other, sign in signed
        if (compared := difference(contests, system, other, measure)) is not None
    ]
    clear = [
        value
        for (value, _), p in zip(tested, holm([p for _, p in tested]), strict=True)
        if p < ALPHA and value != 0
    ]
    same = sum(value > 0 for value in clear)
    return Counts(same, len(clear) - same, len(tested) - len(clear))


def _main(paper: str) -> list[Measure]:
    tables = PUBLISHED.get(f"paper-{paper}", ())
    return [measure for printed in tables for measure in printed.measures if measure.title in MAIN]


def _named(ahead: Sequence[str], behind: Sequence[str]) -> str:
    parts = (("ahead of", ahead), ("behind", behind))
    return "; ".join(f"{word} {', '.join(names)}" for word, names in parts if names)


def _places(claim: Claim, scale: Mapping[str, Sequence[Contest]]) -> str:
    """Say which place a system has at scale, and which it has in the paper's first table."""
    told = []
    for paper in claim.papers:
        contests, measures = scale.get(paper, ()), _main(paper)
        if not contests or not measures or claim.system not in measures[0].printed:
            continue
        ours = _placed(contests, list(measures[0].printed))
        if claim.system in ours:
            standings = {name: value.standing for name, value in measures[0].printed.items() if name in ours}
            theirs = dict(zip(standings, ranks(list(standings.values())), strict=True))
            told.append(f"{paper}: {ours[claim.system]:g} of {len(ours)} (printed {theirs[claim.system]:g})")
    return "; ".join(told)


def _placed(contests: Sequence[Contest], names: Sequence[str]) -> dict[str, float]:
    values = {name: mean.value for name in names if (mean := over_topics(contests, name, harvest))}
    return dict(zip(values, ranks(list(values.values())), strict=True))
