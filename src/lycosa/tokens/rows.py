"""Sums of runs of rows: what words mean in, what texts of them mean out.

`rows.pyx` goes over the rows as they lie, for where there is a compiler, and adds in the same order. A
test holds the two against each other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def row_sums(rows: NDArray[np.float32], starts: NDArray[np.intp]) -> NDArray[np.float32]:
    """Return the sum of the rows from each start to the next; each run has one row or more.

    >>> row_sums(np.float32([[1, 2], [3, 4], [5, 6]]), np.array([0, 2])).tolist()
    [[4.0, 6.0], [5.0, 6.0]]
    """
    sums: NDArray[np.float32] = np.add.reduceat(rows, starts, axis=0)
    return sums
