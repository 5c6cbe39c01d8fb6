"""Removes content encodings: a body as received and its Content-Encoding in, the plain body out.

Every decoder is asked for a limited piece at a time, so a bomb costs no more than the limit
it runs into.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

import brotli  # type: ignore[import-untyped, unused-ignore]
from isal import igzip_lib

from lycosa.errors import Kind
from lycosa.fetch.limits import KIB, DecodeLimits

try:
    from compression import zstd  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    from backports import zstd

_INPUT_BYTES = 32 * KIB
"""Fed at once, so that skipping from one tiny member to the next copies little."""
_PIECE_BYTES = 256 * KIB
_GZIP_MAGIC = b"\x1f\x8b"
_SAMPLE_BYTES = 512
_NOT_IN_TEXT = frozenset(range(0x20)) - frozenset(b"\t\n\r\f\x1b")
# The stubs of isal declare its exception class as an exception.
_ERRORS: tuple[type[Exception], ...] = (igzip_lib.IsalError, brotli.error, zstd.ZstdError)  # type: ignore[assignment]
_ZSTD_OPTIONS = {zstd.DecompressionParameter.window_log_max: 23}
"""RFC 9659: a window of 8 MiB is all that a client must grant."""


class Decoded(NamedTuple):
    """A body without its encodings, or why it could not be had."""

    body: bytes
    truncated: bool = False
    error: Kind | None = None
    detail: str = ""


class _Stream(Protocol):
    """One compressed stream; gives at most `max_length` bytes (brotli: about that) per call."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int) -> bytes: ...


class _Refused(Exception):
    def __init__(self, kind: Kind, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind


class _CutOff(Exception):
    """The data ended before the stream did."""


_BROKEN: tuple[type[Exception], ...] = (*_ERRORS, _CutOff, _Refused)


class _Brotli:
    """Brotli with the interface of the other decoders."""

    unused_data = b""

    def __init__(self) -> None:
        self._decoder = brotli.Decompressor()

    @property
    def eof(self) -> bool:
        return bool(self._decoder.is_finished())

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return bytes(self._decoder.process(data, output_buffer_limit=max_length))


def decode(payload: bytes, content_encoding: str, limits: DecodeLimits) -> Decoded:
    """Undo the encodings a Content-Encoding names, last one first."""
    names = [name.strip().lower() for name in content_encoding.split(",")]
    layers = [name for name in reversed(names) if name not in {"", "identity"}]
    if not payload or not layers:
        return Decoded(payload)
    if len(layers) > limits.layers:
        return Decoded(b"", error=Kind.DECODING, detail=f"{len(layers)} stacked encodings")
    result = Decoded(payload)
    for name in layers:
        layer = _undo(result.body, name, len(payload), limits)
        result = layer._replace(truncated=result.truncated or layer.truncated)
        if result.error is not None:
            break
    return result


def gunzip(payload: bytes, limits: DecodeLimits) -> Iterator[bytes]:
    """Yield the content of a gzip file in pieces, and stop silently where it is broken or too big."""
    room = _allowance(len(payload), limits)
    try:
        for piece in _pieces(payload, _gzip, limits.members):
            room -= len(piece)
            if room < 0:
                return
            yield piece
    except _BROKEN:
        return


def is_gzip(payload: bytes) -> bool:
    """Whether the bytes begin like a gzip file."""
    return payload.startswith(_GZIP_MAGIC)


def _undo(data: bytes, name: str, wire_bytes: int, limits: DecodeLimits) -> Decoded:
    """Undo one encoding. A body that is text already was labelled wrongly and is left as it is."""
    try:
        return _collect(_pieces(data, _opener(name, data), limits.members), wire_bytes, limits)
    except _Refused as refusal:
        kind, detail = refusal.kind, str(refusal)
    except _ERRORS as error:
        kind, detail = Kind.DECODING, f"{name}: {error}"
    if kind is Kind.DECODING and _is_text(data):
        return Decoded(data)
    return Decoded(b"", error=kind, detail=detail)


def _collect(pieces: Iterator[bytes], wire_bytes: int, limits: DecodeLimits) -> Decoded:
    allowance = _allowance(wire_bytes, limits)
    kept: list[bytes] = []
    decoded_bytes = 0
    truncated = False
    try:
        for piece in pieces:
            kept.append(piece)
            decoded_bytes += len(piece)
            if decoded_bytes > allowance:
                break
    except _CutOff:
        truncated = True
    if decoded_bytes <= allowance:
        return Decoded(kept[0] if len(kept) == 1 else b"".join(kept), truncated)
    if allowance < limits.decoded_bytes:
        return Decoded(b"", error=Kind.BOMB, detail=f"{wire_bytes} bytes unfold to more than {allowance}")
    return Decoded(b"".join(kept)[:allowance], truncated=True)


def _allowance(wire_bytes: int, limits: DecodeLimits) -> int:
    return min(limits.decoded_bytes, max(limits.ratio_free_bytes, limits.ratio * wire_bytes))


def _pieces(data: bytes, opener: Callable[[], _Stream], members_max: int) -> Iterator[bytes]:
    """Yield what the concatenated streams hold; what follows the first and is no stream is ignored."""
    position = members = 0
    while position < len(data):
        members += 1
        if members > members_max:
            raise _Refused(Kind.BOMB, f"more than {members_max} concatenated streams")
        stream, piece = opener(), b""
        while not stream.eof:
            fed = b""
            if len(piece) < _PIECE_BYTES:
                fed = data[position : position + _INPUT_BYTES]
                position += len(fed)
                if not fed:
                    raise _CutOff
            try:
                piece = stream.decompress(fed, _PIECE_BYTES)
            except _ERRORS:
                if members > 1:
                    return
                raise
            yield piece
        position -= len(stream.unused_data)


def _gzip() -> _Stream:
    return igzip_lib.IgzipDecompressor(flag=igzip_lib.DECOMP_GZIP)


def _opener(name: str, data: bytes) -> Callable[[], _Stream]:
    if name in {"gzip", "x-gzip"}:
        return _gzip
    if name == "deflate":
        # The name means a zlib stream; some servers send the raw stream inside it.
        flag = igzip_lib.DECOMP_ZLIB if _is_zlib(data) else igzip_lib.DECOMP_DEFLATE
        return lambda: igzip_lib.IgzipDecompressor(flag=flag)
    if name == "br":
        return _Brotli
    if name == "zstd":
        return lambda: zstd.ZstdDecompressor(options=_ZSTD_OPTIONS)
    raise _Refused(Kind.DECODING, f"unknown encoding {name[:40]!r}")


def _is_zlib(data: bytes) -> bool:
    return len(data) > 1 and data[0] & 0x0F == 8 and int.from_bytes(data[:2], "big") % 31 == 0


def _is_text(data: bytes) -> bool:
    return _NOT_IN_TEXT.isdisjoint(data[:_SAMPLE_BYTES])
