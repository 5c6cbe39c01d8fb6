"""Registrable domains from the public suffix list: a host in, the part someone registered out."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from publicsuffixlist import PSLFILE, PublicSuffixList

from lycosa.url.parse import is_ip


@cache
def _all_suffixes() -> PublicSuffixList:
    return PublicSuffixList()  # 45 ms: it encodes every rule for DNS


@cache
def _plain_suffixes() -> PublicSuffixList:
    """Return the rules that can hold for names in plain ASCII, which need no encoding."""
    lines = Path(PSLFILE).read_text("utf-8").splitlines()
    rules = [line for line in lines if line.isascii() and line and not line.startswith("//")]
    return PublicSuffixList(rules, accept_encoded_idn=False)


def _suffixes_for(host: str) -> PublicSuffixList:
    return _plain_suffixes() if host.isascii() and "xn--" not in host.lower() else _all_suffixes()


@lru_cache(maxsize=1 << 14)
def registrable_domain(host: str) -> str:
    """Return the domain a host belongs to; an address, or a name with no such domain, is its own.

    >>> registrable_domain("news.example.co.uk"), registrable_domain("localhost")
    ('example.co.uk', 'localhost')
    """
    if is_ip(host):
        return host
    return _suffixes_for(host).privatesuffix(host) or host


@lru_cache(maxsize=1 << 14)
def public_suffix(host: str) -> str:
    """Return the suffix under which a host's domain was registered; empty for an address.

    >>> public_suffix("news.example.co.uk")
    'co.uk'
    """
    if is_ip(host):
        return ""
    return _suffixes_for(host).publicsuffix(host) or ""
