"""The live view in a real browser: a crawl is watched, paused, labelled, steered, stopped and taken up."""

from __future__ import annotations

import time
import tomllib
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError

import pytest
from tests.e2e.commands import quick, served
from tests.e2e.hostile_synth import HostileSynth
from tests.e2e.live_view import DESKTOP, PATIENCE_S, PHONE, TOPIC, Watched, finished, running, serious

from lycosa.lab.web.named import web_from
from lycosa.store.status import status

pytestmark = [pytest.mark.slow, pytest.mark.timed]


@pytest.fixture(scope="module")
def seeds() -> list[str]:
    return sorted(web_from("synth").on_topic("rainstorm"))


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served(HostileSynth()) as port:
        yield port


def crawling(port: int, seed: str, folder: Path) -> list[object]:
    """Crawl slowly enough for people to follow."""
    options = [*quick(port), "--delay", 0.3, "--concurrency", 4, "--pages", 3000, "--out", folder]
    return ["crawl", TOPIC, "--seed", seed, *options]


def test_a_crawl_is_watched_paused_labelled_steered_stopped_and_taken_up_again(
    browser: Any, port: int, seeds: list[str], tmp_path: Path
) -> None:
    folder = tmp_path / "crawl"
    with running(*crawling(port, seeds[0], folder), "--control") as (process, address):
        view = Watched(browser, address)
        view.pages_reach(12)
        assert view.text("#state") == "running"
        assert view.page.locator("#latest li").count() >= 10
        view.until(lambda: view.page.locator("#hosts .wait").filter(has_text="rests 0.3 s").count() > 0)
        view.until(lambda: view.page.locator("#queue li .more").filter(has_text="+").count() > 0)
        _pause(view)
        _label(view)
        _steer(view, seeds[-1], folder)
        _search(view)
        view.page.click("#pause")
        view.pages_reach(view.number("#pages") + 5)
        view.page.click("#stop")
        assert process.wait(PATIENCE_S) == 0
        view.until(lambda: view.text("#state") == "stopped")
        assert "The live view has ended" in view.text("#problem")
    read = status(folder)
    assert view.number("#pages") == read.pages
    assert view.number("#relevant") == read.relevant
    assert view.heard == []
    with running("ui", folder, "--control") as (_, address):
        later = Watched(browser, address)
        later.until(lambda: later.text("#state") == "stopped")
        assert later.number("#pages") == read.pages
        assert later.text("#pause") == "Resume"
        later.page.click("#pause")
        later.pages_reach(read.pages + 3)
        assert later.text("#state") == "running"
        later.page.click("#stop")
        later.until(lambda: later.text("#state") == "stopped" and finished(folder))
        assert later.heard == []


def test_a_view_beside_a_crawl_ends_with_it_even_if_that_is_killed(
    port: int, seeds: list[str], tmp_path: Path
) -> None:
    with running(*crawling(port, seeds[0], tmp_path / "crawl"), "--ui") as (process, address):
        urllib.request.urlopen(address).close()
        process.kill()
        until = time.monotonic() + PATIENCE_S
        with pytest.raises(URLError):
            while time.monotonic() < until:
                urllib.request.urlopen(address).close()
                time.sleep(0.2)


def test_a_crawl_that_is_at_work_is_not_taken_up_a_second_time(
    browser: Any, port: int, seeds: list[str], tmp_path: Path
) -> None:
    with running(*crawling(port, seeds[0], tmp_path / "crawl"), "--control") as (_, address):
        view = Watched(browser, address)
        view.pages_reach(1)
        answer = view.page.evaluate(
            """fetch('orders', {method: 'POST', headers: {'Content-Type': 'application/json'},
               body: '{"do": "take-up"}'}).then(answer => answer.json())"""
        )
        assert "in use by another crawl" in answer["problem"]


def _pause(view: Watched) -> None:
    view.page.click("#pause")
    view.until(lambda: view.text("#state") == "paused")
    view.page.wait_for_timeout(3000)  # requests under way end
    pages = view.number("#pages")
    view.page.wait_for_timeout(2500)
    assert view.number("#pages") == pages
    assert view.text("#pause") == "Resume"


def _label(view: Watched) -> None:
    relevant = view.number("#relevant")
    first = view.page.locator("#best li").first
    visit = first.get_attribute("data-key")
    first.get_by_role("button", name="Not relevant").click()
    view.until(lambda: view.number("#relevant") == relevant - 1)
    assert view.page.locator(f"#best li[data-key='{visit}']").count() == 0
    more = view.page.locator("#best li").first.get_by_role("button", name="More like this")
    more.focus()
    view.page.keyboard.press("Enter")
    view.until(lambda: more.get_attribute("aria-pressed") == "true")
    view.until(lambda: "2 answers" in view.text("#notices"))


