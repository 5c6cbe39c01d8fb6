from __future__ import annotations

import gzip
import json
import re
from base64 import b32encode
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha1
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid5

import pytest
from tests.tinyweb import TinyWeb, page
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from lycosa import Fetched, Kind, Topic
from lycosa.lab.web.base import WebPage
from lycosa.lab.web.source import Redirect, Repeat
from lycosa.lab.web.warc import read_warcs
from lycosa.model import Exchange
from lycosa.store import Keep, read_answer, read_state
from lycosa.store.warc.records import RecordWriter, _stored, date_text, digest_text
from lycosa.strategy.shark_search import SharkSearch

TOPIC = Topic.from_keywords(["flood", "river"])
Sessions = Callable[..., Any]
A, B, C, D = (f"http://site.test/{name}" for name in "abcd")


def shark() -> SharkSearch:
    return SharkSearch(TOPIC)


class WireWeb(TinyWeb):
    """A tiny web that answers as a server would: chunked, compressed, from an address."""

    async def fetch(self, url: str) -> Fetched:
        fetched = await super().fetch(url)
        if not fetched.status:
            return fetched
        head = f"HTTP/1.1 {fetched.status} Fine\r\nContent-Type: text/html; charset=utf-8\r\nX-Odd:  é \r\n"
        if fetched.location:
            head += f"Location: {fetched.location}\r\n"
        head += "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
        exchange = Exchange(
            f"GET {url} HTTP/1.1\r\nHost: site.test\r\n\r\n".encode(),
            head.encode("latin-1"),
            gzip.compress(fetched.body, mtime=0),
            "192.0.2.7",
        )
        headers = (("content-type", "text/html; charset=utf-8"), ("content-encoding", "gzip"))
        return replace(fetched, headers=headers, exchange=exchange, fetched_at=1_700_000_000.25)


def files(crawl: Any) -> list[Path]:
    return sorted((crawl.folder / "warc").iterdir())


def records(crawl: Any, *types: str) -> list[SimpleNamespace]:
    """Return the records of some types as warcio reads them."""
    found = []
    for file in files(crawl):
        with file.open("rb") as stream:
            for record in ArchiveIterator(stream):
                if record.rec_type in types:
                    http = record.http_headers
                    found.append(
                        SimpleNamespace(
                            type=record.rec_type,
                            headers=dict(record.rec_headers.headers),
                            http=http and dict(http.headers),
                            status=http and http.statusline,
                            payload=record.raw_stream.read(),
                        )
                    )
    return found


def check(crawl: Any) -> int:
    return int(Checker(SimpleNamespace(inputs=map(str, files(crawl)), verbose=False)).process_all())


@pytest.mark.parametrize("kind", [TinyWeb, WireWeb])
def test_the_archive_of_a_wild_web_passes_warcio_check(kind: Any, web: TinyWeb, session: Sessions) -> None:
    crawl = session(shark, kind(web.pages))
    while crawl.sit(17) is None:
        pass
    assert check(crawl) == 0
    assert len(records(crawl, "response", "revisit")) == crawl.rows("SELECT count(archive) FROM visits")[0][0]


def test_request_response_and_judgement_belong_together(session: Sessions) -> None:
    crawl = session(shark, WireWeb({A: page(text="flood")}))
    crawl.sit(None, A)
    request, metadata, response = records(crawl, "request", "metadata", "response")
    assert [request.type, metadata.type, response.type] == ["request", "metadata", "response"]
    assert request.headers["WARC-Concurrent-To"] == response.headers["WARC-Record-ID"]
    assert metadata.headers["WARC-Concurrent-To"] == response.headers["WARC-Record-ID"]
    assert {record.headers["WARC-Target-URI"] for record in (request, metadata, response)} == {A}
    assert response.headers["WARC-IP-Address"] == "192.0.2.7"
    assert response.headers["WARC-Date"] == "2023-11-14T22:13:20.250000Z"


def test_every_file_begins_with_what_made_it(session: Sessions) -> None:
    crawl = session(shark, WireWeb({A: page()}))
    crawl.sit(None, A)
    (info,) = records(crawl, "warcinfo")
    (response,) = records(crawl, "response")
    assert info.headers["WARC-Filename"] == files(crawl)[0].name
    assert response.headers["WARC-Warcinfo-ID"] == info.headers["WARC-Record-ID"]
    assert b"software: lycosa/" in info.payload


def test_an_answer_is_kept_as_received_but_for_its_transfer_encoding(session: Sessions) -> None:
    crawl = session(shark, WireWeb({A: page(text="flood")}))
    crawl.sit(None, A)
    (response,) = records(crawl, "response")
    assert gzip.decompress(response.payload) == page(text="flood").encode()
    assert response.http["Content-Encoding"] == "gzip"
    assert "Transfer-Encoding" not in response.http
    assert response.http["Content-Length"] == str(len(response.payload))


