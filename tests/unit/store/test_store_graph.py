"""The link graph on disk: every link of every page, what became of strays, why and export read it."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from tests.tinyweb import TinyWeb, page

from lycosa import Expansion, Judgement, LycosaError, Page, Proposal, Queued, Topic
from lycosa.engine import Gate, GateRules
from lycosa.engine.learning import rescoring as rescoring_module
from lycosa.frontier import Columns, Evidence, Part
from lycosa.model import Outcome
from lycosa.store import Keep, Store, read_state
from lycosa.store.export.export import export
from lycosa.store.tables.schema import MIGRATIONS, migrate
from lycosa.store.why import why
from lycosa.strategy.bfs import BreadthFirst
from lycosa.strategy.fcits import FCITS
from lycosa.strategy.genre_aware import GenreAware
from lycosa.strategy.recipe import Recipe
from lycosa.topic import GenreTerms
from lycosa.url import Scope

TOPIC = Topic.from_keywords(["flood", "river"])
Sessions = Callable[..., Any]
A, B, C, D = (f"http://site.test/{name}" for name in "abcd")


class Picky(Recipe):
    """Proposes only the links that say so."""

    name = "picky"
    evidence = Evidence((Part("worth"),))

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        return Expansion(tuple(Proposal(shown, (1.0,)) for shown in page.links if "take" in shown.anchor))


WEB = {A: page("b|leave it", "c|take it"), C: page("b|the same", "d|take"), D: page()}


def test_why_explains_a_link_that_was_never_proposed(session: Sessions) -> None:
    crawl = session(lambda: Picky(TOPIC), TinyWeb(WEB))
    crawl.sit(None, A)
    found = why(crawl.folder, B)
    assert (found.state, found.depth, found.shown) == ("stray", 1, 2)
    assert [(shown.page, shown.anchor, shown.position) for shown in found.shown_by] == [
        (A, "leave it", 0),
        (C, "the same", 0),
    ]
    assert [ancestor.url for ancestor in found.path] == [A, B]


def test_why_still_says_so_of_a_link_on_no_page(session: Sessions) -> None:
    crawl = session(lambda: Picky(TOPIC), TinyWeb(WEB))
    crawl.sit(None, A)
    with pytest.raises(LycosaError, match="never seen"):
        why(crawl.folder, "http://site.test/nowhere")


def test_every_edge_is_exported_with_its_own_anchor(session: Sessions, tmp_path: Path) -> None:
    crawl = session(lambda: Picky(TOPIC), TinyWeb(WEB))
    crawl.sit(None, A)
    assert export(crawl.folder, tmp_path / "links.csv", "graph", everything=True) == 4
    with (tmp_path / "links.csv").open(newline="") as stream:
        edges = [(row["source"], row["target"], row["anchor"]) for row in csv.DictReader(stream)]
    assert edges == [(A, B, "leave it"), (A, C, "take it"), (C, B, "the same"), (C, D, "take")]


def test_a_stray_proposed_later_is_one_link_in_the_edges(session: Sessions) -> None:
    web = {**WEB, C: page("b|take it now")}
    crawl = session(lambda: Picky(TOPIC), TinyWeb(web))
    crawl.sit(None, A)
    listed = crawl.rows("SELECT edge_list.visit, position, url FROM edge_list JOIN links ON id = link")
    assert listed == [(0, 0, B), (0, 1, C), (1, 0, B)]
    assert [shown.page for shown in why(crawl.folder, B).shown_by] == [A, C]


def test_the_graph_is_the_same_after_interruptions(session: Sessions) -> None:
    whole, broken = (session(lambda: Picky(TOPIC), TinyWeb({**WEB, C: page("b|take")})) for _ in range(2))
    whole.sit(None, A)
    while broken.sit(1, A) is None:
        pass
    links = [0, 1, 2, -2]
    ours, theirs = (each.crawl.frontier.in_links(links) for each in (whole, broken))
    assert all(np.array_equal(a, b) for a, b in zip(ours, theirs, strict=True))
    for query in ("SELECT * FROM edges", "SELECT * FROM strays"):
        assert broken.rows(query) == whole.rows(query)


@pytest.mark.parametrize("make", [lambda: FCITS(TOPIC), lambda: GenreAware(GENRE)])
def test_strategies_that_read_the_graph_take_the_same_way_after_interruptions(
    make: Any, session: Sessions
) -> None:
    whole, broken = session(make), session(make)
    whole.sit()
    while broken.sit(steps=7) is None:
        pass
    assert [step.visit.link.url for step in broken.notebook.steps] == [
        step.visit.link.url for step in whole.notebook.steps
    ]


GENRE = Topic("floods", genre=GenreTerms(genre=("flood",), content=("river", "water")))


class Waverer(Recipe):
    """Scores the queue anew with every page, by sums of what it has seen."""

    name = "waverer"
    evidence = Evidence((Part("page", 0.1), Part("learned", 1.0, "last")))
    rescores = ("learned",)

    def __init__(self, topic: Topic, ballast: int = 0) -> None:
        super().__init__(topic)
        self.ballast = ballast
        self.worth = np.zeros(64)
        self.kinds: list[str] = []

    def attach(self, view: Any) -> None:
        self.view = view

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        return Expansion(tuple(Proposal(to, (judgement.score, 0.0)) for to in page.links))

    def learn(self, outcome: Outcome) -> bool:
        self.kinds.append(outcome.kind)
        score = outcome.judgement.score if outcome.judgement else -0.25
        self.worth[outcome.number * 7 % 64] += score
        return outcome.number % 3 == 0

    def rescore(self, columns: Columns) -> npt.NDArray[np.float32]:
        shown = self.view.in_links(columns.ids)
        counts = np.diff(shown.starts)
        return (self.worth[columns.ids % 64] + 0.01 * counts + 0.001 * columns.age).astype(np.float32)

    def state(self) -> dict[str, Any]:
        ballast = bytes(self.ballast)
        return {
            **super().state(),
            "kinds": list(self.kinds),
            "worth": self.worth.tobytes(),
            "ballast": ballast,
        }

    def restore(self, state: dict[str, Any]) -> None:
        super().restore(state)
        self.kinds = list(state["kinds"])
        self.worth = np.frombuffer(state["worth"]).copy()


@pytest.mark.parametrize("ballast", [0, 20_000])
@pytest.mark.parametrize("steps", [1, 7])
def test_a_strategy_that_rescores_goes_on_in_the_middle_of_a_pass(
    ballast: int, steps: int, session: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rescoring_module, "SLICE_LINKS", 5)
    whole, broken = session(lambda: Waverer(TOPIC, ballast)), session(lambda: Waverer(TOPIC, ballast))
    whole.sit()
    while broken.sit(steps=steps) is None:
        pass
    assert [step.visit.link.url for step in broken.notebook.steps] == [
        step.visit.link.url for step in whole.notebook.steps
    ]
    assert broken.crawl.strategy.kinds == whole.crawl.strategy.kinds
    assert np.array_equal(broken.crawl.strategy.worth, whole.crawl.strategy.worth)
    assert {"page", "redirect", "error", "duplicate"} == set(whole.crawl.strategy.kinds)


def test_arrays_are_kept_as_bytes_beside_plain_data(session: Sessions) -> None:
    crawl = session(lambda: Waverer(TOPIC))
    crawl.sit(3)
    ((value,),) = crawl.rows("SELECT value FROM learned WHERE key = 'worth'")
    assert np.frombuffer(value).shape == (64,)
    ((text,),) = crawl.rows("SELECT value FROM meta WHERE key = 'strategy.state'")
    assert "worth" not in text


def test_the_priority_of_why_is_the_sum_of_its_parts_after_rescoring(session: Sessions) -> None:
    crawl = session(lambda: Waverer(TOPIC))
    crawl.sit(20, tidy=True)
    for (url,) in crawl.rows("SELECT url FROM links WHERE state = 0"):
        found = why(crawl.folder, url)
        total = sum(found.weights[name] * value for name, value in found.parts.items())
        assert found.priority == pytest.approx(total, abs=1e-6)


# Compact


def long_page(number: int, links: int = 2_000) -> str:
    base = f"http://other.test/{number}/{'x' * 1_500}/"
    anchors = "".join(f'<a href="{i}">{i}</a>' for i in range(links))
    return f"<html><head><base href='{base}'></head><body>{anchors}</body></html>"


def test_refused_links_under_a_long_base_cost_little(session: Sessions) -> None:
    pages = {f"http://site.test/{n}": long_page(n) for n in range(5)}
    web = TinyWeb({A: page(*pages), **pages})
    crawl = session(lambda: BreadthFirst(TOPIC), web)
    crawl.make_gate = lambda: Gate(GateRules(Scope(hosts=frozenset({"site.test"}))))
    crawl.sit(None, A, tidy=True)
    ((refused,),) = crawl.rows("SELECT count(*) FROM link_list WHERE refused = 'out-of-scope'")
    assert refused == 10_000
    with closing(sqlite3.connect(crawl.folder / "state.sqlite")) as state:
        state.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert (crawl.folder / "state.sqlite").stat().st_size < 200 * refused
    target = f"http://other.test/3/{'x' * 1_500}/17"
    assert why(crawl.folder, target).refused == "out-of-scope"
    assert why(crawl.folder, target).path[-1].anchor == "17"


def test_a_refused_link_with_a_long_start_is_known_after_a_resume(session: Sessions) -> None:
    web = TinyWeb({A: long_page(1, links=3), B: page()})
    crawl = session(lambda: BreadthFirst(TOPIC), web)
    crawl.make_gate = lambda: Gate(GateRules(Scope(hosts=frozenset({"site.test"}))))
    crawl.sit(1, A)
    crawl.sit(0)
    assert crawl.crawl.frontier.lookup(f"http://other.test/1/{'x' * 1_500}/2") == 3
    assert crawl.rows("SELECT url FROM link_list WHERE id = 3") == [(f"http://other.test/1/{'x' * 1_500}/2",)]


# Folders of version 0.1.0


def test_a_folder_of_version_0_1_0_is_brought_up_to_date_and_goes_on(
    session: Sessions, tmp_path: Path
) -> None:
    crawl = session(
        lambda: BreadthFirst(TOPIC), TinyWeb({A: page("b", "c"), B: page("d"), C: page(), D: page()})
    )
    crawl.sit(1, A)
    _as_version_1(crawl.folder)
    with pytest.raises(LycosaError, match="older Lycosa: `lycosa resume` brings it up to date"):
        read_state(crawl.folder)
    crawl.sit(None)
    assert crawl.notebook.visited == [A, B, C, D]
    assert crawl.rows("SELECT count(*) FROM edge_list") == [(3,)]
    assert [shown.page for shown in why(crawl.folder, B).shown_by] == [A]


def _as_version_1(folder: Path) -> None:
    """Write the rows of a crawl into a database of the first schema."""
    new, old = folder / "state.sqlite", folder / "old.sqlite"
    with closing(sqlite3.connect(old)) as state:
        migrate(state, "old", MIGRATIONS[:1])
        state.execute("ATTACH ? AS new", (str(new),))
        for table, columns in (
            ("meta", "key, value"),
            ("events", "*"),
            ("archives", "*"),
            ("hosts", "*"),
            ("visits", "*"),
            ("edges", "visit, links"),
            (
                "links",
                "id, url, host, depth, parent, block, state, shown, priority, visit, refused, parts, anchor",
            ),
        ):
            state.execute(f"INSERT INTO {table} SELECT {columns} FROM new.{table}")
        state.commit()
        state.execute("DETACH new")
    for file in folder.glob("state.sqlite*"):
        file.unlink()
    old.rename(new)


def test_the_graph_may_be_left_out_and_the_crawl_goes_on(session: Sessions) -> None:
    crawl = session(lambda: BreadthFirst(TOPIC), TinyWeb(WEB), Keep(edges=False))
    while crawl.sit(1, A) is None:
        pass
    assert crawl.notebook.visited == [A, C, D]


def test_urls_are_read_ahead_and_not_one_by_one(session: Sessions) -> None:
    crawl = session(lambda: BreadthFirst(TOPIC))
    crawl.sit(40)
    with Store(crawl.folder) as store:
        asked: list[str] = []
        store._connection.set_trace_callback(asked.append)
        store.urls.expect(range(20))
        before = len(asked)
        urls = [store.urls.get(link) for link in range(20)]
        assert (before, len(asked)) == (1, 1)
    assert urls == [url for (url,) in crawl.rows("SELECT url FROM links WHERE id < 20 ORDER BY id")]
