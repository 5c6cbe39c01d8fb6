"""The live view as a web application: one page, its files, a stream of snapshots, and orders if it may."""

from __future__ import annotations

import asyncio
import json
from importlib import resources
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from lycosa.errors import LycosaError
from lycosa.ui.broadcast import WATCHERS, Broadcast
from lycosa.ui.lookup import found_pages
from lycosa.ui.orders import NotAnOrder, carry_out
from lycosa.ui.reading import FolderReader, as_json
from lycosa.ui.resumption import Resumption
from lycosa.ui.safety import Guard

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_PAGE = "index.html"


class LiveView:
    """The view of one crawl.

    Parameters
    ----------
    folder
        The crawl's; it may not have begun.
    secret
        Part of the address.
    port
        Where it is served on this machine.
    control
        Whether people may steer the crawl and label its pages; otherwise they may only look.
    """

    def __init__(self, folder: Path, secret: str, port: int, *, control: bool = False) -> None:
        self.folder = folder
        self.control = control
        self._reader = FolderReader(folder)
        self._resumption = Resumption(folder)
        self.broadcast = Broadcast(self._read)
        routes = [
            Route("/events", self._events, methods=["GET"]),
            Route("/snapshot", self._snapshot, methods=["GET"]),
            Route("/search", self._search, methods=["GET"]),
            Route("/orders", self._orders, methods=["POST"]),
            *(Route(place, _file(name), methods=["GET"]) for place, name in _assets().items()),
        ]
        self.app: ASGIApp = Guard(Starlette(routes=routes), secret, port)

    def _read(self) -> tuple[bytes, bool]:
        snapshot = self._reader.read()
        own = {"control": self.control, "not_resumed": self._resumption.failure(snapshot.events)}
        return json.dumps(own).encode()[:-1] + b", " + as_json(snapshot)[1:], not self._reader.whole

    async def _events(self, request: Request) -> Response:
        if self.broadcast.watchers >= WATCHERS:
            return JSONResponse({"problem": f"{WATCHERS} pages are open already: close one"}, 503)
        return StreamingResponse(self.broadcast.messages(), media_type="text/event-stream")

    async def _snapshot(self, request: Request) -> Response:
        try:
            return Response(await self.broadcast.snapshot(), media_type="application/json")
        except LycosaError as error:
            return JSONResponse({"problem": str(error)}, 503)

    async def _search(self, request: Request) -> Response:
        asked = request.query_params
        typed, like, everything = asked.get("q", ""), asked.get("like", ""), asked.get("all") == "1"
        try:
            found = await asyncio.to_thread(found_pages, self.folder, typed, like, everything=everything)
        except LycosaError as error:
            return JSONResponse({"problem": str(error)})
        return JSONResponse(found)

    async def _orders(self, request: Request) -> Response:
        if not self.control:
            problem = "this view only shows: start it with --control to steer the crawl"
            return JSONResponse({"problem": problem}, 403)
        body = await request.body()
        try:
            done = await asyncio.to_thread(carry_out, self.folder, body, self._resumption)
        except NotAnOrder as error:
            return JSONResponse({"problem": str(error)}, 400)
        except LycosaError as error:  # understood, and not possible
            return JSONResponse({"problem": str(error)})
        self.broadcast.look_now()
        return JSONResponse({"done": done})


def _assets() -> dict[str, str]:
    """Return the files of the page by their places."""
    names = sorted(file.name for file in resources.files("lycosa.ui").joinpath("assets").iterdir())
    return {"/" if name == _PAGE else f"/{name}": name for name in names}


def _file(name: str) -> Response:
    content = resources.files("lycosa.ui").joinpath("assets", name).read_bytes()
    return Response(content, media_type=_TYPES[Path(name).suffix])
