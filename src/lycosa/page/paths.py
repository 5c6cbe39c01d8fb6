"""Where in a document an element stands: the labels of the innermost elements around it, in a line."""

from __future__ import annotations

from lycosa.page.tags import LABEL_CHARS
from lycosa.page.walk import Outline


class Paths:
    """Paths to the elements of a document, such as `div#main ul.list li a`.

    Each part of a path is worked out once, but from no further above than labels are kept: elements nest
    deeply.
    """

    def __init__(self, outline: Outline, labels_max: int) -> None:
        self._outline = outline
        self._most = labels_max - 1
        self._labels: dict[int, str] = {}
        self._paths: dict[int, tuple[int, str]] = {}
        """First part of the paths to what is in an element, and how many labels it has."""

    def of(self, element: int) -> str:
        """Return the labels of an element and of the innermost elements around it."""
        return self._labels_down_to(self._outline.parents[element]) + self._label(element)

    def _labels_down_to(self, element: int) -> str:
        """Return the innermost labels down to an element, each with a space."""
        unknown: list[int] = []
        while element > 0 and element not in self._paths and len(unknown) < self._most:
            unknown.append(element)
            element = self._outline.parents[element]
        is_whole = element <= 0 or element in self._paths
        count, path = self._paths.get(element, (0, ""))
        for inner in reversed(unknown):
            count += 1
            path += f"{self._label(inner)} "
            if count > self._most:
                count, path = self._most, path.partition(" ")[2]
            if is_whole:
                self._paths[inner] = count, path
        return path

    def _label(self, element: int) -> str:
        """Return the name of an element in paths, `tag#id.class`."""
        tag, names = self._outline.tags[element], self._outline.names
        if element not in names:
            return tag
        label = self._labels.get(element)
        if label is None:
            label = self._labels[element] = tag + _suffix(*names[element])
        return label


def _suffix(identity: str, classes: str) -> str:
    """Return `#id.class`."""
    named = ["#" + "".join(identity[:LABEL_CHARS].split())] if identity else []
    named += [f".{word}" for word in classes[:LABEL_CHARS].split()]
    return "".join(named)[:LABEL_CHARS]