def test_the_judgement_is_told_with_its_reasons(session: Sessions) -> None:
    crawl = session(shark, WireWeb({A: page("b|the river"), B: page(text="flood")}))
    crawl.sit(None, A)
    _, metadata = records(crawl, "metadata")
    judgement = crawl.notebook.steps[1].visit.judgement
    assert json.loads(metadata.payload) == {
        "visit": 1,
        "strategy": "shark-search",
        "relevant": judgement.relevant,
        "score": judgement.score,
        "parts": dict(judgement.parts),
        "reason": judgement.reason,
        "depth": 1,
        "parent": A,
        "anchor": "the river",
    }


def test_a_payload_seen_before_becomes_a_revisit(session: Sessions) -> None:
    crawl = session(shark, WireWeb({A: page(C, B), B: page(text="flood"), C: page(text="flood")}))
    crawl.sit(2, A)
    crawl.sit()  # the payloads of an earlier sitting are remembered
    _, original, revisit = records(crawl, "response", "revisit")
    assert revisit.type == "revisit"
    assert revisit.payload == b""
    assert revisit.headers["WARC-Refers-To"] == original.headers["WARC-Record-ID"]
    assert revisit.headers["WARC-Refers-To-Target-URI"] == original.headers["WARC-Target-URI"]
    assert revisit.headers["WARC-Refers-To-Date"] == original.headers["WARC-Date"]
    assert revisit.headers["WARC-Payload-Digest"] == original.headers["WARC-Payload-Digest"]
    assert revisit.headers["WARC-Profile"].endswith("/1.1/revisit/identical-payload-digest")
    assert crawl.rows("SELECT payload_of FROM visits") == [(None,), (None,), (1,)]


LONG = " ".join(f"flood {number * 7919}" for number in range(4_000))


def stored_bytes(crawl: Any) -> int:
    return int(crawl.rows("SELECT record_bytes FROM visits")[0][0])


def test_a_payload_that_came_compressed_is_not_compressed_again(session: Sessions) -> None:
    crawl = session(shark, WireWeb({A: page(text=LONG)}))
    crawl.sit(None, A)
    (response,) = records(crawl, "response")
    assert stored_bytes(crawl) > len(response.payload)
    assert gzip.decompress(response.payload) == page(text=LONG).encode()
    assert check(crawl) == 0


def test_a_payload_that_came_plain_is_compressed(session: Sessions) -> None:
    crawl = session(shark, TinyWeb({A: page(text=LONG)}))
    crawl.sit(None, A)
    assert stored_bytes(crawl) < len(page(text=LONG)) / 2
    assert check(crawl) == 0


def test_the_id_of_a_record_follows_from_crawl_and_visit(session: Sessions) -> None:
    crawl = session(shark)
    crawl.sit(20)
    identity = UUID(crawl.rows("SELECT value FROM meta WHERE key = 'crawl'")[0][0])
    numbers = [number for (number,) in crawl.rows("SELECT number FROM visits WHERE archive IS NOT NULL")]
    assert [record.headers["WARC-Record-ID"] for record in records(crawl, "response", "revisit")] == [
        f"<urn:uuid:{uuid5(identity, f'{number}/response')}>" for number in numbers
    ]


def test_a_digest_is_written_in_base_32(session: Sessions) -> None:
    crawl = session(shark)
    crawl.sit(20)
    for record in records(crawl, "response"):
        digest = b32encode(sha1(record.payload, usedforsecurity=False).digest()).decode()
        assert record.headers["WARC-Payload-Digest"] == f"sha1:{digest}"


def test_redirects_and_errors_with_a_status_are_archived(session: Sessions) -> None:
    crawl = session(shark, WireWeb({A: f"-> {B}", B: page("c", "d"), C: 404, D: Kind.TLS}))
    crawl.sit(None, A)
    assert [record.status[:3] for record in records(crawl, "response", "revisit")] == ["301", "200", "404"]
    assert crawl.rows("SELECT error FROM visits WHERE archive IS NULL") == [("tls",)]


def test_a_body_that_was_cut_says_so(session: Sessions) -> None:
    class Cut(WireWeb):
        async def fetch(self, url: str) -> Fetched:
            return replace(await super().fetch(url), truncated=True)

    crawl = session(shark, Cut({A: page()}))
    crawl.sit(None, A)
    assert records(crawl, "response")[0].headers["WARC-Truncated"] == "length"


def test_an_answer_from_no_wire_gets_a_head(session: Sessions) -> None:
    crawl = session(shark, TinyWeb({A: page()}))
    crawl.sit(None, A)
    (response,) = records(crawl, "response")
    assert response.status == "200 OK"
    assert response.http == {
        "content-type": "text/html; charset=utf-8",
        "content-length": str(len(page())),
    }
    assert response.payload == page().encode()
    assert records(crawl, "request") == []


