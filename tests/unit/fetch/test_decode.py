"""Content encodings: what is undone, where it ends, what is refused (hostile-web H16-H20)."""

from __future__ import annotations

import gzip
import random
import zlib
from collections.abc import Callable

import brotli
import pytest
from backports import zstd
from tests.hostile.servers import bomb

from lycosa.errors import Kind
from lycosa.fetch.decode import decode, gunzip, is_gzip
from lycosa.fetch.limits import MIB, DecodeLimits

LIMITS = DecodeLimits()
DICE = random.Random(5)
TEXT = " ".join(str(DICE.random()) for _ in range(20_000)).encode()


def raw_deflate(data: bytes) -> bytes:
    return zlib.compress(data)[2:-4]


ENCODERS: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "gzip": ("gzip", gzip.compress),
    "x-gzip": ("X-GZIP", gzip.compress),
    "zlib": ("deflate", zlib.compress),
    "raw": ("deflate", raw_deflate),
    "brotli": ("br", brotli.compress),
    "zstd": ("zstd", zstd.compress),
}
each_encoding = pytest.mark.parametrize(("name", "encode"), ENCODERS.values(), ids=ENCODERS)


@each_encoding
def test_encoding_is_undone(name: str, encode: Callable[[bytes], bytes]) -> None:
    assert decode(encode(TEXT), name, LIMITS) == (TEXT, False, None, "")


@each_encoding
def test_stream_that_ends_early_gives_its_start_and_is_flagged(
    name: str, encode: Callable[[bytes], bytes]
) -> None:
    decoded = decode(encode(TEXT)[:-100], name, LIMITS)
    assert (decoded.truncated, decoded.error) == (True, None)
    assert decoded.body
    assert TEXT.startswith(decoded.body)


@each_encoding
def test_text_under_a_wrong_label_is_left_alone(name: str, encode: Callable[[bytes], bytes]) -> None:
    assert decode(b"<html>plain text</html>", name, LIMITS).body == b"<html>plain text</html>"


@each_encoding
def test_garbage_is_an_error(name: str, encode: Callable[[bytes], bytes]) -> None:
    garbage = bytes([0xFF, 0x06, 0x00, 0x01]) + random.Random(3).randbytes(500)
    decoded = decode(garbage, name, LIMITS)
    assert (decoded.body, decoded.error) == (b"", Kind.DECODING)


@each_encoding
def test_empty_body_stays_empty(name: str, encode: Callable[[bytes], bytes]) -> None:
    assert decode(b"", name, LIMITS) == (b"", False, None, "")


@pytest.mark.parametrize("name", ["gzip", "deflate", "br", "zstd"])
def test_bomb_is_refused(name: str) -> None:
    decoded = decode(bomb(name), name, LIMITS)
    assert (decoded.body, decoded.error) == (b"", Kind.BOMB)


def test_ratio_counts_received_bytes_over_both_layers() -> None:
    decoded = decode(gzip.compress(bomb("gzip")), "gzip, gzip", LIMITS)
    assert decoded.error is Kind.BOMB


def test_small_body_of_spaces_is_no_bomb() -> None:
    assert decode(gzip.compress(b" " * MIB), "gzip", LIMITS).body == b" " * MIB


def test_body_over_the_decoded_cap_is_cut() -> None:
    decoded = decode(gzip.compress(TEXT), "gzip", DecodeLimits(decoded_bytes=1000))
    assert decoded == (TEXT[:1000], True, None, "")


def test_two_layers_are_undone_in_reverse() -> None:
    assert decode(gzip.compress(brotli.compress(TEXT)), "br, gzip", LIMITS).body == TEXT


def test_layer_that_is_named_twice_but_applied_once_is_forgiven() -> None:
    assert decode(gzip.compress(TEXT), "gzip, gzip", LIMITS).body == TEXT


def test_three_layers_are_refused() -> None:
    assert decode(gzip.compress(TEXT), "gzip, gzip, gzip", LIMITS).error is Kind.DECODING


def test_identity_is_no_layer() -> None:
    assert decode(gzip.compress(TEXT), "identity, gzip, identity", LIMITS).body == TEXT


def test_unknown_encoding_of_binary_data_is_refused() -> None:
    assert decode(b"\0\1\2", "compress", LIMITS).error is Kind.DECODING


def test_concatenated_members_are_one_body() -> None:
    assert decode(b"".join(gzip.compress(word) for word in (b"a", b"b", b"c")), "gzip", LIMITS).body == b"abc"


def test_padding_after_the_last_member_is_ignored() -> None:
    assert decode(gzip.compress(TEXT) + bytes(100), "gzip", LIMITS).body == TEXT


def test_too_many_members_are_refused() -> None:
    assert decode(gzip.compress(b"") * 20_000, "gzip", LIMITS).error is Kind.BOMB


def test_zstd_window_over_8_mib_is_refused() -> None:
    options = {zstd.CompressionParameter.window_log: 25}
    payload = zstd.compress(random.Random(1).randbytes(100_000) * 100, options=options)
    assert decode(payload, "zstd", LIMITS).error is Kind.DECODING


def test_gunzip_yields_the_start_of_a_broken_file() -> None:
    payload = gzip.compress(TEXT)
    assert is_gzip(payload)
    assert TEXT.startswith(b"".join(gunzip(payload[:-500], LIMITS)))


def test_gunzip_stops_at_the_limit() -> None:
    assert sum(map(len, gunzip(bomb("gzip"), LIMITS))) <= 100 * len(bomb("gzip"))
