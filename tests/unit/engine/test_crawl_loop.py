from __future__ import annotations

import asyncio
import json
from typing import cast

import numpy as np
import pytest
from tests.hostile_markup import COSTLY
from tests.tinyweb import Notebook, TinyWeb, crawl_of, page

from lycosa import Kind, LycosaError, Topic
from lycosa.engine import Budget, Crawl, Engine, Gate, GateRules, Retries, Shares, Stop, Work
from lycosa.fetch.base import Answer, Since
from lycosa.model import Expansion, Fetched, Judgement, Page, Queued
from lycosa.page import parse_html
from lycosa.strategy.bfs import BreadthFirst
from lycosa.url import Scope

A, B, C, D = (f"http://site.test/{name}" for name in "abcd")


@pytest.fixture
def bfs() -> BreadthFirst:
    return BreadthFirst(Topic.from_keywords(["flood"]))


def test_every_reachable_page_is_read_once(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: page("b", "c"), B: page("a", "c"), C: page("d"), D: page("a")})
    notebook, engine = crawl_of(bfs, web, A)
    assert notebook.visited == [A, B, C, D]
    assert web.asked == [A, B, C, D]
    assert engine.stopped == Stop.EXHAUSTED


def test_the_page_budget_is_never_exceeded_even_with_many_requests_at_once(bfs: BreadthFirst) -> None:
    web = TinyWeb(
        {A: page(*(f"{i}" for i in range(50))), **{f"http://site.test/{i}": page() for i in range(50)}}
    )
    notebook, engine = crawl_of(bfs, web, A, pages=7, concurrency=20)
    assert len(notebook.visited) == 7
    assert engine.stopped == Stop.PAGES


def test_failures_do_not_count_as_pages(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: page("b", "c", "d"), B: 404, C: page(), D: page()})
    notebook, _ = crawl_of(bfs, web, A, pages=3)
    assert notebook.visited == [A, C, D]
    assert notebook.error_of(B) is Kind.HTTP_CLIENT


def test_a_redirect_takes_the_place_of_the_link(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: page("b"), B: "-> http://site.test/c", C: page()})
    notebook, engine = crawl_of(bfs, web, A)
    assert notebook.visited == [A, C]
    assert engine.crawl.tally.redirects == 1


def test_a_redirect_to_a_page_already_read_is_no_error(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: page("b"), B: f"-> {A}"})
    notebook, _ = crawl_of(bfs, web, A)
    assert notebook.visited == [A]
    assert notebook.error_of(B) is None


def test_a_redirect_loop_is_recorded_as_one(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: f"-> {B}", B: f"-> {A}"})
    notebook, _ = crawl_of(bfs, web, A)
    assert notebook.error_of(B) is Kind.REDIRECT_LOOP


def test_a_long_chain_of_redirects_is_cut(bfs: BreadthFirst) -> None:
    chain = {f"http://site.test/{i}": f"-> http://site.test/{i + 1}" for i in range(30)}
    notebook, _ = crawl_of(bfs, TinyWeb(chain), "http://site.test/0", retries=Retries(redirects=10))
    assert notebook.error_of("http://site.test/10") is Kind.TOO_MANY_REDIRECTS
    assert len(notebook.steps) == 11


def test_a_redirect_out_of_scope_is_refused(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: "-> http://other.test/"})
    gate = Gate(GateRules(Scope(hosts=frozenset({"site.test"}))))
    notebook, _ = crawl_of(bfs, web, A, gate=gate)
    assert notebook.error_of(A) is Kind.OUT_OF_SCOPE
    assert web.asked == [A]


def test_a_passing_failure_is_tried_again(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: 500})
    notebook, _ = crawl_of(bfs, web, A, retries=Retries(limit=2, delay_s=0.0))
    assert web.asked == [A, A, A]
    assert [step.retry_in_s is not None for step in notebook.steps] == [True, True, False]


def test_a_lasting_failure_is_not_tried_again(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: Kind.TLS})
    crawl_of(bfs, web, A, retries=Retries(limit=2, delay_s=0.0))
    assert web.asked == [A]


def test_links_marked_nofollow_are_recorded_and_not_followed(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: '<a rel="nofollow" href=b>b</a><a href=c>c</a>', B: page(), C: page()})
    notebook, engine = crawl_of(bfs, web, A)
    assert notebook.visited == [A, C]
    assert engine.crawl.tally.reasons[Kind.NOFOLLOW] == 1


