"""Traps known by their URLs, and pages that only look unusual."""

from __future__ import annotations

import pytest

from lycosa.url import TrapLimits, looks_like_trap, shape

SITE = "http://example.org"


@pytest.mark.parametrize(
    "path",
    [
        "/a/a/a/",
        "/a/b/a/b/a/b/",
        "/x/a/b/c/a/b/c/a/b/c/y",
        "/news/about/news/contact/news/map/news/",
        "/1/2/a/3/a/4/a/",
        "/" + "/".join(f"s{number}" for number in range(30)),
        "/?" + "&".join(f"f{number}=x" for number in range(20)),
        "/" + "a" * 1100,
        "/calendar/2950/05/",
        "/calendar?month=1&year=9999",
        "/events/1654-03-01",
    ],
)
def test_traps_are_recognised(path: str) -> None:
    assert looks_like_trap(SITE + path)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/a/a/b",
        "/docs/latest/platforms/sim/sim/boards/sim/",
        "/11/11/11/",
        "/a//b///c////d",
        "/calendar/2026/05/",
        "/events/8812",
        "/history/1066/10/14",
        "/archive?year=1850",
        "/birthday/1750-01",
        "/api/org/example/camel/component/camel/camel.html",
    ],
)
def test_ordinary_pages_are_not(path: str) -> None:
    assert looks_like_trap(SITE + path) is None


def test_reason_says_what_repeats() -> None:
    assert looks_like_trap(SITE + "/x/a/b/a/b/a/b") == "path repeats 'a/b' 3 times in a row"
    assert looks_like_trap(SITE + "/a/b/a/c/a/d/a") == "segment 'a' occurs 4 times"


def test_limits_can_be_tightened() -> None:
    assert looks_like_trap(SITE + "/a/b/c", TrapLimits(segments=2)) == "3 path segments"


@pytest.mark.parametrize(
    ("url", "pattern"),
    [
        ("/", "/"),
        ("/item/42", "/item/*"),
        ("/2026/05/31/title.html", "/*/*/*/title.html"),
        ("/v1.2.10/x", "/v*.*.*/x"),
        ("/u/550e8400-e29b-41d4-a716-446655440000", "/u/*-*-*-*-*"),
        ("/t/Zm9vYmFyYmF6cXV4MTIz", "/t/*"),
        ("/%E4%B8%AD%E6%96%87/7", "/%E4%B8%AD%E6%96%87/*"),
        ("/owls?page=2", "/owls?page"),
        ("/owls?f1=a&f2=b", "/owls?f*"),
        ("/owls?a=1&b=2&c=3", "/owls?*"),
    ],
)
def test_shape(url: str, pattern: str) -> None:
    assert shape(SITE + url) == SITE + pattern


def test_all_combinations_of_many_facets_share_few_shapes() -> None:
    names = [f"facet-{letter}" for letter in "abcdefghij"]
    chosen = ([name for bit, name in enumerate(names) if mask >> bit & 1] for mask in range(1 << len(names)))
    shapes = {shape(f"{SITE}/list?{'&'.join(f'{name}=1' for name in some)}") for some in chosen}
    assert len(shapes) == 1 + 10 + 45 + 1
