"""A fetcher of somebody else's can be named in a crawl."""

from __future__ import annotations

import pytest
from tests.tinyweb import TinyWeb, page

from lycosa.config import Settings, build
from lycosa.errors import LycosaError
from lycosa.fetch.limits import FetchLimits
from lycosa.model import Fetched
from lycosa.registry import fetchers
from lycosa.session import Session


class Carrier(TinyWeb):
    """Asks nobody."""

    name = "carrier"

    def __init__(self, limits: FetchLimits, user_agent: str, *, word: str) -> None:
        site = "http://site.test/"
        super().__init__({site: page("next"), f"{site}next": page(text=word), f"{site}robots.txt": 404})
        self.user_agent = user_agent

    async def fetch(self, url: str, **_: str) -> Fetched:
        return await super().fetch(url)


def settings(**network: object) -> Settings:
    data = {
        "topic": {"keywords": ["flood"]},
        "seeds": ["http://site.test/"],
        "politeness": {"delay_s": 0.0, "address_delay_s": 0.0},
        "network": network,
    }
    return build(Settings, data, "test")


def test_http_is_a_fetcher_like_any_other() -> None:
    assert "http" in fetchers.classes


async def test_a_crawl_can_name_its_fetcher(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(fetchers.classes, "carrier", Carrier)
    session = Session(settings(fetcher="carrier", parameters={"word": "flood"}), None)
    visits = [step.visit async for step in session.steps()]
    assert {visit.url: visit.relevant for visit in visits if visit.page} == {
        "http://site.test/": False,
        "http://site.test/next": True,
    }


async def test_an_unknown_fetcher_or_parameter_is_an_error_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(LycosaError, match="unknown fetcher 'htp'; did you mean http"):
        await anext(Session(settings(fetcher="htp"), None).steps())
    monkeypatch.setitem(fetchers.classes, "carrier", Carrier)
    with pytest.raises(LycosaError, match="parameters of the fetcher carrier"):
        await anext(Session(settings(fetcher="carrier", parameters={"speed": 9}), None).steps())
