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
reversed. **Does not hold**: none is as printed, or more are reversed; that an open pair might still be
true is not held in its favour. **Holds partly**: everything between. **Cannot be tested here**: the
papers put the system in no order, or it was not run. That more reversed pairs than printed ones decide
was added when the first table had been seen; it changes the verdict on `best-first` alone. *By own
verdict* counts the same pairs by the crawler's own verdict, which is what the papers do. *At scale* is
its place among the systems of that paper on a synthetic web by labels, and the printed one."""
FOUND = "*Found* is the mean ± half of the 95 % interval. Counts are pairs as printed / reversed / open."
HEAD = (
    *("system", "paper", "what is said", "found", "our finding", "by labels", "by own verdict"),
    *("at scale", "verdict"),
)


@dataclass(frozen=True)
class Outcome:
    """How the pairs of a system come out, by the other system of each."""

    printed: tuple[str, ...] = ()
    reversed: tuple[str, ...] = ()
    open: tuple[str, ...] = ()

    @property
    def pairs(self) -> int:
        """All of them."""
        return len(self.printed) + len(self.reversed) + len(self.open)

    @property
    def verdict(self) -> str:
        """What follows for the claim."""
        if not self.pairs:
            return "cannot be tested here"
        if not self.printed or len(self.reversed) > len(self.printed):
            return "does not hold"
        return "holds" if 2 * len(self.printed) > self.pairs and not self.reversed else "holds partly"

    @property
    def counts(self) -> str:
        """The three numbers."""
        return f"{len(self.printed)} / {len(self.reversed)} / {len(self.open)}" if self.pairs else "–"

    @property
    def finding(self) -> str:
        """What came out, with names."""
        named = {"as printed": self.printed, "reversed": self.reversed, "open": self.open}
        return "; ".join(f"{word}: {', '.join(names)}" for word, names in named.items() if names)


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
        FOUND,
        table(HEAD, rows, words=len(HEAD)),
        rerun("reporting", *(f"paper-{paper}" for paper in scale)),
    ]
    return "\n\n".join(parts) + "\n"


def _row(claim: Claim, reporting: Sequence[Contest], scale: Mapping[str, Sequence[Contest]]) -> list[str]:
    ahead, behind = pairs_of(claim)
    labels = outcome(reporting, claim.system, ahead, behind)
    own = outcome(reporting, claim.system, ahead, behind, own=True)
    return [
        f"`{claim.system}`",
        ", ".join(f"[{paper}](../papers/{paper}.md)" for paper in claim.papers) or "–",
        f"{claim.text} {_place(ahead, behind)}".strip(),
        number(over_topics(reporting, claim.system, found), 2),
        labels.finding or claim.untestable or "was not run",
        labels.counts,
        own.counts,
        _places(claim, scale) or "–",
        f"**{labels.verdict}**",
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


def outcome(
    contests: Sequence[Contest],
    system: str,
    ahead: Sequence[str],
    behind: Sequence[str],
    *,
    own: bool = False,
) -> Outcome:
    """Sort the pairs of a system into those that come out as printed, reversed, and neither."""
    signed = {**dict.fromkeys(ahead, 1), **dict.fromkeys(behind, -1)}
    compared = {
        other: found_difference
        for other in signed
        if (found_difference := difference(contests, system, other, called if own else found)) is not None
    }
    corrected = holm([one.p_value for one in compared.values()])
    sorted_by: dict[int, list[str]] = {1: [], -1: [], 0: []}
    for (other, one), p in zip(compared.items(), corrected, strict=True):
        value = signed[other] * one.mean.value
        sorted_by[0 if p >= ALPHA or not value else 1 if value > 0 else -1].append(other)
    return Outcome(*(tuple(names) for names in sorted_by.values()))


def _main(paper: str) -> list[Measure]:
    tables = PUBLISHED.get(f"paper-{paper}", ())
    return [measure for printed in tables for measure in printed.measures if measure.title in MAIN]


def _place(ahead: Sequence[str], behind: Sequence[str]) -> str:
    """Say whom a system is put before, and whom behind."""
    parts = (("ahead of", ahead), ("behind", behind))
    told = "; ".join(f"{word} {', '.join(names)}" for word, names in parts if names)
    return f"({told})" if told else ""


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
