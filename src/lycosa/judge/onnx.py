"""A model in the ONNX format as a judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from lycosa.errors import LycosaError
from lycosa.judge.contrast import Contrast
from lycosa.judge.outside import ModelFileJudge
from lycosa.model import Judgement, Page
from lycosa.topic import Topic


class OnnxJudge(ModelFileJudge):
    """Asks an ONNX model how likely a text is about the topic.

    The model's first input is a string tensor of texts, [n] or [n, 1]; or a float tensor [n, width] of
    hashed words, as `sklearn.feature_extraction.text.HashingVectorizer(n_features=width,
    alternate_sign=False)` makes them of the same texts. A text is the page's title and visible text. Its
    output holds probabilities: [n], [n, 1], a column for each class, or a map from class to probability for
    each text. It needs `pip install 'lycosa[onnx]'`. A model file is read by native code: take it only from
    whom you trust.

    Parameters
    ----------
    topic, threshold, fallback
        As in every judge that asks a model of the user's.
    model
        The model file (`.onnx`).
    label
        The class of pages about the topic: its name in a map, or the number of its column.
    output
        Name of the output with the probabilities; by default the last.
    """

    name: ClassVar[str] = "onnx"

    def __init__(
        self,
        topic: Topic,
        *,
        model: str = "",
        label: str | int = 1,
        output: str = "",
        threshold: float | str = "auto",
        fallback: str = Contrast.name,
    ) -> None:
        super().__init__(topic, model, threshold, fallback)
        self.label = label
        self.output = output

    def answers(self, pages: Sequence[Page]) -> list[float | Judgement | str]:
        """Run the model on all texts at once."""
        asked = self._session.get_inputs()[0]
        texts = [self.text_of(page) for page in pages]
        wanted = self.output or self._session.get_outputs()[-1].name
        try:
            found = self._session.run([wanted], {asked.name: self._tensor(texts, asked)})[0]
        except LycosaError:
            raise
        except Exception as error:  # the runtime has no error of its own to name
            return [f"the model failed: {error}"] * len(pages)
        return [self._probability(each) for each in found]

    def _tensor(self, texts: Sequence[str], asked: Any) -> Any:
        if asked.type == "tensor(string)":
            strings = np.array(texts, dtype=object)
            return strings.reshape(-1, 1) if len(asked.shape) == 2 else strings
        width = asked.shape[-1] if len(asked.shape) == 2 else None
        if asked.type != "tensor(float)" or not isinstance(width, int):
            raise LycosaError(
                f"the model {self.model} wants {asked.type} of shape {asked.shape}; the judge onnx can give "
                "tensor(string), or tensor(float) of a fixed width"
            )
        return self._hashing(width).transform(texts).toarray().astype(np.float32)

    def _hashing(self, width: int) -> Any:
        from sklearn.feature_extraction import text  # type: ignore[import-untyped]  # noqa: PLC0415  # slow

        return text.HashingVectorizer(n_features=width, alternate_sign=False)

    def _probability(self, found: Any) -> float | Judgement | str:
        """Return the topic's part of what the model says of one text."""
        if isinstance(found, Mapping):
            by_name = {str(key): value for key, value in found.items()}
            if str(self.label) not in by_name:
                raise LycosaError(
                    f"the model {self.model} has no class {self.label}; it has {', '.join(by_name)}"
                )
            return float(by_name[str(self.label)])
        values = np.ravel(found)
        column = 0 if len(values) == 1 else int(self.label) if str(self.label).isdigit() else -1
        if not 0 <= column < len(values):
            raise LycosaError(f"the model {self.model} has {len(values)} columns, and none is {self.label}")
        return float(values[column])

    @cached_property
    def _session(self) -> Any:
        file, onnxruntime = self.model_file(), self.library("onnxruntime")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # the crawl has its own use for the other cores
        options.log_severity_level = 3
        try:
            session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # the runtime has no error of its own to name
            raise LycosaError(f"{file} is no ONNX model that can be run: {error}") from error
        outputs = [output.name for output in session.get_outputs()]
        if self.output and self.output not in outputs:
            raise LycosaError(
                f"the model {self.model} has no output {self.output}; it has {', '.join(outputs)}"
            )
        return session
