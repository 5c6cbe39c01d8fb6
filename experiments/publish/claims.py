"""What the papers say of the 26 systems, in our words; their numbers are in `lycosa.report.lab.published`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Claim:
    """What is said of one system."""

    system: str
    papers: tuple[str, ...]
    text: str
    ahead_of: tuple[str, ...] = ()
    """Systems that it is said to improve on, where no table of a paper puts them in order."""
    untestable: str = ""
    """Why there is nothing to test."""


CLAIMS = (
    Claim("bfs", ("000", "001", "002", "003"), "The crawler without focus: last wherever it is compared."),
    Claim(
        "best-first",
        ("000", "001", "002"),
        "Taking the link of highest priority (OPS) beats breadth first and loses to every search that is "
        "less greedy, or looks at more than the page.",
    ),
    Claim("fcsa", ("000", "001"), "Annealed choices escape the local optima of best first."),
    Claim("fcts", ("001",), "Tabu search over links improves on best first."),
    Claim("fcits", ("001",), "An extended neighbourhood and a new rule of tabu objects improve tabu search."),
    Claim("fcoits", ("001",), "An ontology describes the topic better than its TF-IDF vector."),
    Claim(
        "fcits-oh",
        ("000", "001"),
        "Memory of hosts keeps the walk off poor hosts: the best of paper 001, fourth of eight in 000.",
    ),
    Claim("fcwseo", ("001",), "Pareto-optimal links of growing regions: close to the best."),
    Claim("olmoaco", ("001",), "Ants on a Pareto front with a learned ontology: ahead of tabu search alone."),
    Claim("fcpso", ("000",), "Weights of the priority learn by particle swarm: third of eight."),
    Claim("fccbs", ("000",), "Blocks without the classifier reach pages behind tunnels."),
    Claim("fcbcw", ("000",), "The classifier alone, without blocks: second of eight."),
    Claim(
        "bcw-cc",
        ("000",),
        "Comprehensive priority, classifier and blocks together: first of eight in AC, AR and RC.",
    ),
    Claim("anchor-text", ("002",), "The anchor alone speaks for a link: better than no focus, not the best."),
    Claim("link-context", ("002",), "The text of the element around the anchor speaks for a link."),
    Claim("slc", ("002",), "Block, anchor and context, each only where the one before says nothing."),
    Claim("cbp", ("002",), "Content blocks alone: between breadth first and the combination."),
    Claim("cbp-slc", ("002",), "Blocks and selective context together: best in harvest and target recall."),
    Claim("keyword-table-basic", ("003",), "The earlier crawler: a fixed table, no priority queue."),
    Claim(
        "keyword-table",
        ("003",),
        "A priority queue, a growing table and duplicate checks add 11 to 14 points of precision.",
    ),
    Claim(
        "genre-aware",
        ("004",),
        "Genre and content apart, with a threshold that the seeds give: no expert has to choose one.",
        untestable="the paper compares thresholds and reports no crawl; thresholds are on its page",
    ),
    Claim(
        "genre-aware-links",
        ("004",),
        "A first score from anchor, title and URL improves on new links at 0.",
        ahead_of=("genre-aware",),
    ),
    Claim(
        "shark-search",
        ("000", "001", "002"),
        "Named as earlier work that refines fish search by anchors and the text beside them.",
        ahead_of=("fish-search",),
    ),
    Claim(
        "fish-search",
        ("000", "001", "002"),
        "Named as earlier work that does well near its start only.",
        untestable="no paper measures it",
    ),
    Claim("dfs", ("002",), "Named as earlier work.", untestable="no paper measures it"),
    Claim("random", (), "A yardstick of this project.", untestable="no paper says anything of it"),
)
