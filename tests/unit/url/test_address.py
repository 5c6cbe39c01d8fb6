"""Only public addresses, and only those that were checked."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.admission import admit

from lycosa.errors import Kind
from lycosa.url import admit_addresses, admit_name, is_public

PUBLIC = "93.184.216.34"


@pytest.mark.parametrize("address", [PUBLIC, "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_public_addresses(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "::1",
        "::",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::1",
        "2002:808:808::1",
        "2001::1",
        "3fff::1",
        "5f00::1",
        "fec0::1",
        "fe80::1%eth0",
        "2606:4700:4700::1111%eth0",
        "192.88.99.1",
        "0177.0.0.1",
        "example.org",
        "",
    ],
)
def test_everything_else_is_not_public(address: str) -> None:
    assert not is_public(address)


def test_literal_address_needs_no_name_server() -> None:
    def unreachable(host: str) -> Sequence[str]:
        raise AssertionError(host)

    assert admit("http://[2606:4700:4700::1111]:8080/", unreachable).addresses == ("2606:4700:4700::1111",)


def test_repeated_addresses_are_kept_once_in_order() -> None:
    admission = admit_addresses("example.org", [PUBLIC, "8.8.8.8", PUBLIC])
    assert admission.addresses == (PUBLIC, "8.8.8.8")


def test_name_without_addresses_is_not_found() -> None:
    assert admit("http://example.org/", lambda host: []).kind is Kind.DNS_NOT_FOUND


def test_nonsense_from_the_name_server_is_refused_even_with_private_allowed() -> None:
    admission = admit("http://example.org/", lambda host: ["localhost"], allow_private=True)
    assert admission.kind is Kind.ADDRESS_REFUSED


def test_private_is_allowed_on_request_only() -> None:
    assert admit_name("http://127.0.0.1:8080/").kind is Kind.ADDRESS_REFUSED
    assert admit_name("http://127.0.0.1:8080/", allow_private=True).addresses == ("127.0.0.1",)
    assert admit_name("http://localhost/", allow_private=True).kind is None


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("http://[::1", Kind.BAD_URL),
        ("http://example.org:25/", Kind.BAD_URL),
        ("file:///etc/hosts", Kind.SCHEME),
        ("http://a.localhost/", Kind.ADDRESS_REFUSED),
    ],
)
def test_reason_tells_the_kind_of_refusal(url: str, kind: Kind) -> None:
    assert admit_name(url).kind is kind
