"""Which answers are taken for HTML."""

from __future__ import annotations

import pytest

from lycosa.page.mime import HTML, XHTML, parse_content_type, sniff


@pytest.mark.parametrize("content_type", ["text/html", "TEXT/HTML; charset=x", "application/xhtml+xml"])
def test_labelled_html_is_html_however_it_begins(content_type: str) -> None:
    assert sniff(content_type, b"just words") in (HTML, XHTML)


@pytest.mark.parametrize(
    "content_type", ["", "nonsense", "application/octet-stream", "unknown/unknown", "image/png"]
)
@pytest.mark.parametrize(
    "body",
    [
        b"<!DOCTYPE html>",
        b" \n<HTML lang=en>",
        b"<!-- x -->",
        b"\xef\xbb\xbf<title>x",
        b"<?xml version='1.0'?><html>",
    ],
)
def test_missing_and_wrong_labels_give_way_to_obvious_html(content_type: str, body: bytes) -> None:
    assert sniff(content_type, body) == HTML


def test_a_body_without_label_that_does_not_begin_like_html_is_not() -> None:
    assert sniff("", b"words <html>") == "application/octet-stream"
    assert sniff("", b"<abbr>") == "application/octet-stream"


@pytest.mark.parametrize("content_type", ["text/plain", "text/css", "application/json", "text/javascript"])
def test_labels_of_other_texts_are_believed(content_type: str) -> None:
    assert sniff(content_type, b"<!doctype html><p>") == content_type


def test_xml_is_html_if_it_names_the_xhtml_namespace() -> None:
    assert sniff("text/xml", b'<html xmlns="http://www.w3.org/1999/xhtml">') == XHTML
    assert sniff("application/rss+xml", b"<rss>") == "application/rss+xml"


@pytest.mark.parametrize(
    ("body", "essence"),
    [
        (b"%PDF-1.4", "application/pdf"),
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"PK\x03\x04", "application/zip"),
        (b"\x1f\x8b\x08\0", "application/gzip"),
        (b"<p>" + b"\0" * 100, "application/octet-stream"),
    ],
)
def test_binary_bodies_are_not_html_whatever_their_label(body: bytes, essence: str) -> None:
    assert sniff("text/html", body) == essence


def test_a_few_nuls_or_utf_16_do_not_make_a_page_binary() -> None:
    assert sniff("text/html", b"<p>" + b"words " * 100 + b"\0") == HTML
    assert sniff("text/html", "<p>words".encode("utf-16")) == HTML
    assert sniff("text/html; charset=utf-16le", "words".encode("utf-16-le")) == HTML


def test_content_type_keeps_its_parameters() -> None:
    media = parse_content_type('Text/HTML; Charset="utf-8"; x=1')
    assert media is not None
    assert (media.essence, media.charset, str(media)) == ("text/html", "utf-8", "text/html;charset=utf-8;x=1")
