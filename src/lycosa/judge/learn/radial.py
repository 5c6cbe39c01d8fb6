"""Support vector machines with a radial kernel, all over one set of support vectors.

In: machines that were trained on rows of one matrix. Out: the signed distance of any document from each of
them, and plain data.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Self, cast

import numpy as np
from numpy.typing import NDArray
from scipy import sparse  # type: ignore[import-untyped]

from lycosa.model import JSON

Floats = NDArray[np.float64]


class Radial(NamedTuple):
    """What machines with the kernel exp(-gamma |x - s|²) have learned."""

    gamma: float
    vectors: sparse.csr_array
    """The support vectors of all machines, each machine's own rows together."""
    dual: Floats
    """Machines x support vectors."""

    @classmethod
    def of(cls, gamma: float, machines: Sequence[Any]) -> Self:
        """Join machines as scikit-learn trained them."""
        sizes = [machine.support_vectors_.shape[0] for machine in machines]
        dual = np.zeros((len(machines), sum(sizes)))
        ends = np.cumsum([0, *sizes])
        for row, machine in enumerate(machines):
            dual[row, ends[row] : ends[row + 1]] = sparse.csr_array(machine.dual_coef_).todense()
        vectors = sparse.csr_array(sparse.vstack([machine.support_vectors_ for machine in machines]))
        return cls(gamma, vectors, dual)

    def distances(self, documents: sparse.csr_array) -> Floats:
        """Return documents x machines, before the intercepts are added."""
        common = np.asarray((documents @ self.vectors.T).todense())
        squares = _squares(documents)[:, None] + _squares(self.vectors)[None, :] - 2 * common
        return cast("Floats", np.exp(-self.gamma * np.maximum(squares, 0.0)) @ self.dual.T)

    def state(self) -> dict[str, JSON]:
        """Return everything as plain data."""
        vectors = self.vectors
        return {
            "gamma": self.gamma,
            "dual": self.dual.tolist(),
            "shape": list(vectors.shape),
            "vectors": [vectors.data.tolist(), vectors.indices.tolist(), vectors.indptr.tolist()],
        }

    @classmethod
    def restored(cls, state: dict[str, Any]) -> Self:
        """Return the machines that gave `state`."""
        vectors = sparse.csr_array(tuple(map(np.array, state["vectors"])), shape=tuple(state["shape"]))
        return cls(state["gamma"], vectors, np.array(state["dual"], dtype=float))


def _squares(rows: sparse.csr_array) -> Floats:
    return np.asarray(rows.multiply(rows).sum(axis=1), dtype=float).ravel()
