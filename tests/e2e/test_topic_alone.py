"""A crawl that is given a topic and nothing else asks search engines where to start."""

from __future__ import annotations

import json
import socket
import threading
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar
from urllib.parse import parse_qs, urlsplit

import pytest
from tests.e2e.commands import lycosa, quick, served

from lycosa.lab.web.named import web_from

ROOT = Path(__file__).resolve().parents[2]
TOPIC = "rainstorm disasters: floods, heavy rain and storms"
SEEDS = sorted(web_from("synth").on_topic("rainstorm"))[:3]
DESCRIPTION = """<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<Url type="application/rss+xml" template="http://{0}/rss?q={{searchTerms}}"/></OpenSearchDescription>"""


class Engines(BaseHTTPRequestHandler):
    """Speaks as SearXNG, as an engine with an OpenSearch description, and as Wikipedia; finds the seeds."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        place = urlsplit(self.path)
        given = parse_qs(place.query)
        self.asked.append((given.get("q") or given.get("gsrsearch") or [""])[0])
        if place.path == "/search" and given["pageno"] == ["1"]:
            self.answer(json.dumps({"results": [{"url": url, "title": "T\x1b[31m"} for url in SEEDS]}))
        elif place.path == "/search":
            self.answer('{"results": []}')
        elif place.path == "/opensearch.xml":
            self.answer(DESCRIPTION.format(self.headers["Host"]))
        elif place.path == "/rss":
            items = "".join(f"<item><title>T</title><link>{url}</link></item>" for url in SEEDS)
            self.answer(f"<rss><channel>{items}</channel></rss>")
        elif place.path == "/w/api.php" and given["inprop"] == ["url"]:
            pages = [{"title": url, "index": 9 - n, "fullurl": url} for n, url in enumerate(SEEDS)]
            self.answer(json.dumps({"batchcomplete": True, "query": {"pages": pages}}))
        else:
            self.send_error(404)

    def answer(self, text: str) -> None:
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def engines() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Engines) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served(web_from("synth")) as port:
        yield port


def named(example: str, engines: str) -> str:
    """Return the engine of an example file, at the address of the local server instead of its own."""
    settings = tomllib.loads((ROOT / "examples" / "search" / f"{example}.toml").read_text())
    kind, _, where = settings["seed_search"]["engines"][0].partition("=")
    place = urlsplit(where)
    return f"{kind}={where.replace(f'{place.scheme}://{place.netloc}', f'http://{engines}')}"


@pytest.mark.parametrize("example", ["searxng", "opensearch", "wikipedia"])
def test_the_engine_of_an_example_file_finds_seeds_and_the_crawl_begins(
    example: str, engines: str, port: int, tmp_path: Path
) -> None:
    out = tmp_path / "crawl"
    ran = lycosa(
        "crawl", TOPIC, "--engine", named(example, engines), *quick(port), "--pages", 10, "--out", out
    )
    assert ran.code == 0, ran.err
    assert f"{len(SEEDS)} seeds found for {TOPIC}" in ran.out
    assert all(url in ran.out for url in SEEDS)
    assert "\x1b[31m" not in ran.out
    assert Engines.asked[-1] == TOPIC
    assert sorted(tomllib.loads((out / "crawl.toml").read_text())["seeds"]) == SEEDS


def test_a_crawl_begun_so_is_resumed_without_asking_again(engines: str, port: int, tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    searxng = f"searxng=http://{engines}"
    assert lycosa("crawl", TOPIC, "--engine", searxng, *quick(port), "--pages", 5, "--out", out).code == 0
    before = len(Engines.asked)
    ran = lycosa("resume", out, "--pages", 10)
    assert ran.code == 0, ran.err
    assert len(Engines.asked) == before


def test_the_environment_may_name_the_engine(
    engines: str, port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LYCOSA_ENGINES", f"searxng=http://{engines}")
    ran = lycosa("crawl", TOPIC, *quick(port), "--pages", 5, "--out", tmp_path / "crawl")
    assert ran.code == 0, ran.err


def test_without_an_engine_two_lines_say_how_to_have_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LYCOSA_ENGINES", raising=False)
    ran = lycosa("crawl", TOPIC, "--out", tmp_path / "crawl")
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 2
    assert "--engine searxng=" in ran.err
    assert "examples/search" in ran.err
    assert not (tmp_path / "crawl" / "state.sqlite").exists()


def test_an_engine_that_cannot_be_reached_is_named_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        nobody = held.getsockname()[1]
    searxng = f"searxng=http://127.0.0.1:{nobody}"
    ran = lycosa("crawl", TOPIC, "--engine", searxng, "--out", tmp_path / "crawl")
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1
    assert "127.0.0.1 cannot be searched" in ran.err
