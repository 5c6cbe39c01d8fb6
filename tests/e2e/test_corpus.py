"""A crawl as a corpus: texts, dates, a data set, an index for replay, and `lycosa.open`."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from tests.e2e.commands import lycosa, quick, served
from warcio.archiveiterator import ArchiveIterator

import lycosa as library
from lycosa.lab.web.named import web_from
from lycosa.model import Fetched
from lycosa.page.content import content_of, iso_date
from lycosa.store.database import read_state
from lycosa.store.export.dataset import write_dataset
from lycosa.store.tables.page_rows import Choice, PageRows
from lycosa.store.warc.cdxj import surt

TOPIC = "rainstorm disasters: floods, heavy rain and storms"


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("corpus") / "floods"
    web = web_from("synth")
    with served(web) as port:
        seed = min(web.on_topic("rainstorm"))
        ran = lycosa("crawl", TOPIC, "--seed", seed, *quick(port), "--pages", 40, "--out", folder)
    assert ran.code == 0, ran.err
    yield folder


ARTICLE = """<html lang=en><head><title>Floods</title>
<meta property="article:modified_time" content="2024-03-05T10:00:00+02:00">
<script type="application/ld+json">{"@graph": [{"@type": "Article", "datePublished": "2024-01-02"}]}</script>
</head><body><nav><a href=/>menu</a></nav><article><h1>After the rain</h1><p>Some <b>bold</b> words, and
<a href=/more>more</a>, %s</p><ul><li>one</li><li>two</li></ul></article>
<footer>imprint</footer></body></html>
""" % ("the river rose again, and again. " * 20)


def answer(html: str, **headers: str) -> Fetched:
    given = (
        ("content-type", "text/html; charset=utf-8"),
        *((k.replace("_", "-"), v) for k, v in headers.items()),
    )
    return Fetched("http://a.test/", 200, given, html.encode())


def test_content_is_text_markdown_and_dates_without_menus() -> None:
    content = content_of(answer(ARTICLE))
    assert "# After the rain" in content.markdown
    assert "**bold**" in content.markdown
    assert "menu" not in content.markdown + content.text
    assert (content.published, content.modified) == ("2024-01-02", "2024-03-05T08:00:00+00:00")


def test_a_server_says_when_a_page_was_changed_if_the_page_does_not() -> None:
    content = content_of(answer("<p>words", last_modified="Tue, 05 Mar 2024 08:00:00 GMT"))
    assert (content.published, content.modified) == ("", "2024-03-05T08:00:00+00:00")


@pytest.mark.parametrize("text", ["", "yesterday", "2024-13-45", "0000-00-00", "9" * 400, "1 2 3 4 5", "\0"])
def test_what_is_no_date_is_none(text: str) -> None:
    assert iso_date(text) == ""


@pytest.mark.parametrize(
    "script", ["{", "[" * 1000, '{"datePublished": 7}', '{"datePublished": ["x"]}', "null", '"2024"']
)
def test_odd_structured_data_is_no_error(script: str) -> None:
    page = f"<script type='application/ld+json'>{script}</script><p>words"
    assert content_of(answer(page)).published == ""


@pytest.mark.parametrize(("form", "ending"), [("text", "txt"), ("markdown", "md")])
def test_a_folder_of_texts_has_a_file_for_each_page(
    form: str, ending: str, crawled: Path, tmp_path: Path
) -> None:
    ran = lycosa("export", crawled, "--out", tmp_path / "texts", "--format", form)
    files = sorted((tmp_path / "texts").iterdir())
    assert ran.out.startswith(f"{len(files)} pages")
    assert len(files) == len(library.open(crawled))
    front = re.fullmatch(r"---\n(.*?)\n---\n\n(.+)", files[0].read_text(), flags=re.DOTALL)
    assert front is not None
    assert {"url", "title", "host", "score", "fetched_at"} <= {
        line.split(":")[0] for line in front[1].splitlines()
    }
    assert files[0].suffix == f".{ending}"
    assert lycosa("export", crawled, "--out", tmp_path / "texts", "--format", form).code == 2


def test_pages_can_be_chosen_by_score(crawled: Path, tmp_path: Path) -> None:
    everything = list(library.open(crawled).pages(everything=True))
    least = sorted(page["score"] for page in everything)[len(everything) // 2]
    lycosa("export", crawled, "--out", tmp_path / "p.jsonl", "--all", "--min-score", least)
    rows = [json.loads(line) for line in (tmp_path / "p.jsonl").read_text().splitlines()]
    assert [row["url"] for row in rows] == [page["url"] for page in everything if page["score"] >= least]
    assert 0 < len(rows) < len(everything)


def test_a_data_set_has_shards_and_a_card(crawled: Path, tmp_path: Path) -> None:
    ran = lycosa("export", crawled, "--out", tmp_path / "data", "--format", "huggingface", "--markdown")
    assert ran.code == 0, ran.err
    card = (tmp_path / "data" / "README.md").read_text()
    _, front, words = card.split("---\n", 2)
    assert "path: data/train-*.parquet" in front
    assert "language:\n- en" in front
    (shard,) = (tmp_path / "data" / "data").iterdir()
    assert shard.name == "train-00000-of-00001.parquet"
    table = pq.read_table(shard)
    assert table.num_rows == len(library.open(crawled))
    assert {"text", "markdown", "published", "host", "language", "score"} <= set(table.column_names)
    assert all(f"| `{name}` |" in words for name in table.column_names)


def test_a_large_data_set_is_parted_into_shards(crawled: Path, tmp_path: Path) -> None:
    rows = PageRows(read_state(crawled), crawled, Choice(everything=True))
    count = write_dataset(rows, tmp_path / "data", shard_rows=15)
    shards = sorted((tmp_path / "data" / "data").iterdir())
    assert [shard.name for shard in shards] == [f"train-0000{n}-of-00003.parquet" for n in range(3)]
    assert sum(pq.read_table(shard).num_rows for shard in shards) == count == 40


def read_at(file: Path, offset: int, length: int) -> tuple[str, bytes]:
    """Read one record as a replay tool does: by its place."""
    with file.open("rb") as stream:
        stream.seek(offset)
        record = next(iter(ArchiveIterator(BytesIO(stream.read(length)))))
        return record.rec_headers["WARC-Target-URI"], record.content_stream().read()


@pytest.mark.parametrize("form", ["warc", "cdxj"])
def test_an_index_leads_replay_tools_to_every_record(form: str, crawled: Path, tmp_path: Path) -> None:
    out = tmp_path / ("pages.warc.gz" if form == "warc" else "crawl.cdxj")
    ran = lycosa("export", crawled, "--out", out, "--all", "--format", form)
    assert ran.code == 0, ran.err
    index = out if form == "cdxj" else tmp_path / "pages.warc.gz.cdxj"
    lines = index.read_bytes().splitlines()
    assert lines == sorted(lines)
    assert len(lines) == 40
    folder = tmp_path if form == "warc" else crawled / "warc"
    for line in lines:
        key, moment, facts = line.decode().split(" ", 2)
        entry = json.loads(facts)
        url, body = read_at(folder / entry["filename"], int(entry["offset"]), int(entry["length"]))
        assert (url, surt(url), len(moment)) == (entry["url"], key, 14)
        assert body or entry["mime"] == "warc/revisit"
        assert entry["status"] == "200"
    assert not [path for path in tmp_path.iterdir() if ".part" in path.name]


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("http://example.org/", "org,example)/"),
        ("https://www.Example.org/A/B/?z=1&a=2", "org,example)/a/b?a=2&z=1"),
        ("http://www2.a.b.example.org:8080/x", "org,example,b,a:8080)/x"),
        ("http://127.0.0.1/x", "127.0.0.1)/x"),
        ("http://[::1]:81/x", "::1:81)/x"),
    ],
)
def test_addresses_are_turned_round(url: str, key: str) -> None:
    assert surt(url) == key


def test_a_crawl_is_opened_as_plain_values(crawled: Path) -> None:
    crawl = library.open(crawled)
    pages = list(crawl)
    assert len(pages) == len(crawl) == crawl.status().relevant > 0
    assert all(page["relevant"] for page in pages)
    page = crawl.page(pages[0]["url"])
    assert page["url"] == pages[0]["url"]
    assert page["text"]
    assert page["markdown"]
    assert crawl.why(page["url"]).state == "done"
    assert crawl.content(page["url"]).text == page["text"]
    assert repr(crawl) == f"<crawl {str(crawled)!r}: lycosa, 40 pages, {len(crawl)} relevant>"
    assert "<table>" in crawl._repr_html_()


def test_pages_come_in_batches_without_gaps_or_repeats(
    crawled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lycosa.store.opened import OpenedCrawl

    whole = list(library.open(crawled).pages(everything=True))
    monkeypatch.setattr(OpenedCrawl._batch, "__defaults__", (7,))
    assert list(library.open(crawled).pages(everything=True)) == whole
    assert len(whole) == 40


def test_a_frame_has_a_row_for_each_page(crawled: Path) -> None:
    assert len(library.open(crawled).frame(everything=True)) == 40


def test_without_pandas_a_frame_says_what_is_missing(crawled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(library.LycosaError, match="pip install pandas"):
        library.open(crawled).frame()


def test_opening_no_crawl_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(library.LycosaError, match="not a crawl"):
        library.open(tmp_path)


def test_a_crawl_whose_archive_is_gone_still_gives_its_pages(crawled: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(crawled, tmp_path / "copy"))
    for archive in (copy / "warc").iterdir():
        archive.unlink()
    pages = list(library.open(copy).pages(text=True))
    assert [page["url"] for page in pages] == [page["url"] for page in library.open(crawled)]
    assert {page["text"] for page in pages} == {""}


def test_what_travels_has_a_short_repr() -> None:
    from lycosa.page import parse_html

    page = parse_html(("<title>Floods</title>" + "<p>water " * 5000).encode(), "http://a.test/")
    assert len(repr(page)) < 200
    assert len(repr(Fetched("http://a.test/", 200, body=b"x" * 10_000))) < 200
