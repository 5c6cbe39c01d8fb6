"""What robots.txt and name servers answered is in the archive, so that obedience can be shown later."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from tests.hostile.crawling import everywhere, finish, hostile_web, polite
from tests.hostile.servers import always, answer, redirect, reset_at_once, serve, site
from warcio.archiveiterator import ArchiveIterator
from warcio.recordloader import ArcWarcRecord

from lycosa.session import Session

RULES = b"User-agent: *\nDisallow: /private\n"


def records(folder: Path) -> list[tuple[str, str, bytes]]:
    """Return type, URL and content of every record, all digests checked."""
    found = []
    for file in sorted((folder / "warc").glob("*.warc.gz")):
        with file.open("rb") as stream:
            record: ArcWarcRecord
            for record in ArchiveIterator(stream, check_digests="raise"):
                url = record.rec_headers.get_header("WARC-Target-URI") or ""
                found.append((record.rec_type, url, record.content_stream().read()))
    return found


async def test_robots_txt_is_archived_with_its_request(tmp_path: Path) -> None:
    async with hostile_web({"a.test": polite(everywhere(), robots=answer(RULES))}) as web:
        await web.crawl(tmp_path, "http://a.test/", "http://a.test/private")
    about = [(kind, body) for kind, url, body in records(tmp_path) if url == "http://a.test/robots.txt"]
    assert [kind for kind, _ in about] == ["request", "response"]
    assert about[1][1] == RULES


async def test_redirects_and_missing_files_are_archived_too(tmp_path: Path) -> None:
    hosts = {
        "a.test": site({"/robots.txt": redirect("http://a.test/rules"), "/rules": answer(RULES)}),
        "b.test": always(answer(b"nothing", "404 No")),
    }
    async with hostile_web(hosts) as web:
        await web.crawl(tmp_path, "http://a.test/", "http://b.test/")
    urls = [url for kind, url, _ in records(tmp_path) if kind == "response"]
    assert {"http://a.test/robots.txt", "http://a.test/rules", "http://b.test/robots.txt"} <= set(urls)


async def test_rules_of_a_site_that_gives_nothing_else_are_archived_at_the_end_and_survive_a_resume(
    tmp_path: Path,
) -> None:
    async with hostile_web({"a.test": polite(reset_at_once, robots=answer(RULES))}) as web:
        settings = web.settings("http://a.test/", budget={"pages": 1}, work={"concurrency": 1})
        await finish(Session(settings, tmp_path), ends=_page_budget())
        before = records(tmp_path)
        await finish(Session.of_folder(tmp_path), ends=_page_budget())
    assert ("response", "http://a.test/robots.txt", RULES) in before
    assert records(tmp_path)[: len(before)] == before


def _page_budget() -> object:
    from lycosa.engine import Stop

    return Stop.PAGES


async def test_addresses_are_archived_as_dns_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lookup(host: bytes | str, *_: object, **__: object) -> list[object]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 0))]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    async with hostile_web({}) as web, serve(polite(everywhere())) as server:
        url = f"http://named.test:{server.port}/"
        network = {"allow_private": True, "resolve": web.settings().network.resolve}
        await web.crawl(tmp_path, url, network=network)
    (found,) = [(kind, body) for kind, target, body in records(tmp_path) if target == "dns:named.test"]
    kind, body = found
    stamp, row, _ = body.decode().split("\n")
    assert kind == "resource"
    assert len(stamp) == 14
    assert row.split("\t") == ["named.test.", "300", "IN", "A", "127.0.0.1"]
