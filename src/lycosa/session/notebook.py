"""Progress in a notebook: a small table below the cell, brought up to date while the crawl runs."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable
from importlib import import_module
from typing import Any

from lycosa.engine.budget import Stop
from lycosa.engine.learning.learned import Learned
from lycosa.engine.step import Listener, Step
from lycosa.store.html_table import html_table

EVERY_S = 1.0
"""Seconds between two looks."""
FINDS = 5
"""Relevant pages shown, the last ones."""


def in_notebook() -> bool:
    """Say whether this process shows its results in a notebook."""
    shell = sys.modules.get("IPython")
    asked = shell.get_ipython() if shell is not None else None
    return asked is not None and hasattr(asked, "kernel")


class NotebookProgress(Listener):
    """Shows how a crawl gets on; needs IPython, as every notebook has it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        shown = import_module("IPython.display")  # only notebooks have it
        self._clock = clock
        self._began = self._shown_at = clock()
        self._pages = self._relevant = 0
        self._finds: deque[str] = deque(maxlen=FINDS)
        self._state = "running"
        self._handle: Any = shown.display(self, display_id=True)

    def record(self, step: Step) -> None:
        """Count a step."""
        visit = step.visit
        if visit.page is not None and visit.judgement is not None:
            self._pages += 1
        if visit.relevant and visit.page is not None:
            self._relevant += 1
            self._finds.append(f"{visit.score:.2f} {visit.page.title or visit.url}")
        if self._clock() - self._shown_at >= EVERY_S:
            self._show()

    def stopped(self, stop: Stop, learned: Learned | None) -> None:
        """Show how it ended."""
        self._state = str(stop)
        self._show()

    def _show(self) -> None:
        self._shown_at = self._clock()
        if self._handle is not None:
            self._handle.update(self)

    def __repr__(self) -> str:
        return f"<crawl {self._state}: {self._pages} pages, {self._relevant} relevant>"

    def _repr_html_(self) -> str:
        share = f"{self._relevant / self._pages:.0%}" if self._pages else "-"
        rate = self._pages / max(self._clock() - self._began, 1e-3)
        facts = [
            ("pages", f"{self._pages:,}, {rate:.1f} a second"),
            ("relevant", f"{self._relevant:,} ({share})"),
            *(("found", find) for find in reversed(self._finds)),
        ]
        return html_table(f"Lycosa: {self._state}", facts)
