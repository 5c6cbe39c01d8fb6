"""Results in, pages of the documentation out; nothing else decides what they say.

A page is written as soon as what it needs has been run, and again when more of what it uses has.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from experiments.publish.ablations import ablations_page
from experiments.publish.compared import TITLES, compared_page, duplicates_page
from experiments.publish.genre import genre_page, terms_page
from experiments.publish.grids import SHOWN, grid_page
from experiments.publish.index import headline, index_page
from experiments.publish.judges import KINDS, MATRICES, judges_page
from experiments.publish.live import live_page, write_drawings
from experiments.publish.markdown import prose, update
from experiments.publish.matrix import matrix_page
from experiments.publish.paper_004 import threshold_reading, threshold_section
from experiments.publish.papers import measured_section
from experiments.publish.parts import THRESHOLDS
from experiments.publish.readings import reading
from experiments.publish.results import Results
from experiments.publish.scale import scale_page
from experiments.publish.systems import systems_page
from experiments.publish.timings import timings_page

from lycosa.report.figure.export import overall_figures, places_of
from lycosa.report.figure.render import files
from lycosa.report.lab.runs import Contest

GRIDS = ("grid-000", "grid-001", "grid-000-hosts", "grid-001-hosts")
LIVE = ("live", "pace", "reporting-live")
JUDGES = (*KINDS, *MATRICES)
PAPERS = ("000", "001", "002", "003")
OWN = tuple(f"paper-{paper}" for paper in PAPERS)
"""The papers' own experiments."""
MATRIX_ABOUT = """\
Every strategy of this project and the re-implemented rivals, from ten examples of the topic, three of
which are the seeds (on `webkb`: from the home pages of its departments). Topics are those set apart for
reporting: no strategy was tuned on them. On-topic is what independent labels say; the labels of
`asfweb` are those of whole sites and say little about single pages."""
PORTAL_ABOUT = """\
The same strategies and descriptions of topics, but crawls start at a portal: the root of the index of
`wpcd`, the home page of the foundation on `asfweb`. Everything relevant lies behind irrelevant pages."""
Writer = Callable[[Results, Path], None]


@dataclass(frozen=True)
class PageRule:
    """How a page comes about."""

    write: Writer
    """Writes it into the folder of the documentation."""
    needs: tuple[str, ...] = ()
    """Parts without which there is no page."""
    uses: tuple[str, ...] = ()
    """Parts that it tells of if they were run; of some it needs at least one."""

    def is_due(self, results: Results, changed: Collection[str]) -> bool:
        """Say whether there is something to write, and something new in it."""
        there = all(map(results.has, self.needs)) and (bool(self.needs) or any(map(results.has, self.uses)))
        return there and (not changed or not set(changed).isdisjoint((*self.needs, *self.uses)))


def write_pages(out: Path, experiments: Path, docs: Path, changed: Collection[str] = ()) -> None:
    """Write every page that can be made of the results in a folder, or those that use `changed` parts."""
    write_from(Results(out, experiments), docs, changed)


def write_from(results: Results, docs: Path, changed: Collection[str] = ()) -> None:
    """Write pages from results that are read already, as far as they are."""
    (docs / "results").mkdir(parents=True, exist_ok=True)
    for rule in PAGES:
        if rule.is_due(results, changed):
            rule.write(results, docs)


def _matrix(results: Results, docs: Path) -> None:
    _write_matrix("The full comparison", MATRIX_ABOUT, results.contests("reporting"), docs, "reporting")


def _portal(results: Results, docs: Path) -> None:
    _write_matrix("From a portal", PORTAL_ABOUT, results.contests("portal"), docs, "portal")


def _write_matrix(title: str, about: str, contests: Sequence[Contest], docs: Path, part: str) -> None:
    name, folder, drawn = {"reporting": "matrix"}.get(part, part), docs / "results", []
    for figure in overall_figures(contests, places_of(contests)):
        drawn.append(figure.name.replace("overall", name))
        (folder / f"{drawn[-1]}.svg").write_text(files(figure.drawing)[0], encoding="utf-8")
    page = matrix_page(title, prose(about), contests, drawn, part)
    (folder / f"{name}.md").write_text(page, encoding="utf-8")


def _index(results: Results, docs: Path) -> None:
    page = docs / "results" / "README.md"
    before = page.read_text(encoding="utf-8") if page.exists() else ""
    there = {file.stem for file in page.parent.glob("*.md")}
    text = index_page(results.contests("reporting"), results.contests("portal"), before, there)
    page.write_text(text, encoding="utf-8")


