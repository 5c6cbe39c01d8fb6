"""The identity of a page: many spellings of an http(s) URL in, one canonical URL out.

On top of what the parser settles (case, default ports, dot segments, internationalised names)
this removes what does not choose the page: fragment, credentials, session ids, tracking
parameters, the order of the query. Every rule leaves its own result unchanged.
"""

from __future__ import annotations

import re
from functools import lru_cache

from lycosa.url.parse import resolve

URL_BYTES_MAX = 2048
"""Longest URL that is followed, fragment not counted."""

_HOST_BYTES_MAX = 253

_SESSION_NAMES = (
    "_session_id _sessionid _sid asp.net_sessionid aspsessionid bv_engineid bv_sessionid cfid cftoken "
    "jsessionid jsessionidsso oscsid phpsessid phpsessionid sessid session-id session_id sessionid sid "
    "xtcsid zenid"
)
_TRACKING_NAMES = (
    "__hsfp __hssc __hstc _ga _gl _hsenc _hsmi dclid epik fbclid gbraid gclid gclsrc hsctatracking igshid "
    "li_fat_id mc_cid mc_eid mkt_tok msclkid oly_anon_id oly_enc_id rb_clickid s_cid srsltid ttclid twclid "
    "vero_conv vero_id wbraid wickedid wt_mc xtor yclid"
)
_NOISE = frozenset([*_SESSION_NAMES.split(), *_TRACKING_NAMES.split()])
_NOISE_PREFIXES = ("utm_", "mtm_", "pk_", "aspsessionid")

_REFUSED_PORT_NUMBERS = (
    "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 "
    "117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 "
    "601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 "
    "6679 6697 10080"
)
REFUSED_PORTS = frozenset(_REFUSED_PORT_NUMBERS.split())
"""Ports of other services, which browsers refuse too (WHATWG Fetch, port blocking)."""

_SESSION_PARAMETER = re.compile(
    rf";(?:{'|'.join(map(re.escape, _SESSION_NAMES.split()))})=[^;/&]*+", re.IGNORECASE
)
_SESSION_SEGMENT = re.compile(r"/\(S\([0-9a-z]{24}\)\)(?=/)", re.IGNORECASE)
"""Where ASP.NET keeps a session without cookies."""

_UNTIDY = re.compile(r"[%?;\[\]|^`{}\\]|\([Ss]\(")
"""What the part after the host must show before any rule for it can apply."""

_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}|[%\[\]|^`{}\\]")
"""A percent escape, or a character that should have been written as one."""

_UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
_NORMAL_ESCAPE = {
    f"%{byte:02X}": chr(byte) if chr(byte) in _UNRESERVED else f"%{byte:02X}" for byte in range(256)
} | {character: f"%{ord(character):02X}" for character in "%[]|^`{}\\"}

_TIDY = re.compile(r"(https?://[A-Za-z0-9_.:-]+)((?:/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*+)++/?|/)(?:#.*)?")
"""An address whose path no rule can change: no dot segments, escapes, parameters, nor empty segments."""

_HOST_AND_PORT = re.compile(r"(\[[^\]]*\]|[^:]*)(?::([0-9]+))?")


def canonical(url: str, max_bytes: int = URL_BYTES_MAX) -> str | None:
    """Return the canonical form of an http(s) URL; None if it is invalid, too long or of another scheme.

    >>> canonical("HTTP://Example.org:80/a/../%7Eb;jsessionid=1?z=1&utm_source=x&a=2#top")
    'http://example.org/~b?a=2&z=1'
    """
    tidy = _TIDY.fullmatch(url) if len(url) <= max_bytes else None
    site = _site(tidy[1]) if tidy is not None else None
    if tidy is None or site is None:
        return _parsed(url, max_bytes)
    found = site + tidy[2]
    return found if len(found) <= max_bytes else None


def _parsed(url: str, max_bytes: int) -> str | None:
    absolute = resolve(url)
    return None if absolute is None else _identity(absolute, max_bytes)


@lru_cache(maxsize=1 << 14)
def _site(origin: str) -> str | None:
    """Return the canonical form of what stands before a path; None if it is not valid."""
    found = _parsed(f"{origin}/", URL_BYTES_MAX)
    return found[:-1] if found is not None else None


def _identity(absolute: str, max_bytes: int) -> str | None:
    """Canonise a URL as the parser wrote it: pure ASCII, so characters are bytes."""
    url, _, _ = absolute.partition("#")
    scheme, _, rest = url.partition("://")
    if scheme not in {"http", "https"} or len(url) > max_bytes:
        return None
    raw_authority, _, tail = rest.partition("/")
    authority = _authority(raw_authority)
    if authority is None:
        return None
    if not _UNTIDY.search(tail):
        return f"{scheme}://{authority}/{tail}"
    raw_path, _, raw_query = tail.partition("?")
    path = _unescape("/" + raw_path)
    kept_path = _SESSION_SEGMENT.sub("", _SESSION_PARAMETER.sub("", path))
    query = _query(_SESSION_PARAMETER.sub("", _unescape(raw_query))) if raw_query else ""
    result = f"{scheme}://{authority}{kept_path}?{query}" if query else f"{scheme}://{authority}{kept_path}"
    if len(result) > max_bytes:  # escapes that were missing have made it longer
        return None
    # "/a/..;sid=1/b" only now shows its dot segment.
    return result if kept_path == path else resolve(result)


def _authority(raw: str) -> str | None:
    """Return host and port without credentials; None if no crawler should ask there."""
    host_and_port = raw.rpartition("@")[2]
    return _checked(host_and_port) if len(host_and_port) <= _HOST_BYTES_MAX + len(".:65535") else None


@lru_cache(maxsize=1 << 14)
def _checked(host_and_port: str) -> str | None:
    """Drop the final dot; refuse names that DNS cannot hold and ports of other services."""
    match = _HOST_AND_PORT.fullmatch(host_and_port)
    if match is None:
        return None
    host, port = match[1].removesuffix("."), match[2]
    if len(host) > _HOST_BYTES_MAX or not all(0 < len(label) < 64 for label in host.split(".")):
        return None
    if port is None:
        return host
    return None if port in REFUSED_PORTS else f"{host}:{port}"


def _query(text: str) -> str:
    return "&".join(sorted(part for part in text.split("&") if part and not _is_noise(part)))


def _is_noise(parameter: str) -> bool:
    name = parameter.partition("=")[0].lower()
    return name in _NOISE or name.startswith(_NOISE_PREFIXES)


def _unescape(text: str) -> str:
    """Decode escapes of characters that never need one; write the others in upper case, and those missing."""
    return _ESCAPE.sub(lambda match: _NORMAL_ESCAPE[match[0].upper()], text)
