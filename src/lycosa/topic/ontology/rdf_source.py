"""Turn the bytes of an RDF file into a graph, trusting nothing in it.

Goes in: Turtle or RDF/XML, whatever the file is called. Comes out: an rdflib graph, or a
`LycosaError` that names file and line. No import is followed, no address is asked, no external
entity is read, and neither entities nor numbers can grow beyond a limit.
"""

from __future__ import annotations

import re
import threading
from pathlib import Path
from typing import NoReturn
from xml.parsers import expat

import rdflib

from lycosa.errors import LycosaError
from lycosa.topic.ontology.graph import DEFAULT_IRI
from lycosa.topic.ontology.labels import clean_label

MAX_RDF_BYTES = 32 * 1024 * 1024
MAX_ENTITIES = 128
MAX_EXPANDED_CHARS = 8 * 1024 * 1024
"""Characters that the entities of a document may expand to, all references together."""

_RDF_ROOT = "http://www.w3.org/1999/02/22-rdf-syntax-ns# RDF"
_OWL_XML_ROOT = "http://www.w3.org/2002/07/owl# Ontology"
_XML_START = re.compile(r"<(\?xml|!|([A-Za-z_][\w.-]*:)?(RDF|Ontology|html)[\s>])")
_UNSUPPORTED = (
    (re.compile(r"format-version:|\[Term\]"), "OBO"),
    (re.compile(r"(Prefix|Ontology)\s*\("), "OWL functional syntax"),
    (re.compile(r"(Prefix|Ontology):"), "OWL Manchester syntax"),
    (re.compile(r"[{\[]\s*[\"{]"), "JSON-LD"),
)
_normalising = threading.Lock()


def load_graph(path: Path) -> rdflib.Graph:
    """Read the RDF file at `path`."""
    try:
        if path.stat().st_size > MAX_RDF_BYTES:
            raise LycosaError(f"{path}: larger than {MAX_RDF_BYTES} bytes, the limit for an ontology")
        return parse_graph(path.read_bytes(), str(path))
    except OSError as error:
        raise LycosaError(f"{path}: cannot be read: {error.strerror}") from error


def parse_graph(data: bytes, source: str) -> rdflib.Graph:
    """Parse Turtle or RDF/XML; `source` is what errors call it."""
    if len(data) > MAX_RDF_BYTES:
        raise LycosaError(f"{source}: larger than {MAX_RDF_BYTES} bytes, the limit for an ontology")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LycosaError(f"{source}: not UTF-8 text (byte {error.start})") from error
    if "\0" in text:
        raise LycosaError(f"{source}: not UTF-8 text (it holds a zero byte)")
    start = text.lstrip()[:200]
    for pattern, syntax in _UNSUPPORTED:
        if pattern.match(start):
            _refuse(source, syntax)
    if _XML_START.match(start):
        _check_xml(text, source)
        return _parse(text, "xml", source)
    return _parse(text, "turtle", source)


def _refuse(source: str, syntax: str) -> NoReturn:
    raise LycosaError(f"{source}: {syntax} is not supported; save it as Turtle or RDF/XML (Protégé can)")


def _parse(text: str, syntax: str, source: str) -> rdflib.Graph:
    graph = rdflib.Graph()
    # rdflib would write the decimal "1E+999999999" out in full, a gigabyte from a few bytes.
    with _normalising:
        before, rdflib.NORMALIZE_LITERALS = rdflib.NORMALIZE_LITERALS, False
        try:
            graph.parse(data=text, format=syntax, publicID=DEFAULT_IRI)
        except Exception as error:  # rdflib's parsers raise many kinds on broken input
            raise LycosaError(_syntax_error(error, syntax, source)) from error
        finally:
            rdflib.NORMALIZE_LITERALS = before
    return graph


def _syntax_error(error: Exception, syntax: str, source: str) -> str:
    if isinstance(error, RecursionError):
        return f"{source}: nested too deeply"
    name = "RDF/XML" if syntax == "xml" else "Turtle"
    line = getattr(error, "lines", None)
    if line is None and hasattr(error, "getLineNumber"):
        line = error.getLineNumber()
    where = f"{source}: line {line + (syntax == 'turtle')}" if isinstance(line, int) else source
    what = getattr(error, "_why", None) or str(error) or type(error).__name__
    return f"{where}: not valid {name}: {clean_label(str(what))}"


class _RootReached(Exception):
    """The prologue of an XML document is over."""


def _check_xml(text: str, source: str) -> None:
    """Read the prologue up to the root element; refuse what could reach out, or blow up later."""
    prologue = _Prologue(source)
    try:
        prologue.parser.Parse(text.encode(), True)
    except _RootReached:
        pass
    except expat.ExpatError as error:
        raise LycosaError(f"{source}: line {error.lineno}: not valid XML: {error}") from error
    expanded = sum(text.count(f"&{name};") * len(value) for name, value in prologue.entities.items())
    if expanded > MAX_EXPANDED_CHARS:
        raise LycosaError(f"{source}: its entities expand to more than {MAX_EXPANDED_CHARS} characters")


class _Prologue:
    """Collects the entities of a document and looks at its encoding and root."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.entities: dict[str, str] = {}
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.XmlDeclHandler = self._declaration
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._entity
        self.parser.AttlistDeclHandler = self._default
        self.parser.StartElementHandler = self._root

    def _error(self, what: str) -> LycosaError:
        return LycosaError(f"{self.source}: line {self.parser.CurrentLineNumber}: {what}")

    def _declaration(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if encoding is not None and encoding.lower() not in ("utf-8", "us-ascii", "ascii"):
            raise self._error(f"encoding {encoding} is not supported; save the file as UTF-8")

    def _doctype(self, _name: str, system_id: str | None, public_id: str | None, _internal: int) -> None:
        if system_id or public_id:
            raise self._error("external document types are refused")

    def _entity(
        self,
        name: str,
        is_parameter: int,
        value: str | None,
        _base: str | None,
        _system_id: str | None,
        _public_id: str | None,
        _notation: str | None,
    ) -> None:
        if value is None or is_parameter:
            raise self._error(f"entity {name!r} is refused: only plain internal entities are allowed")
        if "&" in value or "<" in value:
            raise self._error(f"entity {name!r} is refused: it refers to other entities or holds markup")
        if len(self.entities) == MAX_ENTITIES:
            raise self._error(f"more than {MAX_ENTITIES} entities are declared")
        self.entities.setdefault(name, value)

    def _default(self, element: str, attribute: str, _kind: str, _value: str | None, _required: int) -> None:
        # One long default value would be repeated on every element.
        raise self._error(f"the declaration of {attribute!r} on {element!r} is refused")

    def _root(self, name: str, _attributes: dict[str, str]) -> None:
        if name == _OWL_XML_ROOT:
            _refuse(self.source, "OWL/XML")
        if name != _RDF_ROOT:
            raise self._error(f"expected the root element rdf:RDF, found {clean_label(name)!r}")
        raise _RootReached
