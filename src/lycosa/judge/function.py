"""Any Python function as a judge: it is given a page and returns a score."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from lycosa.judge.outside import OutsideJudge
from lycosa.model import Judgement, Page


class FunctionJudge(OutsideJudge):
    """Asks a Python function; where it raises, the fall-back judges.

    Parameters
    ----------
    topic, threshold, fallback
        As in every judge that asks a model of the user's.
    """

    function: ClassVar[Callable[[Page], float | Judgement]]

    def answers(self, pages: Sequence[Page]) -> list[float | Judgement | str]:
        """Call the function for each page."""
        return [self._answer(page) for page in pages]

    def _answer(self, page: Page) -> float | Judgement | str:
        try:
            found = type(self).function(page)
        except Exception as error:  # whatever another's code may raise
            return f"it raised {type(error).__name__}: {error}"
        if isinstance(found, Judgement):
            return found
        try:
            return float(found)
        except (TypeError, ValueError):
            return f"it returned {type(found).__name__}, not a number"


def judge_from(function: Callable[[Page], float | Judgement], name: str = "") -> type[FunctionJudge]:
    """Make a judge of a function that takes a page and returns a score in [0, 1], or a judgement.

    The judge is named after the function unless a name is given. The page's visible text is `page.text`.

    Examples
    --------
    >>> from lycosa import Page, Topic
    >>> def mentions_floods(page):
    ...     return 0.9 if "flood" in page.text else 0.1
    >>> judge = judge_from(mentions_floods)(Topic.from_keywords(["flood"]))
    >>> judge.name
    'mentions-floods'
    >>> judge.judge(Page("http://a.example/", flow="the flood of the year")).score
    0.9
    """
    called = name or _name_of(function)
    about = (function.__doc__ or "").strip() or f"Asks the Python function {called}."
    members: dict[str, Any] = {"name": called, "function": staticmethod(function), "__doc__": about}
    return type("FunctionJudge", (FunctionJudge,), {**members, "__module__": function.__module__})


def _name_of(function: Callable[..., Any]) -> str:
    plain = getattr(function, "__name__", type(function).__name__)
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or "function"
