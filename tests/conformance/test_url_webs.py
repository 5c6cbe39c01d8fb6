"""The URLs of real webs: canonical already, all different, none taken for a trap."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
import zstandard

from lycosa.url import canonical, looks_like_trap


@pytest.mark.slow
@pytest.mark.parametrize("web", ["wpcd", "webkb", "asfweb"])
def test_urls_of_a_real_web_keep_their_identity_and_are_no_traps(shared: Path, web: str) -> None:
    with (shared / "webs" / web / "pages.jsonl.zst").open("rb") as packed:
        lines = io.TextIOWrapper(zstandard.ZstdDecompressor().stream_reader(packed), encoding="utf-8")
        urls = [json.loads(line)["url"] for line in lines]
    assert [url for url in urls if canonical(url) != url] == []
    assert [url for url in urls if looks_like_trap(url)] == []
