"""What judges that ask a model of the user's share, to inherit: texts, the threshold, and the fall-back.

In: scores of whole pages, from the subclass, or why there is none. Out: judgements. Where the model gives no
score, the fall-back judges, and the judgement's reason says so. Blocks, anchors and contexts, thousands for
each page, are always scored by the fall-back, which learns from all pages meanwhile.
"""

from __future__ import annotations

import logging
import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

from lycosa.errors import LycosaError
from lycosa.judge.base import BORDER, Judge
from lycosa.judge.contrast import Contrast
from lycosa.judge.semantic import Semantic
from lycosa.judge.vsm import TagWeightedVSM
from lycosa.model import Judgement, Page, SavedState
from lycosa.topic import Topic

FALLBACKS: Mapping[str, type[Judge]] = {cls.name: cls for cls in (Contrast, Semantic, TagWeightedVSM)}
log = logging.getLogger("lycosa.judge")


class OutsideJudge(ABC):
    """The common ground of judges whose scores come from outside.

    A subclass gives in `answers` a score for each text, or says why there is none.

    Parameters
    ----------
    topic
        What the fall-back judges by; the model may never hear of it.
    threshold
        Score from which a page is relevant; `"auto"` is 0.5.
    fallback
        Who judges where the model does not, and scores blocks and anchors: `contrast`, `semantic` or `vsm`.
    """

    name: ClassVar[str]
    needs: ClassVar[tuple[str, ...]] = ()
    """Parameters without which it cannot judge."""
    files: ClassVar[tuple[str, ...]] = ()
    """Parameters that name files."""
    text_chars: int = 100_000
    """Longest text that the model is given."""

    def __init__(self, topic: Topic, threshold: float | str = "auto", fallback: str = Contrast.name) -> None:
        self.topic = topic
        self.threshold = threshold
        self.fallback = fallback

    @abstractmethod
    def answers(self, pages: Sequence[Page]) -> list[float | Judgement | str]:
        """Return for each page its score in [0, 1] or its judgement, or why there is neither."""

    def judge(self, page: Page) -> Judgement:
        """Ask the model, else the fall-back."""
        return self.judge_many([page])[0]

    def judge_many(self, pages: Sequence[Page]) -> list[Judgement]:
        """Judge pages together, which costs a model that is asked in batches less."""
        self.check()
        substitutes = [self.substitute.judge(page) for page in pages]
        answers = self.answers(pages)
        return [self._judgement(*each) for each in zip(answers, substitutes, strict=True)]

    def score(self, tokens: Sequence[str], groups: bytes = b"") -> float:
        """Score a piece of text by the fall-back."""
        return self.substitute.score(tokens, groups)

    def check(self) -> None:
        """Complain of parameters that are missing or wrong."""
        for name in self.needs:
            if not getattr(self, name):
                raise LycosaError(f"the judge {self.name} needs the parameter {name}")
        _ = self.least

    def state(self) -> SavedState:
        """Return what the fall-back has learned."""
        return {"fallback": self.substitute.state()}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from there."""
        self.substitute.restore(state["fallback"])

    @property
    def least(self) -> float:
        """The score from which a page is relevant."""
        if isinstance(self.threshold, str) and self.threshold != "auto":
            raise LycosaError(
                f"threshold {self.threshold!r} of the judge {self.name!r} is not a number or auto"
            )
        return BORDER if isinstance(self.threshold, str) else self.threshold

    @cached_property
    def trouble(self) -> str:
        """Why the fall-back judged the last page; empty if it did not."""
        return ""

    @cached_property
    def substitute(self) -> Judge:
        """The fall-back."""
        if self.fallback not in FALLBACKS:
            raise LycosaError(f"fallback {self.fallback!r} is none of {', '.join(FALLBACKS)}")
        return FALLBACKS[self.fallback](self.topic)  # type: ignore[call-arg]

    def text_of(self, page: Page) -> str:
        """Return what a model reads of a page: its title and its visible text."""
        text = page.text
        title = "" if text.startswith(page.title) else f"{page.title}\n"
        return f"{title}{text}"[: self.text_chars].strip()

    def _judgement(self, answer: float | Judgement | str, substitute: Judgement) -> Judgement:
        if isinstance(answer, int | float) and not 0.0 <= answer <= 1.0:  # no number is not, either
            shown = "no number" if math.isnan(answer) else f"{answer:g}"
            answer = f"its score is {shown}, not in [0, 1]"
        if isinstance(answer, str):
            self._say(answer)
            return substitute._replace(
                reason=f"{self.fallback} judged, not {self.name}: {answer}; {substitute.reason}"
            )
        self._say("")
        if isinstance(answer, Judgement):
            return answer
        score, least = float(answer), self.least
        return Judgement(score >= least, score, ((self.name, score),), f"{self.name}; threshold {least:.3f}")

    def _say(self, trouble: str) -> None:
        """Log when the fall-back takes over, and when it no longer does; not for every page."""
        if bool(trouble) != bool(self.trouble):
            notice = f"{self.fallback} judges instead: {trouble}" if trouble else "it judges again"
            log.warning("judge %s: %s", self.name, notice)
        self.trouble = trouble


class ModelFileJudge(OutsideJudge):
    """A judge whose model is a file, run by a library that is an extra of the same name.

    Parameters
    ----------
    topic, threshold, fallback
        As in every judge that asks a model of the user's.
    model
        The file.
    """

    needs: ClassVar[tuple[str, ...]] = ("model",)
    files: ClassVar[tuple[str, ...]] = ("model",)

    def __init__(self, topic: Topic, model: str, threshold: float | str, fallback: str) -> None:
        super().__init__(topic, threshold, fallback)
        self.model = model

    def model_file(self) -> Path:
        """Return the place of the model, if there is one."""
        file = Path(self.model)
        if not file.is_file():
            raise LycosaError(f"the judge {self.name} finds no model file {self.model}")
        return file

    def library(self, module: str) -> Any:
        """Import the library that runs the model."""
        try:
            return import_module(module)
        except ImportError as error:
            raise LycosaError(f"the judge {self.name} needs `pip install 'lycosa[{self.name}]'`") from error
