from __future__ import annotations

from pathlib import Path

import pytest

from lycosa.errors import LycosaError
from lycosa.topic import reading
from lycosa.topic.reading import read_page, read_pages, text_page


def test_html_file_is_parsed(tmp_path: Path) -> None:
    file = tmp_path / "a.html"
    file.write_text("<title>Levees</title><p>Dykes and <a href='http://b.example/'>polders</a>")
    page = read_page(file)
    assert page.title == "Levees"
    assert page.links[0].url == "http://b.example/"


def test_html_is_known_by_its_beginning(tmp_path: Path) -> None:
    file = tmp_path / "saved"
    file.write_text("<!doctype html><title>Levees</title>")
    assert read_page(file).title == "Levees"


def test_text_file_is_one_paragraph(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("Levees\nhold the rivers", encoding="utf-8")
    page = read_page(file)
    assert (page.title, page.tokens, set(page.groups)) == ("Levees", ("leve", "hold", "river"), {4})


def test_folder_is_read_at_any_depth_in_order_of_names(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c.txt").write_text("second")
    (tmp_path / "a.txt").write_text("first")
    (tmp_path / "empty.txt").write_text("the")
    (tmp_path / ".hidden").write_text("hidden")
    assert [page.text for page in read_pages(tmp_path)] == ["first", "second"]


def test_language_is_detected() -> None:
    page = text_page("Die Überschwemmungen haben viele Häuser zerstört und die Deiche sind gebrochen", "u")
    assert page.language == "de"


def test_missing_place_is_named(tmp_path: Path) -> None:
    with pytest.raises(LycosaError, match="nowhere: no such file"):
        read_pages(tmp_path / "nowhere")


def test_place_without_words_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("")
    with pytest.raises(LycosaError, match="there is no text in it"):
        read_pages(tmp_path)


def test_binary_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\x00\x01\x02")
    with pytest.raises(LycosaError, match=r"a\.txt: neither HTML nor text"):
        read_pages(tmp_path)


def test_file_over_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_FILE_BYTES", 3)
    (tmp_path / "a.txt").write_text("flood")
    with pytest.raises(LycosaError, match="larger than 3 bytes"):
        read_pages(tmp_path)
