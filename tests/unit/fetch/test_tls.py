"""Encrypted connections: verified, never downgraded (hostile-web H15)."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest
from tests.hostile.certificates import Identity, issue, server_context
from tests.hostile.servers import HELLO, Connection, always, answer, serve

from lycosa.errors import Kind

from .conftest import MakeFetcher

URL = "https://example.org/"


@pytest.fixture(scope="module")
def authority() -> Identity:
    return issue("Test authority")


async def kind_with(
    context: ssl.SSLContext, authority: Identity, make_fetcher: MakeFetcher, folder: Path
) -> Kind | None:
    ca_file = str(authority.save(folder, "authority"))
    async with serve(always(answer(HELLO)), tls=context) as server:
        fetched = await make_fetcher(server, ca_file=ca_file).fetch(URL)
        assert (fetched.error is None) == bool(server.requests)
    return fetched.error


async def test_certificate_of_a_trusted_authority_is_accepted(
    authority: Identity, make_fetcher: MakeFetcher, tmp_path: Path
) -> None:
    context = server_context(issue("example.org", authority), tmp_path)
    assert await kind_with(context, authority, make_fetcher, tmp_path) is None


async def test_self_signed_certificate_is_refused(
    authority: Identity, make_fetcher: MakeFetcher, tmp_path: Path
) -> None:
    context = server_context(issue("example.org"), tmp_path)
    assert await kind_with(context, authority, make_fetcher, tmp_path) is Kind.TLS


async def test_expired_certificate_is_refused(
    authority: Identity, make_fetcher: MakeFetcher, tmp_path: Path
) -> None:
    context = server_context(issue("example.org", authority, expired=True), tmp_path)
    assert await kind_with(context, authority, make_fetcher, tmp_path) is Kind.TLS


async def test_certificate_of_another_host_is_refused(
    authority: Identity, make_fetcher: MakeFetcher, tmp_path: Path
) -> None:
    context = server_context(issue("other.example", authority), tmp_path)
    assert await kind_with(context, authority, make_fetcher, tmp_path) is Kind.TLS


async def test_name_alert_is_an_error_of_tls(
    authority: Identity, make_fetcher: MakeFetcher, tmp_path: Path
) -> None:
    context = server_context(issue("example.org", authority), tmp_path)
    context.sni_callback = lambda *_: ssl.ALERT_DESCRIPTION_UNRECOGNIZED_NAME
    assert await kind_with(context, authority, make_fetcher, tmp_path) is Kind.TLS


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion.TLSv1 is deprecated")
async def test_server_of_an_outdated_version_is_refused(
    authority: Identity, make_fetcher: MakeFetcher, tmp_path: Path
) -> None:
    context = server_context(issue("example.org", authority), tmp_path)
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1
    assert await kind_with(context, authority, make_fetcher, tmp_path) is Kind.TLS


async def test_server_without_tls_is_refused(make_fetcher: MakeFetcher) -> None:
    async def plain(connection: Connection) -> None:
        await connection.send(answer(HELLO))
        await connection.gone()

    async with serve(plain) as server:
        fetched = await make_fetcher(server).fetch(URL)
    assert (fetched.error, fetched.body) == (Kind.TLS, b"")


async def test_well_known_authorities_do_not_vouch_for_a_private_one(
    authority: Identity, make_fetcher: MakeFetcher, tmp_path: Path
) -> None:
    context = server_context(issue("example.org", authority), tmp_path)
    async with serve(always(answer(HELLO)), tls=context) as server:
        assert (await make_fetcher(server).fetch(URL)).error is Kind.TLS
