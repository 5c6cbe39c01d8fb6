"""FCITS_OH: hosts forbidden and links brought back, against Algorithm 3 of paper 001."""

from __future__ import annotations

from typing import Any

from tests.tinyweb import TinyWeb, crawl_of
from tests.tracing import hinted, trace_of

from lycosa import Topic
from lycosa.strategy.fcits_oh import FCITSOH

FLOOD = Topic.from_keywords(["flood"])
A, B, C, X = "http://a.test/", "http://b.test/", "http://c.test/", "http://x.test/"


def strategy(**parameters: Any) -> FCITSOH:
    return FCITSOH(FLOOD, threshold=0.5, beta=0.1, weights=(0.0, 0.5, 0.5), **parameters)


def test_hosts_are_forbidden_and_freed_step_by_step() -> None:
    # A host is questioned after one visit and forbidden at two; a term of 3 lasts for two others.
    made = strategy(few_visits=1, many_visits=2, good_share=0.9, host_tabu_length=3, few_hosts=0)
    web = TinyWeb(
        {
            A: hinted("1|flood", text="flood"),
            A + "1": hinted("2|flood", text="flood"),
            A + "2": hinted("3|flood", B + "|flood", text="flood"),
            A + "3": hinted(text="flood"),
            B: hinted(text="dry"),
        }
    )

    def note() -> tuple[dict[str, int], dict[str, int]]:
        return dict(made.hosts.tabu), dict(made.hosts.visits)

    trace = trace_of(made, web, A, note=note)
    assert trace[:3] == [
        (A, ({}, {"a.test": 1})),
        # One visit, all of them relevant (1.0 > 0.9): a.test goes on.
        (A + "1", ({}, {"a.test": 2})),
        # Two visits: forbidden, in the list with 3, less 1. The link already chosen is visited.
        (A + "2", ({"a.test": 2}, {"a.test": 3})),
    ]
    # Only b.test is left that is not forbidden; then nothing but a.test is, and it is taken after all:
    # questioned again, it enters the list anew.
    assert trace[3:] == [
        (B, ({"a.test": 2}, {"a.test": 3, "b.test": 1})),
        (A + "3", ({"a.test": 2}, {"a.test": 4, "b.test": 1})),
    ]


def test_discarded_links_on_new_hosts_come_back_while_hosts_are_few() -> None:
    # The root is irrelevant: /1 has 0.5 for its anchor; x.test and /2 have 0 and are discarded.
    # When /1 is chosen one host is queued, and x.test is none of it, so its link comes back.
    web = TinyWeb(
        {A: hinted("1|flood", "2|dry", X + "|dry"), A + "1": hinted(), A + "2": hinted(), X: hinted()}
    )
    notebook, _ = crawl_of(strategy(), web, A)
    assert notebook.visited == [A, A + "1", X]


def test_they_do_not_come_back_later_or_while_hosts_are_many() -> None:
    web = TinyWeb({A: hinted("1|flood", X + "|dry"), A + "1": hinted(), X: hinted()})
    for parameters in ({"few_hosts": 1}, {"budget": 3}):
        notebook, _ = crawl_of(strategy(**parameters), web, A)
        assert notebook.visited == [A, A + "1"]


def test_a_returning_link_is_recorded_as_changed() -> None:
    web = TinyWeb({A: hinted("1|flood", X + "|dry"), A + "1": hinted(), X: hinted()})
    notebook, engine = crawl_of(strategy(), web, A)
    assert notebook.steps[1].changed == (engine.crawl.frontier.lookup(X),)


def test_links_marked_nofollow_do_not_come_back() -> None:
    root = f'<p>x</p><a href="/1">flood</a><a rel=nofollow href="{X}">dry</a>'
    notebook, _ = crawl_of(strategy(), TinyWeb({A: root, A + "1": hinted(), X: hinted()}), A)
    assert notebook.visited == [A, A + "1"]


def test_many_requests_at_once_visit_the_same_pages() -> None:
    web = TinyWeb(
        {A: hinted("1|flood", B + "|flood", C + "|flood"), A + "1": hinted(), B: hinted(), C: hinted()}
    )
    notebook, _ = crawl_of(strategy(few_visits=1, many_visits=1), web, A, concurrency=64)
    assert set(notebook.visited) == {A, A + "1", B, C}
