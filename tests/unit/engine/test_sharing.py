"""A crawl that shares the web with others: links of their hosts are told to them, and theirs are taken in."""

from __future__ import annotations

from tests.tinyweb import page

from lycosa import Topic
from lycosa.engine import Crawl
from lycosa.engine.links.gate import Gate, GateRules
from lycosa.engine.links.referrals import Referral, ReferredLink
from lycosa.errors import Kind
from lycosa.frontier import State
from lycosa.model import Fetched
from lycosa.page import parse_html
from lycosa.strategy.lycosa import Lycosa
from lycosa.strategy.shark_search import SharkSearch
from lycosa.url import Scope, host_of

OWN, OTHERS = "http://own.test/", "http://others.test/"


def owns(host: str) -> bool:
    return host.endswith("own.test")


def crawl_at(strategy: type = SharkSearch, **rules: object) -> Crawl:
    gate = Gate(GateRules(**rules), owns)  # type: ignore[arg-type]
    crawl = Crawl(strategy(Topic.from_keywords(["flood"])), gate=gate)
    crawl.seed([OWN])
    return crawl


def visit(crawl: Crawl, html: str = "", location: str = "") -> tuple[Referral, ...]:
    link = crawl.next(0.0)
    assert link is not None
    fetched = Fetched(link.url, 301 if location else 200, location=location)
    step = crawl.settle(link, fetched, None if location else parse_html(html.encode(), link.url), 0.0)
    assert step is not None
    return step.referrals


def test_a_link_of_anothers_host_is_not_queued_but_told() -> None:
    crawl = crawl_at()
    (told,) = visit(crawl, page(f"{OTHERS}a|flood", f"{OWN}b|flood"))
    assert (told.url, [link.url for link in told.links]) == (OWN, [f"{OTHERS}a"])
    known = crawl.frontier.lookup(f"{OTHERS}a")
    assert known is not None
    assert crawl.frontier.state(known) is State.SKIPPED
    assert crawl.tally.reasons[Kind.ELSEWHERE] == 1


def test_what_a_later_page_says_of_it_is_told_too() -> None:
    crawl = crawl_at()
    visit(crawl, page(f"{OTHERS}a|flood", f"{OWN}b|flood"))
    (told,) = visit(crawl, page(f"{OTHERS}a|the great flood"))
    assert [link.anchor for link in told.links] == ["the great flood"]


def test_what_is_told_of_a_link_makes_a_page_of_the_same_links() -> None:
    for strategy in (SharkSearch, Lycosa):
        html = page(f"{OWN}b|rain", f"{OTHERS}a|the great flood", f"{OTHERS}c|dams and rivers")
        (told,) = visit(crawl_at(strategy), html)
        shown = told.page()
        read = parse_html(html.encode(), OWN)
        others = [link for link in read.links if not owns(host_of(link.url))]
        assert [(link.url, link.anchor, link.block, link.rel) for link in shown.links] == [
            (link.url, link.anchor, link.block, link.rel) for link in others
        ]
        assert [shown.at(link.words) for link in shown.links] == [read.at(link.words) for link in others]
        blocks = [(block, place) for block, one in enumerate(shown.blocks) for place in one.links]
        assert sorted(blocks) == sorted((link.block, link.position) for link in shown.links)


def test_links_of_several_pages_are_each_announced_once() -> None:
    crawl = crawl_at(Lycosa)
    urls = [f"{OWN}{name}" for name in "abcabd"]
    found = take(crawl, *(told_of(*urls[at : at + 3], parts=parts_of(crawl)) for at in (0, 3)))
    assert found == [(f"{OTHERS}page", False), *((f"{OWN}{name}", True) for name in "abcd")]


def test_what_nobody_may_follow_is_not_told() -> None:
    crawl = crawl_at(scope=Scope(domains=frozenset({"own.test"})))
    assert not visit(crawl, page(f"{OTHERS}a"))
    crawl = crawl_at()
    assert not visit(crawl, page(f"{OTHERS}a", head='<meta name="robots" content="nofollow">'))


def test_a_redirect_to_anothers_host_is_told_with_its_chain_and_is_no_failure() -> None:
    crawl = crawl_at()
    (told,) = visit(crawl, location=f"{OTHERS}a")
    assert told.chain == (OWN,)
    assert told.links[0].url == f"{OTHERS}a"
    assert not crawl.tally.failures


