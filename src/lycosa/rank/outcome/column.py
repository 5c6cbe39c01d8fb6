"""A column that grows: one value for each id, zero where none was set."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

_FIRST_ROWS = 1 << 10


class GrowingColumn:
    """Numbers, or rows of numbers, by id.

    Parameters
    ----------
    dtype
        Type of the numbers.
    width
        Numbers in a row; 0 for plain numbers.

    Examples
    --------
    >>> column = GrowingColumn(np.int64)
    >>> column.add(np.array([3, 3, 5]), np.array([1, 1, 7]))
    >>> column.at(np.array([3, 5, 9000])).tolist()
    [2, 7, 0]
    """

    def __init__(self, dtype: npt.DTypeLike, width: int = 0) -> None:
        self._width = width
        self._steps = np.arange(width)
        self._rows: npt.NDArray[Any] = np.zeros(self._shape(_FIRST_ROWS), dtype)
        self._used = 0

    def at(self, ids: npt.NDArray[np.integer[Any]]) -> npt.NDArray[Any]:
        """Return the rows of some ids."""
        try:
            return self._rows.take(ids, axis=0)
        except IndexError:
            self._reach_all(ids)
        return self._rows.take(ids, axis=0)

    def value(self, row: int) -> Any:
        """Return the value of one id."""
        return self._rows[row] if row < len(self._rows) else 0

    def one(self, row: int) -> npt.NDArray[Any]:
        """Return the row of one id as it is kept, alone in a list: to change it is to change the column."""
        self._reach(row + 1)
        return self._rows[row : row + 1]

    def put(self, ids: npt.NDArray[np.integer[Any]], values: npt.ArrayLike) -> None:
        """Set the rows of some ids."""
        self._reach_all(ids)
        self._rows[ids] = values

    def add(self, ids: npt.NDArray[np.integer[Any]], values: npt.ArrayLike) -> None:
        """Add to the rows of some ids, one after another where an id comes twice."""
        self._reach_all(ids)
        if not self._width:
            np.add.at(self._rows, ids, values)
            return
        places = ids[:, None] * self._width + self._steps
        np.add.at(self._rows.reshape(-1), places.reshape(-1), np.asarray(values).reshape(-1))

    def touched(self) -> npt.NDArray[Any]:
        """Return all rows up to the last one touched."""
        return self._rows[: self._used]

    def state(self) -> bytes:
        """Return these rows to be kept."""
        return self.touched().tobytes()

    def restore(self, state: bytes) -> None:
        """Become the column that returned `state`."""
        rows = np.frombuffer(state, self._rows.dtype)
        rows = rows.reshape(self._shape(-1)) if self._width else rows
        self._rows = np.zeros(self._shape(max(_FIRST_ROWS, len(rows))), rows.dtype)
        self._rows[: len(rows)] = rows
        self._used = len(rows)

    def _shape(self, rows: int) -> tuple[int, ...]:
        return (rows, self._width) if self._width else (rows,)

    def _reach_all(self, ids: npt.NDArray[np.integer[Any]]) -> None:
        if len(ids):
            self._reach(int(ids.max()) + 1)

    def _reach(self, needed: int) -> None:
        if needed > len(self._rows):
            grown = np.zeros(self._shape(max(needed, 2 * len(self._rows))), self._rows.dtype)
            grown[: len(self._rows)] = self._rows
            self._rows = grown
        self._used = max(self._used, needed)
