from __future__ import annotations

from dataclasses import dataclass

import pytest

from lycosa.errors import Kind
from lycosa.fetch.base import Fetcher
from lycosa.fetch.replay import ReplayFetcher


@dataclass
class Stored:
    html: bytes
    content_type: str


class Two:
    """A web with one page and one redirect."""

    def page(self, url: str) -> Stored | None:
        return Stored(b"<p>hi</p>", "text/html; charset=utf-8") if url == "http://a.example/" else None

    def redirect(self, url: str) -> str | None:
        return "http://a.example/" if url == "http://a.example/old" else None


@pytest.fixture
def fetcher() -> Fetcher:
    return ReplayFetcher(Two())


async def test_page_is_answered_with_200_and_its_content_type(fetcher: Fetcher) -> None:
    fetched = await fetcher.fetch("http://a.example/")
    assert (fetched.status, fetched.body, fetched.error) == (200, b"<p>hi</p>", None)
    assert fetched.header("content-type") == "text/html; charset=utf-8"


async def test_redirect_is_answered_with_301_and_not_followed(fetcher: Fetcher) -> None:
    fetched = await fetcher.fetch("http://a.example/old")
    assert (fetched.status, fetched.location, fetched.error) == (301, "http://a.example/", None)
    assert fetched.header("location") == "http://a.example/"


async def test_everything_else_is_404(fetcher: Fetcher) -> None:
    fetched = await fetcher.fetch("http://a.example/none")
    assert (fetched.status, fetched.error, fetched.body) == (404, Kind.HTTP_CLIENT, b"")


async def test_answers_are_the_same_every_time(fetcher: Fetcher) -> None:
    first, second = await fetcher.fetch("http://a.example/"), await fetcher.fetch("http://a.example/")
    assert first == second
    assert first.fetched_at == 0.0


async def test_closing_leaves_the_web_usable(fetcher: Fetcher) -> None:
    await fetcher.close()
    assert (await fetcher.fetch("http://a.example/")).status == 200


def test_replay_does_not_depend_on_the_lab() -> None:
    import subprocess
    import sys

    code = "import sys, lycosa.fetch.replay; sys.exit(any(m.startswith('lycosa.lab') for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
