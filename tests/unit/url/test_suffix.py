"""Registrable domains, the unit of a domain's budget."""

from __future__ import annotations

from pathlib import Path

import publicsuffixlist
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


def test_every_rule_of_the_list_holds_as_the_library_reads_it() -> None:
    lines = Path(publicsuffixlist.PSLFILE).read_text("utf-8").lower().splitlines()
    rules = [line.split()[0].lstrip("*.!") for line in lines if line and not line.startswith("//")]
    hosts = [f"a.b.{rule}" for rule in rules]
    hosts += [f"a.b.{rule.encode('idna').decode()}" for rule in rules if not rule.isascii()]
    library = publicsuffixlist.PublicSuffixList()
    assert [registrable_domain(host) for host in hosts] == [library.privatesuffix(host) for host in hosts]
    assert [public_suffix(host) for host in hosts] == [library.publicsuffix(host) for host in hosts]
