"""No page can harm the process that reads it: what is not proven cheap is parsed in another."""

from __future__ import annotations

import os
import pickle
import re
import resource
import signal
import time
from collections.abc import Iterator

import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st
from tests.hostile_markup import COSTLY, SLOW

from lycosa.errors import Kind
from lycosa.model import Fetched, Page
from lycosa.page import PageLimits, analyse, parse_html
from lycosa.page import supervised as supervised_module
from lycosa.page.child import _may_be_chinese
from lycosa.page.content import Content, content_of
from lycosa.page.document import analyse_here, parse_here
from lycosa.page.html import Unproven
from lycosa.page.proof import attributes_of, is_cheap
from lycosa.page.proof.tag_patterns import _PLAIN, _PLAIN_LINK
from lycosa.page.reader import Reader
from lycosa.page.scan import scan, scan_here
from lycosa.page.supervised import Call, ParserPool, TooCostly

LIMITS = PageLimits()
PATIENT = PageLimits(cpu_s=30.0)
"""For what slow machines must read as well. What is not linear would take hours."""


def answer(markup: str) -> Fetched:
    return Fetched("http://a.org/", 200, (("content-type", "text/html; charset=utf-8"),), markup.encode())


@pytest.fixture
def pool() -> Iterator[ParserPool]:
    pool = ParserPool()
    yield pool
    pool.close()


def call(markup: str, limits: PageLimits = LIMITS) -> Call:
    return Call.of(analyse_here, answer(markup), limits=limits)


@pytest.mark.parametrize("name", COSTLY)
def test_a_costly_page_is_never_parsed_in_this_process(name: str) -> None:
    with pytest.raises(Unproven):
        analyse_here(answer(COSTLY[name]))
    with pytest.raises(Unproven):
        parse_here(COSTLY[name].encode(), "http://a.org/", charset="utf-8", limits=LIMITS)


@pytest.mark.parametrize("name", COSTLY)
def test_a_costly_page_costs_little_memory_and_time(name: str) -> None:
    before, started = resource.getrusage(resource.RUSAGE_SELF), time.process_time()
    assert analyse(answer(COSTLY[name])) is Kind.PAGE_TOO_COSTLY
    after = resource.getrusage(resource.RUSAGE_SELF)
    assert after.ru_maxrss - before.ru_maxrss < 100_000  # KiB
    assert time.process_time() - started < 5.0


@pytest.mark.parametrize("name", SLOW)
@pytest.mark.parametrize("read", [analyse, scan], ids=["page", "links"])
def test_everything_done_for_a_page_is_linear(name: str, read: object) -> None:
    assert read(answer(SLOW[name]), PATIENT) is not Kind.PAGE_TOO_COSTLY  # type: ignore[operator]


def test_ordinary_pages_are_proven_cheap() -> None:
    paragraph = (
        "<p class='c'>Some <b>bold</b>, <i>slanted</i> and <a href='/x?a=1&b=2' title=\"a > b\">linked</a>"
        ' <font color=red size=2>in red</font> <br/><a name=here></a><em class="x">too</em></p>\n'
    )
    assert is_cheap(f"<!DOCTYPE html><html lang=en><body class='a b'>{paragraph * 1_000}</body></html>")


def test_small_pages_of_odd_tags_are_proven_cheap() -> None:
    assert is_cheap("<body\"x><a href='a' 'b>one</a> <b a='<'>two</b>" * 20)


def test_tags_quoted_in_a_script_are_proven_cheap() -> None:
    quoted = '<a href=\\"javascript:void(0)\\" style=\\"font-family: Arial, sans-serif; top: 1px\\">x</a>'
    body = '<body bgcolor=\\"#FFF\\">'
    assert is_cheap(f"{body}<script>write('{quoted}')</script><a href=>x</a>" + "<p>text" * 800)


@pytest.mark.parametrize("rest", [" b=c\"d e='f'>", ' g="h>i" j>', " k=>", " l=m/>", ' n \'o p="q" />'])
def test_a_plain_tag_ends_where_the_parser_ends_it(rest: str) -> None:
    markup = f"<b{rest}tail"
    plain = re.match(f"<b{_PLAIN}", markup)
    assert plain is not None
    found = turbohtml.parse(markup)
    assert found.text == markup[plain.end() :] == "tail"
    assert len(dict(found.find("b").attrs)) <= len(plain[0].split()) - 1


@given(st.text(alphabet="ab=\"' />\t\n<", max_size=30))
def test_a_plain_link_ends_where_the_parser_ends_it(rest: str) -> None:
    plain = re.match(f"<a{_PLAIN_LINK}", f"<a {rest}")
    if plain is not None:
        assert turbohtml.parse(plain[0]).find("a") is not None
        assert turbohtml.parse(plain[0][:-1]).find("a") is None


@pytest.mark.parametrize("rest", [" =k>", "/l m=n>", " o='p'q=\"r\">", " s='t", " u=<v>"])
def test_a_tag_may_be_other_than_plain(rest: str) -> None:
    assert re.match(f"<b{_PLAIN}", f"<b{rest}tail") is None


@given(st.text(alphabet="ab=\"' />\t\n<", max_size=30))
def test_the_attributes_of_any_tag_are_counted_as_the_parser_finds_them(rest: str) -> None:
    markup = f"<b {rest}"
    count, stop = attributes_of(markup, 2)
    element = turbohtml.parse(markup).find("b")
    if markup[stop:].startswith(">"):
        assert element is not None
        assert len(dict(element.attrs)) <= count
        assert turbohtml.parse(markup[: stop + 1]).find("b") is not None
        assert turbohtml.parse(markup[:stop]).find("b") is None
    else:
        assert element is None


