"""The store keeps the verdict at the visit and the latest one, and everybody is shown the latest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.unit.store.birdweb import MACHINES, SEED, bird_web, by_contrast

from lycosa import Topic
from lycosa.judge.contrast import Contrast
from lycosa.page import parse_html
from lycosa.report.crawl.summary import facts_of
from lycosa.store.export.export import export
from lycosa.store.opened import open_crawl
from lycosa.store.status import status
from lycosa.store.why import why
from lycosa.strategy.bfs import BreadthFirst

Sessions = Callable[..., Any]
LATEST = "SELECT number, score, relevant, score_at_visit, relevant_at_visit FROM visit_list ORDER BY number"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Any:
    from tests.unit.store.conftest import Session

    crawl = Session(tmp_path_factory.mktemp("birds"), by_contrast, bird_web())
    crawl.sit()
    return crawl


def judge_of(crawl: Any) -> Contrast:
    judge = crawl.crawl.strategy.judge_of_pages
    assert isinstance(judge, Contrast)
    return judge


def test_at_the_end_every_page_has_the_verdict_of_all_that_was_learned(finished: Any) -> None:
    rows = finished.rows(
        "SELECT features, verdicts.score, verdicts.relevant FROM features JOIN verdicts USING (visit)"
    )
    now = judge_of(finished).rejudge([features for features, _, _ in rows])
    assert len(rows) == finished.crawl.tally.pages
    assert [score for _, score, _ in rows] == pytest.approx(now.tolist())
    assert [bool(relevant) for _, _, relevant in rows] == (now >= 0.5).tolist()


def test_the_verdict_at_the_visit_stays_as_it_was(finished: Any) -> None:
    then = [
        (step.visit.number, step.visit.judgement.score, int(step.visit.judgement.relevant))
        for step in finished.notebook.steps
        if step.visit.judgement is not None
    ]
    assert then == finished.rows("SELECT number, score, relevant FROM visits WHERE relevant IS NOT NULL")


def test_pages_are_judged_again_while_the_crawl_runs_too(finished: Any) -> None:
    revising = [step for step in finished.notebook.steps if step.verdicts is not None]
    assert revising
    assert all(max(step.verdicts.visits) < step.visit.number for step in revising)


def test_everybody_counts_the_same_relevant_pages(finished: Any, tmp_path: Any) -> None:
    stands, folder = status(finished.folder), finished.folder
    tally = finished.crawl.tally
    assert stands.relevant == tally.latest_relevant != tally.relevant == stands.relevant_at_visit
    assert len(list(open_crawl(folder).pages())) == len(open_crawl(folder)) == stands.relevant
    assert export(folder, tmp_path / "pages.jsonl", "jsonl") == stands.relevant
    facts = facts_of(folder)
    assert facts.curve[-1].relevant == sum(host.relevant for host in facts.hosts) == stands.relevant
    assert sum(bar.relevant for bar in facts.scores) == stands.relevant


def test_why_tells_both_verdicts(finished: Any) -> None:
    (number, score, relevant) = finished.rows(
        "SELECT number, score, relevant FROM visit_list WHERE score <> score_at_visit LIMIT 1"
    )[0]
    (url,) = finished.rows(f"SELECT url FROM links JOIN visits ON links.id = link WHERE number = {number}")[0]
    visit = why(finished.folder, url).visits[-1]
    assert (visit["score"], visit["relevant"]) == (score, relevant)
    assert visit["score_at_visit"] != score


@pytest.mark.parametrize("steps", [7, 61])
def test_a_crawl_broken_off_again_and_again_comes_to_the_same_verdicts(
    steps: int, finished: Any, session: Sessions
) -> None:
    broken = session(by_contrast, bird_web())
    while broken.sit(steps=steps) is None:
        pass
    assert broken.rows(LATEST) == finished.rows(LATEST)
    assert broken.crawl.tally.latest_relevant == finished.crawl.tally.latest_relevant


def test_between_two_sittings_the_counts_are_those_of_the_rows(session: Sessions) -> None:
    broken = session(by_contrast, bird_web())
    broken.sit(steps=135)
    assert status(broken.folder).relevant == broken.crawl.tally.latest_relevant
    assert broken.rows("SELECT count(*) FROM verdicts") != [(0,)]


def test_an_example_stays_relevant_whatever_is_learned(session: Sessions) -> None:
    machine = f"<title>M</title><p>{' '.join(MACHINES)}</p>".encode()
    topic = Topic.from_pages([parse_html(machine, SEED)])
    birds = session(lambda: by_contrast(topic), bird_web())  # the page at that address is about birds
    birds.sit()
    assert birds.rows("SELECT relevant, relevant_at_visit FROM visit_list WHERE number = 0") == [(1, 1)]


def test_a_crawl_that_finds_nothing_like_its_topic_says_so(session: Sessions) -> None:
    nothing = session(
        lambda: by_contrast(Topic.from_sentence("blockchain smart contracts zkrollup")), bird_web()
    )
    nothing.sit()
    stands = status(nothing.folder)
    assert "look like the topic" in stands.notices["topic"]
    assert stands.relevant <= 0.02 * stands.pages


def test_a_crawl_that_finds_its_topic_has_nothing_to_say(finished: Any) -> None:
    assert status(finished.folder).notices == {}


def test_a_judge_that_cannot_judge_again_keeps_nothing(session: Sessions) -> None:
    plain = session(lambda: BreadthFirst(Topic.from_sentence("birds and nests")), bird_web(30))
    plain.sit()
    assert (
        plain.rows("SELECT count(*) FROM features") == plain.rows("SELECT count(*) FROM verdicts") == [(0,)]
    )
