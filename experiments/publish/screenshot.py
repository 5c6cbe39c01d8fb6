"""A picture of a report, as a browser shows it: for readers who have not run anything yet."""

from __future__ import annotations

import shutil
from pathlib import Path

WIDTH, HEIGHT = 1180, 1500


def write_screenshot(report: Path, image: Path) -> bool:
    """Take a picture of the top of a report; say whether there was a browser to take it with."""
    chromium = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415  # a tool of developers
    except ImportError:
        return False
    if chromium is None:
        return False
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light"
        ).new_page()
        page.goto(report.absolute().as_uri())
        page.screenshot(path=image)
        browser.close()
    return True
