"""What the documentation says of the code is there: every module, class and file that it names."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest
from tests.docs.blocks import ROOT

PLACES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
DOTTED = re.compile(r"`(lycosa(?:\.\w+)+)(?:\(\))?`")
FILE = re.compile(r"`((?:src/lycosa|tests|benchmarks|docs)/[\w/]+\.py)`")
FAMILIES = {
    f"lycosa.{family}" for family in ("fetchers", "judges", "rankers", "selectors", "strategies", "tunnels")
}
"""Groups of entry points, which are no modules."""
RECIPE = {"src/lycosa/strategy/shallow_first.py", "tests/unit/strategy/test_shallow_first.py"}
"""Files that the recipe of CONTRIBUTING tells to write."""


def _there(name: str) -> bool:
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[length:]:
            fields = getattr(found, "__annotations__", {})
            if not hasattr(found, attribute) and attribute not in fields:
                return False
            found = getattr(found, attribute, None)
        return True
    return False


@pytest.mark.parametrize("place", PLACES, ids=lambda place: str(place.relative_to(ROOT)))
def test_code_that_is_named_is_there(place: Path) -> None:
    text = place.read_text(encoding="utf-8")
    missing = [name for name in DOTTED.findall(text) if name not in FAMILIES and not _there(name)]
    missing += [file for file in FILE.findall(text) if file not in RECIPE and not (ROOT / file).exists()]
    assert missing == []
