"""What is wrong with a URL that somebody gives is said, not guessed."""

from __future__ import annotations

import pytest

from lycosa.errors import LycosaError
from lycosa.url import URL_BYTES_MAX, given_url


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("ftp://example.org/", "is not an http or https URL"),
        ("example.org", "is not an http or https URL"),
        ("http://", "is not an http or https URL"),
        ("http://example.org:25/", "names port 25"),
        ("http://user:pass@example.org:6667/x#y", "names port 6667"),
        ("http://example.org/" + "x" * URL_BYTES_MAX, "is longer than"),
        ("http://" + "x" * 70 + ".org/", "names a host that cannot exist"),
    ],
)
def test_the_fault_of_a_url_is_named(url: str, fault: str) -> None:
    with pytest.raises(LycosaError, match=fault):
        given_url(url, "seed")


def test_a_url_that_can_be_asked_for_is_given_in_its_canonical_form() -> None:
    assert given_url("HTTP://Example.ORG:80/a/../b#c") == "http://example.org/b"
