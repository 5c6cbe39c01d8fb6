"""Draws the rooms of the package from its real imports: layer by layer, with who uses whom."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "lycosa"


def layers() -> list[list[str]]:
    """Return the rooms as the import linter orders them, the topmost layer first."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    rows = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    return [[name.strip().removeprefix("lycosa.") for name in row.split("|")] for row in rows]


def imports() -> dict[str, set[str]]:
    """Return the rooms that each room imports from."""
    found: dict[str, set[str]] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        room = room_of(file)
        if room in ("__init__", "__main__"):
            continue
        uses = found.setdefault(room, set())
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("lycosa."):
                uses.add(str(node.module).split(".")[1])
        uses.discard(room)
    return found


def room_of(file: Path) -> str:
    """Return the room that a module is in: a folder of the package, or the module itself."""
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def picture() -> str:
    """Return a drawing of the layers, and a table of the rooms with what they are for and whom they use."""
    uses = imports()
    lines = ["```text", *_drawing(), "```", "", "| room | what it is for | uses |", "|---|---|---|"]
    for room in (room for layer in layers() for room in layer):
        others = ", ".join(f"`{name}`" for name in sorted(uses.get(room, ())))
        lines.append(f"| `{room}` | {_purpose(room)} | {others} |")
    return "\n".join(lines) + "\n"


def _drawing() -> list[str]:
    """Draw one box for each layer; a room may use those below its own, and none beside or above it."""
    rows = ["   ".join(layer) for layer in layers()]
    width = max(map(len, rows)) + 2
    edge = "+" + "-" * width + "+"
    return [edge, *(line for row in rows for line in (f"|{row.center(width)}|", edge))]


def _purpose(room: str) -> str:
    """Return the first sentence of a room's docstring."""
    folder = PACKAGE / room
    file = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    told = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return told.partition("\n\n")[0].replace("\n", " ").replace("|", "\\|")
