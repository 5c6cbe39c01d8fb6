"""What end-to-end tests share: a served web, a crawl of it, a runner of commands, and a browser."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.commands import PAGES, TOPIC, Ran, Run, lycosa, quick, served

from lycosa.cli import main
from lycosa.lab.web.named import web_from


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright is absent; see .ci/install-browser"
    )
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("chromium is absent; see .ci/install-browser")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served(web_from("synth")) as port:
        yield port


@pytest.fixture(scope="module")
def seeds() -> list[str]:
    return sorted(web_from("synth").on_topic("rainstorm"))[:3]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a runner of commands in this process, which is quicker."""

    def runner(*arguments: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["lycosa", *map(str, arguments)])
        code = 0
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return runner


@pytest.fixture(scope="module")
def crawled(port: int, seeds: list[str], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ran]:
    folder = tmp_path_factory.mktemp("cli") / "crawl"
    seeds_given = [option for seed in seeds for option in ("--seed", seed)]
    ran = lycosa("crawl", TOPIC, *seeds_given, *quick(port), "--pages", PAGES, "--out", folder)
    return folder, ran
