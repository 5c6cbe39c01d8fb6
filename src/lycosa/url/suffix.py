"""Registrable domains from the public suffix list: a host in, the part someone registered out."""

from __future__ import annotations

from functools import cache, lru_cache

from publicsuffixlist import PublicSuffixList

from lycosa.url.parse import is_ip


@cache
def _public_suffixes() -> PublicSuffixList:
    return PublicSuffixList()  # 45 ms: loaded when first asked for


@lru_cache(maxsize=1 << 14)
def registrable_domain(host: str) -> str:
    """Return the domain a host belongs to; an address, or a name with no such domain, is its own.

    >>> registrable_domain("news.example.co.uk"), registrable_domain("localhost")
    ('example.co.uk', 'localhost')
    """
    if is_ip(host):
        return host
    return _public_suffixes().privatesuffix(host) or host


@lru_cache(maxsize=1 << 14)
def public_suffix(host: str) -> str:
    """Return the suffix under which a host's domain was registered; empty for an address.

    >>> public_suffix("news.example.co.uk")
    'co.uk'
    """
    if is_ip(host):
        return ""
    return _public_suffixes().publicsuffix(host) or ""
