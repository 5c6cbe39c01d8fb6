from __future__ import annotations

import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.tinyweb import TinyWeb, crawl_of, page

from lycosa import Kind, LycosaError, Topic
from lycosa.engine import Crawl, Gate, GateRules
from lycosa.frontier import Frontier
from lycosa.store import CONFIG, Keep, Store, read_state
from lycosa.store import store as store_module
from lycosa.strategy.bfs import BreadthFirst
from lycosa.strategy.shark_search import SharkSearch
from lycosa.url import Scope

TOPIC = Topic.from_keywords(["flood", "river"])
Sessions = Callable[..., Any]
SEED = "http://h0.test/0"
A, B, C, D = (f"http://site.test/{name}" for name in "abcd")


def shark() -> SharkSearch:
    return SharkSearch(TOPIC)


def test_seeds_are_stored_before_anything_is_fetched(session: Sessions) -> None:
    crawl = session(shark)
    crawl.sit(0, A, B)
    assert crawl.rows("SELECT id, url, depth, parent, state FROM links") == [
        (0, A, 0, -1, 0),
        (1, B, 0, -1, 0),
    ]


def test_links_found_between_steps_are_stored(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        strategy = shark()
        crawl = Crawl(strategy, Frontier(strategy.evidence, urls=store.urls))
        store.begin(crawl, [A])
        store.seeded(crawl.seed([B]))
        assert crawl.frontier.get(1).url == B
    with closing(read_state(tmp_path)) as state:
        assert state.execute("SELECT url FROM links").fetchall() == [(A,), (B,)]


def test_a_link_that_was_not_told_of_is_not_passed_over_in_silence(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        strategy = shark()
        crawl = Crawl(strategy, Frontier(strategy.evidence, urls=store.urls))
        store.begin(crawl, [A])
        crawl.seed([B])
        with pytest.raises(LycosaError, match="must be given to `seeded`"):
            store.seeded(crawl.seed([C]))


def test_a_page_is_stored_with_what_was_decided_about_it(session: Sessions) -> None:
    crawl = session(shark, TinyWeb({A: page("b", text="flood", title="High water")}))
    crawl.sit(1, A)
    visit = crawl.notebook.steps[0].visit
    assert crawl.rows("SELECT number, link, status, error, title, language, found FROM visits") == [
        (0, 0, 200, None, "High water", "en", 1)
    ]
    assert crawl.rows("SELECT relevant, score FROM visits") == [visit.judgement[:2]]


def test_a_new_link_is_stored_with_where_it_was_found(session: Sessions) -> None:
    crawl = session(shark, TinyWeb({A: page("b|the flood")}))
    crawl.sit(1, A)
    link = crawl.notebook.steps[0].discoveries[0].link
    assert crawl.rows("SELECT url, host, depth, parent, anchor, priority, parts FROM link_list")[1] == (
        *(B, "site.test", 1, 0, "the flood", link.priority),
        struct.pack("<2f", *link.parts),
    )


@pytest.mark.parametrize(
    ("answer", "error"), [(404, "http-4xx"), (Kind.TLS, "tls"), (Kind.DNS_NOT_FOUND, "dns-not-found")]
)
def test_a_failure_is_stored_with_its_kind(answer: int | Kind, error: str, session: Sessions) -> None:
    crawl = session(shark, TinyWeb({A: answer}))
    crawl.sit(None, A)
    assert crawl.rows("SELECT error, relevant FROM visits") == [(error, None)]


def test_every_attempt_is_stored(session: Sessions) -> None:
    crawl = session(shark, TinyWeb({A: 500}))
    crawl.sit(None, A)
    assert crawl.rows("SELECT link, error, retry_in_s FROM visits") == [
        (0, "http-5xx", 0.0),
        (0, "http-5xx", 0.0),
        (0, "http-5xx", None),
    ]


def test_a_redirect_is_stored_with_its_target(session: Sessions) -> None:
    crawl = session(shark, TinyWeb({A: f"-> {B}", B: page()}))
    crawl.sit(None, A)
    assert crawl.rows("SELECT link, status, location, error FROM visits") == [
        (0, 301, B, None),
        (1, 200, None, None),
    ]


def test_a_refused_link_is_stored_with_the_reason(session: Sessions) -> None:
    crawl = session(shark, TinyWeb({A: page("http://other.test/", "b")}))
    crawl.make_gate = lambda: Gate(GateRules(Scope(hosts=frozenset({"site.test"}))))
    crawl.sit(1, A)
    assert crawl.rows("SELECT url, state, refused FROM link_list WHERE id > 0") == [
        ("http://other.test/", 3, "out-of-scope"),
        (B, 0, None),
    ]


def test_the_links_of_a_page_are_listed_in_their_order(session: Sessions) -> None:
    crawl = session(shark, TinyWeb({A: page("b", "c"), B: page("c", "a", "d")}))
    crawl.sit(2, A)
    listed = crawl.rows("SELECT edge_list.visit, position, url FROM edge_list JOIN links ON id = link")
    assert listed == [(0, 0, B), (0, 1, C), (1, 0, C), (1, 1, A), (1, 2, D)]


def test_the_link_graph_can_be_left_out(session: Sessions) -> None:
    crawl = session(shark, TinyWeb({A: page("b")}), Keep(edges=False))
    crawl.sit(None, A)
    assert crawl.rows("SELECT * FROM edges") == []


@pytest.mark.parametrize("batch", [1, 5, 20_000])
def test_a_link_shown_again_gets_its_new_worth(
    batch: int, session: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "_NEWS_LINKS", batch)
    crawl = session(shark)
    crawl.sit()
    crawl.sit()  # carries the rest over
    stored = crawl.rows("SELECT state, shown, parts FROM links ORDER BY id")
    _, engine = crawl_of(shark(), crawl.web, SEED, retries=crawl.retries)
    (held,) = engine.crawl.frontier.rows()
    parts = [values.tobytes() for values in held.parts]
    assert stored == list(zip(held.states.tolist(), held.shown.tolist(), parts, strict=True))
    assert max(shown for _, shown, _ in stored) > 3


def test_urls_come_back_from_the_disk(session: Sessions) -> None:
    crawl = session(shark)
    crawl.sit(20)
    strategy = shark()
    with Store(crawl.folder) as store:
        resumed = Crawl(strategy, Frontier(strategy.evidence, urls=store.urls))
        store.resume(resumed)
        for number, url in crawl.rows("SELECT id, url FROM links"):
            assert resumed.frontier.get(number).url == url
            assert resumed.frontier.lookup(url) == number


def test_a_reader_sees_a_running_crawl(session: Sessions) -> None:
    crawl = session(shark)
    seen: list[int] = []

    class Onlooker:
        def record(self, step: object) -> None:
            seen.append(crawl.rows("SELECT count(*) FROM visits")[0][0])

    crawl.notebook.record = Onlooker().record
    crawl.sit(4)
    assert seen == [1, 2, 3, 4]


def test_text_that_is_no_text_is_stored_all_the_same(session: Sessions) -> None:
    title = "&#xD800; \x00 \x1b[31m &#x202E; <script>"
    crawl = session(shark, TinyWeb({A: page("b|\x00\x1b]0;x", title=title)}))
    crawl.sit(1, A)
    assert len(crawl.rows("SELECT title FROM visits")[0][0]) > 5


def test_what_happened_to_the_crawl_is_noted(session: Sessions) -> None:
    crawl = session(shark)
    crawl.sit(3)
    crawl.sit(tidy=True)
    assert crawl.rows("SELECT kind, text FROM events") == [
        ("start", "shark-search, 1 seeds"),
        ("resume", "after 3 visits"),
        ("stop", "no links left"),
    ]


def test_a_crawl_is_not_begun_twice(session: Sessions) -> None:
    crawl = session(shark)
    crawl.sit(1)
    with Store(crawl.folder) as store, pytest.raises(LycosaError, match="holds a crawl already"):
        store.begin(Crawl(shark()), [A])


def test_the_configuration_is_kept_as_it_is(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.write_config("[topic]\nname = 'Überflutung'\n")
    assert (tmp_path / CONFIG).read_text(encoding="utf-8") == "[topic]\nname = 'Überflutung'\n"
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(".")] == []


def test_a_strategy_without_parts_is_stored_too(session: Sessions) -> None:
    crawl = session(lambda: BreadthFirst(TOPIC))
    crawl.sit(30)
    assert crawl.rows("SELECT DISTINCT parts FROM links") == [(b"",)]
