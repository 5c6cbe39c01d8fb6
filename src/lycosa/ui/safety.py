"""Who may talk to the live view: requests in, only those of the person who was given the address let through.

Any page in the same browser can send requests to this machine. So the address holds a secret that nobody
can guess; the request must name this server as its host, so that no other name can be made to lead here; what
another site sends is refused; and what is shown can load and run nothing but the files of this package.
"""

from __future__ import annotations

import hmac

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = "127.0.0.1"
BODY_BYTES = 16_384
"""The longest order."""
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
_OWN = frozenset({"", "same-origin", "none"})
"""What `Sec-Fetch-Site` says of requests by our own page, and of an address typed in."""


class Guard:
    """Stands before the application.

    Parameters
    ----------
    app
        Is asked with the secret left out of the path.
    secret
        The first part of every path.
    port
        Where the server is reached.
    """

    def __init__(self, app: ASGIApp, secret: str, port: int) -> None:
        self._app = app
        self._prefix = f"/{secret}/".encode()
        self._hosts = frozenset(f"{name}:{port}" for name in (LOOPBACK, "localhost"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        path = scope["path"].encode()
        refusal = self._refusal(scope, path)
        if refusal is not None:
            code, why = refusal
            await PlainTextResponse(why, code)(scope, receive, send_guarded)
            return
        inner = {**scope, "path": "/" + path[len(self._prefix) :].decode(), "root_path": ""}
        await self._app(inner, receive, send_guarded)

    def _refusal(self, scope: Scope, path: bytes) -> tuple[int, str] | None:
        """Return the status and the reason of a refusal; None if the request is let through."""
        headers = Headers(scope=scope)
        named = headers.getlist("host")
        if len(named) != 1 or named[0] not in self._hosts:
            return 421, "this is not a name of the live view"
        if not hmac.compare_digest(path[: len(self._prefix)], self._prefix):
            return 404, "not found"
        origins, own = headers.getlist("origin"), [f"http://{named[0]}"]
        if origins not in ([], own) or headers.get("sec-fetch-site", "") not in _OWN:
            return 403, "the live view answers to its own page only"
        return None if scope["method"] in ("GET", "HEAD") else _order_refusal(scope, headers, origins == own)


def _order_refusal(scope: Scope, headers: Headers, own: bool) -> tuple[int, str] | None:
    """Return why a request that would change something is refused; it must come from our `own` page."""
    if scope["method"] != "POST":
        return 405, "method not allowed"
    if not own:
        return 403, "an order has to say where it comes from"
    if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return 415, "an order is JSON"
    size = headers.get("content-length", "")
    if not size.isdecimal() or int(size) > BODY_BYTES:
        return 413, f"an order has {BODY_BYTES:,} bytes at most"
    return None
