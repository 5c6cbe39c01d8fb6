from __future__ import annotations

import gzip
import json
import multiprocessing
import os
from pathlib import Path

import pytest
import zstandard

from lycosa.errors import LycosaError
from lycosa.lab.web.base import WebPage
from lycosa.lab.web.frozen import open_web
from lycosa.lab.web.index import cache_folder
from lycosa.lab.web.jsonl import write_web

PAGES = [
    WebPage("http://a.example/", b"<h1>Start</h1>", ("Science", "Science.Birds"), "en", "article"),
    WebPage("http://a.example/z?b=2&a=1", "<p>Größe</p>".encode(), ("Science",), "de"),
    WebPage("http://b.example/index", b"<ul></ul>"),
]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LYCOSA_CACHE", str(tmp_path / "cache"))
    return cache_folder()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_web(tmp_path / "small", PAGES, [("http://a.example/old", "http://a.example/")])
    return tmp_path / "small"


def lines(folder: Path, *entries: object, name: str = "pages.jsonl") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join(e + "\n" if isinstance(e, str) else json.dumps(e) + "\n" for e in entries)
    (folder / name).write_text(text)
    return folder


def test_what_was_written_is_read_back(folder: Path) -> None:
    web = open_web(folder)
    assert (web.name, len(web)) == ("small", 3)
    assert web.page("http://a.example/") == PAGES[0]
    assert web.page("http://b.example/index") == PAGES[2]
    assert web.redirect("http://a.example/old") == "http://a.example/"


def test_keys_are_canonical_and_any_spelling_finds_the_page(folder: Path) -> None:
    web = open_web(folder)
    assert list(web.urls()) == ["http://a.example/", "http://a.example/z?a=1&b=2", "http://b.example/index"]
    page = web.page("HTTP://A.example:80/z?b=2&a=1#top")
    assert page is not None and page.url == "http://a.example/z?a=1&b=2"


def test_absent_page_and_absent_redirect_are_none(folder: Path) -> None:
    web = open_web(folder)
    assert web.page("http://a.example/none") is None
    assert web.page("no url") is None
    assert web.redirect("http://a.example/") is None


def test_labels_come_with_counts_most_frequent_first(folder: Path) -> None:
    assert list(open_web(folder).labels().items()) == [("Science", 2), ("Science.Birds", 1)]


def test_on_topic_means_having_that_very_label(folder: Path) -> None:
    assert open_web(folder).on_topic("Science.Birds") == {"http://a.example/"}


def test_wrong_label_names_the_closest_ones(folder: Path) -> None:
    with pytest.raises(LycosaError, match=r"'Science\.Bird'; the closest are Science\.Birds"):
        open_web(folder).on_topic("Science.Bird")


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
def test_page_list_is_read_plain_and_compressed(tmp_path: Path, suffix: str) -> None:
    folder = lines(tmp_path / "w", {"url": "http://a.example/", "html": "x"})
    plain = folder / "pages.jsonl"
    if suffix == ".gz":
        (folder / "pages.jsonl.gz").write_bytes(gzip.compress(plain.read_bytes()))
    if suffix == ".zst":
        (folder / "pages.jsonl.zst").write_bytes(zstandard.compress(plain.read_bytes()))
    if suffix:
        plain.unlink()
    assert len(open_web(folder)) == 1


def test_second_page_with_the_same_canonical_url_is_counted_not_kept(tmp_path: Path) -> None:
    entries = [{"url": f"http://a.example/{tail}", "html": tail} for tail in ("", "#again", "b")]
    web = open_web(lines(tmp_path / "w", *entries))
    assert (len(web), web.collisions) == (2, 1)
    assert web.left_out() == "1 with the canonical URL of an earlier page"
    page = web.page("http://a.example/")
    assert page is not None and page.html == b""


def test_url_without_canonical_form_is_counted(tmp_path: Path) -> None:
    entries = [{"url": u, "html": "x"} for u in ("http://a.example/", "mailto:a@b.example")]
    web = open_web(lines(tmp_path / "w", *entries))
    assert (len(web), web.refused) == (1, 1)
    assert web.left_out() == "1 (pages or redirects) whose URL is no http or https URL"


def test_half_a_character_in_what_is_said_of_a_page_does_no_harm(tmp_path: Path) -> None:
    half = r'{"url": "http://a.example/", "html": "\ud800", "labels": ["a\ud800"], "lang": "\ud800"}'
    web = open_web(lines(tmp_path / "w", half))
    assert web.labels() == {"a?": 1}
    assert web.page("http://a.example/") == WebPage("http://a.example/", b"?", ("a?",), "?")


