"""The lab's report in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.e2e.live_view import DESKTOP, PHONE
from tests.labresults import made_results

from lycosa.report.lab.page import write_report

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a report with all its parts: several topics, a long name, a hostile one."""
    skills = {
        "careful": 0.8,
        "a-strategy-with-a-remarkably-long-name": 0.5,
        "<script>alert(1)</script>": 0.2,
        "oracle": 1.0,
    }
    file = tmp_path_factory.mktemp("report") / "report.html"
    write_report(made_results(skills) + made_results(skills, topic="an-unbreakable-topic" * 4), file)
    return file


def opened(
    browser: Any, report: Path, viewport: dict[str, int], scheme: str = "light"
) -> tuple[Any, list[str]]:
    """Open the report; also return all it complained about and asked for."""
    page = browser.new_context(viewport=viewport, color_scheme=scheme).new_page()
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("dialog", lambda dialog: heard.append(dialog.message))
    page.on("request", lambda request: heard.append(request.url))
    page.goto(report.as_uri())
    page.wait_for_load_state("networkidle")
    return page, [line for line in heard if not line.startswith((report.as_uri(), "data:"))]


def test_the_report_asks_for_nothing_and_complains_of_nothing(browser: Any, report: Path) -> None:
    _, heard = opened(browser, report, DESKTOP)
    assert heard == []


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_page_never_scrolls_sideways(browser: Any, report: Path, viewport: dict[str, int]) -> None:
    page, _ = opened(browser, report, viewport)
    page.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]


def test_every_figure_has_an_accessible_name(browser: Any, report: Path) -> None:
    page, _ = opened(browser, report, DESKTOP)
    drawings = page.locator("svg").count()
    assert drawings == page.get_by_role("img", name="").count()
    named = page.evaluate(
        """[...document.querySelectorAll('svg')].filter(svg => svg.getAttribute('aria-labelledby').split(' ')
           .every(id => document.getElementById(id).textContent.trim())).length"""
    )
    assert named == drawings > 20


def test_the_policy_lets_the_style_through(browser: Any, report: Path) -> None:
    page, _ = opened(browser, report, DESKTOP)
    assert page.evaluate("getComputedStyle(document.querySelector('.tiles')).display") == "grid"


def test_names_beside_lines_stay_inside_the_drawing(browser: Any, report: Path) -> None:
    page, _ = opened(browser, report, DESKTOP)
    outside = page.evaluate(
        """[...document.querySelectorAll('svg text')].filter(text => {
             const box = text.getBBox(), view = text.ownerSVGElement.viewBox.baseVal;
             return box.x < -1 || box.x + box.width > view.width + 1 || box.y + box.height > view.height + 1;
           }).map(text => text.textContent)"""
    )
    assert outside == []


def test_dark_readers_get_dark_paper(browser: Any, report: Path) -> None:
    papers = [
        opened(browser, report, DESKTOP, scheme)[0].evaluate(
            "getComputedStyle(document.body).backgroundColor"
        )
        for scheme in ("light", "dark")
    ]
    assert papers == ["rgb(255, 255, 255)", "rgb(21, 24, 29)"]


def test_dark_readers_get_figures_in_light_ink(browser: Any, report: Path) -> None:
    inks = [
        opened(browser, report, DESKTOP, scheme)[0].evaluate(
            "getComputedStyle(document.querySelector('svg text')).fill"
        )
        for scheme in ("light", "dark")
    ]
    assert inks == ["rgb(91, 101, 112)", "rgb(154, 164, 176)"]
