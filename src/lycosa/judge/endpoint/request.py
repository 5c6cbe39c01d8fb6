"""One bounded HTTP request: JSON goes out, JSON comes back in time, or it is said why not."""

from __future__ import annotations

import json
import os
import re
from functools import cached_property
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import certifi
import pycurl  # type: ignore[import-untyped, unused-ignore]

from lycosa.errors import LycosaError
from lycosa.version import __version__

ANSWER_BYTES = 1 << 20
"""Longest answer that is read: scores are short."""
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Unanswered(Exception):
    """The endpoint gave no usable answer."""


class Endpoint:
    """A place that answers questions, with a time limit on each.

    Parameters
    ----------
    url
        Where to ask. Without user name or password: it is kept with the crawl.
    key_env
        Name of the environment variable that holds the key; empty for none. The key itself is sent as a
        bearer token and never kept, logged or shown.
    timeout_s
        Time for the whole request.
    """

    def __init__(self, url: str, key_env: str = "", timeout_s: float = 5.0) -> None:
        self.url = url
        self.key_env = key_env
        self.timeout_s = timeout_s

    def check(self) -> None:
        """Complain of an address or a key that cannot be used."""
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise LycosaError("the url of the judge http is not an http or https URL")
        if parts.username or parts.password:
            raise LycosaError(
                "the url of the judge http holds a password: put it into a variable, see key_env"
            )
        if not self.timeout_s > 0:
            raise LycosaError(f"timeout_s of the judge http is {self.timeout_s}; it must be more than 0")
        if self.key_env and parts.scheme == "http" and not _is_loopback(parts.hostname):
            raise LycosaError("the key of the judge http would be sent unencrypted: use https")
        _ = self._key

    def ask(self, question: Any) -> Any:
        """Send a question; return the answer or raise `Unanswered`."""
        body = bytearray()
        curl = self._curl
        curl.setopt(pycurl.HTTPHEADER, self._headers())
        curl.setopt(pycurl.POSTFIELDS, json.dumps(question).encode())
        curl.setopt(pycurl.WRITEFUNCTION, lambda data: _take(body, data))
        try:
            curl.perform()
        except pycurl.error as error:
            raise Unanswered(_failure(error.args[0], len(body), self.timeout_s)) from None
        status = curl.getinfo(pycurl.RESPONSE_CODE)
        if status != 200:
            raise Unanswered(f"the endpoint answered {status}")
        try:
            return json.loads(body)
        except (ValueError, RecursionError):
            raise Unanswered("the endpoint's answer is not JSON") from None

    def _headers(self) -> list[str]:
        key = [f"Authorization: Bearer {self._key}"] if self._key else []
        return ["Content-Type: application/json", "Accept: application/json", "Expect:", *key]

    @property
    def _key(self) -> str:
        """The key, read anew each time: it lives nowhere else. Messages never repeat what was given."""
        if not self.key_env:
            return ""
        key = os.environ.get(self.key_env, "").strip() if _VARIABLE.fullmatch(self.key_env) else ""
        if not key or not key.isascii() or not key.isprintable():
            raise LycosaError("key_env of the judge http names no environment variable that holds a key")
        return key

    @cached_property
    def _curl(self) -> pycurl.Curl:
        """A connection that is used again; redirects are not followed: they could lead the key elsewhere."""
        curl = pycurl.Curl()
        options: dict[int, Any] = {
            pycurl.URL: self.url,
            pycurl.POST: 1,
            pycurl.PROTOCOLS: pycurl.PROTO_HTTP | pycurl.PROTO_HTTPS,
            pycurl.FOLLOWLOCATION: 0,
            pycurl.NOSIGNAL: 1,
            pycurl.TIMEOUT_MS: max(1, int(self.timeout_s * 1000)),
            pycurl.USERAGENT: f"lycosa/{__version__}",
            pycurl.CAINFO: certifi.where(),
        }
        for option, value in options.items():
            curl.setopt(option, value)
        return curl


def _take(body: bytearray, data: bytes) -> int:
    """Keep what comes, up to the limit; any other number than that of the bytes ends the transfer."""
    if len(body) + len(data) > ANSWER_BYTES:
        body += bytes(ANSWER_BYTES - len(body))
        return 0
    body += data
    return len(data)


def _failure(code: int, came: int, timeout_s: float) -> str:
    if code == pycurl.E_OPERATION_TIMEDOUT:
        return f"no answer within {timeout_s:g} s"
    if code == pycurl.E_WRITE_ERROR and came >= ANSWER_BYTES:
        return f"the endpoint's answer is longer than {ANSWER_BYTES} bytes"
    return f"the endpoint cannot be asked (curl error {code})"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
