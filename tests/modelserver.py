"""A server on loopback that scores texts with a real, small model: plainly, and as a chat completion."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, ClassVar

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

TEXTS = [
    *("birds sing in the nest", "feather and wing of birds", "an egg in the nest", "birds hatch and sing"),
    *("the engine of the car", "road and wheel", "gearbox of the engine", "a car on the road"),
]
MODEL = make_pipeline(TfidfVectorizer(), LogisticRegression(C=100)).fit(TEXTS, [1] * 4 + [0] * 4)


class ModelServer:
    """What was asked, and how to answer; `fault` is what goes wrong with the next answers."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.fault = ""
        self.url = ""


@contextmanager
def served() -> Iterator[ModelServer]:
    model = ModelServer()

    class Handler(_Handler):
        server_of = model

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    model.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    server_of: ClassVar[ModelServer]
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # headers and body are sent apart; together they would wait 40 ms

    def do_POST(self) -> None:
        model = self.server_of
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        model.asked.append({"path": self.path, **question})
        model.headers.append(dict(self.headers.items()))
        chat = self.path.endswith("/chat/completions")
        texts = json.loads(question["messages"][-1]["content"])["texts"] if chat else question["texts"]
        scores = [round(float(p), 6) for p in MODEL.predict_proba(texts)[:, 1]]
        if model.fault == "slow":
            time.sleep(1.5)
        if model.fault == "fewer":
            scores = scores[:-1]
        if model.fault == "wild":
            scores = [7.0] * len(scores)
        said = f"Here you are [as asked]:\n```json\n{json.dumps({'scores': scores})}\n```"
        answer: Any = {"choices": [{"message": {"content": said}}]} if chat else {"scores": scores}
        body = json.dumps(answer).encode()
        if model.fault == "no json":
            body = b"<html>"
        if model.fault == "endless":
            body = b"[" + b" " * (2 << 20)
        if model.fault == "moved":
            self._reply(302, b"", ("Location", f"{model.url}/elsewhere"))
        else:
            self._reply(500 if model.fault == "error" else 200, body)

    def _reply(self, status: int, body: bytes, *more: tuple[str, str]) -> None:
        try:
            self.send_response(status)
            for name, value in (("Content-Length", str(len(body))), *more):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)
        except OSError:  # the judge did not wait
            self.close_connection = True

    def log_message(self, *args: Any) -> None:
        pass
