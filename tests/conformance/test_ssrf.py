"""The table of addresses a crawler must refuse, and of their neighbours that it must not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.admission import admit

from lycosa.errors import Kind
from lycosa.url import admit_name

PUBLIC = "93.184.216.34"
COVERED = {
    "name resolves only to 10.0.0.5",
    "name resolves to [93.184.216.34, 127.0.0.1]",
    "first lookup public, second lookup 127.0.0.1 (rebinding)",
    "public page redirects to http://169.254.169.254/",
    "AAAA ::ffff:127.0.0.1",
    "CNAME chain ending at localhost",
    "proxy configured",
    "operator sets allow_private for a named host (tests, intranet)",
}


def public_name(host: str) -> Sequence[str]:
    return [PUBLIC]


@pytest.mark.parametrize(("verdict", "count"), [("block", 77), ("allow", 19)])
def test_every_row_has_its_verdict(shared: Path, verdict: str, count: int) -> None:
    table = json.loads((shared / "conformance" / "ssrf" / "urls.json").read_text(encoding="utf-8"))
    some = [row for row in table if row["verdict"] == verdict]
    refused = verdict == "block"
    wrong = [row for row in some if (admit(row["url"], public_name).kind is not None) is not refused]
    assert wrong == []
    assert len(some) == count


def test_tunnelled_public_addresses_give_an_answer_either_way(shared: Path) -> None:
    assert admit("http://[64:ff9b::808:808]/", public_name).addresses == ("64:ff9b::808:808",)
    assert admit("http://[2002:808:808::1]/", public_name).kind is Kind.ADDRESS_REFUSED


def test_table_of_name_server_cases_is_the_one_tested_here(shared: Path) -> None:
    table = json.loads((shared / "conformance" / "ssrf" / "dns.json").read_text(encoding="utf-8"))
    assert {row["case"] for row in table} == COVERED


@pytest.mark.parametrize("address", ["10.0.0.5", "::ffff:127.0.0.1", "127.0.0.1", "::1"])
def test_name_with_only_private_addresses_is_refused(address: str) -> None:
    assert admit("http://example.com/", lambda host: [address]).kind is Kind.ADDRESS_REFUSED


def test_of_mixed_addresses_only_the_public_one_is_used() -> None:
    assert admit("http://example.com/", lambda host: ["127.0.0.1", PUBLIC]).addresses == (PUBLIC,)


def test_rebinding_name_is_looked_up_once_and_the_checked_address_returned() -> None:
    answers = iter([[PUBLIC], ["127.0.0.1"]])
    assert admit("http://example.com/", lambda host: next(answers)).addresses == (PUBLIC,)
    assert next(answers) == ["127.0.0.1"]


def test_redirect_to_metadata_is_refused_with_its_reason() -> None:
    admission = admit("http://169.254.169.254/", public_name)
    assert admission.kind is Kind.ADDRESS_REFUSED
    assert "169.254.169.254" in admission.detail


def test_before_a_proxy_literal_addresses_and_local_names_are_refused_without_lookup() -> None:
    assert admit_name("http://2130706433/").kind is Kind.ADDRESS_REFUSED
    assert admit_name("http://LOCALHOST./").kind is Kind.ADDRESS_REFUSED
    assert admit_name("http://example.com/").kind is None


def test_operator_may_allow_private_addresses() -> None:
    admission = admit("http://intranet.example/", lambda host: ["10.0.0.5"], allow_private=True)
    assert admission.addresses == ("10.0.0.5",)
