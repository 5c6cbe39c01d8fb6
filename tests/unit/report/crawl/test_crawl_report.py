from __future__ import annotations

import base64
import hashlib
import re

import pytest

from lycosa.report.crawl.page import crawl_html
from lycosa.report.crawl.summary import Bar, BestPage, CrawlFacts, HostSummary, ProgressPoint
from lycosa.store.status import Status

EVIL = '<img src=x onerror=alert(1)>"\x1b\u202e'


@pytest.fixture
def status() -> Status:
    return Status(
        "bfs", 3, 2, 1, 1, 1, {"done": 3}, {"http-4xx": 1}, {"trap": 2}, [{"kind": "start", "text": EVIL}]
    )


@pytest.fixture
def facts(status: Status) -> CrawlFacts:
    return CrawlFacts(
        status,
        curve=[ProgressPoint(0.0, 1, 0), ProgressPoint(8000.0, 2, 1)],
        scores=[Bar(0.0, 0.5, 1, 0), Bar(0.5, 1.0, 1, 1)],
        hosts=[HostSummary("a.test", 2, 1, None)],
        best=[BestPage("http://a.test/", EVIL, 0.9, EVIL, "http://b.test/")],
        body_bytes=1000,
        settings='[topic]\nsentence = "floods & storms"\n',
    )


def test_what_pages_say_is_escaped_and_visible(facts: CrawlFacts) -> None:
    page = crawl_html(facts)
    assert "<img" not in page
    assert not {"\x1b", "\u202e"} & set(page)
    assert "&lt;img src=x onerror=alert(1)&gt;" in page


def test_the_policy_admits_the_style_of_the_page_and_nothing_else(facts: CrawlFacts) -> None:
    page = crawl_html(facts)
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    (policy,) = re.findall(r'Content-Security-Policy" content="(.*?)"', page)
    assert "default-src 'none'" in policy
    assert f"sha256-{digest}" in policy.replace("&#43;", "+")


def test_the_topic_is_the_title_and_long_crawls_are_counted_in_hours(facts: CrawlFacts) -> None:
    page = crawl_html(facts)
    assert "<h1>floods &amp; storms</h1>" in page
    assert "hours since the start" in page


def test_a_crawl_that_read_nothing_has_a_report(status: Status) -> None:
    page = crawl_html(CrawlFacts(status, [], [], [], [], 0, ""))
    assert "No page was found relevant." in page
