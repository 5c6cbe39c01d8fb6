"""The answers of a web as bytes for the wire: a URL in, a whole HTTP answer out, as replay would give it."""

from __future__ import annotations

import gzip

from lycosa.fetch.replay import ReplayedWeb

KEPT_BYTES = 256 * 1024 * 1024
"""Memory for ready answers; beyond it the oldest are made anew when they are asked for again."""
ERROR = b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"
_GZIP_LEVEL = 6
_ROBOTS = "/robots.txt"


class Answers:
    """Makes answers and keeps them.

    Parameters
    ----------
    web
        Where pages and redirects come from; everything else is 404.
    robots
        What every host's robots.txt says; empty for none, which allows everything.
    kept_bytes
        Room for ready answers.
    """

    def __init__(self, web: ReplayedWeb, robots: str = "", kept_bytes: int = KEPT_BYTES) -> None:
        self._web = web
        self._robots = robots.encode()
        self._room = kept_bytes
        self._ready: dict[tuple[str, bool], bytes] = {}

    def get(self, url: str, packed: bool) -> bytes:
        """Return the answer to a request, its body compressed with gzip if `packed`."""
        answer = self._ready.get((url, packed))
        if answer is None:
            answer = self._make(url, packed)
            self._keep((url, packed), answer)
        return answer

    def is_robots(self, url: str) -> bool:
        """Whether a URL is that of a robots.txt that we serve."""
        return bool(self._robots) and url.endswith(_ROBOTS) and url.count("/") == 3

    def _make(self, url: str, packed: bool) -> bytes:
        if self.is_robots(url):
            return _answer("200 OK", "text/plain; charset=utf-8", self._robots, packed)
        page = self._web.page(url)
        if page is not None:
            return _answer("200 OK", page.content_type, page.html, packed)
        target = self._web.redirect(url)
        if target is not None:
            head = f"HTTP/1.1 301 Moved Permanently\r\nLocation: {target}\r\nContent-Length: 0\r\n\r\n"
            return head.encode("latin-1", "replace")
        return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"

    def _keep(self, key: tuple[str, bool], answer: bytes) -> None:
        self._ready[key] = answer
        self._room -= len(answer)
        while self._room < 0:
            self._room += len(self._ready.pop(next(iter(self._ready))))


def _answer(status: str, content_type: str, body: bytes, packed: bool) -> bytes:
    encoding = ""
    if packed:
        body, encoding = gzip.compress(body, _GZIP_LEVEL, mtime=0), "Content-Encoding: gzip\r\n"
    # A stored page may claim a content type with line breaks in it.
    typed = " ".join(content_type.split())
    head = f"HTTP/1.1 {status}\r\nContent-Type: {typed}\r\n{encoding}Content-Length: {len(body)}\r\n\r\n"
    return head.encode("latin-1", "replace") + body
