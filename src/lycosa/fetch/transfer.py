"""One request at a time over one libcurl handle: caps on what comes in, deadlines, and why it failed.

libcurl speaks HTTP and TLS and keeps connections. It follows nothing, decodes nothing, looks no
name up and remembers no cookie: it connects to the address it is given and hands over bytes.
"""

from __future__ import annotations

import time

import pycurl  # type: ignore[import-untyped, unused-ignore]

from lycosa.errors import Kind
from lycosa.fetch.answer import Failure
from lycosa.fetch.head import AnswerHead, BadHead, ends_in_line_feeds, read_head
from lycosa.fetch.limits import KIB, FetchLimits

_STOP = -1
"""What a callback returns to make libcurl end the transfer and close the connection."""

_E_WEIRD_SERVER_REPLY = 8
_E_TOO_LARGE = 100
_KINDS = {
    pycurl.E_URL_MALFORMAT: Kind.BAD_URL,
    pycurl.E_COULDNT_RESOLVE_PROXY: Kind.CONNECT_FAILED,
    pycurl.E_COULDNT_CONNECT: Kind.CONNECT_FAILED,
    pycurl.E_OPERATION_TIMEDOUT: Kind.CONNECT_TIMEOUT,
    pycurl.E_SSL_CONNECT_ERROR: Kind.TLS,
    pycurl.E_PEER_FAILED_VERIFICATION: Kind.TLS,
    pycurl.E_SSL_CERTPROBLEM: Kind.TLS,
    pycurl.E_SSL_CIPHER: Kind.TLS,
    pycurl.E_SSL_ISSUER_ERROR: Kind.TLS,
    pycurl.E_SSL_INVALIDCERTSTATUS: Kind.TLS,
    pycurl.E_GOT_NOTHING: Kind.RESET,
    pycurl.E_SEND_ERROR: Kind.RESET,
    pycurl.E_PARTIAL_FILE: Kind.INCOMPLETE,
    _E_TOO_LARGE: Kind.HEADERS_TOO_LARGE,
    _E_WEIRD_SERVER_REPLY: Kind.PROTOCOL,
}


