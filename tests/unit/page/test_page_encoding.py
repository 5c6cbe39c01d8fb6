"""Which encoding a page is read in."""

from __future__ import annotations

import pytest

from lycosa.page import parse_html, sniff_encoding
from lycosa.page.encoding import SAMPLE_BYTES, charset_in, decode, named


def test_byte_order_mark_beats_header_and_meta() -> None:
    assert sniff_encoding(b"\xef\xbb\xbf<meta charset=koi8-r>", "text/html; charset=gbk") == "utf-8"


def test_header_beats_meta() -> None:
    assert sniff_encoding(b"<meta charset=koi8-r>", "text/html; charset=gbk") == "gbk"


def test_an_unknown_header_label_gives_way_to_meta() -> None:
    assert sniff_encoding(b"<meta charset=koi8-r>", "text/html; charset=x-nonsense") == "koi8-r"


@pytest.mark.parametrize(
    ("label", "name"), [("utf-16", "utf-8"), ("x-user-defined", "windows-1252"), ("latin1", "windows-1252")]
)
def test_labels_in_meta_mean_what_the_standard_says(label: str, name: str) -> None:
    assert parse_html(f"<meta charset={label}><p>x".encode(), "http://a.org/").encoding == name


@pytest.mark.parametrize("label", ["utf-7", "unicode-1-1-utf-7", "csUnicode11UTF7"])
def test_utf_7_is_never_used(label: str) -> None:
    assert named(label) == ""
    page = parse_html(f"<meta charset={label}><p>+ADw-script+AD4-".encode(), "http://a.org/", charset=label)
    assert page.text == "+ADw-script+AD4-"


def test_a_declaration_far_from_the_start_counts() -> None:
    body = b"<!--" + b"x" * 5_000 + b"--><meta charset=iso-8859-2><p>\xbelu\xbb"
    page = parse_html(body, "http://a.org/")
    assert (page.encoding, page.text) == ("iso-8859-2", "žluť")


def test_a_late_declaration_does_not_beat_the_header() -> None:
    assert parse_html(b"<meta charset=koi8-r><p>\xc3\xa9", "http://a.org/", charset="utf-8").text == "é"


def test_undeclared_utf_8_is_recognised() -> None:
    assert parse_html("<p>žluť".encode(), "http://a.org/").text == "žluť"


def test_undeclared_utf_8_is_recognised_behind_much_ascii() -> None:
    body = b"<p>x</p>" * SAMPLE_BYTES + "ž".encode()
    assert sniff_encoding(body) == "utf-8"


def test_a_sample_never_ends_inside_a_character() -> None:
    assert all(sniff_encoding(b"x" * pad + "<p>ž".encode() * SAMPLE_BYTES) == "utf-8" for pad in range(6))


def test_xml_in_utf_16_without_a_mark_is_recognised() -> None:
    assert sniff_encoding('<?xml version="1.0"?>'.encode("utf-16-be")) == "utf-16be"


def test_what_cannot_be_decoded_is_replaced() -> None:
    assert decode(b"a\xff\xed\xa0\x80b", "utf-8").strip("ab").strip("\ufffd") == ""
    assert decode(b"\xff\xfea\0\0\xd8", "utf-16le") == "a\ufffd"


@pytest.mark.parametrize(
    ("content", "label"),
    [
        ("text/html; charset=gbk", "gbk"),
        ("text/html; CHARSET = 'gbk' ; x", "gbk"),
        ('text/html; charset="gbk', ""),
        ("charset;charset=gbk;", "gbk"),
        ("charset=", ""),
        ("charset= ;", ""),
        ("text/html", ""),
    ],
)
def test_charset_is_found_in_the_content_of_meta(content: str, label: str) -> None:
    assert charset_in(content) == label
