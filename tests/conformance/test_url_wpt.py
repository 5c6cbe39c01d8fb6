"""The web platform's own URL tests: every http(s) case, and the names that go into hosts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from ada_url import URL

from lycosa.url import canonical, resolve


def rows(shared: Path, name: str) -> list[dict[str, Any]]:
    data = json.loads((shared / "conformance" / "wpt-url" / name).read_text(encoding="utf-8"))
    return [row for row in data if isinstance(row, dict)]


@pytest.mark.parametrize(
    ("name", "count"),
    [("http_subset.json", 446), ("urltestdata.json", 891), ("urltestdata-javascript-only.json", 1)],
)
def test_every_url_resolves_as_in_a_browser(shared: Path, name: str, count: int) -> None:
    table = rows(shared, name)
    wrong = [row for row in table if resolve(row["input"], row.get("base")) != row.get("href")]
    assert wrong == []
    assert len(table) == count


@pytest.mark.parametrize("name", ["toascii.json", "IdnaTestV2.json", "IdnaTestV2-removed.json"])
def test_every_international_name_becomes_its_ascii_form(shared: Path, name: str) -> None:
    def host(name: str) -> str | None:
        url = resolve(f"https://{name}/x")
        return None if url is None else URL(url).hostname

    # An empty name leaves https:///x, whose host is x.
    assert [row for row in rows(shared, name) if row["input"] and host(row["input"]) != row["output"]] == []


def test_queries_are_percent_encoded_as_utf_8(shared: Path) -> None:
    table = rows(shared, "percent-encoding.json")
    encoded = [resolve(f"http://example.org/?{row['input']}") for row in table]
    assert encoded == [f"http://example.org/?{row['output']['utf-8']}" for row in table]


def test_canonical_form_of_every_case_is_stable(shared: Path) -> None:
    table = rows(shared, "urltestdata.json")
    first = [canonical(row[side]) for row in table for side in ("input", "href") if row.get(side)]
    assert [canonical(url) for url in first if url] == [url for url in first if url]
    assert all(url.startswith(("http://", "https://")) for url in first if url)
