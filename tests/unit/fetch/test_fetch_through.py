"""Pages that describe a topic are asked for through their redirects."""

from __future__ import annotations

from lycosa.errors import Kind
from lycosa.fetch.base import fetch_through
from lycosa.fetch.replay import ReplayFetcher


class Stairs:
    """A web in which every number redirects to the one below, down to a page at 0."""

    def page(self, url: str) -> None:
        return None

    def redirect(self, url: str) -> str | None:
        number = int(url.removeprefix("http://a.example/"))
        return f"http://a.example/{number - 1}" if number else None


async def test_five_redirects_lead_to_the_page() -> None:
    fetched = await fetch_through(ReplayFetcher(Stairs()), "http://a.example/5")
    assert (fetched.url, fetched.status) == ("http://a.example/0", 404)


async def test_a_sixth_is_said_to_be_one_too_many_of_the_page_asked_for() -> None:
    fetched = await fetch_through(ReplayFetcher(Stairs()), "http://a.example/6")
    assert (fetched.url, fetched.error) == ("http://a.example/6", Kind.TOO_MANY_REDIRECTS)
    assert fetched.detail == "more than 5, the last to http://a.example/0"
