"""Which addresses the crawler may connect to: a URL in, checked addresses or the reason for refusal out.

Only public unicast addresses are admitted, so that no page can make the crawler talk to the
machine it runs on or to the network around it. Whoever connects must use an address of the
`Admission` and not ask the name server again: a second answer may differ (DNS rebinding).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from lycosa.errors import Kind
from lycosa.url.canonical import canonical
from lycosa.url.parse import host_of, is_ip, resolve

_NOT_PUBLIC_V4 = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # carrier NAT
        "127.0.0.0/8",  # loopback
        "169.254.0.0/16",  # link-local, cloud metadata
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, broadcast
    )
)
_PUBLIC_V6 = IPv6Network("2000::/3")
_NOT_PUBLIC_V6 = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # protocol assignments, Teredo
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4: carries any IPv4 address
        "3fff::/20",  # documentation
    )
)
_NAT64 = IPv6Network("64:ff9b::/96")
_LOCAL_NAMES = ("localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback")


@dataclass(frozen=True, slots=True)
class Admission:
    """The outcome for one URL: a reason for refusal, or the addresses that may be connected to."""

    host: str = ""
    addresses: tuple[str, ...] = ()
    kind: Kind | None = None
    detail: str = ""
    """For people: what exactly was refused."""


def is_public(address: str) -> bool:
    """Whether an address is public unicast, and so is the IPv4 address inside it if it carries one.

    IPv4-mapped and NAT64 addresses are as public as the IPv4 address they carry; older ways to
    carry one (compatible, 6to4, Teredo) are never public, nor is an address with a zone.
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv4Address):
        return _is_public_v4(ip)
    if ip.scope_id is not None:
        return False
    carried = _carried_v4(ip)
    if carried is not None:
        return _is_public_v4(carried)
    return ip in _PUBLIC_V6 and not any(ip in network for network in _NOT_PUBLIC_V6)


def _is_public_v4(ip: IPv4Address) -> bool:
    return not any(ip in network for network in _NOT_PUBLIC_V4)


def _carried_v4(ip: IPv6Address) -> IPv4Address | None:
    if ip in _NAT64:
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped


def admit_name(url: str, allow_private: bool = False) -> Admission:
    """Check what can be checked without a name server; a literal address is settled here.

    No kind and no addresses: look the host up and pass its addresses to `admit_addresses`.
    """
    absolute = resolve(url)
    if absolute is None:
        return Admission(kind=Kind.BAD_URL, detail=f"not a URL: {url[:200]}")
    scheme = absolute.partition(":")[0]
    if scheme not in {"http", "https"}:
        return Admission(kind=Kind.SCHEME, detail=f"scheme {scheme[:40]} is not http or https")
    identity = canonical(absolute, max_bytes=len(absolute))
    if identity is None:
        return Admission(kind=Kind.BAD_URL, detail=f"bad host or port: {absolute[:200]}")
    host = host_of(identity)
    if is_ip(host):
        return admit_addresses(host, [host.strip("[]")], allow_private)
    if not allow_private and (host in _LOCAL_NAMES or host.endswith(".localhost")):
        return Admission(host, kind=Kind.ADDRESS_REFUSED, detail=f"{host} is a name for this machine")
    return Admission(host)


def admit_addresses(host: str, addresses: Iterable[str], allow_private: bool = False) -> Admission:
    """Keep the addresses of a host that may be connected to, in order and without repeats."""
    found = tuple(dict.fromkeys(addresses))
    if not found:
        return Admission(host, kind=Kind.DNS_NOT_FOUND, detail=f"{host} has no address")
    kept = tuple(address for address in found if (is_ip(address) if allow_private else is_public(address)))
    if not kept:
        detail = f"{host} is at {', '.join(found[:4])}: not a public address"
        return Admission(host, kind=Kind.ADDRESS_REFUSED, detail=detail)
    return Admission(host, kept)
