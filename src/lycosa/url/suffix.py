"""Registrable domains from the public suffix list: a host in, the part someone registered out."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from publicsuffixlist import PSLFILE, PublicSuffixList, encode_idn

from lycosa.url.parse import is_ip


@cache
def _public_suffixes() -> PublicSuffixList:
    """Return the list, read when first asked for.

    Left to itself it encodes every rule for DNS, which takes 45 ms; all but a few are as they should be.
    """
    lines = Path(PSLFILE).read_text("utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("//")]
    encoded = [encode_idn(rule.lower().split()[0]) for rule in rules if not rule.isascii()]
    return PublicSuffixList([*rules, *encoded], accept_encoded_idn=False)


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
