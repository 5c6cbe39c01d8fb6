"""Claims about where requests bring no page."""

from itertools import count

import numpy as np
import pytest

from lycosa.rank.outcome.dead_ends import DeadEnds

HOST = "http://a.test"
NEW = count(1_000)


def asked(brought: dict[str, bool]) -> DeadEnds:
    """Return what is known when these URLs have been asked for."""
    ends = DeadEnds()
    for number, (url, page) in enumerate(brought.items()):
        ends.outcome(number, url, brought=page)
    return ends


def loss(ends: DeadEnds, url: str) -> float:
    """Return what is taken off a link not met before."""
    link = np.array([next(NEW)])
    ends.describe(link, [url])
    return -float(ends.of(link)[0])


def test_a_folder_of_dead_links_is_left_alone_and_the_one_beside_it_is_not() -> None:
    ends = asked(
        {f"{HOST}/old/{n}.html": False for n in range(50)} | {f"{HOST}/new/{n}.html": True for n in range(9)}
    )
    assert loss(ends, f"{HOST}/old/next.html") > 0.5
    assert loss(ends, f"{HOST}/new/next.html") < 0.05


def test_folders_that_differ_in_digits_only_are_as_one() -> None:
    ends = asked({f"{HOST}/images/{n}/{n}.htm": False for n in range(200)})
    assert loss(ends, f"{HOST}/images/7777/1.htm") > 0.7


def test_files_that_end_otherwise_in_the_same_folder_are_told_apart() -> None:
    picture_pages = {f"{HOST}/wiki/f{n}.png": False for n in range(100)}
    ends = asked(picture_pages | {f"{HOST}/wiki/p{n}.html": True for n in range(100)})
    assert loss(ends, f"{HOST}/wiki/other.png") > 0.3
    assert loss(ends, f"{HOST}/wiki/other.html") < 0.01


def test_many_dead_links_in_one_folder_are_told_of_its_host_once() -> None:
    ends = asked({f"{HOST}/old/{n}.html": False for n in range(500)})
    assert loss(ends, f"{HOST}/new/1.html") < 0.05


def test_a_host_never_asked_is_as_first_requests_to_hosts_have_been() -> None:
    """Of two hundred hosts none answered, and one more answers hardly, however often a single one did."""
    dead = {f"http://h{n}.test/": False for n in range(200)}
    assert loss(asked(dead), "http://new.test/") > 0.5
    assert loss(asked({f"{HOST}/{n}": True for n in range(200)}), "http://new.test/") < 0.05


def test_what_is_often_dead_hardly_counts() -> None:
    """A page found where every third link is dead is worth more than the requests."""
    assert loss(asked({f"{HOST}/{n}.html": bool(n % 3) for n in range(90)}), f"{HOST}/next.html") < 0.02


def test_of_redirects_to_one_page_the_first_was_not_in_vain() -> None:
    ends = DeadEnds()
    told = [ends.redirect(n, f"{HOST}/members/{n}", f"{HOST}/login") for n in range(60)]
    assert told == [False] + [True] * 59
    assert loss(ends, f"{HOST}/members/next") > 0.5


@pytest.mark.parametrize(
    "url", ["http://a.test/", "http://a.test", "http://a.test/?q=/x/1.html", "http://[::1]/\udc80.é"]
)
def test_every_url_lies_somewhere(url: str) -> None:
    assert 0 <= loss(asked({url: True}), url) < 0.01


def test_restored_dead_ends_say_the_same() -> None:
    ends, again = asked({f"{HOST}/old/{n}.html": False for n in range(50)}), DeadEnds()
    ends.redirect(60, f"{HOST}/in", f"{HOST}/login")
    again.restore(ends.state())
    url = f"{HOST}/old/next.html"
    assert loss(again, url) == loss(ends, url)
    assert again.redirect(61, f"{HOST}/in2", f"{HOST}/login")
