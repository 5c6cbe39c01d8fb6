"""Clean labels: text from the web made safe to put in XML and on a screen."""

from __future__ import annotations

import re
import unicodedata

_JOINERS = "\u200c\u200d"
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def clean_label(text: str, max_chars: int = 200) -> str:
    """Return text on one line without control, direction-changing or unpaired characters, cut to size."""
    cut = text[: 4 * max_chars]
    shown = "".join(" " if char.isspace() else char for char in cut if char.isspace() or _visible(char))
    line = " ".join(shown.split())
    return line if len(line) <= max_chars else line[: max_chars - 1].rstrip() + "…"


def label_from_name(name: str) -> str:
    """Return a readable label for an identifier: `FloodRisk_area` reads `Flood Risk area`."""
    return clean_label(_CAMEL.sub(" ", name.replace("_", " ")))


def _visible(char: str) -> bool:
    # U+FFFE and U+FFFF are refused by XML, category Cn; so are surrogates (Cs) and controls (Cc).
    return char in _JOINERS or unicodedata.category(char) not in ("Cc", "Cf", "Cn", "Cs")
