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
    start
        The row of an id for which none was set; zeros by default.

    Examples
    --------
    >>> column = GrowingColumn(np.int64)
    >>> column.add(np.array([3, 3, 5]), np.array([1, 1, 7]))
    >>> column.at(np.array([3, 5, 9000])).tolist()
    [2, 7, 0]
    """

    def __init__(self, dtype: npt.DTypeLike, width: int = 0, start: tuple[float, ...] = ()) -> None:
        self._width = width
        self._start = start
        self._steps = np.arange(width)
        self._rows: npt.NDArray[Any] = self._new(_FIRST_ROWS, np.dtype(dtype))
        self._in_pairs = self._rows.dtype == np.float64 and width % 2 == 0 and width > 0
        """Whether rows are added to by two numbers at a time, as parts of a complex one: in half the time."""
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
        return self.touching(row)[row : row + 1]

    def touching(self, last: int) -> npt.NDArray[Any]:
        """Return what `reaching` does; the rows up to the last are touched."""
        if last >= self._used:
            self._reach(last + 1)
        return self._rows

    def reaching(self, last: int) -> npt.NDArray[Any]:
        """Return all rows up to the last of some, and maybe more, as they are kept until the column grows."""
        if last >= len(self._rows):
            self._reach(last + 1)
        return self._rows

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
        if self._in_pairs:
            rows = self._rows.view(np.complex128)
            more = np.ascontiguousarray(values, np.float64).view(np.complex128)
            for pair in range(self._width // 2):
                np.add.at(rows[:, pair], ids, more[:, pair])
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
        self._rows = self._new(max(_FIRST_ROWS, len(rows)), rows.dtype)
        self._rows[: len(rows)] = rows
        self._used = len(rows)

    def _new(self, rows: int, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
        empty: npt.NDArray[Any] = np.zeros(self._shape(rows), dtype)
        if self._start:
            empty[:] = self._start
        return empty

    def _shape(self, rows: int) -> tuple[int, ...]:
        return (rows, self._width) if self._width else (rows,)

    def _reach_all(self, ids: npt.NDArray[np.integer[Any]]) -> None:
        if len(ids) and (last := int(ids.max())) >= self._used:
            self._reach(last + 1)

    def _reach(self, needed: int) -> None:
        if needed > len(self._rows):
            grown = self._new(max(needed, 2 * len(self._rows)), self._rows.dtype)
            grown[: len(self._rows)] = self._rows
            self._rows = grown
        self._used = max(self._used, needed)
