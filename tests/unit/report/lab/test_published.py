"""The papers' tables: read right, and set against ours pair by pair."""

from __future__ import annotations

from tests.labresults import made_results

from lycosa.registry import strategies
from lycosa.report.lab.paper_tables import TOPICS, agreements, published_for
from lycosa.report.lab.published import PUBLISHED, Measure, PublishedNumber
from lycosa.report.lab.runs import contests_of


def test_every_strategy_of_a_paper_is_one_of_ours() -> None:
    named = {name for tables in PUBLISHED.values() for table in tables for name in table.strategies}
    assert named <= set(strategies.classes)


def test_pairs_are_in_the_order_of_the_paper() -> None:
    printed = {
        "a": PublishedNumber("0.2", 0.2),
        "b": PublishedNumber("0.9", 0.9),
        "c": PublishedNumber("0.2", 0.2),
    }
    assert Measure("AC", printed, {}).pairs() == [("b", "a"), ("b", "c")]
    assert Measure("SD", printed, {}, lower_is_better=True).pairs() == [("a", "b"), ("c", "b")]


def test_an_order_that_comes_out_again_is_counted_as_the_same() -> None:
    contests = contests_of(made_results({"bfs": 0.1, "bcw-cc": 0.9}, repeats=6, experiment="paper-000"))
    found = {(a.title, a.verdict): a for a in agreements(contests, published_for(contests)[0])}
    assert (found["AC", "label"].same, found["AC", "label"].reversed) == (1, 0)
    assert found["AC", "label"].pairs == 28


def test_an_order_that_is_turned_round_is_counted_as_reversed() -> None:
    contests = contests_of(made_results({"bfs": 0.9, "bcw-cc": 0.1}, repeats=6, experiment="paper-000"))
    found = {(a.title, a.verdict): a for a in agreements(contests, published_for(contests)[0])}
    assert (found["AC", "label"].same, found["AC", "label"].reversed) == (0, 1)


def test_one_draw_decides_nothing() -> None:
    contests = contests_of(made_results({"bfs": 0.1, "bcw-cc": 0.9}, repeats=1, experiment="paper-000"))
    assert all(a.noise == a.pairs for a in agreements(contests, published_for(contests)[0]))


def test_draws_of_one_topic_are_one_piece_of_evidence_where_topics_are_units() -> None:
    contests = contests_of(made_results({"bfs": 0.1, "bcw-cc": 0.9}, repeats=6, experiment="paper-000"))
    table = published_for(contests)[0]
    assert {a.units for a in agreements(contests, table)} == {6}
    assert {(a.units, a.same) for a in agreements(contests, table, unit=TOPICS)} == {(1, 0)}


def test_joined_experiments_repeat_no_paper() -> None:
    results = made_results(experiment="paper-000") + made_results(experiment="paper-001", topic="other")
    assert published_for(contests_of(results)) == ()