def _search(view: Watched) -> None:
    view.page.locator("#search").fill("flood rain")
    view.page.keyboard.press("Enter")
    view.until(lambda: view.page.locator("#hits li mark").count() > 0)
    assert "pages fit" in view.text("#found")
    view.page.locator("#hits").get_by_role("button", name="Similar pages").first.click()
    view.until(lambda: "like" in view.text("#found") and view.page.locator("#hits li").count() > 0)


def _steer(view: Watched, seed: str, folder: Path) -> None:
    orders = {
        "seed": (seed, " – queued"),
        "ban": ("tort-1.example", "tort-1.example is closed"),
        "budget": ("2000", "2,000 pages"),
    }
    for name, (value, outcome) in orders.items():
        view.page.locator(f"#{name}-form input").fill(value)
        view.page.locator(f"#{name}-form button").click()
        view.until(lambda: outcome in view.text("#commands"))  # noqa: B023  # called at once
    assert tomllib.loads((folder / "crawl.toml").read_text())["budget"]["pages"] == 2000
    view.page.locator("#seed-form input").fill("http:// nothing")
    view.page.locator("#seed-form button").click()
    view.until(lambda: "not an http or https URL" in view.text("#problem") or _refused(view))


def _refused(view: Watched) -> bool:
    """Whether the browser itself has refused an address."""
    return bool(view.page.evaluate("!document.querySelector('#seed').validity.valid"))


@pytest.fixture(scope="module")
def shown(port: int, seeds: list[str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of the view of a finished crawl of hostile pages, which may only be looked at."""
    folder = tmp_path_factory.mktemp("shown") / "crawl"
    options = [*quick(port), "--pages", 120, "--out", folder, "--ui"]
    with running("crawl", TOPIC, "--seed", seeds[0], *options) as (process, _):
        process.wait(2 * PATIENCE_S)
    with running("ui", folder) as (_, address):
        yield address


def test_script_in_titles_addresses_and_anchors_is_text_and_harms_nothing(browser: Any, shown: str) -> None:
    view = Watched(browser, shown)
    view.until(lambda: view.page.locator("#best li").count() > 3)
    assert "<script>window.harmed = true; alert(1)</script>" in view.text("#best .name")
    anchors = view.page.locator("#queue .name").all_text_contents()
    assert any("<script>window.harmed" in anchor for anchor in anchors)
    addresses = view.page.locator("#best .address, #queue .address").all_inner_texts()
    assert any("script" in address for address in addresses)
    view.page.locator("#search").fill("script")
    view.page.keyboard.press("Enter")
    view.until(lambda: view.page.locator("#hits li").count() > 0)
    assert "<script>" in view.text("#hits .name")
    assert view.page.evaluate("window.harmed") is None
    assert view.page.locator("main script, main img, main [onerror], main [onload]").count() == 0
    assert view.page.locator("main a:not([href^='http://']):not([href^='https://'])").count() == 0
    assert view.page.locator("main a:not([rel~='noreferrer'])").count() == 0
    view.page.wait_for_timeout(1500)
    assert view.heard == []


def test_sub_topics_appear_once_there_are_some(browser: Any, shown: str) -> None:
    view = Watched(browser, shown)
    view.until(lambda: view.page.locator("#sub-topics li meter").count() > 1)
    assert view.page.locator("#sub-topics-section").is_visible()


def test_a_view_that_only_shows_has_nothing_to_steer_with(browser: Any, shown: str) -> None:
    view = Watched(browser, shown)
    view.pages_reach(100)
    assert view.page.get_by_role("button", name="Hold still").count() == 1
    assert view.page.locator("#drive, #steer").filter(visible=True).count() == 0
    answer = view.page.evaluate(
        """fetch('orders', {method: 'POST', headers: {'Content-Type': 'application/json'},
           body: '{"do": "stop"}'}).then(answer => answer.status)"""
    )
    assert answer == 403


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_everybody_can_use_it(browser: Any, shown: str, viewport: dict[str, int], scheme: str) -> None:
    view = Watched(browser, shown, viewport, color_scheme=scheme, bypass_csp=True)
    view.pages_reach(100)
    view.page.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")
    assert serious(view.page) == []
    assert view.page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    dark = view.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 24, 29)"
    assert dark == (scheme == "dark")


def test_it_is_used_with_the_keyboard_alone(browser: Any, shown: str) -> None:
    view = Watched(browser, shown)
    view.pages_reach(100)
    view.page.keyboard.press("Tab")
    assert view.page.evaluate("document.activeElement.textContent") == "Skip to the pages"
    view.page.keyboard.press("Enter")
    view.page.keyboard.press("Tab")
    assert view.page.evaluate("document.activeElement.id") == "search"
    view.page.keyboard.press("Tab")
    view.page.keyboard.press("Tab")
    assert view.page.evaluate("document.activeElement.id") == "hold"
    view.page.keyboard.press("Space")
    assert view.page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"
