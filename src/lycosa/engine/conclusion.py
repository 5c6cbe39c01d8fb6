"""The end of a crawl: answers not taken in yet, and the last word on every page."""

from __future__ import annotations

from collections.abc import Callable

from lycosa.engine.crawl import Crawl
from lycosa.engine.learning.feedback import AnswersTaken


def conclude(crawl: Crawl, tell: Callable[..., None]) -> None:
    """Take in the answers left, judge all pages by what is known now, and tell the listeners."""
    taken, closed = crawl.last_answers()
    if taken:
        tell("answered", AnswersTaken(taken, closed, crawl.tally.state(), crawl.learned()))
    for verdicts in crawl.last_verdicts():
        tell("revised", verdicts, crawl.tally.state())
