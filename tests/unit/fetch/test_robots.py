"""Rules of robots.txt beyond the public suites: odd files, delays, linear time (hostile-web H35-H39)."""

from __future__ import annotations

import pytest

from lycosa.fetch.robots import BODY_BYTES, Robots, product_token

CLOSED = "User-agent: *\nDisallow: /private\n"


def allowed(robots: str | bytes, path: str, agent: str = "lycosa") -> bool:
    body = robots.encode() if isinstance(robots, str) else robots
    return Robots.parse(body).allowed(agent, f"https://example.org{path}")


@pytest.mark.parametrize(
    "body",
    [
        CLOSED.encode("utf-8-sig"),
        CLOSED.encode("utf-16"),
        CLOSED.encode("utf-16-be"),
        b"\0".join(bytes((byte,)) for byte in CLOSED.encode()),
        CLOSED.replace("\n", "\r").encode(),
        CLOSED.replace("\n", "\r\n").encode(),
        b"<html><body>\n" + CLOSED.encode() + b"</body></html>",
        b"\xfa garbage: \x80\n\n" + CLOSED.encode(),
    ],
    ids=["bom", "utf-16", "utf-16-be", "nul", "cr", "crlf", "html", "garbage"],
)
def test_readable_lines_of_an_odd_file_are_honoured(body: bytes) -> None:
    assert not allowed(body, "/private/x")
    assert allowed(body, "/public")


def test_empty_file_allows_everything() -> None:
    assert allowed("", "/anything")


def test_lines_beyond_500_kib_are_ignored() -> None:
    filler = "# padding\n" * (BODY_BYTES // 10)
    assert allowed(filler + CLOSED, "/private")
    assert not allowed(CLOSED + filler * 100, "/private")


def test_line_cut_by_the_limit_is_dropped_and_not_read_as_a_wider_rule() -> None:
    start = "User-agent: *\n"
    padding = "#" * (BODY_BYTES - len(start) - len("\nDisallow: /"))
    assert allowed(f"{start}{padding}\nDisallow: /private\n", "/public")


def test_line_of_20_megabytes_does_no_harm() -> None:
    assert not allowed(CLOSED.encode() + b"Disallow: /" + b"x" * 20_000_000, "/private")


@pytest.mark.parametrize(
    ("pattern", "matches"),
    [
        ("/" + "a*" * 40, True),
        ("/" + "*a" * 40 + "$", False),
        ("/*" * 200 + "x$", False),
        ("/" + "*" * 17 + "/" + "*" * 4 + "z", False),
    ],
)
def test_many_stars_are_matched_without_going_back(pattern: str, matches: bool) -> None:
    # A matcher that tries every way to place the stars would not come back within a lifetime.
    assert allowed(f"User-agent: *\nDisallow: {pattern}", "/" + "a" * 2000 + "b") is not matches


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("/a*b*c$", "/aXbXc", True),
        ("/a*b*c$", "/aXbXcX", False),
        ("/a*b*c$", "/abc", True),
        ("/ab*b$", "/ab", False),
        ("/*/x", "/a/b/x/y", True),
        ("/*.php", "/index.php?x", True),
        ("*", "/", True),
        ("$", "/", False),
        ("/a$b", "/a$b", True),
        ("/a%2Ab", "/a*b", True),
        ("/caf%c3%a9", "/caf%C3%A9", True),
        ("/café", "/caf%C3%A9", True),
        ("/a%2Fb", "/a/b", False),
    ],
)
def test_pattern(pattern: str, path: str, matches: bool) -> None:
    assert allowed(f"User-agent: *\nDisallow: {pattern}", path) is not matches


def test_longest_rule_decides_and_allow_wins_a_tie() -> None:
    robots = "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nAllow: /t\nDisallow: /t"
    assert [allowed(robots, path) for path in ("/a", "/a/b", "/a/b/c", "/t")] == [False, True, False, True]


def test_wildcard_rule_competes_with_plain_rules_by_length() -> None:
    robots = "User-agent: *\nAllow: /long/path\nDisallow: /*th/more\nDisallow: /*"
    assert [allowed(robots, path) for path in ("/long/path", "/long/path/more", "/x")] == [True, True, False]


def test_group_that_names_the_agent_replaces_the_group_for_all() -> None:
    robots = "User-agent: *\nDisallow: /\n\nUser-agent: Lycosa/2.0\nDisallow: /x\n"
    assert (allowed(robots, "/a"), allowed(robots, "/x"), allowed(robots, "/a", "other")) == (
        True,
        False,
        False,
    )


def test_name_of_another_bot_that_begins_alike_is_not_ours() -> None:
    assert allowed("User-agent: lycos\nDisallow: /\n", "/")


def test_groups_of_one_agent_are_joined() -> None:
    robots = (
        "User-agent: lycosa\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: LYCOSA\nDisallow: /b"
    )
    assert [allowed(robots, path) for path in ("/a", "/b", "/c")] == [False, False, True]


def test_robots_txt_itself_is_always_allowed() -> None:
    assert allowed("User-agent: *\nDisallow: /", "/robots.txt")


@pytest.mark.parametrize(
    ("value", "delay_s"),
    [
        ("2", 2.0),
        ("0.5", 0.5),
        ("86400", 86400.0),
        ("-1", None),
        ("nan", None),
        ("1e309", None),
        ("soon", None),
    ],
)
def test_crawl_delay_is_a_finite_number_or_nothing(value: str, delay_s: float | None) -> None:
    robots = Robots.parse(f"User-agent: *\nCrawl-delay: {value}".encode())
    assert robots.crawl_delay("lycosa") == delay_s


def test_of_several_crawl_delays_the_longest_holds_whatever_stands_beside_it() -> None:
    robots = Robots.parse(b"User-agent: *\nCrawl-delay: 20\nCrawl-delay: 5\nCrawl-delay: soon\n")
    assert robots.crawl_delay("lycosa") == 20.0


def test_crawl_delay_of_one_agent_is_not_that_of_the_next() -> None:
    robots = Robots.parse(b"User-agent: slow\nCrawl-delay: 20\n\nUser-agent: *\nDisallow: /x\n")
    assert (robots.crawl_delay("slow"), robots.crawl_delay("lycosa")) == (20.0, None)


def test_sitemaps_hold_for_everyone() -> None:
    robots = Robots.parse(b"Sitemap: https://a.example/1.xml\nUser-agent: x\nSitemap:https://b.example/2.xml")
    assert robots.sitemaps == ("https://a.example/1.xml", "https://b.example/2.xml")


@pytest.mark.parametrize(
    ("agent", "token"),
    [
        ("Lycosa/0.1 (+https://example.org)", "lycosa"),
        ("bot", "bot"),
        ("Rule2TestBot", "rule2testbot"),
        ("", ""),
    ],
)
def test_product_token(agent: str, token: str) -> None:
    assert product_token(agent) == token