def test_a_nofollow_link_is_followed_once_another_page_shows_it_openly(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: '<a rel="nofollow" href=b>b</a><a href=c>c</a>', B: page(), C: page("b")})
    notebook, _ = crawl_of(bfs, web, A)
    assert notebook.visited == [A, C, B]


def test_a_page_that_says_nofollow_leads_nowhere(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: page("b", head='<meta name=robots content="nofollow">'), B: page()})
    notebook, _ = crawl_of(bfs, web, A)
    assert notebook.visited == [A]


def test_a_link_too_deep_on_one_way_is_followed_on_a_shorter_one(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: page("b"), B: page("c"), C: page("d"), D: page()})
    gate = Gate(GateRules(Scope(max_depth=1)))
    notebook, engine = crawl_of(bfs, web, A, gate=gate)
    assert notebook.visited == [A, B]
    assert engine.crawl.tally.reasons[Kind.TOO_DEEP] == 1


def test_a_host_may_not_take_more_than_its_share(bfs: BreadthFirst) -> None:
    other = "http://other.test/"
    web = TinyWeb({A: page("b", "c", "d", other), B: page(), C: page(), D: page(), other: page()})
    notebook, engine = crawl_of(bfs, web, A, gate=Gate(GateRules(shares=Shares(pages_per_host=2))))
    assert notebook.visited == [A, B, other]
    assert engine.crawl.tally.reasons[Kind.HOST_BUDGET] == 2


def test_the_same_seed_twice_is_one_link(bfs: BreadthFirst) -> None:
    crawl = Crawl(bfs)
    assert len(crawl.seed([A, "HTTP://SITE.TEST:80/a#top"])) == 1


def test_a_seed_that_is_no_url_is_named(bfs: BreadthFirst) -> None:
    with pytest.raises(LycosaError, match=r"'mailto:x@y\.test'"):
        Crawl(bfs).seed(["mailto:x@y.test"])


@pytest.mark.parametrize("field", ["pages", "body_bytes", "seconds"])
def test_a_budget_of_nothing_is_refused(field: str) -> None:
    with pytest.raises(LycosaError, match=f"{field} is 0"):
        Budget(**{field: 0})


def test_a_share_of_nothing_is_refused() -> None:
    with pytest.raises(LycosaError, match="pages_per_host is 0"):
        Shares(pages_per_host=0)


def test_an_interrupted_crawl_stops_after_the_step(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: page("b"), B: page("c"), C: page()})

    class Impatient:
        def record(self, step: object) -> None:
            engine.interrupt()

    crawl = Crawl(bfs)
    crawl.seed([A])
    engine = Engine(crawl, web, Budget(None), listeners=[Impatient()])
    assert asyncio.run(engine.run()) is Stop.INTERRUPTED
    assert web.asked == [A]


def test_a_bug_in_a_fetcher_is_raised_and_not_recorded_as_a_web_error(bfs: BreadthFirst) -> None:
    class Broken(TinyWeb):
        async def fetch(self, url: str) -> None:  # type: ignore[override]
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        crawl_of(bfs, Broken({}), A)


def test_a_domain_shares_its_budget_among_its_hosts(bfs: BreadthFirst) -> None:
    hosts = [f"http://h{i}.site.test/" for i in range(5)]
    web = TinyWeb({A: page(*hosts), **{url: page() for url in hosts}})
    notebook, engine = crawl_of(bfs, web, A, gate=Gate(GateRules(shares=Shares(pages_per_domain=3))))
    assert len(notebook.visited) == 3
    assert engine.crawl.tally.reasons[Kind.DOMAIN_BUDGET] == 3


def test_a_host_that_keeps_failing_is_given_up(bfs: BreadthFirst) -> None:
    web = TinyWeb(
        {A: page(*(f"http://down.test/{i}" for i in range(50)))}
        | {f"http://down.test/{i}": 500 for i in range(50)}
    )
    _, engine = crawl_of(bfs, web, A, retries=Retries(limit=1, delay_s=0.0, host_failures=6, give_up_s=0.0))
    assert len(web.asked) == 1 + 6
    assert engine.crawl.tally.reasons[Kind.HOST_PARKED] == 47


def test_pages_parsed_in_other_processes_are_the_same(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: page("b", "c"), B: page("d"), C: page(), D: page()})
    notebook = Notebook()
    crawl = Crawl(bfs)
    crawl.seed([A])
    asyncio.run(Engine(crawl, web, work=Work(processes=1), listeners=[notebook]).run())
    assert notebook.visited == [A, B, C, D]