def take(crawl: Crawl, *referrals: Referral) -> list[tuple[str, bool]]:
    taken = crawl.referred.take(referrals, crawl.strategy, crawl.tally)
    return [(found.link.url, found.kept) for found in taken.discoveries]


def told_of(*urls: str, chain: tuple[str, ...] = (), parts: tuple[float, ...] = (0.5, 0.5, 0.5)) -> Referral:
    links = tuple(ReferredLink(url, "flood", ("flood",), 0, (), parts) for url in urls)
    return Referral(f"{OTHERS}page", 3, links, True, 0.9, "en", chain)


def parts_of(crawl: Crawl) -> tuple[float, ...]:
    return (0.5,) * len(crawl.strategy.evidence.parts)


def test_a_link_told_of_is_queued_as_if_its_page_had_been_read_here() -> None:
    for strategy in (SharkSearch, Lycosa):
        crawl = crawl_at(strategy)
        assert take(crawl, told_of(f"{OWN}a", parts=parts_of(crawl))) == [
            (f"{OTHERS}page", False),
            (f"{OWN}a", True),
        ]
        link = crawl.frontier.get(crawl.frontier.lookup(f"{OWN}a") or 0)
        assert link.depth == 4
        assert crawl.frontier.url(link.parent) == f"{OTHERS}page"


def test_the_default_strategy_weighs_a_link_told_of_by_what_it_knows_itself() -> None:
    alone, told = crawl_at(Lycosa), crawl_at(Lycosa)
    alone.enlist([f"{OWN}a"])
    take(told, told_of(f"{OWN}a", parts=(0.0,) * 9))
    worth = [crawl.frontier.priority(crawl.frontier.lookup(f"{OWN}a") or 0) for crawl in (alone, told)]
    assert worth[1] > worth[0] + 0.5


def test_a_link_visited_already_is_not_queued_again() -> None:
    crawl = crawl_at()
    visit(crawl, page())
    take(crawl, told_of(OWN, parts=parts_of(crawl)))
    assert crawl.next(0.0) is None


def test_a_redirect_through_several_crawls_may_not_turn_back() -> None:
    crawl = crawl_at()
    visit(crawl, page())
    start = f"{OWN}start"
    take(crawl, told_of(start, chain=(f"{OTHERS}x", f"{OWN}before"), parts=parts_of(crawl)))
    link = crawl.next(0.0)
    assert link is not None
    step = crawl.settle(link, Fetched(link.url, 301, location=f"{OTHERS}x"), None, 0.0)
    assert step is not None
    assert step.visit.error is Kind.REDIRECT_LOOP


def test_a_redirect_through_several_crawls_may_not_go_on_for_ever() -> None:
    crawl = crawl_at()
    visit(crawl, page())
    chain = tuple(f"{OTHERS}{number}" for number in range(crawl.retries.redirects))
    take(crawl, told_of(f"{OWN}start", chain=chain, parts=parts_of(crawl)))
    link = crawl.next(0.0)
    assert link is not None
    step = crawl.settle(link, Fetched(link.url, 301, location=f"{OTHERS}far"), None, 0.0)
    assert step is not None
    assert step.visit.error is Kind.TOO_MANY_REDIRECTS


def test_no_link_below_the_floor_is_asked_for() -> None:
    crawl = crawl_at(Lycosa)
    crawl.floor = 100.0
    assert crawl.next(0.0) is None
    crawl.floor = -100.0
    assert crawl.next(0.0) is not None


def test_a_crawl_alone_tells_nobody() -> None:
    crawl = Crawl(SharkSearch(Topic.from_keywords(["flood"])))
    crawl.seed([OWN])
    assert not visit(crawl, page(f"{OTHERS}a|flood"))


def test_a_link_is_told_with_its_worth_only_where_nobody_else_can_say_what_that_is() -> None:
    for strategy, valued in ((SharkSearch, True), (Lycosa, False)):
        (told,) = visit(crawl_at(strategy), page(f"{OTHERS}a|flood"))
        assert bool(told.links[0].parts) is valued


def test_a_trap_of_anothers_host_is_told_by_no_page_that_shows_it() -> None:
    crawl = crawl_at()
    for following in (f"{OWN}b|flood", f"{OWN}c|flood"):
        assert not visit(crawl, page(f"{OTHERS}x/a/b/a/b/a/b|flood", following))