class Transfer:
    """A libcurl handle with the state of its current request.

    Parameters
    ----------
    limits : caps and deadlines.
    user_agent : how the crawler names itself.
    ca_file : certificates of the authorities that are trusted.
    proxy : URL of a proxy; empty for none, whatever the environment says.
    """

    def __init__(self, limits: FetchLimits, user_agent: str, ca_file: str, proxy: str) -> None:
        self._limits = limits
        self._proxy = proxy
        self.curl = _handle(user_agent, ca_file, proxy)
        self.curl.setopt(pycurl.HEADERFUNCTION, self._on_head)
        self.curl.setopt(pycurl.WRITEFUNCTION, self._on_body)
        self.curl.setopt(pycurl.SOCKOPTFUNCTION, self._on_open)
        self.begin()

    def begin(self) -> None:
        """Forget the last request and its body; the clock starts."""
        self.started_at = self._moved_at = self._window_at = time.monotonic()
        self.failure: Failure | None = None
        self.truncated = False
        self.unsafe = False
        """The answer can be read, but its connection is not to be used for another."""
        self.opened: int | None = None
        self.head: AnswerHead | None = None
        self.head_lines: list[bytes] = []
        self.payload = bytearray()
        self._interim = 0
        self._head_bytes = self._moved_bytes = self._window_bytes = 0

    def direct(self, origin: str, path: str, headers: list[str]) -> None:
        """Say what to ask for; libcurl would spell some paths its own way if it were left to it."""
        proxy_wants_all = self._proxy.lower().startswith("http") and origin.startswith("http:")
        self.curl.setopt(pycurl.URL, origin + path)
        self.curl.setopt(pycurl.REQUEST_TARGET, origin + path if proxy_wants_all else path)
        self.curl.setopt(pycurl.HTTPHEADER, headers)

    def connect(self, address: str, port: int, *, anew: bool, once: bool) -> None:
        """Say where to connect (no address: the proxy knows).

        `anew` uses no connection that was kept, `once` keeps none for later.
        """
        host = f"[{address}]" if ":" in address else address
        # Without host and port on the left the rule holds for whatever libcurl reads in the URL.
        self.curl.setopt(pycurl.CONNECT_TO, [f"::{host}:{port}"] if address else [])
        self.curl.setopt(pycurl.FRESH_CONNECT, anew or once)
        self.curl.setopt(pycurl.FORBID_REUSE, once)

    def overdue(self, now: float) -> Failure | None:
        """Return which deadline has passed, if any. Called every fraction of a second."""
        limits = self._limits
        if now - self.started_at > limits.total_s:
            return Failure(Kind.TOTAL_TIMEOUT, f"not complete after {limits.total_s:g} s")
        received = self._head_bytes + len(self.payload)
        if not received:
            return self._overdue_start(now)
        if received != self._moved_bytes:
            self._moved_at, self._moved_bytes = now, received
        if now - self._moved_at > limits.idle_s:
            return Failure(Kind.IDLE_TIMEOUT, f"silent for {limits.idle_s:g} s after {received} bytes")
        if now - self._window_at < limits.rate_window_s:
            return None
        rate = (received - self._window_bytes) / (now - self._window_at)
        self._window_at, self._window_bytes = now, received
        if rate < limits.rate_bytes_per_s:
            return Failure(Kind.TOO_SLOW, f"{rate:.0f} bytes per second")
        return None

    def _overdue_start(self, now: float) -> Failure | None:
        connected_s = self.curl.getinfo(pycurl.PRETRANSFER_TIME)
        waited_s = now - self.started_at
        self._window_at = now
        if not connected_s and waited_s > self._limits.connect_s:
            return Failure(Kind.CONNECT_TIMEOUT, f"not connected after {self._limits.connect_s:g} s")
        if connected_s and waited_s - connected_s > self._limits.first_byte_s:
            return Failure(Kind.FIRST_BYTE_TIMEOUT, f"no answer after {self._limits.first_byte_s:g} s")
        return None

    def fail(self, code: int, message: str) -> None:
        """Record libcurl's reason, unless a cap of ours was the cause."""
        if self.failure is not None or self.truncated:
            return
        kind = _KINDS.get(code, Kind.PROTOCOL)
        if code == pycurl.E_RECV_ERROR and self.curl.getinfo(pycurl.OS_ERRNO):
            kind = Kind.RESET
        self.failure = Failure(kind, message or f"libcurl error {code}")

    def _on_open(self, descriptor: int, _purpose: int) -> int:
        self.opened = descriptor
        return int(pycurl.SOCKOPT_OK)

    def _on_head(self, line: bytes) -> int | None:
        self._head_bytes += len(line)
        if self._head_bytes > self._limits.head_bytes:
            return self._refuse(
                Kind.HEADERS_TOO_LARGE, f"more than {self._limits.head_bytes} bytes of headers"
            )
        if self.head is None:
            self.head_lines.append(line)
            if line in {b"\r\n", b"\n"}:
                return self._end_head()
        return None

    def _end_head(self) -> int | None:
        try:
            head = read_head(b"".join(self.head_lines))
        except BadHead as error:
            return self._refuse(Kind.PROTOCOL, str(error))
        if ends_in_line_feeds(b"".join(self.head_lines)):
            self.unsafe = True
            self.head_lines = [line[:-1] + b"\r\n" for line in self.head_lines]
        if head.status >= 200:
            self.head = head
            return None
        self._interim += 1
        self.head_lines.clear()
        if head.status == 101 or self._interim > self._limits.interim_answers:
            return self._refuse(Kind.PROTOCOL, f"interim answer {head.status}, number {self._interim}")
        return None

    def _on_body(self, chunk: bytes) -> int | None:
        room = self._limits.wire_bytes - len(self.payload)
        # Not a list of chunks: were they of two bytes, it would weigh twenty times the body.
        self.payload += chunk
        if len(chunk) <= room:
            return None
        del self.payload[self._limits.wire_bytes :]
        self.truncated = True
        return _STOP

    def _refuse(self, kind: Kind, detail: str) -> int:
        self.failure = Failure(kind, detail)
        return _STOP


def _handle(user_agent: str, ca_file: str, proxy: str) -> pycurl.Curl:
    curl = pycurl.Curl()
    for option, value in (
        (pycurl.PROTOCOLS, pycurl.PROTO_HTTP | pycurl.PROTO_HTTPS),
        (pycurl.HTTP_VERSION, pycurl.CURL_HTTP_VERSION_1_1),
        (pycurl.HTTP09_ALLOWED, 0),
        (pycurl.FOLLOWLOCATION, 0),
        (pycurl.HTTP_CONTENT_DECODING, 0),
        (pycurl.PATH_AS_IS, 1),
        (pycurl.NETRC, pycurl.NETRC_IGNORED),
        (pycurl.PROXY, proxy),
        (pycurl.SSL_VERIFYPEER, 1),
        (pycurl.SSL_VERIFYHOST, 2),
        (pycurl.SSLVERSION, pycurl.SSLVERSION_TLSv1_2),
        (pycurl.CAINFO, ca_file),
        (pycurl.USERAGENT, user_agent),
        (pycurl.BUFFERSIZE, 64 * KIB),
        (pycurl.NOSIGNAL, 1),
    ):
        curl.setopt(option, value)
    return curl
