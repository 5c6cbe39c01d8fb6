"""Tells when a judge that asks a model of the user's has to be replaced by its fall-back, and when not."""

from __future__ import annotations

from lycosa.engine.crawl import Crawl
from lycosa.engine.step import Listener, Step


class JudgeNotices(Listener):
    """Passes on the trouble of a judge, where it has any, as a notice of the crawl."""

    def __init__(self, crawl: Crawl) -> None:
        self._notices = crawl.faults.notices
        self._judge = getattr(crawl.strategy, "judge_of_pages", None)
        self._troubled = False

    def record(self, step: Step) -> None:
        """Look whether something has changed."""
        if step.visit.judgement is None:
            return
        trouble = str(getattr(self._judge, "trouble", ""))
        if bool(trouble) != self._troubled:
            self._troubled = bool(trouble)
            text = f"the fall-back judges pages: {trouble}" if trouble else "it judges pages again"
            self._notices.append(("judge", text))