def _front_page(results: Results, docs: Path) -> None:
    page = docs.parent / "README.md"
    if page.exists():
        update(page, "headline", headline(results.contests("reporting")))


def _live(results: Results, docs: Path) -> None:
    patience, pace, live = map(results.contests, LIVE)
    write_drawings(patience, docs / "results")
    page = live_page(patience, pace, live, results.contests("reporting"))
    (docs / "results" / "live.md").write_text(page, encoding="utf-8")


def _judges(results: Results, docs: Path) -> None:
    run = {name: contests for name in JUDGES if (contests := results.contests(name))}
    (docs / "results" / "judges.md").write_text(judges_page(run), encoding="utf-8")


def _ablations(results: Results, docs: Path) -> None:
    page = ablations_page(results.contests("ablations"))
    (docs / "results" / "ablations.md").write_text(page, encoding="utf-8")


def _grid(name: str) -> Writer:
    def write(results: Results, docs: Path) -> None:
        page = grid_page(results.experiment(name), results.folder / name / "grid.csv")
        (docs / "results" / f"{name}.md").write_text(page, encoding="utf-8")
        for drawn in SHOWN:
            shutil.copyfile(
                results.folder / name / f"grid-{drawn}.svg", docs / "results" / f"{name}-{drawn}.svg"
            )

    return write


def _compared(name: str) -> Writer:
    def write(results: Results, docs: Path) -> None:
        page = compared_page(name, results.experiment(name).about, results.contests(name))
        (docs / "results" / f"{name}.md").write_text(page, encoding="utf-8")

    return write


def _paper(paper: str) -> Writer:
    def write(results: Results, docs: Path) -> None:
        run = {name: results.contests(name) for name in ("reporting", f"paper-{paper}", *TITLES)}
        page = docs / "papers" / f"{paper}.md"
        update(page, "measured result", measured_section(paper, run["reporting"], run[f"paper-{paper}"]))
        update(page, "reading", reading(paper, run))

    return write


def _paper_004(results: Results, docs: Path) -> None:
    tried = json.loads((results.folder / f"{THRESHOLDS}.json").read_text(encoding="utf-8"))
    content = threshold_section(tried, results.contests("reporting"))
    update(docs / "papers" / "004.md", "measured result", content)
    update(docs / "papers" / "004.md", "reading", threshold_reading(tried))


def _scale(results: Results, docs: Path) -> None:
    run = {paper: contests for paper in PAPERS if (contests := results.contests(f"paper-{paper}"))}
    (docs / "results" / "scale.md").write_text(scale_page(run), encoding="utf-8")


def _systems(results: Results, docs: Path) -> None:
    run = {paper: contests for paper in PAPERS if (contests := results.contests(f"paper-{paper}"))}
    page = systems_page(results.contests("reporting"), run)
    (docs / "results" / "systems.md").write_text(page, encoding="utf-8")


def _simple(name: str, page: Callable[[Sequence[Contest]], str]) -> Writer:
    def write(results: Results, docs: Path) -> None:
        text = page(results.contests(name))
        (docs / "results" / f"{name}.md").write_text(text, encoding="utf-8")

    return write


def _timings(results: Results, docs: Path) -> None:
    page = timings_page(results.contests("reporting"))
    (docs / "results" / "timings.md").write_text(page, encoding="utf-8")


SIMPLE = {"duplicates": duplicates_page, "genre-004": genre_page, "genre-terms": terms_page}
"""Pages that are made of one experiment, by its name."""
PAGES = (
    PageRule(_matrix, ("reporting",)),
    PageRule(_portal, ("portal",)),
    PageRule(_systems, ("reporting",), OWN),
    *(PageRule(_paper(paper), ("reporting",), (f"paper-{paper}", *TITLES)) for paper in PAPERS),
    PageRule(_paper_004, ("reporting", THRESHOLDS)),
    PageRule(_live, (), LIVE),
    PageRule(_judges, (), JUDGES),
    PageRule(_ablations, ("ablations",)),
    *(PageRule(_grid(name), (name,)) for name in GRIDS),
    *(PageRule(_compared(name), (name,)) for name in TITLES),
    *(PageRule(_simple(name, page), (name,)) for name, page in SIMPLE.items()),
    PageRule(_scale, (), OWN),
    PageRule(_timings, ("reporting",)),
    PageRule(_index, ("reporting",), ("portal", *OWN, *LIVE, *JUDGES, *TITLES, *SIMPLE)),
    PageRule(_front_page, ("reporting",)),
)
"""All pages; the summary last, since it links to the others."""