def test_a_long_page_with_a_few_odd_links_is_proven_cheap() -> None:
    odd = '<a href=\'/x" title=y>one</a> <a href="/z"">\'two\'</a> <a name="<em>blank">three</a>'
    assert is_cheap(odd + "<p>text <a href='/'>four</a>" * 5_000)


@pytest.mark.parametrize("filling", ["x ", "x='y' ", '="z"', "/x"])
def test_a_link_with_many_attributes_is_never_proven_cheap(filling: str) -> None:
    assert not is_cheap(f"<a '{filling * 2_000}>" + "<p>text" * 2_000)


@pytest.mark.parametrize("filling", ["x ", " ", "= ", "a='\" ", "/", 'b="c" ', "a" + 5_000 * " "])
def test_odd_tags_that_reach_to_the_end_are_looked_at_in_no_time(filling: str) -> None:
    started = time.process_time()
    is_cheap("<a '" * 16 + filling * (490_000 // len(filling)))
    assert time.process_time() - started < 5.0


def test_a_long_text_is_searched_for_links_right_here() -> None:
    fetched = answer("<p>" + "some words " * 100_000 + "<a href='/flood'>flood</a>")
    page = scan_here(fetched)
    assert isinstance(page, Page)
    assert [link.url for link in page.links] == ["http://a.org/flood"]
    with pytest.raises(Unproven):
        analyse_here(fetched)


def test_what_is_not_proven_is_read_all_the_same() -> None:
    markup = "<title>flood</title><p>" + "".join(f"<b a{n}>" for n in range(30)) + "<p>flood" * 15_000
    assert not is_cheap(markup)
    page = analyse(answer(markup), PATIENT)
    assert isinstance(page, Page)
    assert (page.title, len(page.tokens)) == ("flood", 15_001)
    again = parse_html(markup.encode(), "http://a.org/", charset="utf-8", limits=PATIENT)
    assert again.tokens == page.tokens
    assert content_of(answer(markup), PATIENT).text.split().count("flood") >= 15_000


def test_the_content_of_a_costly_page_is_none() -> None:
    assert content_of(answer(COSTLY["html-attributes"])) == Content()


def test_a_page_read_elsewhere_is_the_page_read_here(pool: ParserPool) -> None:
    markup = (
        "<title>T</title><meta name=robots content=none><div id=x><p>flood <a href=/y rel=me>rain</a></div>"
    )
    assert pool.call(call(markup)) == analyse_here(answer(markup))


def test_too_much_memory_ends_a_reading(pool: ParserPool) -> None:
    with pytest.raises(TooCostly, match="more than 180 MiB"):
        pool.call(call(COSTLY["formatting"]))


def test_too_much_time_ends_a_reading(pool: ParserPool) -> None:
    with pytest.raises(TooCostly, match=r"more than 0\.2 s"):
        pool.call(call(COSTLY["formatting"], PageLimits(cpu_s=0.2, memory_mb=8_000)))


def test_a_reader_that_was_ended_is_replaced(pool: ParserPool) -> None:
    assert isinstance(pool.call(call("<p>flood")), Page)
    process = pool._processes[0]._process
    assert process is not None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert isinstance(pool.call(call("<p>flood")), Page)


def test_a_page_that_ends_its_reader_is_tried_once_more(
    pool: ParserPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[int] = []
    running = supervised_module.ParserProcess._running

    def counted(process: supervised_module.ParserProcess) -> object:
        found = running(process)
        started.append(found[0].pid)
        os.kill(found[0].pid, signal.SIGKILL)
        return found

    monkeypatch.setattr(supervised_module.ParserProcess, "_running", counted)
    with pytest.raises(TooCostly, match="SIGKILL"):
        pool.call(call("<p>flood"))
    assert len(set(started)) == 2


def test_only_what_pages_are_made_of_comes_back() -> None:
    with pytest.raises(pickle.UnpicklingError, match="no part of a page"):
        supervised_module._Values(__import__("io").BytesIO(pickle.dumps(os.system))).load()


async def test_a_reader_says_why_there_is_no_page() -> None:
    reader = Reader()
    try:
        reading = await reader.read_apart(answer(COSTLY["html-attributes"]))
        assert reading.page is Kind.PAGE_TOO_COSTLY
        assert "memory" in reading.detail
    finally:
        reader.close()


async def test_an_exception_of_the_parser_is_the_pages_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object, **__: object) -> Page:
        raise ZeroDivisionError("in the parser")

    reader = Reader()
    monkeypatch.setattr(reader, "_function", breaks)
    reading = reader.read_here(answer("<p>flood"))
    assert reading is not None
    assert reading.page is Kind.PAGE_FAILED
    assert "ZeroDivisionError: in the parser" in reading.detail


def test_a_parser_whose_master_dies_ends_without_a_word(pool: ParserPool) -> None:
    pool.call(call("<p>flood"))
    process = pool._processes[0]
    assert process._process is not None
    assert process._connection is not None
    os.write(process._connection.fileno(), b"\0\0\1\0half a message")
    process._connection.close()
    assert process._process.wait(10) == 0


@pytest.mark.parametrize("text", ["洪水", "㐀", "々", "豈", "\U00020000", "\U000323af", "naïve “洪”"])
def test_chinese_is_seen_before_its_dictionary_is_needed(text: str) -> None:
    assert _may_be_chinese(f"<p>{text}".encode())
    assert _may_be_chinese("<p>洪水".encode("gb18030"))


@pytest.mark.parametrize("text", ["flood", "crue été", "“Überschwemmung”", "наводнение", "홍수"])
def test_other_languages_need_no_dictionary(text: str) -> None:
    assert not _may_be_chinese(f"<p>{text}".encode())
