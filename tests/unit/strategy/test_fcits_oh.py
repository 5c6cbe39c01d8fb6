"""FCITS_OH: hosts forbidden and links brought back, against Algorithm 3 of paper 001."""

from __future__ import annotations

from typing import Any

from tests.tinyweb import TinyWeb, crawl_of
from tests.tracing import hinted, trace_of

from lycosa import Topic
from lycosa.strategy.fcits_oh import FCITSOH
from lycosa.strategy.fcoits import FCOITS

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
    # Only b.test is left that is not forbidden; then nothing but a.test is, and the ban is lifted.
    assert trace[3:] == [
        (B, ({"a.test": 2}, {"a.test": 3, "b.test": 1})),
        (A + "3", ({}, {"a.test": 1, "b.test": 1})),
    ]
    assert made.counts()["bans lifted"] == 1


def test_where_all_pages_are_on_one_host_the_ban_changes_nothing() -> None:
    # A host is forbidden after five visits; the walk goes on as if it were not.
    pages = {f"{A}{i}": hinted(*(f"{j}|flood" for j in range(i + 1, i + 9)), text="flood") for i in range(60)}
    aware, plain = (
        strategy(few_visits=5, many_visits=5, few_hosts=0),
        FCOITS(FLOOD, threshold=0.5, beta=0.1, weights=(0.0, 0.5, 0.5)),
    )
    orders = [crawl_of(made, TinyWeb(pages), A + "0", pages=40)[0].visited for made in (aware, plain)]
    assert orders[0] == orders[1]
    assert len(orders[0]) == 40
    assert aware.counts()["hosts forbidden"] == aware.counts()["bans lifted"] == 6


def test_a_forbidden_host_is_left_alone_while_others_are_queued() -> None:
    pages = {f"{A}{i}": hinted(f"{i + 1}|flood", f"{B}{i}|flood", text="flood") for i in range(40)}
    others = {f"{B}{i}": hinted(text="flood") for i in range(40)}
    made = strategy(few_visits=5, many_visits=5, few_hosts=0)
    notebook, _ = crawl_of(made, TinyWeb({**pages, **others}), A + "0", pages=30)
    hosts = [url.startswith(B) for url in notebook.visited]
    first_of_b = hosts.index(True)
    assert first_of_b <= 6
    assert sum(hosts) >= 5


def test_discarded_links_on_new_hosts_come_back_while_hosts_are_few() -> None:
    # The root is irrelevant: /1 has 0.5 for its anchor; x.test and /2 have 0 and are discarded.
    # When /1 is chosen one host is queued, and x.test is none of it, so its link comes back.
    web = TinyWeb(
        {A: hinted("1|flood", "2|dry", X + "|dry"), A + "1": hinted(), A + "2": hinted(), X: hinted()}
    )
    notebook, _ = crawl_of(strategy(), web, A)
    assert notebook.visited == [A, A + "1", X]


def test_the_first_third_is_that_of_the_pages_the_crawl_may_download() -> None:
    # A chain of relevant pages, each with a discarded link on a host of its own.
    web = {f"{A}{i}": hinted(f"{i + 1}|flood", f"http://x{i}.test/|dry", text="dry") for i in range(60)} | {
        f"http://x{i}.test/": hinted() for i in range(60)
    }
    back = {}
    for pages in (20, 40):
        made = strategy()
        notebook, _ = crawl_of(made, TinyWeb(web), A + "0", pages=pages)
        strangers = [i for i, url in enumerate(notebook.visited) if "x" in url]
        assert made.length == pages
        back[pages] = made.counts()["discarded links that came back"]
        assert back[pages] >= len(strangers) > 0
    assert back[20] < back[40]


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
