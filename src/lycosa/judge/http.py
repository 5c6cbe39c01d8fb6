"""A model behind HTTP as a judge: a server of one's own, or one that speaks chat completions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any, ClassVar

from lycosa.errors import LycosaError
from lycosa.judge.contrast import Contrast
from lycosa.judge.endpoint.answered import Answered
from lycosa.judge.endpoint.forms import FORMS, Form, described, read_scores
from lycosa.judge.endpoint.request import Endpoint, Unanswered
from lycosa.judge.outside import OutsideJudge
from lycosa.model import JSON, Judgement, Page, SavedState
from lycosa.topic import Topic

FAILURES = 3
"""After so many failures in a row the endpoint is left alone …"""
PAUSE_PAGES = 50
"""… for so many pages: a dead endpoint must not cost a crawl a time limit for every page."""


class HttpJudge(OutsideJudge):
    """Asks an HTTP endpoint how likely pages are about the topic.

    A page costs one request, unless its text was answered before. The crawl stands still while it waits, so
    `timeout_s` bounds every wait; after three failures in a row the endpoint is left alone for 50 pages.
    Where there is no answer, for whatever reason, the fall-back judges and says why. Texts of pages leave the
    machine, if the endpoint is elsewhere; `docs/own-judge.md` says what is sent.

    Parameters
    ----------
    topic, threshold, fallback
        As in every judge that asks a model of the user's.
    url
        Where to ask.
    protocol
        `scores`: texts go out, scores come back; `chat`: a chat completion, as of OpenAI.
    model
        Name of the model, for endpoints that have several.
    key_env
        Name of the environment variable with the key; never the key.
    timeout_s
        Time for one request.
    requests
        Most requests of the crawl; then the fall-back judges.
    batch
        Most texts in one request, where several pages are judged together.
    text_chars
        Characters of each page that are sent.
    cache
        File that keeps answers for other crawls; the latest 2,000 are kept with the crawl anyway.
    """

    name: ClassVar[str] = "http"
    needs: ClassVar[tuple[str, ...]] = ("url",)
    files: ClassVar[tuple[str, ...]] = ("cache",)

    def __init__(
        self,
        topic: Topic,
        *,
        url: str = "",
        protocol: str = "scores",
        model: str = "",
        key_env: str = "",
        timeout_s: float = 5.0,
        requests: int = 10_000,
        batch: int = 16,
        text_chars: int = 4_000,
        cache: str = "",
        threshold: float | str = "auto",
        fallback: str = Contrast.name,
    ) -> None:
        super().__init__(topic, threshold, fallback)
        self.url = url
        self.protocol = protocol
        self.model = model
        self.key_env = key_env
        self.timeout_s = timeout_s
        self.requests = requests
        self.batch = batch
        self.text_chars = text_chars
        self.cache = cache

    def check(self) -> None:
        """Complain of parameters that are missing or wrong."""
        super().check()
        if self.protocol not in FORMS:
            raise LycosaError(f"protocol {self.protocol!r} of the judge http is none of {', '.join(FORMS)}")
        if self.batch < 1 or self.text_chars < 1:
            raise LycosaError("batch and text_chars of the judge http must be at least 1")
        self._endpoint.check()

    def answers(self, pages: Sequence[Page]) -> list[float | Judgement | str]:
        """Look up what was answered before, and ask for the rest in batches."""
        texts = [self.text_of(page) for page in pages]
        keys = [self._digest(text) for text in texts]
        found: dict[str, float | Judgement | str] = {self._digest(""): 0.0}  # nobody need be asked
        for key in keys:
            if (known := self._answered.get(key)) is not None:
                found[key] = known
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
        for start in range(0, len(missing), self.batch):
            some = list(missing)[start : start + self.batch]
            found |= self._ask({key: missing[key] for key in some})
        return [found[key] for key in keys]

    def state(self) -> SavedState:
        """Return what was spent and answered, and what the fall-back has learned."""
        spent: dict[str, JSON] = {
            "asked": self.asked,
            "failures": self._failures,
            "pause": self._pause,
            "answered": [[key, score] for key, score in self._answered.latest.items()],
        }
        return {**super().state(), **spent}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from there."""
        super().restore(state)
        self.asked, self._failures, self._pause = state["asked"], state["failures"], state["pause"]
        self._answered.latest.clear()
        self._answered.latest.update(state["answered"])

    def _ask(self, texts: dict[str, str]) -> dict[str, float | Judgement | str]:
        """Send one request, if one may be sent."""
        if refused := self._refused(len(texts)):
            return dict.fromkeys(texts, refused)
        self.asked += 1
        form = self._form
        try:
            answer = self._endpoint.ask(form.question(self.model, self._topic_words, list(texts.values())))
            scores = read_scores(form, answer, len(texts))
        except Unanswered as failure:
            self._failures += 1
            if self._failures >= FAILURES:
                self._failures, self._pause = 0, PAUSE_PAGES
            return dict.fromkeys(texts, str(failure))
        self._failures = 0
        for key, score in zip(texts, scores, strict=True):
            self._answered.put(key, score)
        return dict(zip(texts, scores, strict=True))

    def _refused(self, pages: int) -> str:
        if self.asked >= self.requests:
            return f"its budget of {self.requests:,} requests is spent"
        if self._pause > 0:
            self._pause -= min(pages, self._pause)
            return f"the endpoint failed {FAILURES} times in a row and is left alone for {PAUSE_PAGES} pages"
        return ""

    def _digest(self, text: str) -> str:
        asked = "\0".join((self.url, self.protocol, self.model, self._topic_words, text))
        return sha256(asked.encode("utf-8", "surrogatepass")).hexdigest()[:32]

    @cached_property
    def asked(self) -> int:
        """Requests sent so far."""
        return 0

    @cached_property
    def _failures(self) -> int:
        return 0

    @cached_property
    def _pause(self) -> int:
        return 0

    @cached_property
    def _answered(self) -> Answered:
        return Answered(self.cache)

    @cached_property
    def _endpoint(self) -> Endpoint:
        return Endpoint(self.url, self.key_env, self.timeout_s)

    @property
    def _form(self) -> Form:
        return FORMS[self.protocol]

    @cached_property
    def _topic_words(self) -> str:
        return described(self.topic)
