"""Registrable domains, the unit of a domain's budget."""

from __future__ import annotations

import pytest

from lycosa.url import public_suffix, registrable_domain


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("example.org", "example.org"),
        ("a.b.example.org", "example.org"),
        ("news.example.co.uk", "example.co.uk"),
        ("project.github.io", "project.github.io"),
        ("city.kawasaki.jp", "city.kawasaki.jp"),
        ("a.b.unknown-suffix", "b.unknown-suffix"),
        ("x.xn--55qx5d.cn", "x.xn--55qx5d.cn"),
        ("localhost", "localhost"),
        ("co.uk", "co.uk"),
        ("10.1.2.3", "10.1.2.3"),
        ("[2606:4700::1111]", "[2606:4700::1111]"),
        ("", ""),
    ],
)
def test_registrable_domain(host: str, domain: str) -> None:
    assert registrable_domain(host) == domain


def test_address_has_no_public_suffix() -> None:
    assert public_suffix("10.1.2.3") == ""
    assert public_suffix("a.example.co.uk") == "co.uk"