def test_redirects_may_begin_with_a_byte_order_mark(folder: Path) -> None:
    (folder / "redirects.tsv.gz").unlink()
    (folder / "redirects.tsv").write_bytes(b"\xef\xbb\xbfhttp://a.example/o\thttp://a.example/\n")
    assert open_web(folder).redirect("http://a.example/o") == "http://a.example/"


def test_page_wins_over_a_redirect_at_its_url(tmp_path: Path) -> None:
    folder = lines(tmp_path / "w", {"url": "http://a.example/", "html": "x"})
    (folder / "redirects.tsv").write_text("http://a.example/\thttp://b.example/\n")
    assert open_web(folder).redirect("http://a.example/") is None


def test_lone_surrogate_in_a_page_is_survived(tmp_path: Path) -> None:
    web = open_web(lines(tmp_path / "w", '{"url": "http://a.example/", "html": "a\\ud800b"}'))
    page = web.page("http://a.example/")
    assert page is not None and page.html == b"a?b"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{broken", r"pages\.jsonl, line 2: broken JSON"),
        ("[1]", r"line 2: expected a JSON object"),
        ('{"html": "x"}', r"line 2: field 'url' is missing"),
        ('{"url": "http://b.example/"}', r"line 2: field 'html' is missing"),
        ('{"url": "http://b.example/", "html": 7}', r"line 2: field 'html' must be a text, not int"),
        ('{"url": "http://b.example/", "html": "", "labels": "A"}', r"line 2: field 'labels' must be a list"),
        ('{"url": "http://b.example/", "html": "", "labels": [1]}', r"line 2: field 'labels' must be a list"),
        ('{"url": "http://b.example/", "html": "", "lang": []}', r"line 2: field 'lang' must be a text"),
        ("[" * 100_000, r"line 2: broken JSON"),
    ],
)
def test_bad_line_is_named_with_file_and_number(tmp_path: Path, line: str, message: str) -> None:
    folder = lines(tmp_path / "w", {"url": "http://a.example/", "html": "x"}, line)
    with pytest.raises(LycosaError, match=message):
        open_web(folder)


@pytest.mark.parametrize("line", ["only-one", "a\tb\tc", "\tb"])
def test_redirect_without_two_columns_is_refused(tmp_path: Path, line: str) -> None:
    folder = lines(tmp_path / "w", {"url": "http://a.example/", "html": "x"})
    (folder / "redirects.tsv.gz").write_bytes(gzip.compress(f"{line}\n".encode()))
    with pytest.raises(LycosaError, match=r"redirects\.tsv\.gz, line 1: expected two columns"):
        open_web(folder)


def test_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(LycosaError, match=r"there is no web at .*nowhere"):
        open_web(tmp_path / "nowhere")


