"""A small XML document in, its elements out: no document type, no entities, no deep nesting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from xml.parsers import expat

from lycosa.errors import LycosaError

_NESTING = 32
_ELEMENTS_MAX = 50_000
_TEXT_CHARS_MAX = 8192


@dataclass(slots=True)
class Element:
    """One element: its name without prefix, how deep it is, its attributes and its own text."""

    name: str
    depth: int
    attributes: Mapping[str, str]
    text: str = ""


class _Refused(Exception):
    """The document holds what it must not."""


class _Reader:
    """Collects elements in document order.

    Elements of a vocabulary other than the root's own are passed over by their prefix, taken as
    written: feeds hold many, and some forget to declare them.
    """

    def __init__(self) -> None:
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self._prefix: str | None = None
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._data
        self.parser.StartDoctypeDeclHandler = self._refuse
        self.parser.EntityDeclHandler = self._refuse

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self._prefix is None:
            self._prefix = name[: name.find(":") + 1]
        element = Element(name.removeprefix(self._prefix), len(self._open), attributes)
        self._open.append(element)
        self.elements.append(element)
        if len(self._open) > _NESTING or len(self.elements) > _ELEMENTS_MAX:
            raise _Refused("it is nested too deep or has too many elements")

    def _end(self, _name: str) -> None:
        self._open.pop()

    def _data(self, text: str) -> None:
        if self._open and len(self._open[-1].text) < _TEXT_CHARS_MAX:
            self._open[-1].text += text[:_TEXT_CHARS_MAX]

    def _refuse(self, *_declaration: object) -> None:
        raise _Refused("it declares a document type")


def read_elements(body: bytes, name: str) -> list[Element]:
    """Return the elements of a document; `name` is how an error calls its origin."""
    reader = _Reader()
    try:
        reader.parser.Parse(body, True)
    except (expat.ExpatError, _Refused, ValueError, LookupError) as error:
        raise LycosaError(f"{name} gave XML that cannot be read: {error}") from error
    return reader.elements
