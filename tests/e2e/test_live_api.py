"""The Python interface: a crawl as a loop over visits, with and without async."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.commands import served

import lycosa
from lycosa.lab.serve.server import serve
from lycosa.lab.web.named import web_from

TOPIC = "rainstorm disasters: floods, heavy rain and storms"
SEED = min(web_from("synth").on_topic("rainstorm"))


def quick(port: int) -> dict[str, Any]:
    return {
        "network__resolve": [f"*:127.0.0.1:{port}"],
        "politeness__delay_s": 0,
        "politeness__address_delay_s": 0,
        "work__concurrency": 1,
    }


async def test_crawl_gives_every_page_as_it_comes(tmp_path: Path) -> None:
    async with serve(web_from("synth")) as place:
        visits = [
            visit async for visit in lycosa.crawl(TOPIC, [SEED], pages=15, out=tmp_path, **quick(place.port))
        ]
    assert len(visits) == 15
    assert all(isinstance(visit.page, lycosa.Page) for visit in visits)
    assert any(visit.relevant for visit in visits)


async def test_crawl_left_early_can_be_taken_up(tmp_path: Path) -> None:
    async with serve(web_from("synth")) as place:
        crawl = lycosa.crawl(TOPIC, [SEED], pages=15, out=tmp_path, **quick(place.port))
        first = await anext(crawl)
        await crawl.aclose()
        again = lycosa.crawl(TOPIC, [SEED], pages=15, out=tmp_path, **quick(place.port))
        later = [visit async for visit in again]
    assert len(later) == 14
    assert first.url not in {visit.url for visit in later}


def test_crawl_without_async_gives_the_same(tmp_path: Path) -> None:
    with served(web_from("synth")) as port:
        visits = list(lycosa.crawl_sync(TOPIC, [SEED], pages=15, **quick(port)))
    assert len(visits) == 15


def test_crawl_without_async_can_be_left_early() -> None:
    with served(web_from("synth")) as port:
        visits = lycosa.crawl_sync(TOPIC, [SEED], pages=15, **quick(port))
        assert next(visits).page is not None
        visits.close()  # type: ignore[attr-defined]


def test_unknown_setting_is_named() -> None:
    with pytest.raises(lycosa.LycosaError, match=r"budget\.pagse"):
        next(lycosa.crawl_sync(TOPIC, [SEED], budget__pagse=3))


def test_importing_lycosa_loads_no_network() -> None:
    code = "import lycosa, sys; sys.exit(any(name in sys.modules for name in ('pycurl', 'lycosa.session')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