@pytest.mark.parametrize("step", ["judge", "expand"])
def test_an_exception_of_a_strategy_costs_its_page_and_not_the_crawl(step: str) -> None:
    class Fragile(BreadthFirst):
        def judge(self, page: Page) -> Judgement:
            return self._break(page, "judge") or super().judge(page)

        def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
            return self._break(page, "expand") or super().expand(page, judgement, link)

        def _break(self, page: Page, where: str) -> None:
            if page.url == B and where == step:
                raise ZeroDivisionError(f"in {where}")

    web = TinyWeb({A: page("b", "c"), B: page("d"), C: page()})
    notebook, _ = crawl_of(Fragile(Topic.from_keywords(["flood"])), web, A)
    assert notebook.visited == [A, C]
    assert notebook.error_of(B) is Kind.PAGE_FAILED
    assert f"ZeroDivisionError: in {step}" in notebook.steps[1].visit.fetched.detail


def test_a_page_that_costs_too_much_is_recorded_and_the_crawl_goes_on(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: page("b", "c"), B: COSTLY["html-attributes"], C: page("d"), D: page()})
    notebook, engine = crawl_of(bfs, web, A)
    assert notebook.visited == [A, C, D]
    assert notebook.error_of(B) is Kind.PAGE_TOO_COSTLY
    assert web.asked.count(B) == 1
    assert engine.crawl.tally.reasons[Kind.PAGE_TOO_COSTLY] == 1


def test_a_host_of_costly_pages_is_given_up(bfs: BreadthFirst) -> None:
    costly = [f"http://costly.test/{i}" for i in range(10)]
    web = TinyWeb({A: page(*costly, "b"), B: page()} | dict.fromkeys(costly, COSTLY["html-attributes"]))
    notebook, engine = crawl_of(bfs, web, A, retries=Retries(costly_pages=2))
    assert notebook.visited == [A, B]
    assert engine.crawl.tally.reasons[Kind.PAGE_TOO_COSTLY] == 2
    assert engine.crawl.tally.reasons[Kind.TRAP] == 8


def test_a_crawl_may_get_its_pages_from_any_source(bfs: BreadthFirst) -> None:
    class Dreamt:
        async def obtain(self, link: Queued, since: Since | None = None) -> Answer:
            return Answer(Fetched(link.url, 200), parse_html(page("b").encode(), link.url))

        async def close(self) -> None:
            pass

    crawl, notebook = Crawl(bfs, duplicates=None), Notebook()
    crawl.seed([A])
    asyncio.run(Engine(crawl, Dreamt(), listeners=[notebook]).run())
    assert notebook.visited == [A, B]


def test_the_loop_goes_on_while_a_costly_page_is_read(bfs: BreadthFirst) -> None:
    costly = "http://costly.test/"
    web = TinyWeb({A: page(costly, "b"), B: page("c"), C: page(), costly: COSTLY["formatting"]})
    notebook, _ = crawl_of(bfs, web, A, concurrency=2)
    assert [step.visit.url for step in notebook.steps] == [A, B, C, costly]


class OddJudge(BreadthFirst):
    """Says of page B what it is given, and of all others that they are relevant."""

    given: object = None

    def judge(self, page: Page) -> Judgement:
        return cast("Judgement", self.given) if page.url == B else Judgement(True, 1.0)


def test_a_judgement_in_the_numbers_of_a_model_is_kept_in_plain_ones() -> None:
    odd = OddJudge(Topic.from_keywords(["flood"]))
    odd.given = Judgement(
        cast("bool", np.bool_(True)), cast("float", np.float32(0.5)), (("m", np.float32(2)),)
    )
    notebook, _ = crawl_of(odd, TinyWeb({A: page("b"), B: page()}), A)
    kept = notebook.steps[-1].visit.judgement
    assert kept == Judgement(True, 0.5, (("m", 2.0),))
    assert json.dumps(kept) == '[true, 0.5, [["m", 2.0]], ""]'


@pytest.mark.parametrize("given", [None, 0.5, Judgement(True, float("nan"))])
def test_a_judgement_that_is_none_costs_the_page_and_says_why(given: object) -> None:
    odd = OddJudge(Topic.from_keywords(["flood"]))
    odd.given = given
    notebook, _ = crawl_of(odd, TinyWeb({A: page("b", "c"), B: page(), C: page()}), A)
    assert notebook.visited == [A, C]
    assert notebook.error_of(B) is Kind.PAGE_FAILED
    assert "the judge gave" in notebook.steps[1].visit.fetched.detail
