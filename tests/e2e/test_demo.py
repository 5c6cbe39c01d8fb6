"""`lycosa demo`, as somebody new runs it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_the_demonstration_crawls_through_sockets_explains_a_page_and_compares(tmp_path: Path) -> None:
    out = tmp_path / "demo"
    command = [sys.executable, "-m", "lycosa", "demo", "--out", str(out)]
    told = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True).stdout
    assert "page budget spent: 300 pages" in told
    assert "linked by" in told
    assert "share of" in told
    assert all((out / file).is_file() for file in ("crawl/report.html", "comparison/report.html"))
