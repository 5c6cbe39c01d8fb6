"""Read and write formal contexts as Burmeister files (.cxt), the format ConExp and its kin share.

A file is: the letter B, a name (often empty), the two counts, an empty line, one line for each
object name and each attribute name, then one row of `X` and `.` for each object.
"""

from __future__ import annotations

from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.topic.ontology.context import FormalContext, bits

MAX_CONTEXT_BYTES = 64 * 1024 * 1024


def read_context(path: Path) -> FormalContext:
    """Read a Burmeister file."""
    try:
        if path.stat().st_size > MAX_CONTEXT_BYTES:
            raise LycosaError(f"{path}: larger than {MAX_CONTEXT_BYTES} bytes, the limit for a context")
        return parse_context(path.read_text(encoding="utf-8-sig"), str(path))
    except OSError as error:
        raise LycosaError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise LycosaError(f"{path}: not UTF-8 text (byte {error.start})") from error


def parse_context(text: str, source: str = "context") -> FormalContext:
    """Parse the text of a Burmeister file; `source` is what errors call it."""
    lines = _Lines(text, source)
    if lines.take("the letter B").strip() != "B":
        raise lines.error("expected the letter B, which opens a Burmeister file")
    name = lines.take("the context's name").strip()
    object_count = lines.take_count("objects")
    attribute_count = lines.take_count("attributes")
    lines.skip_empty()
    objects = tuple(lines.take("an object name").strip() for _ in range(object_count))
    attributes = tuple(lines.take("an attribute name").strip() for _ in range(attribute_count))
    rows = tuple(lines.take_row(attribute_count) for _ in range(object_count))
    lines.expect_end()
    return FormalContext(objects, attributes, rows, name)


def format_context(context: FormalContext) -> str:
    """Return the text of a Burmeister file."""
    names = (context.name, *context.objects, *context.attributes)
    for name in names:
        if name != name.strip() or len(name.splitlines()) > 1:
            raise LycosaError(
                f"{name!r} cannot be a name in a Burmeister file: no line breaks, no spaces at its ends"
            )
    width = len(context.attributes)
    rows = ("".join("X" if row >> j & 1 else "." for j in range(width)) for row in context.rows)
    head = ("B", context.name, str(len(context.objects)), str(width), "")
    return "\n".join((*head, *context.objects, *context.attributes, *rows)) + "\n"


class _Lines:
    """The lines of a file, taken one by one, with their number for errors."""

    def __init__(self, text: str, source: str) -> None:
        self.lines = text.splitlines()
        self.source = source
        self.number = 0

    def error(self, what: str) -> LycosaError:
        return LycosaError(f"{self.source}: line {self.number}: {what}")

    def take(self, expected: str) -> str:
        self.number += 1
        if self.number > len(self.lines):
            raise self.error(f"the file ends where {expected} was expected")
        return self.lines[self.number - 1]

    def take_count(self, of: str) -> int:
        line = self.take(f"the number of {of}").strip()
        if not (line.isascii() and line.isdigit() and len(line) < 10):
            raise self.error(f"expected the number of {of}, found {line[:40]!r}")
        return int(line)

    def take_row(self, width: int) -> int:
        line = self.take("a row of crosses").strip()
        if len(line) != width or not set(line) <= set("Xx."):
            raise self.error(f"expected a row of {width} signs, each X or a dot, found {line[:40]!r}")
        return bits(j for j, sign in enumerate(line) if sign != ".")

    def skip_empty(self) -> None:
        if self.number < len(self.lines) and not self.lines[self.number].strip():
            self.number += 1

    def expect_end(self) -> None:
        while self.number < len(self.lines):
            if self.take("the end").strip():
                raise self.error("expected the end of the file after the last row")
