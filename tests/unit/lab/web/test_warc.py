from __future__ import annotations

import gzip
from io import BytesIO
from pathlib import Path

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from lycosa.errors import LycosaError
from lycosa.lab.web.frozen import open_web

pytestmark = pytest.mark.filterwarnings(
    "ignore:Unclosed file <tempfile:ResourceWarning",  # warcio leaves its spool files to the collector
)
HTML = ("Content-Type", "text/html; charset=latin-1")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LYCOSA_CACHE", str(tmp_path / "cache"))


class Archive:
    """Writes a WARC file with another library than the one that reads it."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._stream = file.open("wb")
        self._writer = WARCWriter(self._stream, gzip=file.suffix == ".gz")

    def answer(self, url: str, status: str, headers: list[tuple[str, str]], body: bytes = b"") -> str:
        head = StatusAndHeaders(status, headers, protocol="HTTP/1.1")
        record = self._writer.create_warc_record(url, "response", payload=BytesIO(body), http_headers=head)
        self._writer.write_record(record)
        return str(record.rec_headers.get_header("WARC-Payload-Digest"))

    def revisit(self, url: str, digest: str, of: str) -> None:
        head = StatusAndHeaders("200 OK", [HTML], protocol="HTTP/1.1")
        date = "2026-01-01T00:00:00Z"
        record = self._writer.create_revisit_record(url, digest, of, date, http_headers=head)
        if not of:
            record.rec_headers.remove_header("WARC-Refers-To-Target-URI")
        self._writer.write_record(record)

    def close(self) -> None:
        self._stream.close()


def archive(tmp_path: Path, name: str = "web/crawl.warc.gz") -> Archive:
    return Archive(tmp_path / name)


@pytest.mark.parametrize("name", ["web/crawl.warc", "web/crawl.warc.gz", "web/warc/crawl.warc.gz"])
def test_html_answers_become_pages_as_they_were_served(tmp_path: Path, name: str) -> None:
    warc = archive(tmp_path, name)
    warc.answer("http://a.example/", "200 OK", [HTML], b"caf\xe9")
    warc.close()
    page = open_web(tmp_path / "web").page("http://a.example/")
    assert page is not None
    assert (page.html, page.content_type) == (b"caf\xe9", "text/html; charset=latin-1")


def test_content_encoding_is_removed(tmp_path: Path) -> None:
    warc = archive(tmp_path)
    headers = [HTML, ("Content-Encoding", "gzip")]
    warc.answer("http://a.example/", "200 OK", headers, gzip.compress(b"<p>plain</p>"))
    warc.close()
    page = open_web(tmp_path / "web").page("http://a.example/")
    assert page is not None and page.html == b"<p>plain</p>"


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("utf-8", b"<p>\0\1 no text</p>"),
        ("gzip", gzip.compress(b"<p>damaged</p>")[:-8] + bytes(8)),
        ("zstd", b"\x28\xb5\x2f\xfd\0\xb8" + bytes(30)),
    ],
    ids=("utf-8", "gzip", "zstd"),
)
def test_an_answer_that_cannot_be_decoded_hides_no_other(tmp_path: Path, encoding: str, body: bytes) -> None:
    warc = archive(tmp_path)
    warc.answer("http://a.example/bad", "200 OK", [HTML, ("Content-Encoding", encoding)], body)
    warc.answer(
        "http://a.example/bomb", "404 x", [("Content-Encoding", "gzip")], gzip.compress(bytes(1 << 24))
    )
    warc.answer("http://a.example/good", "200 OK", [HTML], b"x")
    warc.close()
    assert list(open_web(tmp_path / "web").urls()) == ["http://a.example/good"]


def test_a_plain_page_with_a_false_encoding_is_read_as_a_crawl_reads_it(tmp_path: Path) -> None:
    warc = archive(tmp_path)
    warc.answer("http://a.example/", "200 OK", [HTML, ("Content-Encoding", "utf-8")], b"<p>plain</p>")
    warc.close()
    page = open_web(tmp_path / "web").page("http://a.example/")
    assert page is not None and page.html == b"<p>plain</p>"


def test_an_answer_with_a_long_head_is_read(tmp_path: Path) -> None:
    warc = archive(tmp_path)
    warc.answer("http://a.example/", "200 OK", [HTML, ("X-Long", "x" * 60_000)], b"x")
    warc.close()
    assert list(open_web(tmp_path / "web").urls()) == ["http://a.example/"]


def test_errors_and_other_content_are_left_out(tmp_path: Path) -> None:
    warc = archive(tmp_path)
    warc.answer("http://a.example/", "200 OK", [HTML], b"x")
    warc.answer("http://a.example/gone", "404 Not Found", [HTML], b"x")
    warc.answer("http://a.example/p.png", "200 OK", [("Content-Type", "image/png")], b"x")
    warc.close()
    assert list(open_web(tmp_path / "web").urls()) == ["http://a.example/"]


def test_redirect_answers_are_followed_relative_to_their_url(tmp_path: Path) -> None:
    warc = archive(tmp_path)
    warc.answer("http://a.example/dir/old", "302 Found", [("Location", "../new#x")])
    warc.answer("http://a.example/new", "200 OK", [HTML], b"x")
    warc.close()
    assert open_web(tmp_path / "web").redirect("http://a.example/dir/old") == "http://a.example/new"


@pytest.mark.parametrize("of", ["http://a.example/", ""])
def test_revisit_shows_the_page_it_refers_to_by_url_or_by_digest(tmp_path: Path, of: str) -> None:
    warc = archive(tmp_path)
    digest = warc.answer("http://a.example/", "200 OK", [HTML], b"same")
    warc.revisit("http://a.example/copy", digest, of)
    warc.close()
    page = open_web(tmp_path / "web").page("http://a.example/copy")
    assert page is not None and page.html == b"same"


def test_a_list_of_files_is_one_web(tmp_path: Path) -> None:
    for number in (1, 2):
        warc = archive(tmp_path, f"w{number}.warc.gz")
        warc.answer(f"http://a.example/{number}", "200 OK", [HTML], b"x")
        warc.close()
    assert len(open_web([tmp_path / "w1.warc.gz", tmp_path / "w2.warc.gz"])) == 2


@pytest.mark.parametrize("data", [b"", b"plain text, no archive\n" * 50])
def test_a_file_that_is_no_archive_is_named(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "bad.warc").write_bytes(data)
    with pytest.raises(LycosaError, match=r"cannot read .*bad\.warc"):
        open_web([tmp_path / "bad.warc"])


def test_other_files_and_missing_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"")
    with pytest.raises(LycosaError, match=r"files ending in \.warc or \.warc\.gz"):
        open_web(tmp_path / "x.zip")
    with pytest.raises(LycosaError, match=r"there is no file .*y\.warc"):
        open_web([tmp_path / "y.warc"])
