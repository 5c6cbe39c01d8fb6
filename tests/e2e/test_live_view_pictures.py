"""Pictures of the live view for the documentation: `make pictures` writes them to docs/images."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from tests.e2e.commands import served
from tests.e2e.live_view import PHONE, Watched, running

from lycosa.lab.web.named import web_from

pytestmark = pytest.mark.slow

ROBOTS = "User-agent: *\nCrawl-delay: 1\n"
SIZES = {"1280": {"width": 1280, "height": 1280}, "390": PHONE}
PAGES = 160


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return where pictures go: into the documentation if that is asked for."""
    return Path(os.environ.get("LYCOSA_PICTURES", tmp_path))


def test_pictures_of_a_running_crawl_are_taken_in_light_and_dark_on_desk_and_phone(
    browser: Any, folder: Path, tmp_path: Path
) -> None:
    seed = min(web_from("synth").on_topic("rainstorm"))
    with served(web_from("synth"), ROBOTS) as port:
        command = [
            "crawl",
            "floods, heavy rain and storms",
            "--seed",
            seed,
            "--resolve",
            f"*:127.0.0.1:{port}",
        ]
        pace = ["--delay", 0.2, "--politeness-address-delay-s", 0, "--concurrency", 16, "--pages", 1000]
        with running(*command, *pace, "--out", tmp_path / "floods", "--control") as (
            process,
            address,
        ):
            views = {
                f"live-view-{size}-{scheme}.png": Watched(browser, address, viewport, color_scheme=scheme)
                for size, viewport in SIZES.items()
                for scheme in ("light", "dark")
            }
            for name, view in views.items():
                view.pages_reach(PAGES)
                view.page.locator("#folder").evaluate("folder => { folder.textContent = 'floods'; }")
                picture = view.page.screenshot()
                with Image.open(BytesIO(picture)) as image:
                    assert str(image.width) in name
                    assert len(image.convert("RGB").getcolors(1 << 24) or ()) > 50
                (folder / name).write_bytes(picture)
                assert view.heard == []
            process.terminate()
