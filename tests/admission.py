"""What a fetcher does before it connects, without a network: check the name and what it stands for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lycosa.url import Admission, admit_addresses, admit_name


def admit(url: str, resolve_host: Callable[[str], Sequence[str]], allow_private: bool = False) -> Admission:
    named = admit_name(url, allow_private)
    if named.kind is not None or named.addresses:
        return named
    return admit_addresses(named.host, resolve_host(named.host), allow_private)
