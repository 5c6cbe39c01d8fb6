"""What people say of pages: it is kept, taken in by the crawl, and tells how right the crawl is."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.unit.store.birdweb import bird_web, by_contrast, is_bird, url

from lycosa import Kind, LycosaError
from lycosa.engine.learning.feedback import PageLabel
from lycosa.judge.contrast import Contrast
from lycosa.page import parse_html
from lycosa.store import Store, read_state
from lycosa.store.database import FolderInUse
from lycosa.store.export.export import export
from lycosa.store.status import status
from lycosa.store.tables.labels import (
    RANDOM,
    UNCERTAIN,
    Labelling,
    keep_answers,
    pages_to_ask,
    quality,
    to_ask,
    turn,
    wilson,
)
from lycosa.store.why import why

Sessions = Callable[..., Any]
YES, NO, MORE, NEVER = PageLabel.YES, PageLabel.NO, PageLabel.MORE, PageLabel.NEVER


def answer(folder: Path, **labels: PageLabel) -> None:
    assert keep_answers(folder, {url(int(name[1:])): label for name, label in labels.items()}) == []


def judge_of(crawl: Any) -> Contrast:
    judge = crawl.crawl.strategy.judge_of_pages
    assert isinstance(judge, Contrast)
    return judge


def read_pages(crawl: Any) -> list[int]:
    return [int(found.rsplit("/", 1)[1]) for found in crawl.notebook.visited]


def test_two_pages_nearest_to_one_half_are_followed_by_one_drawn_at_random() -> None:
    scores = {number: number / 100 for number in range(100)}
    asked = pages_to_ask(scores, "crawl")
    assert [why for _, why in asked[:6]] == [UNCERTAIN, UNCERTAIN, RANDOM] * 2
    assert {visit for visit, why in asked[:9] if why == UNCERTAIN} <= set(range(44, 57))
    assert sorted(visit for visit, _ in asked) == list(scores)


def test_pages_with_an_answer_are_not_asked_about(session: Sessions) -> None:
    crawl = session(by_contrast, bird_web(40))
    crawl.sit()
    with closing(read_state(crawl.folder)) as state:
        first = to_ask(state, 3)
    with closing(Labelling(crawl.folder)) as labelling:
        for visit, chosen in first:
            labelling.keep(visit, YES, chosen)
    with closing(read_state(crawl.folder)) as state:
        assert not {visit for visit, _ in first} & {visit for visit, _ in to_ask(state, 40)}


def test_status_names_the_judge_beside_the_strategy(session: Sessions) -> None:
    crawl = session(by_contrast, bird_web(40))
    crawl.sit()
    found = status(crawl.folder)
    assert found.judge == "contrast"
    assert found.decides == "bfs, judge contrast"


def test_an_answer_is_the_verdict_at_once_and_in_exports(session: Sessions, tmp_path: Path) -> None:
    crawl = session(by_contrast, bird_web(40))
    crawl.sit()
    called = dict(crawl.rows("SELECT number, relevant FROM visit_list WHERE number < 2"))
    relevant = status(crawl.folder).relevant
    first = read_pages(crawl)[0]
    answer(crawl.folder, **{f"p{first}": NO if called[0] else YES})
    assert status(crawl.folder).relevant == relevant + (-1 if called[0] else 1)
    export(crawl.folder, tmp_path / "all.csv", "csv", everything=True)
    assert f",{'no' if called[0] else 'yes'}," in (tmp_path / "all.csv").read_text().splitlines()[1]
    assert why(crawl.folder, url(first)).visits[-1]["label"] == ("no" if called[0] else "yes")


def test_a_page_that_the_crawl_has_not_read_is_named(session: Sessions) -> None:
    crawl = session(by_contrast, bird_web(40))
    crawl.sit(steps=5)
    assert keep_answers(crawl.folder, {"http://elsewhere.test/": YES}) == ["http://elsewhere.test/"]


def test_a_crawl_taken_up_learns_from_the_answers(session: Sessions) -> None:
    crawl = session(by_contrast, bird_web())
    crawl.sit(steps=60)
    told = read_pages(crawl)[:20]
    answer(crawl.folder, **{f"p{number}": YES if is_bird(number) else NO for number in told})
    crawl.sit()
    taught = judge_of(crawl).state()["taught"]
    assert isinstance(taught, list)
    assert len(taught) == 20
    assert crawl.rows("SELECT count(*) FROM labels WHERE taken IS NULL") == [(0,)]
    assert status(crawl.folder).relevant == crawl.crawl.tally.latest_relevant


def test_a_running_crawl_looks_for_answers_now_and_then(session: Sessions) -> None:
    crawl = session(by_contrast, bird_web())
    record = crawl.notebook.record

    def record_and_answer(step: Any) -> None:
        record(step)
        if step.visit.number == 50:
            answer(crawl.folder, **{f"p{read_pages(crawl)[3]}": YES})

    crawl.notebook.record = record_and_answer
    crawl.sit()
    ((taken,),) = crawl.rows("SELECT taken FROM labels")
    assert 50 < taken <= 50 + 17


def test_a_crawl_killed_after_answers_comes_to_the_same_verdicts(session: Sessions) -> None:
    whole, broken = session(by_contrast, bird_web()), session(by_contrast, bird_web())
    for crawl in (whole, broken):
        crawl.sit(steps=40)
        told = read_pages(crawl)[:10]
        answer(crawl.folder, **{f"p{number}": YES if is_bird(number) else NO for number in told})
    whole.sit()
    while broken.sit(steps=9) is None:
        pass
    rows = "SELECT number, score, relevant, score_at_visit FROM visit_list ORDER BY number"
    assert broken.rows(rows) == whole.rows(rows)
    assert judge_of(broken).state() == judge_of(whole).state()


def test_never_this_site_closes_it(session: Sessions) -> None:
    crawl = session(by_contrast, bird_web())
    crawl.sit(steps=20)
    hated = next(number for number in read_pages(crawl) if number % 4 == 1)
    answer(crawl.folder, **{f"p{hated}": NEVER})
    before = len(crawl.notebook.steps)
    crawl.sit()
    later = [step.visit.link.host for step in crawl.notebook.steps[before + 2 :]]
    assert later
    assert "h1.test" not in later
    assert crawl.rows("SELECT closed FROM hosts WHERE name = 'h1.test'") == [(Kind.OUT_OF_SCOPE,)]


def test_a_later_answer_takes_the_place_of_an_earlier_one(session: Sessions) -> None:
    crawl = session(by_contrast, bird_web(60))
    crawl.sit(steps=20)
    page = read_pages(crawl)[2]
    for label in (YES, NO):
        answer(crawl.folder, **{f"p{page}": label})
        crawl.sit(steps=5)
    ((relevant, _, _),) = judge_of(crawl).state()["taught"]  # type: ignore[misc,union-attr]
    assert relevant is False
    assert status(crawl.folder).relevant == crawl.crawl.tally.latest_relevant


def test_answers_raise_the_verdicts_on_other_pages() -> None:
    judge, plain = (by_contrast().judge_of_pages for _ in range(2))  # type: ignore[attr-defined]
    web = bird_web()
    pages = {n: parse_html(str(web.pages[url(n)]).encode(), url(n)) for n in range(160)}
    kept = {number: judge.features(page) for number, page in pages.items()}
    for number in range(0, 30):
        judge.teach(kept[number], is_bird(number))
    left = list(range(30, 160))

    def right(by: Contrast) -> int:
        scores = by.rejudge([kept[number] for number in left])
        return sum((score >= 0.5) == is_bird(number) for score, number in zip(scores, left, strict=True))

    assert right(judge) > right(plain)


def test_more_like_this_counts_double() -> None:
    assert MORE.relevant
    assert MORE.weight == 2 * YES.weight
    assert not NEVER.relevant


def test_wilson_bounds_hold_the_true_share_about_as_often_as_said() -> None:
    rng = random.Random(1)
    for share in (0.1, 0.5, 0.9):
        held = 0
        for _ in range(1000):
            found = wilson(sum(rng.random() < share for _ in range(20)), 20)
            assert found is not None
            held += found.low <= share <= found.high
        assert 0.92 <= held / 1000 <= 0.99


def test_precision_and_recall_come_from_the_pages_drawn_at_random(session: Sessions) -> None:
    crawl = session(by_contrast, bird_web())
    crawl.sit()
    with closing(read_state(crawl.folder)) as state:
        asked = to_ask(state, 60)
        called = dict(state.execute("SELECT number, relevant FROM visit_list"))
        pages = dict(state.execute("SELECT number, url FROM visits JOIN links ON links.id = link"))
    truth = {visit: is_bird(int(page.rsplit("/", 1)[1])) for visit, page in pages.items()}
    with closing(Labelling(crawl.folder)) as labelling:
        for visit, chosen in asked:
            labelling.keep(visit, YES if truth[visit] else NO, chosen)
    with closing(read_state(crawl.folder)) as state:
        found = quality(state)
        (name,) = state.execute("SELECT value FROM meta WHERE key = 'crawl'").fetchone()
    assert found is not None
    assert found.precision is not None
    assert found.recall is not None
    last = max(turn(name, visit) for visit, chosen in asked if chosen == RANDOM)
    drawn = [visit for visit in called if turn(name, visit) <= last]
    assert found.drawn == len(drawn) < found.answers == 60
    both = sum(truth[visit] and called[visit] for visit in drawn)
    assert (found.precision.hits, found.precision.of) == (both, sum(called[visit] for visit in drawn))
    assert (found.recall.hits, found.recall.of) == (both, sum(truth[visit] for visit in drawn))
    assert status(crawl.folder).quality == found


def test_a_folder_without_a_crawl_takes_no_answers(tmp_path: Path) -> None:
    with pytest.raises(LycosaError, match="is not a crawl"):
        Labelling(tmp_path)


def test_while_the_crawl_runs_its_pages_are_left_to_it(session: Sessions) -> None:
    crawl = session(by_contrast, bird_web(40))
    crawl.sit(steps=10)
    with Store(crawl.folder):
        answer(crawl.folder, **{f"p{read_pages(crawl)[0]}": YES})
        with pytest.raises(FolderInUse):
            Store(crawl.folder)
    assert crawl.rows("SELECT taken FROM labels") == [(None,)]