def test_folder_without_a_web_says_what_was_expected(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(LycosaError, match=r"expected pages\.jsonl\.zst, WARC files or HTML files"):
        open_web(tmp_path / "empty")


def test_web_without_pages_is_refused_and_leaves_no_cache(tmp_path: Path, cache: Path) -> None:
    with pytest.raises(LycosaError, match="'w' is empty"):
        open_web(lines(tmp_path / "w"))
    assert list(cache.iterdir()) == []


def test_damaged_compression_is_a_clear_error(tmp_path: Path) -> None:
    folder = tmp_path / "w"
    folder.mkdir()
    (folder / "pages.jsonl.zst").write_bytes(b"this is not zstandard")
    with pytest.raises(LycosaError, match=r"cannot read .*pages\.jsonl\.zst after line 0"):
        open_web(folder)


def test_truncated_page_list_is_refused(tmp_path: Path, folder: Path) -> None:
    packed = (folder / "pages.jsonl.zst").read_bytes()
    (folder / "pages.jsonl.zst").unlink()
    text = zstandard.ZstdDecompressor().stream_reader(packed).read()
    (folder / "pages.jsonl.gz").write_bytes(gzip.compress(text)[:-20])
    with pytest.raises(LycosaError, match="cannot read"):
        open_web(folder)


def test_second_opening_reads_the_cache_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_web(folder).close()

    def fail(*_: object) -> None:
        raise AssertionError("the source was read again")

    monkeypatch.setattr("lycosa.lab.web.index.fill", fail)
    assert len(open_web(folder)) == 3


def test_changed_source_is_read_anew_and_replaces_the_old_cache(folder: Path, cache: Path) -> None:
    before = open_web(folder)
    write_web(folder, PAGES[:1])
    after = open_web(folder)
    assert (len(before), len(after)) == (3, 1)
    assert before.digest() != after.digest()
    assert len(list(cache.iterdir())) == 1


@pytest.mark.parametrize("damage", [b"", b"rubbish" * 1000])
def test_corrupt_cache_is_rebuilt(folder: Path, cache: Path, damage: bytes) -> None:
    open_web(folder).close()
    (file,) = cache.iterdir()
    file.write_bytes(damage)
    assert len(open_web(folder)) == 3


def test_truncated_cache_is_rebuilt(folder: Path, cache: Path) -> None:
    open_web(folder).close()
    (file,) = cache.iterdir()
    file.write_bytes(file.read_bytes()[:-4096])
    web = open_web(folder)
    assert all(web.page(url) is not None for url in web.urls())


def test_damage_found_while_reading_is_told_and_healed_by_opening_again(tmp_path: Path, cache: Path) -> None:
    noise = os.urandom(30_000).hex()
    folder = lines(tmp_path / "w", {"url": "http://a.example/", "html": noise})
    open_web(folder).close()
    (file,) = cache.iterdir()
    data = bytearray(file.read_bytes())
    data[len(data) - 6000 : len(data) - 5000] = bytes(1000)
    file.write_bytes(data)
    with pytest.raises(LycosaError, match=r"was damaged .*; open the web again"):
        open_web(folder).page("http://a.example/")
    page = open_web(folder).page("http://a.example/")
    assert page is not None and page.html == noise.encode()


def test_cache_that_cannot_be_written_names_the_setting(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("LYCOSA_CACHE", str(tmp_path / "file"))
    with pytest.raises(LycosaError, match="set LYCOSA_CACHE to a writable folder"):
        open_web(folder)


def test_cache_lies_in_the_users_cache_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LYCOSA_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_folder() == Path("/somewhere/lycosa/webs")


def pages_of(folder: Path) -> int:
    return len(open_web(folder))


def test_two_processes_may_build_the_cache_at_once(folder: Path, cache: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(pages_of, [folder] * 4) == [3] * 4
    assert [file.suffix for file in cache.iterdir()] == [".sqlite"]


def test_digest_depends_on_content_and_not_on_compression(folder: Path, tmp_path: Path) -> None:
    text = zstandard.ZstdDecompressor().stream_reader((folder / "pages.jsonl.zst").read_bytes()).read()
    other = tmp_path / "other"
    other.mkdir()
    (other / "pages.jsonl").write_bytes(text)
    (other / "redirects.tsv.gz").write_bytes((folder / "redirects.tsv.gz").read_bytes())
    assert open_web(other).digest() == open_web(folder).digest()


def test_writing_turns_other_encodings_into_utf8(tmp_path: Path) -> None:
    old = WebPage("http://a.example/", b"<p>caf\xe9</p>", content_type="text/html; charset=iso-8859-1")
    write_web(tmp_path / "w", [old])
    page = open_web(tmp_path / "w").page("http://a.example/")
    assert page is not None and page.html.decode() == "<p>café</p>"


def test_interrupted_writing_leaves_nothing_to_open(tmp_path: Path) -> None:
    def pages() -> object:
        yield PAGES[0]
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError):
        write_web(tmp_path / "w", pages())  # type: ignore[arg-type]
    with pytest.raises(LycosaError, match="there is no web in"):
        open_web(tmp_path / "w")


def test_saved_html_gets_urls_from_its_paths(tmp_path: Path) -> None:
    folder = tmp_path / "My Site"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "index.html").write_text("<p>index</p>")
    (folder / "a b.HTM").write_text("<p>a</p>")
    (folder / "notes.txt").write_text("not a page")
    web = open_web(folder)
    assert sorted(web.urls()) == ["http://my-site.local/a%20b.HTM", "http://my-site.local/sub/index.html"]
    assert web.redirect("http://my-site.local/sub/") == "http://my-site.local/sub/index.html"


@pytest.mark.parametrize(
    ("name", "pages", "label"), [("webkb", 8260, "course"), ("wpcd", 4834, "Science.Biology.Birds")]
)
def test_real_webs_open_without_collisions(shared: Path, name: str, pages: int, label: str) -> None:
    web = open_web(shared / "webs" / name)
    assert (len(web), web.collisions, web.refused) == (pages, 0, 0)
    assert len(web.on_topic(label)) == web.labels()[label]
