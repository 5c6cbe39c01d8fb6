"""Is what a crawl says it has still to find what there is? Writes docs/results/remaining.md.

    python -m benchmarks.remaining --shared ../shared --out docs/results/remaining.md

Crawls of tuning topics with the strategy `lycosa`, described by ten examples. Truth is what labels say of
the pages in reach of the seeds. From half of the harvest on the estimate is held against it.
"""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from lycosa.engine.budget import Budget
from lycosa.engine.crawl import Crawl
from lycosa.engine.engine import Engine, Work
from lycosa.engine.links.gate import Gate, GateRules
from lycosa.engine.remaining import Remaining, RemainingPages
from lycosa.engine.step import Listener, Step
from lycosa.lab.experiment.plan import Plan
from lycosa.lab.experiment.prepared_web import PreparedWeb, prepare_web
from lycosa.lab.experiment.trial import draw
from lycosa.lab.web.analysis import AnalysedReplay
from lycosa.strategy.lycosa import Lycosa
from lycosa.topic import Topic

LOOK_EVERY_PAGES = 10
BUDGET = 2.5
"""Pages that a crawl may read for each page to find."""
MOST_PAGES = 1_200
FACTOR = 2.0
DEPARTMENTS = tuple(f"http://www.cs.{school}.edu/" for school in ("cornell", "utexas", "washington", "wisc"))
TOPICS = (
    ("wpcd", "Science.Biology.Birds", ()),
    ("wpcd", "History.World_War_II", ()),
    ("wpcd", "IT", ()),
    ("wpcd", "Everyday_life.Food_and_agriculture", ()),
    ("wpcd", "Geography.European_Geography", ()),
    ("webkb", "course", DEPARTMENTS),
    ("synth:pages=8000,hosts=80", "rainstorm", ()),
    ("synth:pages=8000,hosts=80", "medicine", ()),
)
HEAD = """# What is still to be found

Written by `python -m benchmarks.remaining`; do not edit.

Crawls of tuning topics with the strategy `lycosa`, described by ten examples, each up to {budget} times as
many pages as there are to find. *To find* is the number of on-topic pages in reach, by labels. The estimate
knows only the judge's verdicts: where the judge takes more pages for relevant than labels do, it promises
more. It leans on experience with the same topics, that half as many are left as were found. It is held
against the truth from half of the harvest on; *within two* is the share of looks at which
the estimate of all there is to find, or of what is left, was neither more than twice the truth nor less than
half of it.

"""


class Look(NamedTuple):
    """An estimate, and the truth at that time."""

    pages: int
    found: int
    """On-topic pages, by label."""
    estimate: Remaining


class Looks(Listener):
    """Looks at the estimate now and then."""

    def __init__(self, crawl: Crawl, on_topic: frozenset[str]) -> None:
        self.remaining = RemainingPages(crawl.frontier)
        self.looks: list[Look] = []
        self._on_topic = on_topic
        self._pages = self._found = 0

    def record(self, step: Step) -> None:
        """Take in a step."""
        self.remaining.record(step)
        if step.visit.page is None:
            return
        self._pages += 1
        self._found += step.visit.url in self._on_topic
        if self._pages % LOOK_EVERY_PAGES == 0:
            self.looks.append(Look(self._pages, self._found, self.remaining.estimate()))


def crawl(prepared: PreparedWeb, label: str, start: tuple[str, ...], repeat: int) -> tuple[int, list[Look]]:
    """Crawl for a topic; return how many pages there were to find, and the looks."""
    drawn = draw(prepared, Plan(label, (Lycosa.name,), 1, start=start), repeat)
    total = prepared.reachable(label, drawn.seeds)
    topic = replace(Topic.from_pages([prepared.example(url) for url in drawn.examples]), seeds=drawn.seeds)
    made = Crawl(Lycosa(topic, repeat), gate=Gate(GateRules(follow_nofollow=True)), duplicates=None)
    made.seed(drawn.seeds)
    looks = Looks(made, prepared.web.on_topic(label))
    budget = Budget(min(MOST_PAGES, int(BUDGET * total)))
    source = AnalysedReplay(prepared.web, prepared.pages)
    asyncio.run(Engine(made, source, budget, Work(1), listeners=[looks]).run())
    return total, looks.looks


def near(estimate: float, truth: float) -> bool:
    """Whether an estimate is right to a factor; one page more or less is nothing."""
    return 1 / FACTOR <= (estimate + 1) / (truth + 1) <= FACTOR


def row(name: str, total: int, looks: list[Look]) -> str:
    """Return a line of the table."""
    late = [look for look in looks if look.found >= total / 2]
    if not late:
        return f"| {name} | {total} | – | – | – | – |"
    first = late[0]
    whole = sum(near(look.found + look.estimate.left, total) for look in late) / len(late)
    left = sum(near(look.estimate.left, total - look.found) for look in late) / len(late)
    told = f"{first.estimate.left:.0f} ({first.estimate.low:.0f} to {first.estimate.high:.0f})"
    return f"| {name} | {total} | {total - first.found} | {told} | {whole:.0%} | {left:.0%} |"


def main() -> None:
    """Crawl all topics, and print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--out", type=Path, help="page to write")
    options = parser.parse_args()
    columns = ("topic, draw", "to find", "left at half", "estimate then", "all within two", "left within two")
    lines = [f"| {' | '.join(columns)} |", "|---|---:|---:|---:|---:|---:|"]
    prepared: dict[str, PreparedWeb] = {}
    for web, label, start in TOPICS:
        spec = web if web.startswith("synth") else str(options.shared / "webs" / web)
        if spec not in prepared:
            prepared = {spec: prepare_web(spec)}
        for repeat in range(options.repeats):
            total, looks = crawl(prepared[spec], label, start, repeat)
            lines.append(row(f"{web.partition(':')[0]} `{label}`, {repeat + 1}", total, looks))
            print(lines[-1], flush=True)
    if options.out:
        page = HEAD.format(budget=BUDGET) + "\n".join(lines) + "\n"
        options.out.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
