"""Every case of the hostile-web table has a test here that crawls it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path


def test_every_case_has_a_test(shared: Path) -> None:
    table = json.loads((shared / "conformance" / "hostile-web" / "hostile.json").read_text())
    here = Path(__file__).parent
    collected = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", here],
        cwd=here.parents[1],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    tested = set(re.findall(r"::.*?(H\d\d)", collected))
    assert sorted({case["id"] for case in table} - tested) == []
