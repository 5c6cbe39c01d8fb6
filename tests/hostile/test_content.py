"""Pages whose content is the attack, crawled (hostile-web H55 to H66)."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path

import pytest
from tests.hostile.crawling import Crawled, everywhere, hostile_web, html, linking, polite
from tests.hostile.servers import always, answer, site

from lycosa.cli import main
from lycosa.report.crawl.page import write_crawl_report
from lycosa.store.export.export import export

BAD = "http://bad.test/"
ROOMY = {
    "wire_bytes": 40_000_000,
    "total_s": 20.0,
    "first_byte_s": 5.0,  # these servers share a loop with the crawl, which packs tens of megabytes meanwhile
    "idle_s": 5.0,
    "decode": {"decoded_bytes": 40_000_000},
}


async def crawl_body(body: bytes, folder: Path, *headers: str, **settings: object) -> Crawled:
    """Crawl a site of one page."""
    lines = headers or ("Content-Type: text/html",)
    head = "\r\n".join(["HTTP/1.1 200 OK", *lines, f"Content-Length: {len(body)}", "", ""])
    async with hostile_web({"bad.test": polite(always(head.encode("latin-1") + body))}) as web:
        return await web.crawl(folder, BAD, **settings)


async def test_H55_huge_title_is_cut_before_it_is_stored(tmp_path: Path) -> None:
    body = b"<title>" + b"flood " * 1_700_000 + b"</title><p>flood"
    crawled = await crawl_body(body, tmp_path, fetch=ROOMY)
    title = crawled.of(BAD)[0].title
    assert title is not None
    assert 900 < len(title) <= 1024
    assert crawled.pages() == [BAD]


async def test_H55_huge_attributes_leave_a_page(tmp_path: Path) -> None:
    huge = b"flood " * 1_700_000
    body = b"<title>small</title><p title='%s' class='%s'>flood <a href=/x title='%s'>flood</a>" % (
        (huge,) * 3
    )
    crawled = await crawl_body(body, tmp_path, fetch=ROOMY)
    assert crawled.of(BAD)[0].title == "small"
    assert "http://bad.test/x" in crawled.links


async def test_H56_of_hundreds_of_thousands_of_links_the_first_are_kept(tmp_path: Path) -> None:
    links = b"".join(b"<a href=/%x>flood</a>" % number for number in range(300_000))
    async with hostile_web({"bad.test": polite(site({"/": answer(links)}))}) as web:
        crawled = await web.crawl(
            tmp_path,
            BAD,
            fetch=ROOMY,
            page={"links": 50, "cpu_s": 30.0},
            retries={"limit": 0, "host_failures": 5},
        )
    assert crawled.of(BAD)[0].links == 50
    assert len(crawled.links) <= 52


DEEP = {
    "H57-deep": b"<div>" * 1_000_000 + b"flood",
    "H57-deep-inline": b"<b><i>" * 300_000 + b"flood",
    "H57-wide": b"<br>" * 2_000_000 + b"flood",
    "H57-tables": b"<table><tr><td>" * 100_000 + b"flood",
}


@pytest.mark.parametrize("body", DEEP.values(), ids=DEEP)
async def test_deep_and_wide_documents_are_read_to_the_limit(body: bytes, tmp_path: Path) -> None:
    crawled = await crawl_body(
        b"<title>flood</title><p>flood" + body,
        tmp_path,
        fetch=ROOMY,
        page={"elements": 20_000, "cpu_s": 30.0},
    )
    assert [visit.title for visit in crawled.of(BAD)] == ["flood"]


async def test_H57_document_can_be_parsed_in_a_process_of_its_own(tmp_path: Path) -> None:
    crawled = await crawl_body(b"<title>flood</title>" + b"<div>" * 100_000, tmp_path, work={"processes": 1})
    assert [visit.title for visit in crawled.of(BAD)] == ["flood"]


ENTITIES = {
    "H58-expansion": b'<!DOCTYPE x [<!ENTITY a "flood"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><html><p>flood &b;',
    "H58-external": b'<!DOCTYPE x [<!ENTITY a SYSTEM "http://other.test/secret">]><html><p>flood &a;',
    "H58-file": b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><html><p>flood &a;',
    "H58-xinclude": b'<html xmlns:xi="http://www.w3.org/2001/XInclude"><p>flood<xi:include href="http://other.test/"/>',
    "H58-dtd": b'<!DOCTYPE html SYSTEM "http://other.test/x.dtd"><html><p>flood',
}


@pytest.mark.parametrize("content_type", ["text/html", "application/xhtml+xml"])
@pytest.mark.parametrize("body", ENTITIES.values(), ids=ENTITIES)
async def test_entities_and_inclusions_are_not_resolved(
    body: bytes, content_type: str, tmp_path: Path
) -> None:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\n\r\n"
    hosts = {"bad.test": polite(always(head.encode() + body)), "other.test": polite(everywhere())}
    async with hostile_web(hosts) as web:
        crawled = await web.crawl(tmp_path, BAD)
        assert web["other.test"].connections == 0
    export(tmp_path, tmp_path / "out.jsonl", "jsonl", everything=True, text=True)
    text = (tmp_path / "out.jsonl").read_text()
    assert crawled.pages() == [BAD]
    assert "root:" not in text
    assert "floodfloodflood" not in text


NASTY = "a\0b\x1b[31m\u202egnp.exe\ud800\x07\ufffe\U0001f600"


async def test_H59_odd_characters_are_stored_and_exported(tmp_path: Path) -> None:
    nasty = NASTY.encode("utf-8", "surrogatepass")
    body = b"<title>%s</title><p>flood %s <a href='/x%s'>flood %s</a>" % ((nasty,) * 4)
    crawled = await crawl_body(body, tmp_path, "Content-Type: text/html; charset=utf-8")
    assert crawled.pages()[0] == BAD
    for form in ("jsonl", "csv", "graph", "parquet"):
        export(tmp_path, tmp_path / f"out.{form}", form, everything=True, text=form != "graph")
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert {row["url"] for row in rows} >= {BAD}


GERMAN = "<title>Überschwemmung</title><p>flood Überschwemmung"
ENCODED = {
    "H60-wrong-header": (GERMAN.encode(), "utf-8", "Überschwemmung"),
    "H60-unknown": (f"<meta charset=utf-8>{GERMAN}".encode(), "x-klingon", "Überschwemmung"),
    "H60-header-first": (f"<meta charset=koi8-r>{GERMAN}".encode(), "utf-8", "Überschwemmung"),
    "H60-bom-first": (b"\xef\xbb\xbf" + GERMAN.encode(), "koi8-r", "Überschwemmung"),
    "H60-utf-16": (GERMAN.encode("utf-16"), "", "Überschwemmung"),
    "H60-utf-16-without-mark": (GERMAN.encode("utf-16-le"), "utf-16le", "Überschwemmung"),
    "H60-broken": (b"<title>fl\xff\xfeood</title><p>flood", "utf-8", "fl\ufffd\ufffdood"),
    "H60-utf-7": (b"<title>+ADw-script+AD4-</title><p>flood", "utf-7", "+ADw-script+AD4-"),
}


@pytest.mark.parametrize(("body", "charset", "title"), ENCODED.values(), ids=ENCODED)
async def test_encoding_is_found_as_browsers_find_it(
    body: bytes, charset: str, title: str, tmp_path: Path
) -> None:
    content_type = f"Content-Type: text/html{f'; charset={charset}' if charset else ''}"
    crawled = await crawl_body(body, tmp_path, content_type)
    assert [visit.title for visit in crawled.of(BAD)] == [title]


BINARIES = {
    "H61-pdf": b"%PDF-1.7\n" + bytes(range(256)) * 20,
    "H61-zip": b"PK\x03\x04" + bytes(range(256)) * 20,
    "H61-png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20,
    "H61-video": b"\0\0\0\x18ftypmp42" + bytes(4000),
}


@pytest.mark.parametrize("body", BINARIES.values(), ids=BINARIES)
async def test_binary_body_never_reaches_the_judge(body: bytes, tmp_path: Path) -> None:
    crawled = await crawl_body(body, tmp_path)
    visit = crawled.of(BAD)[0]
    assert (visit.error, visit.relevant, visit.score) == ("not-html", None, None)


@pytest.mark.parametrize(
    ("header", "kind"),
    [("Content-Type: text/plain", "not-html"), ("X-No-Type: 1", None), ("Content-Type: nonsense", None)],
    ids=["H61-plain", "H61-no-type", "H61-nonsense"],
)
async def test_type_of_html_is_sniffed_where_the_label_says_nothing(
    header: str, kind: str | None, tmp_path: Path
) -> None:
    body = b"<html><title>flood</title><p>flood</html>"
    head = f"HTTP/1.1 200 OK\r\n{header}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    async with hostile_web({"bad.test": polite(always(head + body))}) as web:
        crawled = await web.crawl(tmp_path, BAD)
    assert crawled.error(BAD) == kind


async def test_H62_pages_that_say_not_found_with_200_are_recognised(tmp_path: Path) -> None:
    seeds = [f"http://bad.test/{'x' * number}" for number in range(1, 40)]
    missing = answer(b"<title>Page not found</title><p>Sorry, this page does not exist.")
    async with hostile_web({"bad.test": polite(always(missing))}) as web:
        crawled = await web.crawl(tmp_path, *seeds)
    kinds = [visit.error for visit in crawled.visits if visit.url in seeds]
    assert kinds.count("soft-404") >= 25
    assert kinds.count(None) <= 1


FARM_TEXT = [f"word{random.Random(number).randrange(5000)}" for number in range(400)]


def farm(path: str) -> bytes:
    """One template, with a few words that change."""
    text = " ".join([*FARM_TEXT, path.strip("/")])
    links = "".join(f"<a href=/{random.getrandbits(64):x}>flood</a> " for _ in range(5))
    return answer(f"<title>flood</title><p>{text}</p><p>{links}</p>".encode())


async def test_H63_content_farm_is_given_up(tmp_path: Path) -> None:
    async with hostile_web({"bad.test": polite(everywhere(farm))}) as web:
        crawled = await web.crawl(tmp_path, BAD, duplicates={"host_pages": 20})
        assert 20 <= len(web.paths("bad.test")) < 40
    kinds = [visit.error for visit in crawled.visits]
    assert kinds.count("near-duplicate") + kinds.count("duplicate") > 15
    assert ("host given up", "bad.test: trap") in crawled.events


async def scores(folder: Path, **pages: str) -> dict[str, float]:
    """Return the scores that pages get, by name."""
    answers = {
        f"/{name}": answer(f"<html lang=en><title>page</title>{body}".encode())
        for name, body in pages.items()
    }
    async with hostile_web({"bad.test": polite(site(answers))}) as web:
        seeds = [f"http://bad.test{path}" for path in answers]
        crawled = await web.crawl(folder, *seeds, find_duplicates=False, strategy={"judge": "vsm"})
    return {name: crawled.of(f"http://bad.test/{name}")[0].score for name in pages}


HONEST = (
    "<p>The flood came at night. Flood water rose, and the flood took bridges and houses along the river."
)


async def test_H64_stuffing_saturates(tmp_path: Path) -> None:
    found = await scores(tmp_path, honest=HONEST, stuffed="<p>" + "flood " * 100_000)
    assert 0 < found["honest"] <= found["stuffed"] <= 1.0


async def test_H64_hidden_text_does_not_count(tmp_path: Path) -> None:
    dull = "<p>We sell shoes and socks to everybody in town."
    found = await scores(
        tmp_path,
        dull=dull,
        hidden=f"{dull}<div style='display:none'>{'flood ' * 500}</div>",
        unseen=f"{dull}<p hidden>{'flood ' * 500}</p><script>{'flood ' * 500}</script>",
        commented=f"{dull}<!-- {'flood ' * 500} --><template>{'flood ' * 500}</template>",
    )
    assert set(found.values()) == {found["dull"]}


async def test_H64_crawler_says_the_same_name_to_everyone(tmp_path: Path) -> None:
    async with hostile_web({"bad.test": polite(everywhere(lambda _: linking("/b")))}) as web:
        await web.crawl(tmp_path, BAD)
        agents = {
            line
            for head in web["bad.test"].requests
            for line in head.split(b"\r\n")
            if b"user-agent" in line.lower()
        }
    assert len(agents) == 1
    assert agents.pop().lower().startswith(b"user-agent: lycosa/")


async def test_H65_what_a_page_says_is_text_in_every_export(tmp_path: Path) -> None:
    body = html(
        "<a href='/<script>alert(1)</script>'>=cmd|' /C calc'!A0</a>", title="=1+1&lt;script>\x1b[31m"
    )
    async with hostile_web({"bad.test": polite(site({"/": body}))}) as web:
        crawled = await web.crawl(tmp_path, BAD)
    assert crawled.pages() == [BAD]
    assert not any("<" in url for url in crawled.links)
    export(tmp_path, tmp_path / "out.csv", "csv", everything=True)
    export(tmp_path, tmp_path / "graph.csv", "graph", everything=True)
    for name in ("out.csv", "graph.csv"):
        with (tmp_path / name).open(newline="") as stream:
            cells = [cell for row in csv.reader(stream) for cell in row]
        assert cells
        assert not any(cell.startswith(("=", "+", "@")) for cell in cells)


async def test_H65_what_a_page_says_is_text_in_the_report_and_on_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    evil = "flood \x1b[31m\u202e&lt;script>alert(1)&lt;/script>"
    pages = {"/": linking("/x"), "/x": html(f"<p>{evil}", title=evil)}
    async with hostile_web({"bad.test": polite(site(pages))}) as web:
        await web.crawl(tmp_path, BAD)
    report = write_crawl_report(tmp_path).read_text(encoding="utf-8")
    assert "alert(1)" in report
    assert "<script" not in report
    assert not {"\x1b", "\u202e"} & set(report)
    monkeypatch.setattr("sys.argv", ["lycosa", "why", "http://bad.test/x", str(tmp_path)])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0
    assert not {"\x1b", "\u202e"} & set(capsys.readouterr().out)


async def test_H66_names_in_urls_and_headers_are_never_paths(tmp_path: Path) -> None:
    urls = [
        "http://bad.test/../../x",
        "http://bad.test/CON",
        "http://bad.test/" + "n" * 300,
        "http://bad.test/..%2f..%2fy",
    ]

    def evil(path: str) -> bytes:
        return answer(
            f"<title>flood {path}</title><p>flood".encode(),
            headers=['Content-Disposition: attachment; filename="../../../evil"'],
        )

    async with hostile_web({"bad.test": polite(everywhere(evil))}) as web:
        crawled = await web.crawl(tmp_path / "crawl", *urls)
    assert len(crawled.pages()) == 4
    ours = ("crawl/crawl.toml", "crawl/state.sqlite", "crawl/search.sqlite", "crawl/topic/", "crawl/warc/")
    assert all(name.startswith(ours) for name in files_in(tmp_path))


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
