"""Who is let in by the live view, and what its page may load."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lycosa.ui.app import LiveView
from lycosa.ui.safety import BODY_BYTES

SECRET = "s3cret-s3cret-s3cret"
PORT = 8765
HOST = f"127.0.0.1:{PORT}"
ORIGIN = f"http://{HOST}"
ORDER = {"do": "pause"}


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: str


def ask(
    view: LiveView, path: str = f"/{SECRET}/", method: str = "GET", body: bytes = b"", **headers: str
) -> Answer:
    """Send a request as a browser at the right address would; headers given take the place of its own."""
    sent: dict[str, Any] = {"host": HOST}
    if method == "POST":
        sent |= {"origin": ORIGIN, "content-type": "application/json", "content-length": str(len(body))}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    messages: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        messages.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in sent.items() if value],
    }
    asyncio.run(view.app(scope, receive, send))  # type: ignore[arg-type]
    start, *rest = messages
    return Answer(
        start["status"],
        {name.decode(): value.decode() for name, value in start["headers"]},
        b"".join(part.get("body", b"") for part in rest).decode(),
    )


@pytest.fixture
def view(tmp_path: Path) -> LiveView:
    return LiveView(tmp_path, SECRET, PORT, control=True)


def test_the_page_is_given_to_who_knows_the_address(view: LiveView) -> None:
    answer = ask(view)
    assert answer.status == 200
    assert "<title>Lycosa live view</title>" in answer.body


@pytest.mark.parametrize(
    "path",
    ["/", "/index.html", "/events", f"/{SECRET}", f"/{SECRET}x/", "/x/../" + SECRET, f"/{SECRET[:-1]}/"],
)
def test_who_does_not_know_the_secret_is_told_nothing(view: LiveView, path: str) -> None:
    answer = ask(view, path)
    assert (answer.status, answer.body) == (404, "not found")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "",
        f"evil.example:{PORT}",
        "127.0.0.1",
        "127.0.0.1:1",
        f"127.0.0.1.evil.example:{PORT}",
    ],
)
def test_another_name_for_this_machine_is_refused(view: LiveView, host: str) -> None:
    assert ask(view, host=host).status == 421


def test_a_request_with_two_hosts_is_refused(view: LiveView) -> None:
    scope = {
        "type": "http",
        "method": "GET",
        "path": f"/{SECRET}/",
        "headers": [(b"host", HOST.encode()), (b"host", b"evil.example")],
    }
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    asyncio.run(view.app(scope, None, send))  # type: ignore[arg-type]
    assert messages[0]["status"] == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", f"https://{HOST}", "http://127.0.0.1:1"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_requests_of_other_sites_are_refused(view: LiveView, origin: str, method: str) -> None:
    assert ask(view, f"/{SECRET}/orders", method, json.dumps(ORDER).encode(), origin=origin).status == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_a_browser_calls_foreign_is_refused(view: LiveView, site: str) -> None:
    assert ask(view, sec_fetch_site=site).status == 403


def test_an_order_without_an_origin_is_refused(view: LiveView) -> None:
    assert ask(view, f"/{SECRET}/orders", "POST", json.dumps(ORDER).encode(), origin="").status == 403


def test_an_order_that_a_form_could_send_is_refused(view: LiveView) -> None:
    answer = ask(view, f"/{SECRET}/orders", "POST", b'{"do": "stop"}', content_type="text/plain")
    assert answer.status == 415


@pytest.mark.parametrize("size", [str(BODY_BYTES + 1), "", "-1", "many"])
def test_an_order_of_unknown_or_great_length_is_refused(view: LiveView, size: str) -> None:
    assert ask(view, f"/{SECRET}/orders", "POST", b"{}", content_length=size).status == 413


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(view: LiveView, method: str) -> None:
    assert ask(view, method=method).status == 405


@pytest.mark.parametrize("path", ["orders", "events", "view.js", ""])
def test_the_wrong_method_for_a_place_does_nothing(view: LiveView, path: str) -> None:
    method = "GET" if path == "orders" else "POST"
    assert ask(view, f"/{SECRET}/{path}", method, b"{}").status == 405


def test_a_view_without_control_takes_no_orders(tmp_path: Path) -> None:
    view = LiveView(tmp_path, SECRET, PORT)
    answer = ask(view, f"/{SECRET}/orders", "POST", json.dumps(ORDER).encode())
    assert answer.status == 403
    assert "--control" in answer.body
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "order",
    [
        b"",
        b"[]",
        b'{"do": "erase"}',
        b'{"do": "stop", "more": 1}',
        b'{"do": "budget", "pages": "9"}',
        b'{"do": "budget", "pages": -1}',
        b'{"do": "label", "visit": 0, "label": "<b>"}',
        b'{"do": "seed", "url": ""}',
        b'{"do": "label", "visit": 99999999999999999999, "label": "yes"}',
        b"\xff\xfe",
    ],
)
def test_what_is_not_an_order_is_refused_with_a_reason(view: LiveView, order: bytes) -> None:
    answer = ask(view, f"/{SECRET}/orders", "POST", order)
    assert answer.status == 400
    assert json.loads(answer.body)["problem"]


def test_a_cluster_takes_no_orders_that_nobody_would_carry_out(view: LiveView) -> None:
    (view.folder / "cluster.toml").touch()
    answer = ask(view, f"/{SECRET}/orders", "POST", b'{"do": "stop"}')
    assert "lycosa cluster resume" in json.loads(answer.body)["problem"]


def test_a_seed_that_is_no_web_address_is_not_taken(view: LiveView) -> None:
    answer = ask(view, f"/{SECRET}/orders", "POST", b'{"do": "seed", "url": "javascript:alert(1)"}')
    assert "not an http or https URL" in json.loads(answer.body)["problem"]


@pytest.mark.parametrize("path", [f"/{SECRET}/", "/nowhere", f"/{SECRET}/view.js"])
def test_every_answer_carries_the_policy(view: LiveView, path: str) -> None:
    headers = ask(view, path).headers
    policy = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["form-action"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["require-trusted-types-for"] == "'script'"
    assert "unsafe" not in headers["content-security-policy"]
    assert (headers["referrer-policy"], headers["cache-control"]) == ("no-referrer", "no-store")
    assert headers["x-content-type-options"] == "nosniff"


def test_the_page_has_no_script_or_style_of_its_own_and_asks_nobody_else(view: LiveView) -> None:
    page = ask(view).body
    assert "style=" not in page
    assert "<style" not in page
    assert "<script>" not in page
    assert "onclick" not in page
    for asset in ("view.js", "view.css", "icon.svg"):
        text = ask(view, f"/{SECRET}/{asset}").body.replace("http://www.w3.org/2000/svg", "")
        assert "innerHTML" not in text
        assert "http://" not in text.replace("https?:", "")


def test_a_crawl_that_has_not_begun_is_a_problem_in_words(view: LiveView) -> None:
    answer = ask(view, f"/{SECRET}/snapshot")
    assert answer.status == 503
    assert "not begun" in json.loads(answer.body)["problem"]
