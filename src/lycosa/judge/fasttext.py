"""A fastText classifier as a judge."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from lycosa.errors import LycosaError
from lycosa.judge.contrast import Contrast
from lycosa.judge.outside import ModelFileJudge
from lycosa.model import Judgement, Page
from lycosa.topic import Topic

PREFIX = "__label__"


class FastTextJudge(ModelFileJudge):
    """Asks a supervised fastText model how likely a page has the topic's label.

    The model reads title and visible text in one line, as it stands: train it on text made in the
    same way. It needs `pip install 'lycosa[fasttext]'`. A model file is read by native code: take it only
    from whom you trust.

    Parameters
    ----------
    topic, threshold, fallback
        As in every judge that asks a model of the user's.
    model
        The model file (`.bin` or `.ftz`) of `fasttext supervised`.
    label
        The label of pages about the topic, with or without `__label__`.
    lower
        Whether the model was trained on text in lower case.
    """

    name: ClassVar[str] = "fasttext"

    def __init__(
        self,
        topic: Topic,
        *,
        model: str = "",
        label: str = "topic",
        lower: bool = False,
        threshold: float | str = "auto",
        fallback: str = Contrast.name,
    ) -> None:
        super().__init__(topic, model, threshold, fallback)
        self.label = label
        self.lower = lower

    def answers(self, pages: Sequence[Page]) -> list[float | Judgement | str]:
        """Return the probability of the label."""
        return [self._answer(self.text_of(page)) for page in pages]

    def _answer(self, text: str) -> float | Judgement | str:
        line = " ".join((text.lower() if self.lower else text).split())
        labels, probabilities = self._classifier.predict(line, k=-1, on_unicode_error="replace")
        if not labels:
            return "the model knows none of its words"
        found = dict(zip(labels, probabilities, strict=True))
        wanted = self.label if self.label.startswith(PREFIX) else PREFIX + self.label
        if wanted not in found:
            known = ", ".join(sorted(found)[:10])
            raise LycosaError(f"the model {self.model} has no label {wanted}; it has {known}")
        return min(1.0, float(found[wanted]))  # sums of rounded numbers come to a little more

    @cached_property
    def _classifier(self) -> Any:
        file, fasttext = self.model_file(), self.library("fasttext")
        try:
            return fasttext.load_model(str(file))
        except (ValueError, RuntimeError, MemoryError) as error:
            raise LycosaError(f"{file} is no fastText model: {error}") from error
