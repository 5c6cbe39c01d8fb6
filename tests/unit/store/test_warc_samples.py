from __future__ import annotations

from pathlib import Path

import pytest

from lycosa import LycosaError
from lycosa.lab.web.base import WebPage
from lycosa.lab.web.warc import read_warcs

GOOD = ["example.warc", "example.warc.gz", "example-iana.org-chunked.warc"]
BROKEN = [
    "example-bad-non-chunked.warc.gz",
    "example-bad.warc.gz.bad",
    "example-trunc.warc",
    "example-wrong-chunks.warc.gz",
    "example-wget-bad-target-uri.warc.gz",
    "example-space-in-target-uri.warc.gz",
    "bad.arc",
]


@pytest.fixture
def samples(shared: Path) -> Path:
    return shared / "conformance" / "warcio-samples"


@pytest.mark.parametrize("name", GOOD)
def test_a_sound_archive_gives_its_pages(name: str, samples: Path) -> None:
    pages = [record for record in read_warcs([samples / name]) if isinstance(record, WebPage)]
    assert pages
    assert all(page.html.strip() for page in pages)


def test_compressed_or_not_an_archive_says_the_same(samples: Path) -> None:
    plain, compressed = (list(read_warcs([samples / name])) for name in GOOD[:2])
    assert plain == compressed


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_archive_is_read_as_far_as_it_goes_or_named(name: str, samples: Path) -> None:
    try:
        records = list(read_warcs([samples / name]))
    except LycosaError as error:
        assert name in str(error)
    else:
        assert all(record for record in records)
