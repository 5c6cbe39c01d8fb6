"""How many connections fit into the limit on open files."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.hostile.crawling import everywhere, polite
from tests.hostile.servers import serve

from lycosa.errors import LycosaError
from lycosa.fetch import descriptors
from lycosa.fetch.descriptors import fit_connections


@pytest.fixture
def limit(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Pretend a limit; soft and hard."""
    now = [256, 256]
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(now))
    monkeypatch.setattr(resource, "setrlimit", lambda _, new: now.__setitem__(slice(None), list(new)))
    yield now


def test_a_low_limit_lowers_what_is_kept_before_what_is_asked(limit: list[int]) -> None:
    fitting = fit_connections(64, 256, 512)
    assert fitting.requests == 64
    assert fitting.requests + fitting.lookups + fitting.idle <= 256 - descriptors._OWN
    assert "ulimit -n" in fitting.notice


def test_a_very_low_limit_lowers_the_requests_and_says_so(limit: list[int]) -> None:
    limit[:] = [80, 80]
    fitting = fit_connections(64, 256, 512)
    assert 1 <= fitting.requests < 20
    assert f"{fitting.requests} requests at once instead of 64" in fitting.notice


def test_a_limit_that_may_be_raised_is_raised(limit: list[int]) -> None:
    limit[:] = [256, 4096]
    assert fit_connections(64, 256, 512).notice == ""
    assert limit[0] >= 64 + 256 + 512


def test_a_limit_that_allows_nothing_is_named(limit: list[int]) -> None:
    limit[:] = [20, 20]
    with pytest.raises(LycosaError, match="only 20 files may be open"):
        fit_connections(64, 256, 512)


CRAWL = """
import asyncio, resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
from pathlib import Path
from lycosa.config import Settings, build
from lycosa.session import Session

port, folder = sys.argv[1:]
settings = build(Settings, {
    "topic": {"keywords": ["flood"]},
    "seeds": [f"http://h{n}.test/" for n in range(300)],
    "politeness": {"delay_s": 0.0, "address_delay_s": 0.0},
    "work": {"concurrency": 128},
    "network": {"resolve": [f"*:127.0.0.1:{port}"]},
}, "test")
session = Session(settings, Path(folder))

async def run():
    async for _ in session.steps():
        pass

asyncio.run(run())
tally = session.engine.crawl.tally
print(tally.pages, dict(tally.reasons), session.engine.stopped)
"""


@pytest.mark.slow
@pytest.mark.timed
async def test_three_hundred_hosts_are_crawled_with_256_open_files(tmp_path: Path) -> None:
    import asyncio

    async with serve(polite(everywhere())) as server:
        done = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-c", CRAWL, str(server.port), str(tmp_path / "crawl")],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.stderr == ""
    assert done.stdout.startswith("300 {} ")