def test_a_header_cannot_break_out_of_its_line(session: Sessions) -> None:
    class Sly(TinyWeb):
        async def fetch(self, url: str) -> Fetched:
            fetched = await super().fetch(url)
            return replace(fetched, headers=(("content-type", "text/html\r\nX-Evil: 1\r\n\r\n<p>"),))

    crawl = session(shark, Sly({A: page()}))
    crawl.sit(None, A)
    assert "X-Evil" not in records(crawl, "response")[0].http
    assert check(crawl) == 0


def test_an_answer_with_a_long_head_reads_back(session: Sessions) -> None:
    class Wordy(TinyWeb):
        async def fetch(self, url: str) -> Fetched:
            fetched = await super().fetch(url)
            return replace(fetched, headers=(*fetched.headers, ("x-long", "x" * 60_000)))

    crawl = session(shark, Wordy({A: page(text="flood")}))
    crawl.sit(None, A)
    with closing(read_state(crawl.folder)) as state:
        read = read_answer(state, crawl.folder, 0)
    assert read.body == page(text="flood").encode()
    assert len(read.header("x-long")) == 60_000


def test_a_full_file_is_followed_by_another(session: Sessions) -> None:
    crawl = session(shark, keep=Keep(archive_bytes=3_000))
    while crawl.sit(11) is None:
        pass
    names = [file.name for file in files(crawl)]
    assert len(names) > 5
    assert all(re.fullmatch(r"lycosa-\d{14}-\d{5}\.warc\.gz", name) for name in names)
    assert [int(name[-13:-8]) for name in names] == list(range(1, len(names) + 1))
    assert len(records(crawl, "warcinfo")) == len(names)
    assert check(crawl) == 0


@pytest.mark.parametrize("kind", [TinyWeb, WireWeb])
def test_every_answer_reads_back_as_it_was_fetched(kind: Any, web: TinyWeb, session: Sessions) -> None:
    crawl = session(shark, kind(web.pages), Keep(archive_bytes=10_000))
    crawl.sit()
    with closing(read_state(crawl.folder)) as state:
        for step in crawl.notebook.steps:
            fetched, read = step.visit.fetched, read_answer(state, crawl.folder, step.visit.number)
            if not fetched.status:
                assert read is None
                continue
            assert (read.url, read.status, read.body, read.location) == (
                fetched.url,
                fetched.status,
                fetched.body,
                fetched.location,
            )
            assert read.header("content-type") == fetched.header("content-type")


def test_a_crawl_can_be_crawled_again_as_a_frozen_web(web: TinyWeb, session: Sessions) -> None:
    crawl = session(shark, WireWeb(web.pages))
    crawl.sit()
    found = list(read_warcs(files(crawl)))
    pages = {record.url for record in found if isinstance(record, WebPage)}
    copies = {record.url for record in found if isinstance(record, Repeat) and record.original in pages}
    assert pages | copies == set(crawl.notebook.visited)
    assert copies
    assert sum(isinstance(record, Redirect) for record in found) == crawl.crawl.tally.redirects


@pytest.mark.parametrize("at", [0.0, 1.5, 1e9 + 0.9999996, 1e9 + 0.0000005, 1795000000.123456, 4e9 + 0.25])
def test_a_time_is_written_as_datetime_writes_it(at: float) -> None:
    written = datetime.fromtimestamp(at, UTC).replace(tzinfo=None).isoformat(timespec="microseconds")
    assert date_text(at) == f"{written}Z"


@pytest.mark.parametrize("block", [b"", b"a", b"lycosa", bytes(range(256))])
def test_every_digest_is_written_as_base64_writes_it(block: bytes) -> None:
    digest = sha1(block, usedforsecurity=False).digest()
    assert digest_text(digest) == f"sha1:{b32encode(digest).decode()}"


@pytest.mark.parametrize("serial", range(1, 40))
def test_a_file_is_named_after_the_crawl_and_its_number(serial: int) -> None:
    crawl = UUID("4fa38a1c-0d20-4a6a-9d2e-7d1a38bb5ae1")
    head = gzip.decompress(RecordWriter(crawl).file_head(serial, "x.warc.gz", 0.0)).decode()
    assert f"WARC-Record-ID: <urn:uuid:{uuid5(crawl, f'file/{serial}')}>\r\n" in head


@pytest.mark.parametrize("size", [1, 100, 0xFFFE, 0xFFFF, 0x10000, 3 * 0xFFFF, 200_001])
def test_a_record_that_is_stored_as_it_is_can_be_unpacked_by_anybody(size: int) -> None:
    record = sha1(b"", usedforsecurity=False).digest() * (size // 20 + 1)
    assert gzip.decompress(_stored(record[:size])) == record[:size]
