"""The summary of all results: which strategy to choose, as far as the numbers go."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from experiments.publish.markdown import kept, number, rerun, table
from experiments.publish.matrix import RECALL, SHARE, by_rank, over_topics

from lycosa.registry import strategies
from lycosa.report.lab.runs import Contest
from lycosa.report.lab.significance import Significance, across

FIRST = 10
"""Strategies in the table of the summary."""
READING = "what we make of it"
PAGE = """\
# What we measured

Every number here comes from crawls of frozen webs, scored by labels that no strategy saw. `make results` runs
all of it again, with the same numbers, and writes this page; only the part marked as written by hand stays.

## Which strategy to choose

{choice}

<!-- by hand: {name} -->

{reading}

<!-- end of {name} -->

## From examples of the topic

{matrix}

{webs}

Everything is on [the page of the full comparison](matrix.md).

## From a portal

{portal}

{more}

## Pages

{pages}

What the measures mean is said in [the page about the lab](../lab.md#what-the-measures-mean). This
is the top of the report of the full comparison:

![The report of the full comparison](report.png)

## Run it again

```sh
make results                                             # an hour or so on two cores
.venv/bin/python -m experiments.publish --only portal    # one part; under every table stands which
.venv/bin/python -m experiments.publish --pages-only     # the pages again, from the results there are
```

The webs are looked for in the folder `shared` next to the checkout, or where `LYCOSA_SHARED` says. Finished
crawls are kept in `build/results`: what was stopped goes on, and what has not changed is not crawled again.
"""


LINKS = (
    ("The full comparison", {"matrix": "every strategy on every topic set apart for reporting"}),
    ("From a portal", {"portal": "the same when everything relevant lies behind irrelevant pages"}),
    ("As if live", {"live": "many requests at once, hosts that must rest, and what patience buys"}),
    ("The 26 systems", {"systems": "what the papers say of each, what we find, and whether it holds"}),
    ("The papers' scale", {"scale": "thousands of pages of a synthetic web, with the papers' own inputs"}),
    ("Genre", {"genre-004": "genre-aware crawling from generated seeds, with every estimator of thresholds",
               "genre-terms": "genre and content terms found on examples"}),
    ("Causes", {"controls": "one device at a time", "warm-up": "when classifiers are trained",
                "duplicates": "copies of pages found and not", "ablations": "the parts of `lycosa`"}),
    ("Judges", {"judges": "how right their verdicts are, and what they do for a strategy"}),
    ("Parameters", {"grid-000": "thresholds of `bcw-cc`", "grid-000-hosts": "the same on many hosts",
                    "grid-001": "thresholds of `fcits-oh`", "grid-001-hosts": "its memory of hosts"}),
    ("Parts", {"classifiers": "classifiers", "thresholds": "similarity thresholds",
               "sentence-threshold": "those of topics without examples", "tunnels": "tunnels",
               "remaining": "how much is left to find"}),
    ("Times", {"timings": "which change from run to run"}),
)  # fmt: skip
"""What the pages are about, by their names."""


def index_page(
    matrix: Sequence[Contest], portal: Sequence[Contest], before: str, there: Collection[str]
) -> str:
    """Write the page from the full comparison and from crawls that start at portals.

    `before` is the page as it was: what was written by hand is taken over. `there` names the other pages.
    """
    return PAGE.format(
        choice=_choice(matrix),
        name=READING,
        reading=kept(before, READING),
        matrix=_table(matrix, "reporting"),
        webs=_by_web(matrix),
        portal=_table(portal, "portal") if portal else "This was not run yet.",
        more="More is on [its page](portal.md)." if portal else "",
        pages=_links(there),
    )


HEADLINE = ("lycosa", "best-first", "crawl4ai-bestfirst", "ache", "sb-classifier", "craw4llm", "bfs")
"""Strategies and rivals that the front page tells of, if they were run."""


def headline(contests: Sequence[Contest]) -> str:
    """Sum up the full comparison for the front page."""
    draws = max(contest.repeats for contest in contests)
    told = (
        f"Every strategy on {len(contests)} topics of {len({c.web.name for c in contests})} real webs that "
        f"nothing was tuned on, {draws} draws each, scored by labels."
    )
    tested = across(contests)
    if tested is None:
        return told
    names = [name for name in HEADLINE if name in tested.test.ranks]
    shares = ", ".join(
        f"`{name}` {_percent(contests, name)} (average rank {tested.test.ranks[name]:.1f})" for name in names
    )
    near = sum(not _worse(tested, name) for name in tested.test.ranks)
    return (
        f"{told} Of what an oracle finds, that is found by: {shares}. By rank alone the first {near} of "
        f"{len(tested.test.ranks)} cannot be told apart; the page says where others win."
    )


def _links(there: Collection[str]) -> str:
    papers = ", ".join(f"[{paper}](../papers/{paper}.md)" for paper in ("000", "001", "002", "003", "004"))
    lines = [f"- The papers' tables beside ours: {papers}"]
    for title, pages in LINKS:
        if told := [f"[{about}]({name}.md)" for name, about in pages.items() if name in there]:
            lines.append(f"- {title}: {', '.join(told)}")
    return "\n".join(lines)


def _choice(contests: Sequence[Contest]) -> str:
    """Recommend the best strategy that a user can name; rivals are known to the lab only."""
    tested = across(contests)
    if tested is None:
        return "Too few strategies ran everywhere to choose one."
    ordered = by_rank(tested)
    usable = [name for name in ordered if name in strategies.classes]
    best, ahead = usable[0], ordered[: ordered.index(usable[0])]
    near = [name for name in usable[1:] if not _worse(tested, name)]
    said = [
        f"**Choose `{best}`** unless you know better: over {len(contests)} topics of "
        f"{len({c.web.name for c in contests})} real webs it has the best average rank of "
        f"{len(usable)} strategies, {tested.test.ranks[best]:.2f}, and finds {_percent(contests, best)} of "
        "what the oracle finds."
    ]
    if ahead:
        said.append(f"Ahead of it, and known to the lab only: {_named(tested, ahead)}.")
    if near:
        said.append(
            f"By the ranks alone it cannot be told from {_named(tested, near)}: they are no further behind "
            f"the best than the critical difference of {tested.critical_difference:.2f} ranks."
        )
    behind = len(usable) - 1 - len(near)
    return " ".join([*said, f"{behind} strategies are worse by more than that."] if behind else said)


def _named(tested: Significance, names: Sequence[str]) -> str:
    return ", ".join(f"`{name}` ({tested.test.ranks[name]:.2f})" for name in names)


def _worse(tested: Significance, name: str) -> bool:
    return tested.test.ranks[name] - min(tested.test.ranks.values()) > tested.critical_difference


def _percent(contests: Sequence[Contest], name: str) -> str:
    share = over_topics(contests, name, SHARE)
    return f"{100 * share.value:.0f} %" if share else "an unknown share"


def _table(contests: Sequence[Contest], part: str) -> str:
    tested = across(contests)
    if tested is None:
        return "Too few strategies ran everywhere to rank them."
    names = by_rank(tested)
    shown = [*names[:FIRST], *(name for name in names[FIRST:] if name in ("best-first", "bfs"))]
    rows = [
        [
            str(names.index(name) + 1),
            f"`{name}`",
            f"{tested.test.ranks[name]:.2f}",
            number(over_topics(contests, name, SHARE)),
            number(over_topics(contests, name, RECALL)),
            "no" if _worse(tested, name) else "yes",
        ]
        for name in shown
    ]
    head = ["", "strategy", "average rank", "share of oracle", "recall", "within the critical difference"]
    about = f"{len(contests)} topics; means with 95 % intervals over topics."
    return "\n\n".join((about, table(head, rows, words=2), rerun(part)))


def _by_web(contests: Sequence[Contest]) -> str:
    rows = []
    for web in dict.fromkeys(contest.web.name for contest in contests):
        own = [contest for contest in contests if contest.web.name == web]
        tested = across(own)
        if tested is not None:
            told = ", ".join(f"`{n}` ({_percent(own, n)})" for n in by_rank(tested)[:3])
            rows.append([web, str(len(own)), told])
    return (
        "The first three by average rank on each web, with their share of the oracle:\n\n"
        + table(["web", "topics", "first three"], rows, words=3)
        + f"\n\n{rerun('reporting')}"
    )
