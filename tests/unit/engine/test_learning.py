"""What strategies learn from visits, and what steps say: on tiny webs whose every visit is known."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from tests.tinyweb import Notebook, TinyWeb, crawl_of, page

from lycosa import Expansion, Judgement, Kind, LycosaError, Page, Proposal, Queued, Topic
from lycosa.engine import Budget, Crawl, Engine, Listener, Start, Stop
from lycosa.engine.learning import rescoring as rescoring_module
from lycosa.engine.learning.learned import Lessons
from lycosa.frontier import Columns, Evidence, Frontier, Part
from lycosa.model import Outcome
from lycosa.strategy.bfs import BreadthFirst
from lycosa.strategy.recipe import Recipe

TOPIC = Topic.from_keywords(["flood"])
ROOT = "http://site.test/"
COPY = " ".join(f"flood{number}" for number in range(300))


def url(name: str) -> str:
    return ROOT + name


class Pupil(BreadthFirst):
    """Writes down what it is told."""

    name = "pupil"

    def __init__(self, topic: Topic) -> None:
        super().__init__(topic)
        self.outcomes: list[Outcome] = []

    def learn(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)


def test_a_strategy_learns_from_every_visit_page_redirect_error_and_copy() -> None:
    web = TinyWeb(
        {
            ROOT: page("moved", "gone", "one", "two"),
            url("moved"): f"-> {url('there')}",
            url("there"): page(text="flood"),
            url("gone"): 404,
            url("one"): page(text=COPY),
            url("two"): page(text=COPY),
        }
    )
    pupil = Pupil(TOPIC)
    crawl_of(pupil, web, ROOT)
    told = [(outcome.link.url.removeprefix(ROOT), outcome.kind, outcome.error) for outcome in pupil.outcomes]
    assert told == [
        ("", "page", None),
        ("moved", "redirect", None),
        ("gone", "error", Kind.HTTP_CLIENT),
        ("one", "page", None),
        ("two", "duplicate", Kind.DUPLICATE),
        ("there", "page", None),
    ]
    assert [outcome.number for outcome in pupil.outcomes] == list(range(6))
    assert pupil.outcomes[1].target == url("there")
    assert pupil.outcomes[0].judgement is not None
    assert pupil.outcomes[4].judgement is None
    assert pupil.outcomes[4].page is not None


def test_every_attempt_is_an_outcome() -> None:
    pupil = Pupil(TOPIC)
    crawl_of(pupil, TinyWeb({ROOT: 500}), ROOT)
    assert [outcome.error for outcome in pupil.outcomes] == [Kind.HTTP_SERVER] * 3


class Picky(Recipe):
    """Proposes only the links that say so, the last first."""

    name = "picky"
    evidence = Evidence((Part("worth"),))

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        wanted = [shown for shown in page.links if "take" in shown.anchor]
        return Expansion(tuple(Proposal(shown, (1.0,)) for shown in reversed(wanted)))


PICKY_WEB = TinyWeb(
    {
        ROOT: page("a|take", "b|leave", "c|take"),
        url("c"): page("b|take me now", "d|take"),
        url("a"): page("b|leave"),
    }
)


def test_links_that_are_not_proposed_are_in_the_graph() -> None:
    _, engine = crawl_of(Picky(TOPIC), PICKY_WEB, ROOT, pages=1)
    frontier = engine.crawl.frontier
    assert frontier.lookup(url("b")) is None
    targets = frontier.out_links([frontier.lookup(ROOT)]).target.tolist()
    assert targets == [frontier.lookup(url("a")), -2, frontier.lookup(url("c"))]


def test_a_link_proposed_late_is_the_youngest_and_keeps_its_sightings() -> None:
    notebook, engine = crawl_of(Picky(TOPIC), PICKY_WEB, ROOT)
    assert [seen.removeprefix(ROOT) for seen in notebook.visited] == ["", "c", "a"]
    frontier = engine.crawl.frontier
    late = frontier.lookup(url("b"))
    assert late is not None and late > frontier.lookup(url("c"))
    shown_by = frontier.in_links([late]).page.tolist()
    assert shown_by == [frontier.lookup(ROOT), frontier.lookup(url("c")), frontier.lookup(url("a"))]
    assert frontier.get(late).parent == frontier.lookup(url("c"))


def test_steps_tell_of_strays_and_of_what_they_become() -> None:
    notebook, engine = crawl_of(Picky(TOPIC), PICKY_WEB, ROOT)
    late = engine.crawl.frontier.lookup(url("b"))
    assert [(stray.id, stray.url) for stray in notebook.steps[0].strays] == [(-2, url("b"))]
    assert notebook.steps[1].adopted == ((-2, late),)


def test_the_links_of_a_copy_are_in_the_graph() -> None:
    one, two = page("y|more", text=COPY), page("x|more", text=COPY)
    web = TinyWeb({ROOT: page("one", "two"), url("one"): one, url("two"): two})
    _, engine = crawl_of(BreadthFirst(TOPIC), web, ROOT)
    frontier = engine.crawl.frontier
    assert frontier.lookup(url("x")) is None
    assert frontier.out_links([frontier.lookup(url("two"))]).target.tolist() == [-2]


class StemNumbers(Picky):
    """Asks for the ids of all links before it proposes some."""

    name = "numbering"

    def attach(self, view: Any) -> None:
        self.view = view

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        self.ids = [self.view.number(shown.url) for shown in page.links]
        return super().expand(page, judgement, link)


def test_a_strategy_may_ask_for_ids_before_it_proposes() -> None:
    strategy = StemNumbers(TOPIC)
    notebook, engine = crawl_of(strategy, PICKY_WEB, ROOT, pages=1)
    assert strategy.ids == [1, 2, 3]
    assert list(notebook.steps[0].links) == [1, 2, 3]
    assert {found.link.id for found in notebook.steps[0].discoveries} == {1, 2, 3}
    assert engine.crawl.frontier.find(url("b")) is None
    assert len(engine.crawl.frontier) == 2


def test_a_link_that_only_has_a_number_is_queued_when_it_is_proposed() -> None:
    notebook, engine = crawl_of(StemNumbers(TOPIC), PICKY_WEB, ROOT, pages=3)
    assert notebook.visited[2] == url("c")
    frontier = engine.crawl.frontier
    assert frontier.find(url("b")) == 2
    assert frontier.get(2).parts == (1.0,)
    assert frontier.get(2).parent == frontier.lookup(url("c"))


# Scoring anew


class Changeable(Recipe):
    """Ranks links by their number, upwards or downwards; turns round when it has read a page that says so."""

    name = "changeable"
    evidence = Evidence((Part("page", 0.0), Part("learned", 1.0, "last")))
    rescores = ("learned",)
    sign = -1.0

    def __init__(self, topic: Topic, seed: int = 0) -> None:
        super().__init__(topic, seed)
        self.seen: list[Columns] = []

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        return Expansion(tuple(Proposal(to, (0.5, self.sign * to.position)) for to in page.links))

    def learn(self, outcome: Outcome) -> bool:
        if outcome.page is not None and "turn" in outcome.page.title:
            self.sign = -self.sign
            return True
        return False

    def rescore(self, columns: Columns) -> npt.NDArray[np.float32]:
        self.seen.append(columns)
        return (self.sign * columns.ids).astype(np.float32)

    def state(self) -> dict[str, Any]:
        return {"sign": self.sign}

    def restore(self, state: dict[str, Any]) -> None:
        self.sign = state["sign"]


def fan(count: int, title: str) -> TinyWeb:
    leaves = {url(f"d{i % 3}/{i}"): page(text=f"leaf {i}") for i in range(count)}
    return TinyWeb({ROOT: page(*leaves, title=title), **leaves})


def test_a_strategy_that_has_learned_ranks_the_queue_anew() -> None:
    upwards, _ = crawl_of(Changeable(TOPIC), fan(6, "stay"), ROOT)
    downwards, _ = crawl_of(Changeable(TOPIC), fan(6, "turn"), ROOT)
    assert downwards.visited[1:] == upwards.visited[:0:-1]


def test_a_pass_takes_a_slice_with_every_visit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rescoring_module, "SLICE_LINKS", 4)
    strategy = Changeable(TOPIC)
    notebook, _ = crawl_of(strategy, fan(20, "turn"), ROOT)
    assert [len(columns.ids) for columns in strategy.seen][:3] == [4, 4, 4]
    scored = {int(link) for columns in strategy.seen for link in columns.ids}
    visited = {step.visit.link.id for step in notebook.steps}
    assert scored | visited == set(range(21))
    assert notebook.steps[-1].rescoring == rescoring_module.NO_PASS


def test_the_priority_stays_the_sum_of_the_parts_after_a_pass() -> None:
    notebook, engine = crawl_of(Changeable(TOPIC), fan(6, "turn"), ROOT, pages=1)
    frontier = engine.crawl.frontier
    for link in frontier.top(10):
        held = frontier.get(link)
        assert held.priority == pytest.approx(Changeable.evidence.priority(held.parts))
        assert held.parts == (0.5, float(link))
    values = notebook.steps[0].values
    assert values is not None
    assert values.ids.tolist() == [1, 2, 3, 4, 5, 6, 0]
    assert values.parts[:-1].tolist() == [[0.5, float(link)] for link in range(1, 7)]


def test_columns_say_what_is_known_of_queued_links() -> None:
    strategy = Changeable(TOPIC)
    crawl_of(strategy, fan(6, "turn"), ROOT, pages=1)
    (columns,) = strategy.seen
    assert columns.depth.tolist() == [1] * 6
    assert columns.parent.tolist() == [0] * 6
    assert columns.age.tolist() == [1] * 6
    assert columns.shown.tolist() == [1] * 6
    assert len(set(columns.host.tolist())) == 1
    assert columns.directory[:3].tolist() == columns.directory[3:].tolist()
    assert len(set(columns.directory.tolist())) == 3


def test_a_strategy_must_say_which_part_it_scores_anew() -> None:
    class Wrong(Changeable):
        rescores = ("other",)

    with pytest.raises(LycosaError, match="none of its parts"):
        Crawl(Wrong(TOPIC))


def test_scores_of_another_shape_are_refused() -> None:
    class Wrong(Changeable):
        def rescore(self, columns: Columns) -> npt.NDArray[np.float32]:
            return np.zeros(3, np.float32)

    with pytest.raises(LycosaError, match="shape"):
        crawl_of(Wrong(TOPIC), fan(6, "turn"), ROOT)


@pytest.mark.parametrize("hosts", [1, 7, 300])
@pytest.mark.parametrize(("whole", "changed"), [(True, 6_000), (True, 500), (False, 4_000)])
def test_links_whose_parts_are_set_at_once_come_in_their_new_order(
    hosts: int, whole: bool, changed: int
) -> None:
    evidence = Evidence((Part("a", 2.0), Part("b", -1.0)))
    frontier = Frontier(evidence)
    parts = np.zeros((6_000, 2), np.float32)
    for number in range(6_000):
        host = f"h{number % hosts}.test"
        parts[number] = number % 7, number % 3
        frontier.push(f"http://{host}/{number}", host, parts[number].tolist())
    rng = np.random.default_rng(4)
    for _ in range(3):
        others = rng.permutation(6_000)[:changed]
        ids = np.arange(6_000) if whole else others
        parts[others] = rng.random((changed, 2)).astype(np.float32)
        frontier.set_parts(ids, parts[ids], whole=whole)
    priorities = np.array([evidence.priority(values) for values in parts.tolist()], np.float32)
    order = np.lexsort((np.arange(6_000), -priorities)).tolist()
    assert frontier.top(6_000) == order
    taken = []
    while (best := frontier.best()) is not None:
        taken.append(frontier.take(best, 0.0).id)
        frontier.release(best, 0.0)
    assert taken == order


# Listeners


class Onlooker(Listener):
    def __init__(self) -> None:
        self.told: list[object] = []

    def started(self, start: Start) -> None:
        self.told.append(start)

    def record(self, step: object) -> None:
        self.told.append("step")

    def stopped(self, stop: Stop, learned: object) -> None:
        self.told.append(stop)


async def test_listeners_are_told_how_a_crawl_starts_and_stops() -> None:
    crawl = Crawl(Changeable(TOPIC))
    crawl.seed([ROOT])
    onlooker = Onlooker()
    await Engine(crawl, fan(1, "x"), Budget(1), listeners=[onlooker, Notebook()]).run()
    start, *steps, stop = onlooker.told
    assert isinstance(start, Start)
    assert (start.strategy, start.evidence) == ("changeable", Changeable.evidence)
    assert steps == ["step"]
    assert stop is Stop.PAGES


async def test_a_crawl_broken_off_does_not_say_that_it_stopped() -> None:
    crawl = Crawl(Changeable(TOPIC))
    crawl.seed([ROOT])
    onlooker = Onlooker()
    steps = Engine(crawl, fan(3, "x"), listeners=[onlooker]).steps()
    await anext(steps)
    await steps.aclose()
    assert onlooker.told[1:] == ["step"]


class Remembering(Recipe):
    """Returns its memory itself, not a copy of it."""

    name = "remembering"

    def __init__(self) -> None:
        super().__init__(Topic.from_sentence("floods"))
        self.memory: dict[str, Any] = {"pages": [1], "sums": b"12", "last": np.float64(0.5)}

    def state(self) -> dict[str, Any]:
        return {"memory": self.memory}


@pytest.mark.parametrize("plain", [True, False])
def test_a_small_state_is_said_when_it_has_changed_and_only_then(plain: bool) -> None:
    strategy, lessons = Remembering(), Lessons()
    if plain:
        strategy.memory["last"] = 0.5
    first = lessons.due(strategy, 1)
    assert first is not None and lessons.due(strategy, 2) is None
    strategy.memory["pages"].append(2)  # in place
    second = lessons.due(strategy, 3)
    assert second is not None and second.state() == {"memory": {**strategy.memory, "last": 0.5}}
    assert lessons.due(strategy, 4) is None


def test_a_step_says_what_the_crawl_counts_and_how_links_are_weighed() -> None:
    class Weighing(Changeable):
        weight = 1.0

        @property
        def evidence(self) -> Evidence:  # type: ignore[override]
            return Evidence((Part("page", 0.0), Part("learned", self.weight, "last")))

        def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
            self.weight = 2.0
            return Expansion(super().expand(page, judgement, link).proposals, reweigh=True)

    notebook, engine = crawl_of(Weighing(TOPIC), fan(2, "x"), ROOT)
    first, second, *_ = notebook.steps
    assert first.evidence is not None and first.evidence.parts[1].weight == 2.0
    assert second.evidence is None
    counts = dict(notebook.steps[-1].counts or {})
    expected = engine.crawl.tally.state()
    assert counts.pop("stage_ns") and expected.pop("stage_ns")
    assert counts == expected
