"""A crawl that is interrupted and taken up again ends where one that was not ends."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.e2e.commands import LYCOSA, lycosa, quick, served

from lycosa.lab.web.named import web_from
from lycosa.store import read_state

PAGES = 150


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served(web_from("synth")) as port:
        yield port


def command(port: int, folder: Path) -> list[str]:
    """Crawl one page at a time, so that the order is the same each time."""
    seed = min(web_from("synth").on_topic("rainstorm"))
    options = [*quick(port), "--concurrency", 1, "--pages", PAGES, "--out", folder]
    return ["crawl", "floods and heavy rain", "--seed", seed, *map(str, options)]


def visited(folder: Path) -> list[tuple[str, int, str | None]]:
    with closing(read_state(folder)) as state:
        return state.execute(
            "SELECT url, status, error FROM visits JOIN links ON links.id = link ORDER BY number"
        ).fetchall()


def pages_in(folder: Path) -> int:
    """Return how many visits a crawl has stored so far."""
    try:
        return len(visited(folder))
    except Exception:
        return 0


@pytest.fixture(scope="module")
def whole(port: int, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, int, str | None]]:
    folder = tmp_path_factory.mktemp("whole") / "crawl"
    assert lycosa(*command(port, folder)).code == 0
    return visited(folder)


@pytest.mark.parametrize("signals", [1, 2], ids=["once", "twice"])
def test_interrupted_crawl_ends_cleanly_and_is_finished_by_resume(
    signals: int, port: int, whole: list[tuple[str, int, str | None]], tmp_path: Path
) -> None:
    folder = tmp_path / "crawl"
    process = subprocess.Popen(
        [*LYCOSA, *command(port, folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    while pages_in(folder) < 20 and process.poll() is None:
        time.sleep(0.01)
    for _ in range(signals):
        process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, "Traceback" in err) == (0, False)
    assert out.startswith("interrupted: ")
    interrupted = visited(folder)
    assert interrupted == whole[: len(interrupted)]
    assert lycosa("resume", folder).code == 0
    assert visited(folder) == whole
