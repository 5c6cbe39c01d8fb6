"""A crawl with its live view, as people run them, and a browser to look at it with."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.e2e.commands import LYCOSA

TOPIC = "rainstorm disasters: floods, heavy rain and storms"
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
PATIENCE_S = 60.0
"""A busy machine may take long for what takes a second."""


@contextmanager
def running(*arguments: object) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a command that shows a live view; give its process and the address."""
    process = subprocess.Popen(
        [*LYCOSA, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert process.stdout is not None
        address = ""
        while not address:
            line = process.stdout.readline()
            assert line, "the command ended without an address"
            found = re.search(r"http://127\.0\.0\.1:\d+/\S+/", line)
            address = found[0] if found else ""
        yield process, address
    finally:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=PATIENCE_S)


class Watched:
    """A page of the view in a browser, and everything it complained about or asked for."""

    def __init__(
        self, browser: Any, address: str, viewport: dict[str, int] = DESKTOP, **context: Any
    ) -> None:
        self.page = browser.new_context(viewport=viewport, **context).new_page()
        self.heard: list[str] = []
        self.page.on("console", lambda message: self.heard.append(message.text))
        self.page.on("pageerror", lambda error: self.heard.append(str(error)))
        self.page.on("dialog", lambda dialog: self.heard.append(f"dialog {dialog.message}"))
        self.page.on("request", lambda asked: self._note_request(asked.url, address))
        self.page.goto(address)

    def _note_request(self, url: str, address: str) -> None:
        if not url.startswith(address):
            self.heard.append(f"request {url}")

    def text(self, selector: str) -> str:
        return str(self.page.locator(selector).first.text_content())

    def number(self, selector: str) -> int:
        digits = re.sub(r"\D", "", self.text(selector))
        return int(digits) if digits else -1

    def until(self, what: Callable[[], bool]) -> None:
        """Wait for something to become true."""
        end = time.monotonic() + PATIENCE_S
        while not what():
            assert time.monotonic() < end, f"waited in vain; the page says {self.text('main')[:500]!r}"
            self.page.wait_for_timeout(100)

    def pages_reach(self, count: int) -> None:
        self.until(lambda: self.number("#pages") >= count)


def serious(page: Any) -> list[str]:
    """Return the serious faults that an accessibility checker finds."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:200]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]


def finished(folder: Path) -> bool:
    """Whether the last thing that happened to a crawl is its end."""
    from contextlib import closing

    from lycosa.store import read_state

    with closing(read_state(folder)) as state:
        return bool(state.execute("SELECT kind = 'stop' FROM events ORDER BY id DESC LIMIT 1").fetchone()[0])
